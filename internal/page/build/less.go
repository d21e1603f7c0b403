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

//go:embed sum.go
var sumSource string

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

// withOverlay writes an overlay in which package math has the exponential function of amd64, others
// are small, and image/png is not asked to read pictures.
func withOverlay(temp string) (overlay string, err error) {
	root, err := goTool("env", "GOROOT")
	if err != nil {
		return "", err
	}
	exp := strings.NewReplacer("package main", "package math", "import \"math\"", "", "math.", "").
		Replace(expSource) + "\nconst haveArchExp = true\n"
	sum := strings.Replace(sumSource, "package main", "package sha256", 1)
	replaced := map[string]string{}
	for _, folder := range []string{"encoding/gob", "crypto/sha256"} {
		files, problem := filepath.Glob(filepath.Join(root, "src", folder, "*.go"))
		for err = errors.Join(err, problem); len(files) > 0; files = files[1:] {
			replaced[files[0]] = "" // there is none
		}
	}
	reader := filepath.Join(root, "src/image/png/reader.go")
	png, problem := edited(reader, "func init()", "func unused()")
	for file, text := range map[string]string{
		filepath.Join(root, "src/math/exp_noasm.go"):       exp,
		filepath.Join(root, "src/encoding/gob/doc.go"):     gobSource,
		filepath.Join(root, "src/crypto/sha256/sha256.go"): sum,
		reader: png,
	} {
		other := filepath.Join(temp, filepath.Base(file))
		err = errors.Join(err, os.WriteFile(other, []byte(text), 0o666))
		replaced[file] = other
	}
	list, another := json.Marshal(map[string]any{"Replace": replaced})
	overlay = filepath.Join(temp, "overlay.json")
	return overlay, errors.Join(err, problem, another, os.WriteFile(overlay, list, 0o666))
}

// edited is a file, with old texts and new ones in turn.
func edited(file string, texts ...string) (string, error) {
	text, err := os.ReadFile(file)
	return strings.NewReplacer(texts...).Replace(string(text)), err
}

// The module with the fonts that gonum's plots contain, all twelve of them, and that of the plots,
// which contain four more to set formulas. The third reads fonts.
const (
	fonts = "codeberg.org/go-fonts/liberation"
	plots = "gonum.org/v1/plot"
	reads = "golang.org/x/image"
)

// withFewFonts writes a go.mod in which these modules have only what plots of nb measure their
// texts with: two fonts, and of them the widths of letters and not their shapes, which the browser
// has, nor their names. The table kern says how letters stand together, as GPOS does. The others
// are the same font under another name.
func withFewFonts(temp string) (modfile string, err error) {
	here, err := goTool("env", "GOMOD")
	if err != nil {
		return "", err
	}
	to, toPlots := filepath.Join(temp, "fonts"), filepath.Join(temp, "plots")
	toReads := filepath.Join(temp, "reads")
	for module, folder := range map[string]string{fonts: to, plots: toPlots, reads: toReads} {
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
	sfnt := filepath.Join(toReads, "font/sfnt/sfnt.go")
	text, err := edited(sfnt, "f.parseGPOSKern(buf)", "buf, []kernFunc(nil), error(nil)",
		"if isPostScript {\n\t\tp :=", "if false {\n\t\tp :=", "if f.cached.isPostScript {", "if false {",
		"loadGlyf(f, b, x, 0, 0)", "error(nil)")
	if err := errors.Join(err, os.WriteFile(sfnt, []byte(text), 0o666)); err != nil {
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
	_, err = goTool("mod", "edit", "-replace="+fonts+"="+to, "-replace="+plots+"="+toPlots,
		"-replace="+reads+"="+toReads, modfile)
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
		case "glyf", "loca", "fpgm", "prep", "cvt ", "GPOS", "GSUB", "GDEF", "name":
			clear(font[from : from+n])
		case "post": // a font without names has its third version
			clear(font[from+32 : from+n])
			copy(font[from:], "\x00\x03")
		}
	}
	return os.WriteFile(names[0], font, 0o666)
}
