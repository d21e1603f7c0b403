package notebooktest

import (
	"bytes"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"image"
	"image/color"
	"image/png"
	"maps"
	"slices"
	"strings"
	"testing"
	"time"

	"gibbslab/internal/apng"
)

// compare describes the first difference between two runs of a notebook. It returns "" if a reader
// would see no difference.
func compare(name string, stored, fresh []byte) (string, error) {
	old, err := parse(name, stored)
	if err != nil {
		return "", err
	}
	now, err := parse(name, fresh)
	if err != nil {
		return "", err
	}
	if len(old.Cells) != len(now.Cells) {
		return fmt.Sprintf("%d cells instead of %d", len(now.Cells), len(old.Cells)), nil
	}
	same := true // except for images
	for i, was := range old.Cells {
		is := now.Cells[i]
		where := fmt.Sprintf("cell %d (id %s)", i+1, was.ID)
		d, redrawn := compareAll(was.Outputs, is.Outputs)
		if d != "" {
			return where + d, nil
		}
		same = same && !redrawn
	}
	if same {
		return "the outputs are the same, but not the file around them (ids, counts, metadata, " +
			"layout)", nil
	}
	return "", nil
}

// compareAll describes the first difference between the outputs of two runs of a cell.
func compareAll(was, is []output) (difference string, redrawn bool) {
	if len(was) != len(is) {
		return fmt.Sprintf(" has %d outputs instead of %d", len(is), len(was)), false
	}
	for i := range was {
		d, again := compareOutputs(was[i], is[i])
		if d != "" {
			return fmt.Sprintf(", output %d, %s", i+1, d), false
		}
		redrawn = redrawn || again
	}
	return "", redrawn
}

// compareOutputs describes the first difference between two outputs, and tells whether an image has
// the same pixels in different bytes.
func compareOutputs(was, is output) (difference string, redrawn bool) {
	if was.Type != is.Type || was.Name != is.Name {
		return fmt.Sprintf("is %s %s instead of %s %s", is.Type, is.Name, was.Type, was.Name), false
	}
	if was.Text != is.Text {
		return was.Name + ":\n" + firstLines(string(was.Text), string(is.Text)), false
	}
	if a, b := compact(was.Metadata), compact(is.Metadata); a != b {
		return fmt.Sprintf("has metadata %s instead of %s", b, a), false
	}
	for _, kind := range slices.Sorted(maps.Keys(was.Data)) {
		if was.Data[kind] == is.Data[kind] {
			continue
		}
		if kind != "image/png" {
			return kind + ":\n" + firstLines(string(was.Data[kind]), string(is.Data[kind])), false
		}
		if d := comparePixels(string(was.Data[kind]), string(is.Data[kind])); d != "" {
			return d, false
		}
		redrawn = true
	}
	if len(was.Data) != len(is.Data) {
		return fmt.Sprintf("has %d media types instead of %d", len(is.Data), len(was.Data)), false
	}
	return "", redrawn
}

// compact is JSON in one order and without white space.
func compact(b []byte) string {
	var v any
	_ = json.Unmarshal(b, &v) // nothing is nil
	b, _ = json.Marshal(v)
	return string(b)
}

// firstLines shows the first five lines that differ.
func firstLines(was, is string) string {
	a, b := strings.Split(was, "\n"), strings.Split(is, "\n")
	var s strings.Builder
	for i, shown := 0, 0; i < max(len(a), len(b)) && shown < 5; i++ {
		var x, y string
		if i < len(a) {
			x = a[i]
		}
		if i < len(b) {
			y = b[i]
		}
		if x != y {
			fmt.Fprintf(&s, "  line %d\n    stored %.200s\n    fresh  %.200s\n", i+1, x, y)
			shown++
		}
	}
	return s.String()
}

// comparePixels describes how two base64-encoded images differ; "" if they look the same, and if
// they are animated, in each frame.
func comparePixels(was, is string) string {
	a, errA := decode(was)
	b, errB := decode(is)
	if errA != nil || errB != nil {
		return fmt.Sprintf("image/png cannot be read: stored: %v, fresh: %v", errA, errB)
	}
	if len(a) != len(b) {
		return fmt.Sprintf("image/png has %d pictures instead of %d", len(b), len(a))
	}
	for i := range a {
		if d := compareFrames(a[i], b[i]); d != "" {
			return d
		}
	}
	return ""
}

