package main

import (
	"gibbslab/internal/attack/frame"
	"gibbslab/internal/attack/setup"
)

func main() {
	frame.Main(
		frame.Area{Name: "setup", Attacks: setup.Attacks},
	)
}
