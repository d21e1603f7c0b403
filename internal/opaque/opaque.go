// Package opaque holds states of chains whose type does not matter.
package opaque

// A State is the state of a chain, of any type.
type State struct {
	Of any // a pointer to the state
}
