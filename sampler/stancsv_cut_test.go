package sampler

import (
	"bytes"
	"fmt"
	"io"
	"strings"
	"testing"
)

// A file that is cut off anywhere gives an error and the whole draws before the cut, unless the cut
// is at the end of a line. If the comments say how many draws there are, even that cut is noticed.
func TestStanCSVCutAnywhere(t *testing.T) {
	const body = "lp__,x\n-1.5,1.25e-05\n-2.25,3.75e+10\n-3.125,4.5\n"
	for _, head := range []string{"", "# num_samples = 3 \n# thin = 1 (Default)\n"} {
		file := head + body
		names := strings.Index(file, "x\n") + 2
		for cut := range len(file) {
			tr, err := ReadStanCSV(strings.NewReader(file[:cut]))
			if cut < names {
				if err == nil {
					t.Errorf("cut at %d, in the head: no error", cut)
				}
				continue
			}
			atLineEnd := head == "" && file[cut-1] == '\n'
			if (err == nil) != atLineEnd {
				t.Errorf("cut at %d (…%q): error %v", cut, file[:cut], err)
				continue
			}
			whole := strings.Count(file[names:cut], "\n")
			x, _ := tr.Chains("x")
			if len(x) != 1 || len(x[0]) != whole {
				t.Errorf("cut at %d: draws %v, want %d", cut, x, whole)
			}
			if err != nil && !strings.Contains(err.Error(), fmt.Sprintf("%d draws before", whole)) {
				t.Errorf("cut at %d: the error does not say that %d draws are whole: %v", cut, whole, err)
			}
		}
	}
}

// CmdStan writes every thin-th warm-up draw, rounded up, when it is asked to save them.
func TestStanCSVThinnedWarmup(t *testing.T) {
	for _, c := range []struct{ samples, warmup, thin, rows, want int }{
		{1000, 1000, 2, 1000, 500}, {5, 7, 3, 5, 2}, {4, 0, 1, 4, 4}, {3, 3, 10, 2, 1},
	} {
		var b strings.Builder
		fmt.Fprintf(&b, "# num_samples = %d\n# num_warmup = %d\n# save_warmup = true\n# thin = %d\nx\n",
			c.samples, c.warmup, c.thin)
		for i := range c.rows {
			fmt.Fprintln(&b, i)
		}
		tr, err := ReadStanCSV(strings.NewReader(b.String()))
		if err != nil {
			t.Errorf("%+v: %v", c, err)
			continue
		}
		if x, _ := tr.Draws("x"); len(x) != c.want || x[0] != float64(c.rows-c.want) {
			t.Errorf("%+v: %d draws", c, len(x))
		}
		if _, err := ReadStanCSV(strings.NewReader(b.String() + "7\n")); err == nil {
			t.Errorf("%+v: a line too many is accepted", c)
		}
	}
	const fixed = "# num_samples = 1\n# num_warmup = 5\n# save_warmup = 1\n# algorithm = " +
		"fixed_param\nx\n1\n"
	if tr, err := ReadStanCSV(strings.NewReader(fixed)); err != nil {
		t.Error(err)
	} else if x, _ := tr.Draws("x"); len(x) != 1 {
		t.Errorf("fixed_param: %d draws", len(x))
	}
}

func TestStanCSVOddities(t *testing.T) {
	tr, err := ReadStanCSV(strings.NewReader("\ufeffmu,x\r\n1,2\r\n"))
	if err != nil {
		t.Fatal(err)
	}
	if mu, err := tr.Draws("mu"); err != nil || mu[0] != 1 {
		t.Errorf("after a byte order mark: %v, %v", mu, err)
	}
	long := strings.Repeat("\x00\xff", 1<<20)
	for file, want := range map[string]string{
		"# num_warmup = -5\n# save_warmup = 1\nx\n1\n": "line 1 says num_warmup",
		"# thin = 0\nx\n1\n":                           "line 1 says thin",
		"x\n" + long + "\n":                            "2097152 bytes",
		long + "\n1\n":                                 "2097152 bytes",
		"x." + long + "\n1\n":                          "is not a name",
		strings.Repeat("x", 300) + "\n1\n":             "longer than 200 bytes",
		"a b\n1\n":                                     `holds ' '`,
		"<script>\n1\n":                                `holds '<'`,
		"a\x01\n1\n":                                   `holds '\x01'`,
	} {
		_, err := ReadStanCSV(strings.NewReader(file))
		if err == nil || !strings.Contains(err.Error(), want) || len(err.Error()) > 500 {
			t.Errorf("want %q, got %.600v", want, err)
		}
	}
	if _, err := ReadStanCSV(nil); err == nil || !strings.Contains(err.Error(), "reader is nil") {
		t.Errorf("no reader: %v", err)
	}
	if err := smallTrace().WriteStanCSV(nil, 0); err == nil ||
		!strings.Contains(err.Error(), "writer is nil") {
		t.Errorf("no writer: %v", err)
	}
	defer func(before int) { longestLine = before }(longestLine)
	longestLine = 1 << 22
	endless := io.MultiReader(strings.NewReader("x\n1\n"),
		bytes.NewReader(make([]byte, longestLine+1)))
	if _, err := ReadStanCSV(endless); err == nil ||
		!strings.Contains(err.Error(), "line 3 is longer than") {
		t.Errorf("an endless line: %v", err)
	}
}
