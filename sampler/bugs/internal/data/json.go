package data

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math"
	"strings"
)

// ReadJSON reads an object of numbers and of nested arrays of numbers, by rows; null is a missing
// value.
func ReadJSON(r io.Reader) (map[string]Array, error) {
	text, err := io.ReadAll(r)
	if err != nil {
		return nil, err
	}
	j := &jsonReader{json.NewDecoder(bytes.NewReader(text))}
	arrays, err := j.object()
	if err == nil {
		return arrays, nil
	}
	at := j.InputOffset()
	var syntax *json.SyntaxError
	if errors.As(err, &syntax) {
		at = syntax.Offset
	}
	at = min(at, int64(len(text)))
	if i := bytes.Index(text[at:], []byte("NaN")); i >= 0 && strings.Contains(err.Error(), "'N'") {
		at += int64(i)
		err = errors.New("JSON has no NaN, though Python writes it: put null in its place")
	}
	return nil, fmt.Errorf("line %d: %w", 1+bytes.Count(text[:at], []byte("\n")), err)
}

type jsonReader struct{ *json.Decoder }

func (j *jsonReader) object() (map[string]Array, error) {
	if t, err := j.Token(); err != nil {
		return nil, unended(err)
	} else if t != json.Delim('{') {
		return nil, fmt.Errorf(`%v found; the file must be an object such as {"N": 2, "y": [1, 2]}`, t)
	}
	arrays := map[string]Array{}
	for j.More() {
		key, err := j.Token()
		if err != nil {
			return nil, unended(err)
		}
		name := key.(string) // nothing else can be a key
		if _, twice := arrays[name]; twice {
			return nil, fmt.Errorf("%s is there twice", name)
		}
		var b builder
		if err := j.array(&b); err != nil {
			return nil, fmt.Errorf("%s: %w", name, err)
		}
		arrays[name] = b.Array
	}
	if _, err := j.Token(); err != nil {
		return nil, unended(err)
	}
	if _, err := j.Token(); err != io.EOF {
		return nil, errors.New("something follows the object; the file must be one object")
	}
	return arrays, nil
}

func unended(err error) error {
	if errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF) {
		return errors.New("the file ends too early; a } or ] is missing")
	}
	return err
}

// array reads a number or a list.
func (j *jsonReader) array(b *builder) error {
	t, err := j.Token()
	if err != nil {
		return unended(err)
	}
	switch t := t.(type) {
	case float64:
		return b.number(t)
	case nil:
		return b.number(math.NaN())
	case bool:
		if t {
			return b.number(1)
		}
		return b.number(0)
	case string:
		return fmt.Errorf("the text %q found; a number, null (missing) or a list was expected", t)
	}
	if t != json.Delim('[') {
		return fmt.Errorf("%v found; a number, null (missing) or a list was expected", t)
	}
	if err := b.open(); err != nil {
		return err
	}
	n := 0
	for ; j.More(); n++ {
		b.at(n)
		if err := j.array(b); err != nil {
			return err
		}
	}
	if _, err := j.Token(); err != nil {
		return unended(err)
	}
	return b.close(n)
}
