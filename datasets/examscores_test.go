package datasets

import (
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"math"
	"os"
	"slices"
	"testing"

	"gonum.org/v1/gonum/stat"
)

// The checksum of the original file, as listed in SOURCES.md.
const examScoresSHA256 = "19e7c9aa23010507806b5722fb663b0263cae08b8888b280c1eda56942d11302"

func TestExamScoresAreTheOriginalFile(t *testing.T) {
	const path = "testdata/examscores.npy"
	raw, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	sum := sha256.Sum256(raw)
	if got := hex.EncodeToString(sum[:]); got != examScoresSHA256 {
		t.Errorf("sha256 of %s = %s, want %s", path, got, examScoresSHA256)
	}
	header := 10 + int(binary.LittleEndian.Uint16(raw[8:])) // of NumPy's format, version 1.0
	want := make([]float64, (len(raw)-header)/8)
	if _, err := binary.Decode(raw[header:], binary.LittleEndian, want); err != nil {
		t.Fatal(err)
	}
	if got := ExamScores(); !slices.Equal(got, want) {
		t.Errorf("ExamScores() = %v, the file holds %v", got, want)
	}
}

// The two moments agree with the project's design notes, section 9, and with the doc comment, as
// exact fractions: Σy = 2531 and 29 Σy² − (Σy)² = 62924.
func TestExamScoresMoments(t *testing.T) {
	y := ExamScores()
	if len(y) != 29 {
		t.Fatalf("%d scores, want 29", len(y))
	}
	mean, sd := stat.MeanStdDev(y, nil)
	ss := sd * sd * 28
	for _, c := range []struct {
		name      string
		got, want float64
	}{
		{"mean", mean, 2531.0 / 29},
		{"sum of squares", ss, 62924.0 / 29},
	} {
		if math.Abs(c.got-c.want) > 1e-9 {
			t.Errorf("%s = %.9g, want %.9g", c.name, c.got, c.want)
		}
	}
}

func TestExamScoresIsFresh(t *testing.T) {
	ExamScores()[0] = -1
	if got := ExamScores()[0]; got != 98 {
		t.Errorf("a caller's change shows in the next call: first score %g, want 98", got)
	}
}
