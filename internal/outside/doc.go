// Package outside tests the ways in from outside the clone: set-up and server, README's recipe for
// a program of one's own, and a copy of the project under another module path.
package outside
