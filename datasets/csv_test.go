package datasets

import (
	"fmt"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
)

func TestParseCSV(t *testing.T) {
	for _, c := range []struct {
		name, file, column string
		want               []float64
	}{
		{"one column, no header", "98\n92.5\n-3e2\n", "", []float64{98, 92.5, -300}},
		{"no final newline", "98\n92", "", []float64{98, 92}},
		{"one column, header", "score\n98\n92\n", "", []float64{98, 92}},
		{"one column by its name", "1st exam\n98\n", "1st exam", []float64{98}},
		{"by name", "name,score\nAda,98\nBen,92\n", "score", []float64{98, 92}},
		{"by number, header", "name,score\nAda,98\n", "2", []float64{98}},
		{"by number, no header", "Ada,98\nBen,92\n", "2", []float64{98, 92}},
		{"a name that is a number", "2019,2020\n1,2\n", "2020", []float64{2}},
		{"a name wins over a number in a header", "id,2,1\n7,8,9\n", "1", []float64{9}},
		{"a number wins among numbers", "2,5\n3,6\n", "2", []float64{5, 6}},
		{"equal numbers are no names", "2,2,5\n3,4,6\n", "2", []float64{2, 4}},
		{"semicolons", "name;score\nAda;98\n", "score", []float64{98}},
		{"tabs, with an empty field", "name\tscore\n\t98\n", "score", []float64{98}},
		{"separator inside quotes", "\"a;b\",score\n1,98\n", "score", []float64{98}},
		{"byte order mark, CRLF", "\ufeffscore,n\r\n98,1\r\n92,2\r\n", "score", []float64{98, 92}},
		{"blank lines", "\n \nscore,n\n\n98,1\n   \n92,2\n\n", "score", []float64{98, 92}},
		{"blank lines around one column", "\n \nscore\n98\n92\n\n  \n\n", "score", []float64{98, 92}},
		{"lines that end with CR", "score\r98\r92\r", "score", []float64{98, 92}},
		{"small numbers", "0e-999\n-0.0\n4.9e-324\n", "", []float64{0, 0, 5e-324}},
		{"spaces", " name , score \n Ada ,  98 \n", " score ", []float64{98}},
		{"quotes", "\"name\", \"score\"\n\"Lovelace, \"\"Ada\"\"\", \"98\"\n", "score", []float64{98}},
		{"a quoted line break", "name,score\n\"Ada\nLovelace\",98\n", "score", []float64{98}},
		{"text elsewhere may be missing", ",score\n,98\n", "score", []float64{98}},
	} {
		got, err := parseCSV([]byte(c.file), c.column)
		if err != nil || !slices.Equal(got, c.want) {
			t.Errorf("%s: %v, %v; want %v", c.name, got, err, c.want)
		}
	}
}

