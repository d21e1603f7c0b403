package main

import (
	_ "embed"
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
)

//go:embed exp.go
var expSource string

// gobSource stands for encoding/gob, which stores what a browser has no files for.
const gobSource = `package gob

import ("errors"; "io")

type GobEncoder interface{ GobEncode() ([]byte, error) }
type Encoder struct{}
type Decoder struct{}

var none = errors.New("nothing is stored in a browser")

func NewEncoder(io.Writer) *Encoder { return nil }
func NewDecoder(io.Reader) *Decoder { return nil }
func (*Encoder) Encode(any) error   { return none }
func (*Decoder) Decode(any) error   { return none }
`

// withOverlay writes an overlay in which package math has the exponential function of amd64, and
// encoding/gob is small.
func withOverlay(temp string) (overlay string, err error) {
	root, err := goTool("env", "GOROOT")
	if err != nil {
		return "", err
	}
	exp := strings.NewReplacer("package main", "package math", "import \"math\"", "", "math.", "").
		Replace(expSource) + "\nconst haveArchExp = true\n"
	replaced := map[string]string{}
	gob, err := filepath.Glob(filepath.Join(root, "src/encoding/gob/*.go"))
	for _, file := range gob {
		replaced[file] = "" // there is none
	}
	for file, text := range map[string]string{"src/math/exp_noasm.go": exp,
		"src/encoding/gob/doc.go": gobSource} {
		other := filepath.Join(temp, filepath.Base(file))
		err = errors.Join(err, os.WriteFile(other, []byte(text), 0o666))
		replaced[filepath.Join(root, file)] = other
	}
	list, problem := json.Marshal(map[string]any{"Replace": replaced})
	overlay = filepath.Join(temp, "overlay.json")
	return overlay, errors.Join(err, problem, os.WriteFile(overlay, list, 0o666))
}

// The module with the fonts that gonum's plots contain, all twelve of them, and that of the plots,
// which contain four more to set formulas.
const fonts, plots = "codeberg.org/go-fonts/liberation", "gonum.org/v1/plot"

// withFewFonts writes a go.mod in which these modules have only what plots of nb measure their
// texts with: two fonts, and of them the widths of letters and not their shapes, which the browser
// has. The others are the same font under another name.
func withFewFonts(temp string) (modfile string, err error) {
	here, err := goTool("env", "GOMOD")
	if err != nil {
		return "", err
	}
	to, toPlots := filepath.Join(temp, "fonts"), filepath.Join(temp, "plots")
	for module, folder := range map[string]string{fonts: to, plots: toPlots} {
		from, err := goTool("list", "-m", "-f", "{{.Dir}}", module)
		if err == nil {
			err = os.CopyFS(folder, os.DirFS(from))
		}
		if err != nil {
			return "", err
		}
	}
	if err := os.Remove(filepath.Join(toPlots, "text/latex.go")); err != nil {
		return "", err
	}
	folders, err := filepath.Glob(filepath.Join(to, "liberation[ms]*"))
	if err != nil {
		return "", err
	}
	for _, folder := range folders {
		name := filepath.Base(folder)
		if name == "liberationsansregular" || name == "liberationsansbold" {
			if err := blank(folder); err != nil {
				return "", err
			}
			continue
		}
		alias := "package " + name + "\n\nimport \"" + fonts + "/liberationsansregular\"\n\n" +
			"var TTF = liberationsansregular.TTF\n"
		if err := os.WriteFile(filepath.Join(folder, "data.go"), []byte(alias), 0o666); err != nil {
			return "", err
		}
	}
	modfile = filepath.Join(temp, "go.mod")
	for _, ending := range []string{".mod", ".sum"} {
		text, err := os.ReadFile(strings.TrimSuffix(here, ".mod") + ending)
		if err == nil {
			err = os.WriteFile(strings.TrimSuffix(modfile, ".mod")+ending, text, 0o666)
		}
		if err != nil {
			return "", err
		}
	}
	_, err = goTool("mod", "edit", "-replace="+fonts+"="+to, "-replace="+plots+"="+toPlots, modfile)
	return modfile, err
}

// blank writes zeros over the tables of a font that draw letters. Packed, they take no room.
func blank(folder string) error {
	names, err := filepath.Glob(filepath.Join(folder, "*.ttf"))
	if err != nil || len(names) != 1 {
		return fmt.Errorf("%s has %d fonts, expected one: %w", folder, len(names), err)
	}
	font, err := os.ReadFile(names[0])
	if err != nil {
		return err
	}
	for i := range int(binary.BigEndian.Uint16(font[4:])) {
		entry := font[12+16*i:]
		from, n := binary.BigEndian.Uint32(entry[8:]), binary.BigEndian.Uint32(entry[12:])
		switch string(entry[:4]) {
		case "glyf", "loca", "fpgm", "prep", "cvt ", "GSUB", "GDEF", "name":
			clear(font[from : from+n])
		}
	}
	return os.WriteFile(names[0], font, 0o666)
}
