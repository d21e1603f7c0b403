package farm

import (
	"fmt"
	"gibbslab/internal/durable"
	"gibbslab/sampler/internal/guard"
	"strings"
	"time"
)

const (
	lookEvery = time.Second / 2 // from one look at the folder to the next
	grace     = 6               // looks at a complete folder until the job is cancelled
)

// report collects what is new, and tells how far the job has come.
func (d *driver) report() (complete bool) {
	done := d.job.collect()
	n, says := d.done(), ""
	if said := d.said.Load(); said != nil {
		says = *said
	}
	if d.job.clock != "" {
		says = strings.TrimPrefix(says+"; "+d.job.clock, "; ")
	}
	if d.told.Load() == nil {
		told := guard.Go(func() { d.tell(n, done, says) })
		if err := guard.Wait(d.ctx, patience, told); err != nil {
			err = fmt.Errorf("Farm.Progress %w (it was not called again; the results are whole)", err)
			d.told.Store(&err)
		}
	}
	return n == len(done)
}

func (d *driver) tell(n int, done []bool, says string) {
	if d.farm.Progress != nil {
		d.farm.Progress(n, len(done), says)
	}
	if d.job.Progress != nil {
		d.job.Progress(done, d.job.scratch, says)
	}
}

// failure says why pieces are missing in the end.
func (d *driver) failure(todo, failed []int) error {
	kept := fmt.Sprintf("%d of %d pieces are done and kept in %s", d.job.N-len(todo)-len(failed),
		d.job.N, d.job.path)
	if len(failed) > 0 {
		text, _, _ := durable.Tail(d.job.file(failed[0], "failed"), logShown)
		return fmt.Errorf("%s%s%s; %s", text, others(failed), d.lastLines(failed[0]), kept)
	}
	log := d.lastLines(todo[0])
	if log == "" {
		log = "; there is no log, so the scheduler has not started it, or its machine does not see " +
			"the folder"
	}
	err := fmt.Errorf("piece %d%s was tried %d times and not computed%s; %s", todo[0],
		others(todo), rounds, log, kept)
	if said := d.said.Load(); said != nil {
		err = fmt.Errorf("%w; the scheduler said: %s", err, *said)
	}
	return err
}

// others mentions the pieces beside the first one.
func others(pieces []int) string {
	if len(pieces) == 1 {
		return ""
	}
	return fmt.Sprintf(" (and %d more)", len(pieces)-1)
}

// lastLines are the end of the log of the part that had this piece.
func (d *driver) lastLines(piece int) string {
	if d.size == 0 {
		return ""
	}
	part := piece / d.size
	all, whole, err := durable.Tail(d.job.logOf(part), logShown)
	if err != nil {
		return ""
	}
	text := strings.TrimSpace(string(all))
	lines := strings.Split(text, "\n")
	if len(lines) > shownLines {
		lines = lines[len(lines)-shownLines:]
	}
	said := fmt.Sprintf("; the log of part %d ends:\n\t%s\n", part, strings.Join(lines, "\n\t"))
	if whole && !strings.Contains(text, partBegins) {
		said = fmt.Sprintf("; part %d ended before it came to this job: the program must come to it "+
			"each time, whatever it reads%s", part, said)
	}
	return said
}

// An error shows so many lines of a log, from its last bytes.
const shownLines, logShown = 8, 1 << 16
