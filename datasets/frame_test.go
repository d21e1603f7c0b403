package datasets

import (
	"compress/gzip"
	"fmt"
	"math"
	"reflect"
	"runtime/debug"
	"slices"
	"strings"
	"testing"
)

func TestReadFrame(t *testing.T) {
	path := write(t, "wards.csv",
		"\ufeffhospital; ward;days\n\nSt Mary's;3; 4.5\n\"Aalen; north\";1;2\nSt Mary's;3;1e1\n")
	f, err := ReadFrame(path)
	if err != nil {
		t.Fatal(err)
	}
	days, err := f.Numbers("days")
	if err != nil || !slices.Equal(days, []float64{4.5, 2, 10}) || f.Len() != 3 ||
		!slices.Equal(f.Names, []string{"hospital", "ward", "days"}) {
		t.Errorf("%v, %v, %+v", days, err, f)
	}
	texts, err := f.Texts(" ward ")
	if err != nil || !slices.Equal(texts, []string{"3", "1", "3"}) {
		t.Errorf("%v, %v", texts, err)
	}
	texts[0] = "changed"
	hospitals, err := f.Groups("hospital")
	if err != nil || !reflect.DeepEqual(hospitals, &Groups{Of: []int{0, 1, 0},
		Names: []string{"St Mary's", "Aalen; north"}}) {
		t.Errorf("%v, %v", hospitals, err)
	}
	if rows := hospitals.Rows(); !reflect.DeepEqual(rows, [][]int{{0, 2}, {1}}) {
		t.Errorf("rows %v", rows)
	}
	wards, err := f.Groups("ward")
	if err != nil || !reflect.DeepEqual(wards, &Groups{Of: []int{0, 1, 0}, Names: []string{"ward 3",
		"ward 1"}}) {
		t.Errorf("%v, %v", wards, err)
	}
	_, err = f.Numbers("hospital")
	wantError(t, err, path, `line 3, column 1 ("hospital")`, `"St Mary's" is not a number`)
	_, err = f.Numbers("day")
	wantError(t, err, path, `no column "day", expected one of ["hospital" "ward" "days"]`)
	_, err = f.Groups("")
	wantError(t, err, `no column ""`)
	_, err = f.Texts("x")
	wantError(t, err, `no column "x"`)
}

func TestFramesThatAreWrong(t *testing.T) {
	for text, says := range map[string]string{
		"":                "the file is empty or blank",
		"a,b\n":           "no line below the names",
		"a,b\n1\n":        "line 2: 1 field(s), expected 2",
		"a,b\n1,2\n1,2,3": "line 3: 3 field(s), expected 2",
		"a,\n1,2\n":       "column 2 of 2 has no name",
		"98,99\n1,2\n":    `column 1 is called "98", expected a name`,
		"a,a\n1,2\n":      `two columns are called "a"`,
		"a,b\n\"1,2\n":    "quote",
		"a\n\xff\n":       "not UTF-8",
		"\xff\xfea\x00\n": "zero byte", // UTF-16
		"a,b\n1,\x00\n":   "zero byte",
	} {
		_, err := ReadFrame(write(t, "x.csv", text))
		wantError(t, err, "x.csv", says)
	}
	f, err := ReadFrame(write(t, "x.csv", "a,b\n1,\n2,NA\n"))
	if err != nil {
		t.Fatal(err)
	}
	if b, err := f.Numbers("b"); err != nil || !math.IsNaN(b[0]) || !math.IsNaN(b[1]) {
		t.Errorf("%v, %v", b, err)
	}
	_, err = f.Groups("b")
	wantError(t, err, "line 2", "a missing value", "the name of a group")
	if texts, err := f.Texts("b"); err != nil || !slices.Equal(texts, []string{"", "NA"}) {
		t.Errorf("%q, %v", texts, err)
	}
	_, err = ReadFrame("nothere.csv")
	wantError(t, err, "nothere.csv")

	before := debug.SetMemoryLimit(-1)
	t.Cleanup(func() { debug.SetMemoryLimit(before) })
	debug.SetMemoryLimit(64 << 20)
	_, err = ReadFrame(write(t, "long.csv", "a,b\n"+strings.Repeat("1,2\n", 1<<20)))
	wantError(t, err, "long.csv", "memory")
}

// A table of genes has tens of thousands of columns. Time grows with their number, and not with its
// square: 80 000 columns took 48 s, and these would take longer than go test waits.
func TestReadFrameWide(t *testing.T) {
	const columns = 320_000
	var b strings.Builder
	for row := range 4 {
		for c := range columns {
			if c > 0 {
				b.WriteByte(',')
			}
			if row == 0 {
				b.WriteByte('g')
			}
			fmt.Fprint(&b, c+row)
		}
		b.WriteByte('\n')
	}
	f, err := ReadFrame(write(t, "wide.csv", b.String()))
	if err != nil {
		t.Fatal(err)
	}
	if x, err := f.Numbers("g319999"); err != nil || len(f.Names) != columns || x[2] != columns+2 {
		t.Errorf("%d columns, the last %v: %v", len(f.Names), x, err)
	}
}

// Files that are compressed with gzip read as those that are not, and damaged ones are refused.
func TestReadGzipped(t *testing.T) {
	text := "x,name\n1.5,a\n2.5,b\n"
	packed := gzipped(t, text, gzip.BestSpeed)
	path := write(t, "x.csv.gz", packed)
	f, err := ReadFrame(path)
	if err != nil {
		t.Fatal(err)
	}
	if names, err := f.Texts("name"); err != nil || !slices.Equal(names, []string{"a", "b"}) {
		t.Errorf("%q %v", names, err)
	}
	if x, err := ReadCSV(path, "x"); err != nil || !slices.Equal(x, []float64{1.5, 2.5}) {
		t.Errorf("%v %v", x, err)
	}
	cut := write(t, "cut.csv.gz", packed[:len(packed)-9])
	bomb := write(t, "bomb.csv.gz", gzipped(t, strings.Repeat("\n", 8<<20), gzip.BestSpeed))
	for path, want := range map[string]string{cut: "unexpected EOF", bomb: "200 times its size",
		write(t, "no.csv.gz", "\x1f\x8b\x09 is not the header of a gzip file"): "damaged"} {
		if _, err := ReadFrame(path); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v, want %q", path, err, want)
		}
	}
}
