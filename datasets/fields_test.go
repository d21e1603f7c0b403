package datasets

import (
	"fmt"
	"math"
	"os"
	"path/filepath"
	"reflect"
	"runtime/debug"
	"slices"
	"strings"
	"testing"
	"time"
)

func frame(t *testing.T, csv string) *Frame {
	t.Helper()
	f, err := ReadFrame(write(t, "x.csv", csv))
	if err != nil {
		t.Fatal(err)
	}
	return f
}

func TestDates(t *testing.T) {
	day := func(y, m, d, h int) time.Time {
		return time.Date(y, time.Month(m), d, h, 0, 0, 0, time.UTC)
	}
	f := frame(t, "iso,german,both\n1981-02-18,18.02.1981,1981\n1982,26.01.1982,26.01.1982\n"+
		"1983-05,1.5.1983,\n1984-01-25T21:00:00Z,25.1.1984,soon\n1985-01-01 03:00:00,01.01.1985,x\n")
	got, err := f.Dates("iso", "")
	want := []time.Time{day(1981, 2, 18, 0), day(1982, 1, 1, 0), day(1983, 5, 1, 0),
		day(1984, 1, 25, 21), day(1985, 1, 1, 3)}
	if err != nil || !slices.Equal(got, want) {
		t.Errorf("%v, %v", got, err)
	}
	got, err = f.Dates("german", "2.1.2006")
	want = []time.Time{day(1981, 2, 18, 0), day(1982, 1, 26, 0), day(1983, 5, 1, 0),
		day(1984, 1, 25, 0), day(1985, 1, 1, 0)}
	if err != nil || !slices.Equal(got, want) {
		t.Errorf("%v, %v", got, err)
	}
	_, err = f.Dates("german", "")
	wantError(t, err, "x.csv", `line 2, column 2 ("german")`, `"18.02.1981" is not a date`,
		"1981-02-18, 1981-02 or 1981", `"02.01.2006"`)
	_, err = f.Dates("both", "02.01.2006")
	wantError(t, err, "line 2", `"1981" is not a date`, "such as 18.02.1981")
	_, err = f.Dates("iso", "%Y-%m-%d")
	wantError(t, err, `layout "%Y-%m-%d" reads 18 February 1981 as 0000-01-01`, "2 January 2006")
	for _, layout := range []string{"02.02.2006", "2006-04-02", "02.01.", "15:04", "2006 Monday 2"} {
		_, err = f.Dates("iso", layout) // would give a wrong month or year without a word
		wantError(t, err, "reads 18 February 1981 as", "2 January 2006")
	}
	_, err = f.Dates("date", "")
	wantError(t, err, `no column "date"`)
	_, err = f.Dates("izo", "")
	wantError(t, err, `did you mean "iso"?`)
	few, err := f.Select([]int{2, 0})
	if err != nil {
		t.Fatal(err)
	}
	_, err = few.Dates("both", "")
	wantError(t, err, "line 4", "a missing date", "Frame.Select")
	if texts, err := few.Texts("german"); err != nil ||
		!slices.Equal(texts, []string{"1.5.1983", "18.02.1981"}) || f.Len() != 5 || few.Len() != 2 {
		t.Errorf("%q, %v", texts, err)
	}
	_, err = f.Select([]int{0, 5})
	wantError(t, err, "row 5, expected 0 to 4")
}

func TestTags(t *testing.T) {
	f := frame(t, "authors,year\n\"Jay\",1\n\"Hamilton , Madison,\",2\nNA,2\n\"Madison\",1\n")
	got, err := f.Tags("authors", ",")
	if err != nil || !reflect.DeepEqual(got, [][]string{{"Jay"}, {"Hamilton", "Madison"}, nil,
		{"Madison"}}) {
		t.Errorf("%v, %v", got, err)
	}
	_, err = f.Tags("author", ",")
	wantError(t, err, `did you mean "authors"?`)
	_, err = f.Tags("authors", "")
	wantError(t, err, "no separator")
	_, err = frame(t, "a,b\n1,x;y; x\n").Tags("b", ";")
	wantError(t, err, "line 2", `"x" twice`)
}