func compareFrames(a, b image.Image) string {
	if a.Bounds() != b.Bounds() {
		return fmt.Sprintf("image/png is %v instead of %v pixels", b.Bounds().Size(), a.Bounds().Size())
	}
	count := 0
	for y := a.Bounds().Min.Y; y < a.Bounds().Max.Y; y++ {
		for x := a.Bounds().Min.X; x < a.Bounds().Max.X; x++ {
			if a.At(x, y) != b.At(x, y) {
				count++
			}
		}
	}
	if count > 0 {
		return fmt.Sprintf("image/png: %d of %d pixels differ", count, a.Bounds().Dx()*a.Bounds().Dy())
	}
	return ""
}

// decode returns the picture in a PNG file, and if it is animated, its frames.
func decode(encoded string) ([]image.Image, error) {
	file, err := base64.StdEncoding.DecodeString(strings.ReplaceAll(encoded, "\n", ""))
	if err != nil {
		return nil, err
	}
	picture, _, err := image.Decode(bytes.NewReader(file))
	if err != nil {
		return nil, err
	}
	frames, _, err := apng.Frames(file)
	all := []image.Image{picture}
	for _, frame := range frames {
		all = append(all, frame)
	}
	return all, err
}

// TestCompare gives compare two runs that differ in one way each.
func TestCompare(t *testing.T) {
	draw := func(level png.CompressionLevel, shade uint8) text {
		picture := image.NewGray(image.Rect(0, 0, 40, 30))
		picture.Set(20, 10, color.Gray{Y: shade})
		var file bytes.Buffer
		if err := (&png.Encoder{CompressionLevel: level}).Encode(&file, picture); err != nil {
			t.Fatal(err)
		}
		return text(base64.StdEncoding.EncodeToString(file.Bytes()))
	}
	film := func(shades ...uint8) text {
		a := apng.Animation{Plays: 1, Delays: make([]time.Duration, len(shades))}
		for _, shade := range shades {
			palette := color.Palette{color.RGBA{}, color.White, color.Black, color.Gray{Y: 128}}
			frame := image.NewPaletted(image.Rect(0, 0, 40, 30), palette)
			frame.SetColorIndex(20, 10, shade)
			a.Frames = append(a.Frames, frame)
		}
		file, err := a.Encode()
		if err != nil {
			t.Fatal(err)
		}
		return text(base64.StdEncoding.EncodeToString(file))
	}
	with := func(outputs ...output) []byte {
		file, err := json.Marshal(map[string]any{"cells": []any{map[string]any{"cell_type": "code",
			"id": "a", "outputs": outputs}}})
		if err != nil {
			t.Fatal(err)
		}
		return file
	}
	print := func(s text) output { return output{Type: "stream", Name: "stdout", Text: s} }
	image := func(data, alt text) output {
		return output{Type: "display_data", Data: map[string]text{"image/png": data, "text/plain": alt}}
	}
	first := image(draw(png.BestSpeed, 255), "a dot")
	for _, c := range []struct {
		name string
		now  []byte
		want string // part of the description
	}{
		{"text", with(print("1\n3\n"), first), "line 2\n    stored 2\n    fresh  3"},
		{"fewer outputs", with(first), "1 outputs instead of 2"},
		{"another kind", with(first, print("1\n2\n")), "output 1, is display_data"},
		{"alternative text", with(print("1\n2\n"), image(first.Data["image/png"], "a spot")),
			"text/plain:\n  line 1\n    stored a dot"},
		{"a pixel", with(print("1\n2\n"), image(draw(png.BestSpeed, 254), "a dot")),
			"1 of 1200 pixels differ"},
		{"the same outputs", with(print("1\n2\n"), first), "not the file around them"},
	} {
		got, err := compare("c.ipynb", with(print("1\n2\n"), first), c.now)
		if err != nil || !strings.Contains(got, c.want) {
			t.Errorf("%s: got %q, %v, want %q in it", c.name, got, err, c.want)
		}
	}
	for i, want := range []string{"1 of 1200 pixels differ", "3 pictures instead of 4"} {
		now := []text{film(2, 2, 3), film(1, 3)}[i]
		got, err := compare("c.ipynb", with(image(film(1, 2, 3), "it moves")),
			with(image(now, "it moves")))
		if err != nil || !strings.Contains(got, want) {
			t.Errorf("an animation: got %q, %v, want %q in it", got, err, want)
		}
	}
	redrawn := with(print("1\n2\n"), image(draw(png.NoCompression, 255), "a dot"))
	if got, err := compare("c.ipynb", with(print("1\n2\n"), first), redrawn); got != "" || err != nil {
		t.Errorf("the same pixels in other bytes count as a difference: %q, %v", got, err)
	}
}