// Each error says where (line and column), what was found and what to do.
func TestParseCSVRefuses(t *testing.T) {
	for _, c := range []struct {
		name, file, column string
		want               []string // parts of the error
	}{
		{"empty", "", "", []string{"no data", "empty or blank"}},
		{"blank", "\n  \r\n", "score", []string{"no data"}},
		{"header only", "score\n", "score", []string{"no data", `column 1 ("score")`}},
		{"no such column", "name,score\nAda,98\n", "marks",
			[]string{"line 1", `no column "marks"`, `["name" "score"]`, "1 to 2"}},
		{"case matters", "Score\n98\n", "score", []string{`no column "score"`, `["Score"]`}},
		{"number too high", "1,2\n", "3", []string{`no column "3"`, "1 to 2"}},
		{"number zero", "98\n", "0", []string{`no column "0"`}},
		{"which of two", "name,score\nAda,98\n", "", []string{"2 columns, expected one"}},
		{"twice the name", "score,score\n1,2\n", "score", []string{`two columns are called "score"`}},
		{"a letter for a digit", "score\n98\n9O\n", "score",
			[]string{"line 3", `column 1 ("score")`, `"9O" is not a number`}},
		{"the same in the first line", "9O\n85\n", "", []string{"line 1, column 1", `"9O"`}},
		{"a comma between quotes", "score,n\n\"98,5\",1\n", "score",
			[]string{"line 2", `"98,5"`, "decimal point"}},
		{"commas and points", "score;n\n98,5;1\n98.5;2\n", "score",
			[]string{"line 3", `"98.5" has a decimal point`}},
		{"commas between thousands", "score;n\n1,000,000;1\n", "score",
			[]string{"line 2", "no thousands separator"}},
		{"texts", "city;n\nAachen;1\n", "city", []string{"line 2", `"Aachen"`, "use ReadFrame"}},
		{"NaN", "score\nNaN\n", "score", []string{"line 2", `"NaN", expected a finite number`, "write NA"}},
		{"infinity first", "Inf\n", "", []string{"line 1", `"Inf"`}},
		{"too large", "1e999\n", "", []string{"line 1", "largest float64"}},
		{"too small", "-2.5e-400\n", "",
			[]string{"line 1", `"-2.5e-400" is nearer to 0`, "change its unit"}},
		{"underscores", "1_000\n", "", []string{"line 1", `"1_000" is not a number`}},
		{"hexadecimal", "0x1p4\n", "", []string{"line 1", `"0x1p4" is not a number`}},
		{"too few fields", "a,b\n1,2\n\n3\n", "a", []string{"line 4: 1 field(s), expected 2"}},
		{"too many fields", "a,b\n1,2,3\n", "a", []string{"line 2: 3 field(s), expected 2"}},
		{"open quote", "score\n\"98\n", "score", []string{"line 2", "quote a whole field"}},
		{"space after a quote", "a,b\n\"98\" ,1\n", "a",
			[]string{"line 2, character 4", "quote a whole field"}},
		{"a blank line in one column", "score\n98\n\n92\n", "score", []string{"line 4", "missing", "NA"}},
		{"a line of spaces in one column", "98\r\n  \r\n92\r\n", "", []string{"line 3", "missing"}},
		{"UTF-16", "\xff\xfes\x00c\x00", "", []string{"zero byte", "UTF-8"}},
	} {
		x, err := parseCSV([]byte(c.file), c.column)
		if err == nil {
			t.Errorf("%s: %v, want an error with %q", c.name, x, c.want)
			continue
		}
		for _, want := range c.want {
			if !strings.Contains(err.Error(), want) {
				t.Errorf("%s: error %q lacks %q", c.name, err, want)
			}
		}
	}
}

// TestMissingAndCommas reads what people mean: NaN for a missing value, and a decimal comma.
func TestMissingAndCommas(t *testing.T) {
	nan := math.NaN()
	for file, want := range map[string][]float64{
		"name,score\nAda,98\nBen,\nCy,NA\n":                {98, nan, nan},
		"score\n98\n\"\"\n":                                {98, nan},
		"\ufeffname;score\nAda;98,5\nBen;n/a\n":            {98.5, nan},
		"name;score\nAda;1.234.567,5\nBen;12\nCy;-1.000\n": {1234567.5, 12, -1000},
		"name\tscore\nAda\t1.234\nBen\t12\n":               {1.234, 12}, // no comma says that it is 1234
		"name;score\nAda;1,5e3\n":                          nil,
		// Other columns, and other numbers of the column, tell whether 1.234 is 1234.
		"n;score\n0,5;1.234\n7;12\n":        {1234, 12},
		"n;score\n0.5;1.234\n7;12\n":        {1.234, 12},
		"n;score\n0.5;1.234\n0,5;12\n":      nil,
		"n;score\n1;1.234\n7;12\n":          nil,
		"n;score\n1;1.234\n7;1234\n":        {1.234, 1234},
		"n;score\n1;1.234\n7;1.234.567\n":   {1234, 1234567},
		"n;score\n02.01.2024;1.234\n7;12\n": nil,
		"n;score\n1;1,234\n7;12\n":          {1.234, 12},
		"n;score\n0.5;1,234\n7;12\n":        nil,
		"n\tscore\n1\t1,234\n7\t12\n":       nil,
		"n\tscore\n0,5\t1,234\n7\t12\n":     {1.234, 12},
		"n\tscore\n0,5\t1.234\n7\t.\n":      {1234, nan},
		"n;score\nx;1,5\ny;.\n":             {1.5, nan},
	} {
		x, err := parseCSV([]byte(file), "score")
		f := &Frame{path: "x.csv"}
		failed := f.parse([]byte(file))
		y, wrong := []float64(nil), failed
		if failed == nil {
			y, wrong = f.Numbers("score")
		}
		same := func(a, b float64) bool { return a == b || math.IsNaN(a) && math.IsNaN(b) }
		if !slices.EqualFunc(x, want, same) || !slices.EqualFunc(y, want, same) ||
			(err != nil) != (want == nil) || (wrong != nil) != (want == nil) {
			t.Errorf("%q: %v %v and %v %v, want %v", file, x, err, y, wrong, want)
		}
	}
}