func TestReadJSONLines(t *testing.T) {
	f, err := ReadJSONLines(write(t, "x.jsonl", `{"text": " Act.\nNow. ", "authors": ["A", "B"], "n": 1e2}

{"n": -3, "text": "No; \"never\".", "spam": true, "authors": []}
{"text": null}
`))
	if err != nil {
		t.Fatal(err)
	}
	for name, want := range map[string][]string{"text": {"Act.\nNow.", `No; "never".`, ""},
		"authors": {"A; B", "", ""}, "n": {"1e2", "-3", ""}, "spam": {"", "true", ""}} {
		if got, err := f.Texts(name); err != nil || !slices.Equal(got, want) {
			t.Errorf("%s: %q, %v", name, got, err)
		}
	}
	if n, err := f.Numbers("n"); err != nil || n[0] != 100 || n[1] != -3 || !math.IsNaN(n[2]) {
		t.Errorf("%v, %v", n, err)
	}
	if !slices.Equal(f.Names, []string{"text", "authors", "n", "spam"}) {
		t.Errorf("names %q", f.Names)
	}
	for text, says := range map[string]string{
		"":                      "the file is empty",
		"\n\n":                  "the file is empty",
		"{\"a\": 1}\n[1]":       "line 2: not a JSON object",
		`{"a": 1`:               "line 1: not a JSON object",
		`{"a": 1}}`:             "not a JSON object",
		`{"a": 1} 2`:            "more text follows",
		`{a: 1}`:                "not a JSON object",
		`{"a": 1, "a ": 2}`:     `"a" is empty or appears twice`,
		`{"": 1}`:               "is empty",
		`{"a": {"b": 1}}`:       `"a": an object within an object`,
		`{"a": [["b"]]}`:        "a list within a list",
		`{"a": ["b;c"]}`:        `"b;c" has a semicolon`,
		`{"a": [{}]}`:           "an object within",
		"{\"a\": \"\xff\"}":     "not UTF-8",
		"text,date\nOne,1981\n": "line 1: not a JSON object",
	} {
		_, err := ReadJSONLines(write(t, "x.jsonl", text))
		wantError(t, err, "x.jsonl", says)
	}
	var lines, object strings.Builder
	for i := range maxNames + 1 {
		fmt.Fprintf(&lines, "{\"a%d\": 1}\n", i)
		fmt.Fprintf(&object, ", \"a%d\": 1", i)
	}
	_, err = ReadJSONLines(write(t, "x.jsonl", lines.String()))
	wantError(t, err, "line 1025", "more than 1024 names")
	_, err = ReadJSONLines(write(t, "x.jsonl", `{"a": 1`+object.String()+"}"))
	wantError(t, err, "line 1", "more than 1024 names")
	before := debug.SetMemoryLimit(-1)
	t.Cleanup(func() { debug.SetMemoryLimit(before) })
	debug.SetMemoryLimit(64 << 20)
	_, err = ReadJSONLines(write(t, "long.jsonl", strings.Repeat("{\"a\":1}\n", 1<<18)))
	wantError(t, err, "long.jsonl", "memory")
}

func TestReadDirTable(t *testing.T) {
	dir := t.TempDir()
	put := func(name, text string) string {
		t.Helper()
		path := filepath.Join(dir, name)
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		return path
	}
	if err := os.Mkdir(filepath.Join(dir, "old"), 0o700); err != nil {
		t.Fatal(err)
	}
	put("a.txt", "one")
	put("old/b.txt", "two")
	table := put("table.csv", "file,date\nold/b.txt,1981\n./a.txt,1982\n")
	f, err := ReadDirTable(dir, table, "file")
	if err != nil {
		t.Fatal(err)
	}
	if texts, err := f.Texts("text"); err != nil || !slices.Equal(texts, []string{"two", "one"}) {
		t.Errorf("%q, %v", texts, err)
	}
	if dates, err := f.Dates("date", ""); err != nil || dates[1].Year() != 1982 {
		t.Errorf("%v, %v", dates, err)
	}
	if _, err := f.Numbers("text"); err == nil || !strings.Contains(err.Error(), `"two" is not a number`) {
		t.Errorf("the texts as numbers: %v", err)
	}
	for text, says := range map[string][]string{
		"file,d\na.txt,1\n":                              {`"old/b.txt"`, "has no row in the table"},
		"file,d\na.txt,1\na.txt,2\nold/b.txt,1\n":        {"line 3", "again, as in line 2"},
		"file,d\na.txt,1\nold/b.txt,1\nc/a.txt,1\n":      {"line 4", `no file "c/a.txt"`},
		"file,d\na.txt,1\nold/b.text,1\n":                {`did you mean "old/b.txt"?`, "has no row"},
		"file,text\na.txt,1\nold/b.txt,1\n":              {"a column is called text"},
		"files,d\na.txt,1\n":                             {`did you mean "files"?`},
		"file,d\n\xe9.txt,1\n":                           {"line 2", "not UTF-8"},
		"file,d\n" + strings.Repeat("a.txt,1\n", 30):     {"and 20 more"},
		"file,d\na.txt,1\nold/b.txt,1\ntable.csv,1981\n": {`no file "table.csv"`},
	} {
		_, err := ReadDirTable(dir, put("table.csv", text), "file")
		wantError(t, err, append(says, "table.csv")...)
	}
}

// Words that are rare leave a document empty, and the document stays.
func TestFieldsStayWithTheirDocuments(t *testing.T) {
	f := frame(t, "text,year\nunique,1981\ncut taxes,1982\nthe,1983\ntaxes cut,1984\n")
	texts, err := f.Texts("text")
	if err != nil {
		t.Fatal(err)
	}
	c, err := FromTexts(texts, VocabularySettings{MinDocs: 2, Stop: []string{"the"}})
	if err != nil {
		t.Fatal(err)
	}
	years, err := f.Numbers("year")
	if err != nil || len(c.Docs) != len(years) || c.Docs[0] != nil || c.Docs[2] != nil ||
		c.Docs[1].Tokens() != 2 || c.Docs[3].Tokens() != 2 {
		t.Errorf("%v, %v, %v", c.Docs, years, err)
	}
}

func TestEncodeInOrder(t *testing.T) {
	got, err := EncodeInOrder([]string{"Cut, cut the taxes!", ""}, []string{"taxes", "cut"},
		VocabularySettings{MinDocs: 2})
	if err != nil || !reflect.DeepEqual(got, [][]int32{{1, 1, -1, 0}, {}}) {
		t.Errorf("%v, %v", got, err)
	}
	_, err = EncodeInOrder(nil, []string{"a", "a"}, VocabularySettings{})
	wantError(t, err, "in the vocabulary twice")
	_, err = EncodeInOrder(nil, nil, VocabularySettings{MinDocs: -1})
	wantError(t, err, "the vocabulary is empty", "MinDocs")
	_, err = EncodeInOrder(nil, []string{"a"}, VocabularySettings{NGrams: 2})
	wantError(t, err, "knows no NGrams")
}
