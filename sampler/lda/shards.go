package lda

import (
	"bufio"
	"crypto/rand"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"iter"
	"math"
	"os"
	"path/filepath"

	"gibbslab/internal/durable"
	"gibbslab/sampler/corpus"
)

// Shards is a corpus in files, for [Sharded]. Make it with [Shard].
type Shards struct {
	dir   string
	about manifest
}

// manifest is what the file manifest.json says of the shards.
type manifest struct {
	ID           string // tells two corpora of one size apart
	First        string // SHA-256 of the first documents; empty in files of an earlier version
	V            int
	Docs, Tokens int
	Shards       []struct {
		Tokens int
		SHA256 string
	}
}

// Shard writes documents over a vocabulary of v words into n files in a folder, and returns them.
// Document d goes into file d mod n. The documents come one after the other and are never held in
// memory; they must satisfy [corpus.Check]. A token takes about 2 bytes.
//
// If the folder has the shards already, they are taken from there. So each part of a farm may run
// through the call. Of docs only the first hundred are looked at then: if these have changed, that
// is an error. Delete the folder if others have. docs may be nil.
// The number of shards does not change the draws: take a few for each processor that will work on
// them. A shard can have 2³¹ − 1 tokens.
//
// Errors: wrong documents; none; shards of another v or n in the folder; a folder that takes no
// files.
func Shard(dir string, docs iter.Seq[corpus.Doc], v, n int) (*Shards, error) {
	wrap := func(err error) error { return fmt.Errorf("lda: Shard: %w", err) }
	if v < 1 || v > math.MaxInt32 || n < 1 || n > maxShards {
		return nil, wrap(fmt.Errorf("%d words and %d shards, expected at least one word and 1 to "+
			"%d shards", v, n, maxShards))
	}
	s := &Shards{dir: dir}
	text, err := os.ReadFile(s.file("manifest.json"))
	switch {
	case errors.Is(err, fs.ErrNotExist):
		if err := s.write(docs, v, n); err != nil {
			return nil, wrap(err)
		}
		return s, nil
	case err == nil:
		err = json.Unmarshal(text, &s.about)
	}
	if err != nil {
		return nil, wrap(fmt.Errorf("%w: the folder %s cannot be used: delete it, or name another",
			err, dir))
	}
	if s.about.V != v || len(s.about.Shards) != n {
		return nil, wrap(fmt.Errorf("the folder %s has %d shards of documents over %d words, and "+
			"not %d over %d: delete it, or name another", dir, len(s.about.Shards), s.about.V, n, v))
	}
	if docs != nil && s.about.First != "" && firstOf(docs) != s.about.First {
		return nil, wrap(fmt.Errorf("the folder %s has shards of other documents: delete it, or name "+
			"another", dir))
	}
	return s, nil
}

// firstDocs is how many documents tell whether a corpus is the one in the folder.
const firstDocs = 100

// firstOf is the digest of the first documents.
func firstOf(docs iter.Seq[corpus.Doc]) string {
	sum, n := sha256.New(), 0
	for d := range docs {
		if n == firstDocs {
			break
		}
		sum.Write(appendDoc(nil, d))
		n++
	}
	return hex.EncodeToString(sum.Sum(nil))
}

const maxShards = 1 << 14

func (s *Shards) file(name string) string { return filepath.Join(s.dir, name) }

func (s *Shards) shard(i int) string { return s.file(fmt.Sprintf("shard-%05d", i)) }

// write writes the files, and the manifest last.
func (s *Shards) write(docs iter.Seq[corpus.Doc], v, n int) error {
	if err := os.MkdirAll(s.dir, 0o777); err != nil {
		return err
	}
	s.about.V, s.about.Shards = v, make([]struct {
		Tokens int
		SHA256 string
	}, n)
	files := make([]*summed, n)
	for i := range files {
		f, err := create(s.shard(i))
		if err != nil {
			return err
		}
		defer f.drop()
		files[i] = f
	}
	var buffer []byte
	var failed error
	first := sha256.New()
	err := corpus.CheckSeq(func(yield func(corpus.Doc) bool) {
		for d := range docs {
			i := s.about.Docs % n
			buffer = appendDoc(buffer[:0], d)
			if s.about.Docs < firstDocs {
				first.Write(buffer)
			}
			s.about.Docs++
			s.about.Tokens += d.Tokens()
			s.about.Shards[i].Tokens += d.Tokens()
			if s.about.Shards[i].Tokens > math.MaxInt32 {
				failed = fmt.Errorf("shard %d has more than %d tokens: give more shards", i, math.MaxInt32)
			} else if _, err := files[i].Write(buffer); err != nil {
				failed = err
			}
			if failed != nil || !yield(d) {
				return
			}
		}
	}, v)
	if err := errors.Join(err, failed); err != nil {
		return err
	}
	if s.about.Docs == 0 {
		return errors.New("no documents: expected at least one")
	}
	for i, f := range files {
		sum, err := f.keep()
		if err != nil {
			return err
		}
		s.about.Shards[i].SHA256 = hex.EncodeToString(sum)
	}
	s.about.First = hex.EncodeToString(first.Sum(nil))
	id := make([]byte, 16)
	rand.Read(id)
	s.about.ID = hex.EncodeToString(id)
	text, err := json.MarshalIndent(s.about, "", "\t")
	if err != nil {
		return err
	}
	return durable.WriteFile(s.file("manifest.json"), text)
}

// each calls visit for each document of a shard, with its number among all. The document is valid
// until the next one. It returns an error if the file is not the one that was written.
func (s *Shards) each(shard int, visit func(number int, d corpus.Doc) error) error {
	f, err := os.Open(s.shard(shard))
	if err != nil {
		return fmt.Errorf("lda: shard %d cannot be read: %v: all machines must see the folder %s, "+
			"with all its files", shard, err, s.dir)
	}
	defer f.Close()
	check := checking(f)
	r := bufio.NewReaderSize(check, 1<<14)
	var d corpus.Doc
	for number := shard; ; number += len(s.about.Shards) {
		switch d, err = readDoc(r, d); {
		case err == io.EOF && check.sum() == s.about.Shards[shard].SHA256:
			return nil
		case err == nil && len(d) > 0 && int(d[len(d)-1].Word) >= s.about.V:
			err = errPacked
		}
		if err != nil {
			return fmt.Errorf("lda: shard %d has changed since it was written: delete the folder "+
				"%s and write the shards again", shard, s.dir)
		}
		if err := visit(number, d); err != nil {
			return err
		}
	}
}

// sample returns every n-th document, with n as small as makes at most about a million tokens.
func (s *Shards) sample() ([]corpus.Doc, error) {
	every := s.about.Tokens/sampled + 1
	byNumber := make([]corpus.Doc, (s.about.Docs+every-1)/every)
	for i := range s.about.Shards {
		err := s.each(i, func(number int, d corpus.Doc) error {
			if number%every == 0 {
				byNumber[number/every] = append(corpus.Doc{}, d...)
			}
			return nil
		})
		if err != nil {
			return nil, err
		}
	}
	return byNumber, nil
}

// sampled is the number of tokens that the start of a chain learns from.
const sampled = 1_000_000
