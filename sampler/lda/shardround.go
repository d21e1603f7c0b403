package lda

import (
	"bufio"
	"bytes"
	"crypto/sha256"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"math"
	"os"
	"slices"

	"gibbslab/internal/memory"
	"gibbslab/sampler"
	"gibbslab/sampler/corpus"
)

// first draws φ of the start, from a sample of the documents.
func (r *sharded) first() error {
	docs, err := r.Shards.sample()
	if err != nil {
		return err
	}
	m, err := r.Prior.Model(docs, r.Shards.about.V, Settings{Threads: 1})
	if err != nil {
		return err
	}
	x := sampler.Stream("lda sharded start", r.Seed, 0)
	s, err := m.Init(x)
	for sweep := 0; err == nil && sweep < 20; sweep++ {
		err = m.Blocks[0].Update(x, s)
	}
	if err != nil {
		return err
	}
	n := make([]int32, r.Prior.K)
	for i := range shares {
		from, to := wordsOf(r.Shards.about.V, i)
		f := newPhiRange(from, to, r.Prior.K)
		for w := from; w < to; w++ {
			clear(n)
			s.WordTopics(w, n)
			row := f.rows[(w-from)*len(n):]
			for k, n := range n {
				y := float64(n) + r.Prior.Beta
				row[k] = float32(y)
				f.sum[k] += y
			}
		}
		if err := f.write(r.phiFile(0, i)); err != nil {
			return err
		}
	}
	return nil
}

// drawPhi draws φ of sweep t for a share of the words, as gammas that are not normalised yet.
func (r *sharded) drawPhi(t, share int) ([]byte, error) {
	n, err := r.countsOf(t-1, share)
	if err != nil {
		return nil, err
	}
	from, to := wordsOf(r.Shards.about.V, share)
	f, x := newPhiRange(from, to, r.Prior.K), newScratch(r.Prior.K)
	g, _ := r.keys(t)
	gammasOf(&g, x, from, n, f.rows, r.Prior.K)
	f.top, f.sum = x.top, x.sum
	if err := f.write(r.phiFile(t, share)); err != nil {
		return nil, err
	}
	return r.result(n)
}

// drawShard draws the topics of a shard in sweep t, and counts them.
func (r *sharded) drawShard(t, shard int, table *wordTable) error {
	k, x := r.Prior.K, newScratch(r.Prior.K)
	counts := r.spare.take(r.Shards.about.V * k)
	defer r.spare.give(counts)
	copy(x.a, r.Prior.Alpha)
	_, key := r.keys(t)
	out, err := create(r.topicsFile(t, shard))
	if err != nil {
		return err
	}
	defer out.drop()
	var words []uint32
	var z []uint16
	var raw []byte
	draw := func(before io.Reader) error {
		return r.Shards.each(shard, func(d int, doc corpus.Doc) error {
			words = words[:0]
			for _, c := range doc {
				for range c.N {
					words = append(words, uint32(c.Word))
				}
			}
			z, raw = slices.Grow(z[:0], len(words))[:len(words)],
				slices.Grow(raw[:0], 2*len(words))[:2*len(words)]
			if before == nil {
				for i := range z {
					z[i] = none
				}
			} else if _, err := io.ReadFull(before, raw); err != nil {
				return err
			} else {
				for i := range z {
					if z[i] = order.Uint16(raw[2*i:]); int(z[i]) >= r.Prior.K {
						return errDamaged
					}
				}
			}
			x.seed(key, d)
			x.topicsOf(table, words, z)
			for i, k16 := range z {
				counts[int(words[i])*k+int(k16)]++
				order.PutUint16(raw[2*i:], k16)
			}
			_, err := out.Write(raw)
			return err
		})
	}
	if t == 0 {
		err = draw(nil)
	} else {
		err = readSealed(r.topicsFile(t-1, shard), draw)
		if errors.Is(err, errDamaged) {
			if err := r.again(t-1, shard); err != nil {
				return err
			}
			return r.drawShard(t, shard, table)
		}
	}
	if err == nil {
		err = out.seal()
	}
	if err == nil {
		err = r.writeCounts(r.countsFile(t, shard), counts)
	}
	return err
}

// again draws a shard of an earlier sweep again, because its files are damaged or gone.
func (r *sharded) again(t, shard int) error {
	table, err := r.load(t)
	if err != nil {
		return err
	}
	return r.drawShard(t, shard, table)
}

