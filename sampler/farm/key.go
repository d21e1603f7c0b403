package farm

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"os"
	"sync"

	"gibbslab/internal/same"
	"gibbslab/internal/snapshot"
	"gibbslab/sampler"
)

// nameOf begins the name of a job's folder: what a part can compute again, to see that it came to
// the right call with the same data.
func nameOf(job sampler.Job) string {
	return fmt.Sprintf("%s-%x-", job.Name, job.Key[:6])
}

// folderOf is the name of a job's folder: it changes with the whole key of the job, and with that
// of the code.
func folderOf(job sampler.Job, code [32]byte) string {
	return nameOf(job) + digest(pieceMagic, string(job.Key[:]), string(code[:]))[:12]
}

func digest(parts ...string) string {
	h := sha256.New()
	for _, p := range parts {
		fmt.Fprintf(h, "%d %s\n", len(p), p)
	}
	return hex.EncodeToString(h.Sum(nil))
}

// library is the key of the code where only the effect of functions is known, as in sampler.Run:
// all of this library counts, or without its source the program. The modules of the program do not,
// because each cell of a notebook has others.
var library = sync.OnceValues(func() ([32]byte, error) {
	files, err := same.Library(same.Root())
	if err != nil {
		files = []string{executable()}
	}
	return snapshot.Digest(files)
})

// executable is a digest of the program.
var executable = sync.OnceValue(func() string {
	path, err := os.Executable()
	if err != nil {
		return ""
	}
	program, err := os.ReadFile(path)
	if err != nil {
		return ""
	}
	return digest(string(program))
})
