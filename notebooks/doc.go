// Package notebooks holds the tutorial, and the tests that keep it true: each notebook runs from top to bottom on a
// real GoNB kernel and gives what is stored in it ([run_test.go]), and follows the style rules ([rules_test.go]).
package notebooks
