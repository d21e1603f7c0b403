package pack

import (
	"math"
	"reflect"
	"slices"
	"testing"

	"gibbslab/sampler/corpus"
)

func example() (*corpus.Corpus, []int) {
	return &corpus.Corpus{
		Vocabulary: []string{"", "a", "zwölf"},
		Docs:       []corpus.Doc{{{Word: 0, N: 1}, {Word: 2, N: math.MaxInt32}}, {}, {{Word: 1, N: 2}}},
	}, []int{1, 0, 300}
}

func TestRoundTrip(t *testing.T) {
	c, labels := example()
	data, err := Encode(c, labels)
	if err != nil {
		t.Fatal(err)
	}
	again, l, err := Decode(data)
	if err != nil || !reflect.DeepEqual(again, c) || !slices.Equal(l, labels) {
		t.Errorf("%v %v %v, want %v %v", again, l, err, c, labels)
	}
	for n := range data { // cut off anywhere, it is refused
		if _, _, err := Decode(data[:n]); err == nil {
			t.Errorf("the first %d of %d bytes are accepted", n, len(data))
		}
	}
	if _, _, err := Decode(append(data, 0)); err == nil {
		t.Error("a byte too many is accepted")
	}
}

func TestEncodeRefuses(t *testing.T) {
	c, _ := example()
	for _, labels := range [][]int{{1}, {1, 2, -3}} {
		if _, err := Encode(c, labels); err == nil {
			t.Errorf("labels %v are accepted", labels)
		}
	}
	c.Docs[0][1].Word = 3
	if _, err := Encode(c, nil); err == nil {
		t.Error("a word beyond the vocabulary is accepted")
	}
}

func FuzzDecode(f *testing.F) {
	c, labels := example()
	data, err := Encode(c, labels)
	if err != nil {
		f.Fatal(err)
	}
	f.Add(data)
	f.Add([]byte{0xff, 0xff, 0xff, 0xff, 0x0f})
	f.Fuzz(func(t *testing.T, data []byte) {
		c, labels, err := Decode(data)
		if err != nil {
			return
		}
		data, err = Encode(c, labels)
		if err != nil {
			t.Fatalf("what was read cannot be written: %v", err)
		}
		if again, l, err := Decode(data); err != nil || !reflect.DeepEqual(again, c) ||
			!slices.Equal(l, labels) {
			t.Errorf("round trip: %v %v %v", again, l, err)
		}
	})
}
