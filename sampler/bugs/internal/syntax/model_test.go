package syntax_test

import (
	"os"
	"path/filepath"
	"testing"

	"gibbslab/sampler/bugs/internal/syntax"
)

// Published models parse. They are not ours, so they are not part of the repository.
func TestPublished(t *testing.T) {
	files, _ := filepath.Glob("../../../../../shared/data/bugs/*/model.bug")
	if len(files) == 0 {
		t.Skip("the models are not here")
	}
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := syntax.Parse(string(text)); err != nil {
			t.Errorf("%s: %v", file, err)
		}
	}
}
