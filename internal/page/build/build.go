// Command build writes the page that runs models in a browser: a folder that any server of files
// can give, and that asks nothing of other hosts.
//
//	go run ./internal/page/build FOLDER
package main

import (
	"bytes"
	"compress/gzip"
	"embed"
	"errors"
	"fmt"
	"log"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
)

//go:embed static
var static embed.FS

func main() {
	if len(os.Args) != 2 {
		log.Fatal("page: give the folder to write")
	}
	if err := build(os.Args[1]); err != nil {
		log.Fatal("page: ", err)
	}
}

// build writes the page, and what moves the figures of the site.
func build(folder string) error {
	root, err := goTool("env", "GOROOT")
	problems := []error{err, os.MkdirAll(folder, 0o777)}
	put := func(name string, text []byte, err error) {
		if err == nil {
			err = os.WriteFile(filepath.Join(folder, name), text, 0o666)
		}
		problems = append(problems, err)
	}
	entries, err := static.ReadDir("static")
	problems = append(problems, err)
	for _, e := range entries {
		text, err := static.ReadFile("static/" + e.Name())
		put(e.Name(), text, err)
	}
	text, err := os.ReadFile(filepath.Join(root, "lib/wasm/wasm_exec.js"))
	put("wasm_exec.js", text, err)
	// The page unpacks a program itself, since not every server packs what it sends. No server
	// takes this ending for a promise that it has packed the file.
	text, err = compiled("gibbslab/internal/page/wasm")
	put("gibbslab.bin", text, err)
	text, err = compiled("gibbslab/internal/page/figures/wasm")
	put(figuresFile, text, err)
	return errors.Join(problems...)
}

// figuresFile is the program of the figures that a reader of the site moves.
const figuresFile = "figures.bin"

// compiled is a program for the browser, packed by gzip.
func compiled(source string) ([]byte, error) {
	temp, err := os.MkdirTemp("", "gibbslab-page-")
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(temp)
	mod, err := withFewFonts(temp)
	if err != nil {
		return nil, err
	}
	overlay, err := withOverlay(temp)
	if err != nil {
		return nil, err
	}
	out := filepath.Join(temp, "gibbslab.wasm")
	// Only what is quick must be quick: calls in line elsewhere cost a twentieth of the size.
	args := []string{"build", "-gcflags=all=-l"}
	for _, quick := range []string{"gibbslab/sampler/...", "math/...", "math", "slices",
		"runtime"} {
		args = append(args, "-gcflags="+quick+"=")
	}
	for _, slow := range []string{"bugs/internal/tex", "bugs/internal/source", "bugs/internal/syntax",
		"bugs/internal/graph", "bugs/internal/algebra", "bugs/internal/data", "bugs/internal/dist",
		"bugs", "criticism", "internal/zarr", "corpus", "bugs/internal/block", "bugs/internal/law",
		"bugs/internal/expr", "diag", "diag/internal/...", "internal/...", "report", "verify"} {
		args = append(args, "-gcflags=gibbslab/sampler/"+slow+"=-l")
	}
	args = append(args, "-gcflags=gibbslab/sampler=-l", "-gcflags=gonum.org/v1/gonum/...=-l")
	args = append(args, "-trimpath", "-ldflags=-s -w", "-tags=minimal", "-modfile="+mod,
		"-overlay="+overlay, "-o", out, source)
	if _, err := goTool(args...); err != nil {
		return nil, err
	}
	program, err := os.ReadFile(out)
	if v := runtime.Version(); err == nil && (strings.HasPrefix(v, "go1.25") ||
		strings.HasPrefix(v, "go1.26")) { // others may lay programs out in another way
		program, err = lean(program)
	}
	if err != nil {
		return nil, err
	}
	return pack(program)
}

// pack packs bytes by gzip.
func pack(data []byte) ([]byte, error) {
	var b bytes.Buffer
	w, err := gzip.NewWriterLevel(&b, gzip.BestCompression)
	if err == nil {
		_, err = w.Write(data)
	}
	if err == nil {
		err = w.Close()
	}
	return b.Bytes(), err
}

// goTool runs the go command for the browser, and returns what it prints.
func goTool(args ...string) (string, error) {
	cmd := exec.Command("go", args...)
	cmd.Env = append(os.Environ(), "GOOS=js", "GOARCH=wasm", "GOFLAGS=-mod=readonly")
	var problems bytes.Buffer
	cmd.Stderr = &problems
	out, err := cmd.Output()
	if err != nil {
		err = fmt.Errorf("go %s: %w\n%s", strings.Join(args, " "), err, &problems)
	}
	return strings.TrimSpace(string(out)), err
}
