package main

import (
	"gibbslab/internal/attack/engine"
	"gibbslab/internal/attack/frame"
	"gibbslab/internal/attack/memo"
	"gibbslab/internal/attack/setup"
)

func main() {
	frame.Main(
		frame.Area{Name: "engine", Attacks: engine.Attacks},
		frame.Area{Name: "memo", Attacks: memo.Attacks},
		frame.Area{Name: "setup", Attacks: setup.Attacks},
	)
}