// writeCounts writes counts share by share of the words: for each word the number of its topics,
// and of each the distance from the one before and the count. The file ends with the place and the
// checksum of each share.
func (r *sharded) writeCounts(path string, counts []int32) error {
	out, err := create(path)
	if err != nil {
		return err
	}
	defer out.drop()
	k, at := r.Prior.K, 0
	var section, index []byte
	for i := range shares {
		section = section[:0]
		from, to := wordsOf(r.Shards.about.V, i)
		for w := from; w < to; w++ {
			row, topics, last := counts[w*k:(w+1)*k], 0, 0
			for _, n := range row {
				if n > 0 {
					topics++
				}
			}
			section = binary.AppendUvarint(section, uint64(topics))
			for k, n := range row {
				if n > 0 {
					section = binary.AppendUvarint(section, uint64(k-last))
					section = binary.AppendUvarint(section, uint64(n))
					last = k
				}
			}
		}
		sum := sha256.Sum256(section)
		at += len(section)
		index = append(order.AppendUint64(index, uint64(at)), sum[:]...)
		if _, err := out.Write(section); err != nil {
			return err
		}
	}
	if _, err := out.Write(index); err != nil {
		return err
	}
	_, err = out.keep()
	return err
}

// countsOf adds up the counts of a share of the words after sweep t, words × K.
func (r *sharded) countsOf(t, share int) ([]int64, error) {
	from, to := wordsOf(r.Shards.about.V, share)
	n := make([]int64, (to-from)*r.Prior.K)
	for i := range r.Shards.about.Shards {
		section, err := readSection(r.countsFile(t, i), share)
		if errors.Is(err, errDamaged) {
			if err = r.again(t, i); err == nil {
				section, err = readSection(r.countsFile(t, i), share)
			}
		}
		if err != nil {
			return nil, err
		}
		if err := r.addCounts(n, section); err != nil {
			return nil, err
		}
	}
	return n, nil
}

func (r *sharded) addCounts(n []int64, section []byte) error {
	in := bufio.NewReader(bytes.NewReader(section))
	for from := 0; from < len(n); from += r.Prior.K {
		topics, err := binary.ReadUvarint(in)
		k := uint64(0)
		for ; err == nil && topics > 0; topics-- {
			step, err1 := binary.ReadUvarint(in)
			count, err2 := binary.ReadUvarint(in)
			if k += step; err1 != nil || err2 != nil || k >= uint64(r.Prior.K) {
				return fmt.Errorf("lda: Sharded: counts in %s cannot be read: delete the folder", r.dir)
			}
			n[from+int(k)] += int64(count)
		}
	}
	return nil
}

func readSection(path string, share int) ([]byte, error) {
	const entry = 8 + sha256.Size
	f, err := os.Open(path)
	if err != nil {
		return nil, damaged(err)
	}
	defer f.Close()
	info, err := f.Stat()
	if err != nil {
		return nil, err
	}
	index := make([]byte, shares*entry)
	end := info.Size() - int64(len(index))
	if end < 0 {
		return nil, errDamaged
	}
	if _, err := f.ReadAt(index, end); err != nil {
		return nil, damaged(err)
	}
	from, to := uint64(0), order.Uint64(index[share*entry:])
	if share > 0 {
		from = order.Uint64(index[(share-1)*entry:])
	}
	if from > to || to > uint64(end) {
		return nil, errDamaged
	}
	section := make([]byte, to-from)
	if _, err := f.ReadAt(section, int64(from)); err != nil {
		return nil, damaged(err)
	}
	if sum := sha256.Sum256(section); !bytes.Equal(sum[:], index[share*entry+8:(share+1)*entry]) {
		return nil, errDamaged
	}
	return section, nil
}

// room is an error if a piece of work does not fit into memory.
func (r *sharded) room() error {
	need := (8 + 8./block) * float64(r.Prior.K) * float64(r.Shards.about.V)
	if have := memory.Limit(); need > have || math.IsNaN(need) {
		return fmt.Errorf("lda: Sharded: φ and counts of %d topics and %d words take %s in each "+
			"process, and only %s is available: leave out rare words, give fewer topics, or more "+
			"memory", r.Prior.K, r.Shards.about.V, memory.Format(need), memory.Format(have))
	}
	return nil
}
