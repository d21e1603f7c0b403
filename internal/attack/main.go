package main

import (
	"gibbslab/internal/attack/datasets"
	"gibbslab/internal/attack/frame"
	"gibbslab/internal/attack/models"
	"gibbslab/internal/attack/plots"
	"gibbslab/internal/attack/setup"
)

func main() {
	frame.Main(
		frame.Area{Name: "datasets", Attacks: datasets.Attacks},
		frame.Area{Name: "models", Attacks: models.Attacks},
		frame.Area{Name: "plots", Attacks: plots.Attacks},
		frame.Area{Name: "setup", Attacks: setup.Attacks},
	)
}
