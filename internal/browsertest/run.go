// Package browsertest opens pages in a real browser: tests give it Python scripts, which drive a
// headless Chromium by Playwright. `make long` installs Playwright if there is a Chromium.
package browsertest

import (
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"gibbslab/internal/turns"
)

// Run runs a script, and fails the test if the script fails. The script imports open_page from
// opened.py of this package. Without a browser, or without Playwright, the test is skipped, and
// says why. The short form of the tests opens no browser.
func Run(t *testing.T, script string, args ...string) {
	t.Helper()
	turns.Long(t)
	_, file, _, _ := runtime.Caller(0)
	here := filepath.Dir(file)
	tools := filepath.Join(here, "../tools")
	python := filepath.Join(here, "../../.venv/bin/python")
	cmd := exec.Command(python, append([]string{script}, args...)...)
	cmd.Env = append(os.Environ(), "PYTHONDONTWRITEBYTECODE=1",
		"PYTHONPATH="+here+string(filepath.ListSeparator)+tools)
	probe := exec.Command(python, "-c",
		"import browser, sys, playwright, axe_playwright_python; sys.exit(not browser.find())")
	probe.Env = cmd.Env
	if out, err := probe.CombinedOutput(); err != nil {
		t.Skipf("no page was opened in a browser: Chromium, or Playwright in .venv, is missing. "+
			"Install Chromium and run make long. %v %s", err, lastLine(out))
	}
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Errorf("%s: %v\n%s", script, err, out)
	} else if len(out) > 0 {
		t.Logf("%s", out)
	}
}

func lastLine(out []byte) string {
	lines := strings.Split(strings.TrimSpace(string(out)), "\n")
	return lines[len(lines)-1]
}
