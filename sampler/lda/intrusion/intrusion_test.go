package intrusion

import (
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"

	"gibbslab/sampler/lda/topics"
)

// ten has ten topics over 200 words, topic k of the words 20k to 20k+19.
func ten() (t *topics.Topics, texts []string) {
	t = &topics.Topics{Alpha: []float64{1}}
	for w := range 200 {
		t.Vocabulary = append(t.Vocabulary, fmt.Sprint("w", w))
	}
	for k := range 10 {
		phi, theta := slices.Repeat([]float64{0.0001}, 200), slices.Repeat([]float64{0.02}, 10)
		for i := range 20 {
			phi[20*k+i] = 0.0491
		}
		theta[k], theta[(k+1)%10], theta[(k+2)%10] = 0.5, 0.2, 0.16
		t.Phi, t.Theta, texts = append(t.Phi, phi), append(t.Theta, theta), append(texts, fmt.Sprint("<text> ", k))
	}
	return t, texts
}

// TestSheets: who knows the topics finds all intruders, who guesses finds a sixth, and who takes
// them from the wrong topics is told so.
func TestSheets(t *testing.T) {
	x, texts := ten()
	r := rand.New(rand.NewPCG(1, 2))
	s, err := Words(x, 12, r)
	if err != nil || len(s.Rows) != 120 {
		t.Fatal(err)
	}
	knows, guesses, half := make([]int, 120), make([]int, 120), make([]int, 120)
	for i, row := range s.Rows {
		of := func(j int) int { var w int; fmt.Sscanf(row.Choices[j], "w%d", &w); return w / 20 }
		knows[i] = slices.IndexFunc([]int{0, 1, 2, 3, 4, 5}, func(j int) bool { return of(j) != row.Topic })
		guesses[i] = r.IntN(6)
		if half[i] = knows[i]; i%2 == 0 {
			half[i] = r.IntN(6)
		}
	}
	score := func(people ...[]int) *Scores {
		c, err := s.Score(r, people...)
		if err != nil {
			t.Fatal(err)
		}
		return c
	}
	if c := score(knows, knows); c.Found != 1 || c.Alpha != 1 || c.Report().Wrong {
		t.Error(c.Report())
	}
	if c := score(guesses); !c.Report().Wrong || !math.IsNaN(c.Alpha) || !(c.Low < 1./6 && 1./6 < c.High) {
		t.Error(c.Report())
	}
	c := score(knows, half)
	if !(c.Alpha > 0 && c.Alpha < 0.6 && c.AlphaLow < c.Alpha && c.Alpha < c.AlphaHigh) || c.Low < 0.6 {
		t.Error(c.Report())
	}
	if text := c.Beside([]float64{0.5}).String(); !strings.Contains(text, "in other chains") ||
		!strings.Contains(text, "0.50") {
		t.Error(text)
	}
	d, err := Documents(x, texts, 10, r)
	if err != nil {
		t.Fatal(err)
	}
	for _, row := range d.Rows {
		var k, w int
		fmt.Sscanf(row.Text, "<text> %d", &k)
		fmt.Sscanf(row.Choices[row.Intruder], "w%d", &w)
		if off := (w/20 - k + 10) % 10; len(row.Choices) != 4 || off < 3 || row.Topic != k {
			t.Errorf("%+v", row)
		}
	}
}

// TestAlpha: the example of Krippendorff (2011), "Computing Krippendorff's alpha-reliability", B:
// two people, twelve values of five kinds, α = 0.692.
func TestAlpha(t *testing.T) {
	s := &Sheet{Rows: slices.Repeat([]Row{{Choices: make([]string, 5)}}, 12)}
	a := []int{0, 0, 1, 1, 3, 2, 2, 2, 4, 3, 3, 0}
	b := []int{1, 0, 1, 1, 1, 2, 2, 2, 4, 3, 3, 3}
	if got := s.alpha([]int{0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11}, [][]int{a, b}); math.Abs(got-0.692) > 5e-4 {
		t.Errorf("α = %.4f", got)
	}
}

func TestFiles(t *testing.T) {
	x, texts := ten()
	s, err := Documents(x, texts, 3, rand.New(rand.NewPCG(1, 2)))
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	for _, name := range []string{"a.csv", "a.html"} {
		if err := s.Save(filepath.Join(dir, name)); err != nil {
			t.Fatal(err)
		}
	}
	page, _ := os.ReadFile(filepath.Join(dir, "a.html"))
	if !strings.Contains(string(page), "&lt;text&gt;") || strings.Count(string(page), "<fieldset>") != 3 {
		t.Errorf("%s", page)
	}
	sheet, _ := os.ReadFile(filepath.Join(dir, "a.csv"))
	filled := strings.Replace(string(sheet), ",\n2,", ",4\n2,", 1)
	if answers := readText(t, s, filled, ""); !slices.Equal(answers, []int{3, -1, -1}) {
		t.Errorf("%v of\n%s", answers, filled)
	}
	if answers := readText(t, s, "row,answer\n3,1\n", ""); !slices.Equal(answers, []int{-1, -1, 0}) {
		t.Error(answers)
	}
	if answers := readText(t, s, "row,answer\n3,2.0\n2,\n", ""); !slices.Equal(answers, []int{-1, -1, 1}) {
		t.Error(answers)
	}
	key := filepath.Join(dir, "key.json")
	if err := s.Save(key); err != nil {
		t.Fatal(err)
	}
	if loaded, err := Load(key); err != nil || !reflect.DeepEqual(loaded, s) {
		t.Errorf("%v, %+v", err, loaded)
	}
	other, err := Documents(x, texts, 3, rand.New(rand.NewPCG(3, 4)))
	if err != nil {
		t.Fatal(err)
	}
	chosen := fmt.Sprintf("row,choice,answer\n1,%q,2\n", s.Rows[0].Choices[1])
	if answers := readText(t, s, chosen, ""); answers[0] != 1 {
		t.Error(answers)
	}
	readText(t, other, filled, "and this sheet has the choices")
	readText(t, other, chosen, "and this sheet has the choices")
	for text, want := range map[string]string{"row,answer\n4,1\n": "no row", "a,b\n": "a first column",
		"row,answer\n1,5\n": "expected 1 to 4", "row,answer\n1,x\n": "expected 1 to 4"} {
		readText(t, s, text, want)
	}
	_, none := s.Score(rand.New(rand.NewPCG(1, 2)), []int{-1, -1, -1})
	_, short := s.Score(rand.New(rand.NewPCG(1, 2)), []int{1})
	_, few := Words(&topics.Topics{Phi: [][]float64{{1}}, Vocabulary: []string{"a"}}, 1, nil)
	_, rows := Documents(x, texts, 11, rand.New(rand.NewPCG(1, 2)))
	for want, err := range map[string]error{"nobody has answered": none, "1 answers": short, "1 topics": few,
		"11 rows": rows, "in .csv, .html or .json": s.Save("x.doc"), "has no rows": (&Sheet{}).Save("x.csv")} {
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %v", want, err)
		}
	}
}

func readText(t *testing.T, s *Sheet, text, want string) []int {
	t.Helper()
	path := filepath.Join(t.TempDir(), "filled.csv")
	if err := os.WriteFile(path, []byte(text), 0o666); err != nil {
		t.Fatal(err)
	}
	answers, err := s.Read(path)
	if (err == nil) != (want == "") || err != nil && !strings.Contains(err.Error(), want) {
		t.Errorf("%q: %v", want, err)
	}
	return answers
}
