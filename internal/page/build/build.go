// Command build writes the page that runs models in a browser: a folder that any server of files
// can give, and that asks nothing of other hosts.
//
//	go run ./internal/page/build FOLDER [TEX-SVG.JS]
//
// The second argument is MathJax in one file, which typesets derivations. Without it they are TeX.
package main

import (
	"bytes"
	"compress/gzip"
	"embed"
	"fmt"
	"io/fs"
	"log"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
)

//go:embed static
var static embed.FS

func main() {
	args := append(os.Args[1:], "", "")
	if args[0] == "" || len(os.Args) > 3 {
		log.Fatal("page: give the folder to write, and perhaps the file tex-svg.js of MathJax")
	}
	if err := build(args[0], args[1]); err != nil {
		log.Fatal("page: ", err)
	}
}

// build writes the page.
func build(folder, mathjax string) error {
	if err := os.MkdirAll(folder, 0o777); err != nil {
		return err
	}
	files, err := fs.Sub(static, "static")
	if err != nil {
		return err
	}
	entries, err := fs.ReadDir(files, ".")
	if err != nil {
		return err
	}
	for _, e := range entries {
		text, err := fs.ReadFile(files, e.Name())
		if err == nil {
			err = os.WriteFile(filepath.Join(folder, e.Name()), text, 0o666)
		}
		if err != nil {
			return err
		}
	}
	root, err := goTool("env", "GOROOT")
	if err != nil {
		return err
	}
	copies := map[string]string{filepath.Join(root, "lib/wasm/wasm_exec.js"): "wasm_exec.js"}
	if mathjax != "" {
		copies[mathjax] = "tex-svg.js"
	}
	for from, to := range copies {
		text, err := os.ReadFile(from)
		if err == nil {
			err = os.WriteFile(filepath.Join(folder, to), text, 0o666)
		}
		if err != nil {
			return err
		}
	}
	program, err := compiled()
	if err != nil {
		return err
	}
	// The page unpacks the program itself, since not every server packs what it sends. No server
	// takes this ending for a promise that it has packed the file.
	return os.WriteFile(filepath.Join(folder, "gibbslab.bin"), program, 0o666)
}

// compiled is the program for the browser, packed by gzip.
func compiled() ([]byte, error) {
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
	for _, quick := range []string{"gibbslab/sampler/...", "gibbslab/sampler", "math/...", "math",
		"gonum.org/v1/gonum/...", "slices", "runtime"} {
		args = append(args, "-gcflags="+quick+"=")
	}
	for _, slow := range []string{"bugs/internal/tex", "bugs/internal/source", "bugs/internal/syntax",
		"bugs/internal/graph", "report", "verify"} {
		args = append(args, "-gcflags=gibbslab/sampler/"+slow+"=-l")
	}
	args = append(args, "-trimpath", "-ldflags=-s -w", "-tags=minimal", "-modfile="+mod,
		"-overlay="+overlay, "-o", out, "gibbslab/internal/page/wasm")
	if _, err := goTool(args...); err != nil {
		return nil, err
	}
	program, err := os.ReadFile(out)
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
