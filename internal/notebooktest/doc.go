// Package notebooktest holds the tests that keep the tutorial in the folder notebooks true. Each
// notebook runs from top to bottom on a real GoNB kernel and gives what is stored in it
// ([run_test.go]), and it follows the style rules ([rules_test.go]). The tests live here so that
// the file browser of JupyterLab shows notebooks only.
package notebooktest
