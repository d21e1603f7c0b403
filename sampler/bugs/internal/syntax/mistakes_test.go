package syntax_test

import (
	_ "embed"
	"errors"
	"flag"
	"os"
	"strings"
	"testing"

	"gibbslab/sampler/bugs/internal/syntax"
)

var update = flag.Bool("update", false, "write testdata/mistakes.txt again")

// mistakesFile has models with mistakes. Each is followed by ---- and all that is said about it.
//
//go:embed testdata/mistakes.txt
var mistakesFile string

type mistake struct{ text, want string }

func mistakes() (list []mistake) {
	for part := range strings.SplitSeq(mistakesFile, "\n====\n") {
		text, want, _ := strings.Cut(part, "\n----\n")
		list = append(list, mistake{text, strings.TrimSuffix(want, "\n")})
	}
	return list
}

func TestMistakes(t *testing.T) {
	var parts []string
	for _, m := range mistakes() {
		_, err := syntax.Parse(m.text)
		if err == nil {
			t.Errorf("%s\nno mistake found", m.text)
			continue
		}
		if got := err.Error(); got != m.want && !*update {
			t.Errorf("%s\ngot:\n%s\nwant:\n%s", m.text, got, m.want)
		}
		parts = append(parts, m.text+"\n----\n"+err.Error())
	}
	if len(parts) < 60 {
		t.Errorf("%d mistakes, want 60", len(parts))
	}
	if *update {
		all := strings.Join(parts, "\n====\n") + "\n"
		if err := os.WriteFile("testdata/mistakes.txt", []byte(all), 0o644); err != nil {
			t.Fatal(err)
		}
	}
}

// A statement with a mistake costs neither the mistakes after it nor any that are not there.
func TestRecovery(t *testing.T) {
	list := mistakes()
	for _, first := range list {
		inner, isStatement := strings.CutPrefix(first.text, "model {\n")
		inner, closed := strings.CutSuffix(inner, "\n}")
		if !isStatement || !closed || strings.Contains(inner, "/*") {
			continue
		}
		alone := count(first.text)
		text := "model {\n" + inner + "\nzz ~ dnorm(0, 1)\nyy ~ dnorm(0, , 1)\n}"
		if got := count(text); got != alone+1 {
			_, err := syntax.Parse(text)
			t.Errorf("%d mistakes, want %d:\n%s\n%v", got, alone+1, text, err)
		}
	}
}

func count(text string) int {
	_, err := syntax.Parse(text)
	var all syntax.Errors
	errors.As(err, &all)
	return len(all)
}

func TestErrors(t *testing.T) {
	source := "model {\r\n\tfor (i in 1:n) { y[i] ~ dnorm(mu, taau) }\r\n}"
	err := syntax.At(source, syntax.Pos{Line: 2, Col: 37}, "%s is not defined.%s", "taau",
		syntax.Suggest("taau", []string{"mu", "tau"}))
	want := "line 2, column 37: taau is not defined. Did you mean tau?\n" +
		"\t\tfor (i in 1:n) { y[i] ~ dnorm(mu, taau) }\n" +
		"\t\t" + strings.Repeat(" ", 35) + "^"
	if err.Error() != want {
		t.Errorf("got:\n%s\nwant:\n%s", err, want)
	}
	if got := syntax.Suggest("omega", []string{"mu", "tau"}); got != "" {
		t.Errorf("omega: %q", got)
	}
	long := syntax.At(strings.Repeat("é", 1000)+"X"+strings.Repeat("é", 1000),
		syntax.Pos{Line: 1, Col: 1001}, "Long.")
	lines := strings.Split(long.Error(), "\n")
	caret := len([]rune(lines[2])) - 1
	if got := []rune(lines[1]); len(got) > 120 || got[caret] != 'X' {
		t.Errorf("the caret is not under X:\n%s", long)
	}
	var all syntax.Errors
	for i := range 12 {
		all = append(all, syntax.At("", syntax.Pos{Line: 1, Col: 1}, "Mistake %d.", i))
	}
	if got := all.Error(); strings.Count(got, "Mistake") != 10 ||
		!strings.HasSuffix(got, "and 2 more") {
		t.Errorf("got:\n%s", got)
	}
	outside := syntax.At("a", syntax.Pos{Line: 9, Col: 9}, "Out.")
	if got := outside.Error(); !strings.HasSuffix(got, "\n\t^") {
		t.Errorf("a place outside the text: %s", got)
	}
}
