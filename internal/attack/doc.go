// Command attack attacks the set-up: odd paths, settings of other programs, folders that are not
// there. `make attack` runs all attacks, `make attack ARGS=places` those whose name contains a text.
// They are not part of `make test`, because they use .venv, and one of them makes a new one, which
// needs the network.
//
// Each attack is a [frame.Attack]: a name, a function that prints what it saw, and the text that it
// must print. It runs in its own process, in an empty folder, under a limit of memory and of CPU
// time. So an attack that exhausts memory or never ends is reported as broken, and the others still
// run. The last line says how many were tried and how many held.
//
// To add an attack, append it to the list in the package of its area, with one file per subject.
// Attacks on the engine, Memo, readers, models and plots are tests of their packages. Print errors in full: their
// words are the point. In the wanted text "…" stands for anything, so leave out numbers that may
// change.
package main
