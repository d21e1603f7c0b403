// Package mutants holds a test of the tests: small errors, planted one at a time, that they
// must find.
package mutants