// A selection of rows reads its numbers as the whole file does.
func TestSelectionKeepsDecimalMark(t *testing.T) {
	f, err := ParseFrame("x.csv", []byte("n;score\n1;1.234\n2;0,5\n"))
	if err != nil {
		t.Fatal(err)
	}
	s, err := f.Select([]int{0})
	if err != nil {
		t.Fatal(err)
	}
	if x, err := s.Numbers("score"); err != nil || x[0] != 1234 {
		t.Errorf("%v %v, want 1234", x, err)
	}
}

func TestReadCSV(t *testing.T) {
	path := filepath.Join(t.TempDir(), "scores.csv")
	if err := os.WriteFile(path, []byte("name,score\nAda,98\nBen,ninety\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	want := fmt.Sprintf(`datasets: file %s: line 3, column 2 ("score"): "ninety" is not a number; write it as 87 or 87.5, or delete the line; for a column of texts use ReadFrame and its method Texts`, path)
	if _, err := ReadCSV(path, "score"); err == nil || err.Error() != want {
		t.Errorf("error %q\nwant  %q", err, want)
	}
	if _, err := ReadCSV(path+"x", ""); err == nil || !strings.Contains(err.Error(), path+"x") {
		t.Errorf("error %v does not name the missing file", err)
	}
}

func FuzzParseCSV(f *testing.F) {
	for _, seed := range []string{"score\n98\n", "\ufeff\"a\"\t b\r\n1\t\"2\"\r\n", "a;b\n1;2;3\n",
		"1,2\n\"\n", "−1\n"} {
		f.Add([]byte(seed), "")
		f.Add([]byte(seed), "1")
		f.Add([]byte(seed), "b")
	}
	f.Fuzz(func(t *testing.T, data []byte, column string) {
		x, err := parseCSV(data, column)
		checkParsed(t, x, err, len(data))
		if err != nil {
			return
		}
		// Numbers that were read, written and read again are the same.
		var b strings.Builder
		for _, v := range x {
			b.WriteString(strconv.FormatFloat(v, 'g', -1, 64) + "\n")
		}
		same := func(a, b float64) bool { return a == b || math.IsNaN(a) && math.IsNaN(b) }
		if y, err := parseCSV([]byte("x\n"+b.String()), "1"); !slices.ContainsFunc(x, math.IsNaN) &&
			(err != nil || !slices.EqualFunc(x, y, same)) {
			t.Errorf("%v written and read again: %v, %v", x, y, err)
		}
	})
}

// checkParsed checks the promise of every reader here: an error, or at least one number, all
// finite or missing, never more of them than bytes in the file.
func checkParsed(t *testing.T, x []float64, err error, size int) {
	t.Helper()
	if err != nil {
		if x != nil {
			t.Errorf("numbers %v and the error %v", x, err)
		}
		return
	}
	if len(x) == 0 || len(x) > size {
		t.Errorf("%d numbers from %d bytes without an error", len(x), size)
	}
	for i, v := range x {
		if math.IsInf(v, 0) {
			t.Errorf("number %d is %g", i, v)
		}
	}
}
