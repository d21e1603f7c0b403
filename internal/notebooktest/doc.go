// Package notebooktest holds the tests of the tutorial in the folder notebooks. Each notebook runs
// from top to bottom on a real GoNB kernel and gives its stored results ([run_test.go]), and it
// follows the style rules ([rules_test.go]). The tests are here because the file browser of
// JupyterLab should show only notebooks.
package notebooktest
