package main

import (
	"bytes"
	"encoding/binary"
	"errors"
	"maps"
	"slices"
)

// errLayout says that a program is not as Go 1.25 and 1.26 write it.
var errLayout = errors.New("the linker of this Go writes programs for the browser in another way " +
	"than lean.go reads")

// lean takes out of a program what only a debugger reads, a tenth of it when it is packed: the
// names of functions, their files and lines. A panic still says what it has to say, but not where.
// And it joins the segments of the data, 100 000 of them, which leave out zeros that gzip packs
// into nothing.
func lean(program []byte) (out []byte, err error) {
	defer func() {
		if recover() != nil {
			err = errLayout
		}
	}()
	const head, dataSection = 8, 11
	out = slices.Clone(program[:head])
	for r := bytes.NewBuffer(program[head:]); r.Len() > 0; {
		id, _ := r.ReadByte()
		section := r.Next(int(number(r)))
		if id == dataSection {
			section = joined(bytes.NewBuffer(section))
		}
		out = append(binary.AppendUvarint(append(out, id), uint64(len(section))), section...)
	}
	return out, nil
}

// number reads an unsigned number.
func number(r *bytes.Buffer) uint64 {
	n, err := binary.ReadUvarint(r)
	if err != nil {
		panic(err)
	}
	return n
}

// joined is a section of data in one segment. Each begins where "i32.const n, end" says.
func joined(r *bytes.Buffer) []byte {
	const most = 1 << 25
	memory, start, end := make([]byte, most), most, 0
	for range number(r) {
		r.Next(2)
		at, shift, more := 0, 0, true
		for ; more; shift += 7 {
			b, _ := r.ReadByte()
			at, more = at|int(b&0x7F)<<shift, b >= 0x80
		}
		r.Next(1)
		start, end = min(start, at), max(end, at+copy(memory[at:], r.Next(int(number(r)))))
	}
	memory = memory[start:end]
	forget(memory, start)
	section := []byte{1, 0, 0x41}
	for ; start >= 0x40; start >>= 7 {
		section = append(section, byte(start)|0x80)
	}
	section = append(section, byte(start), 0x0B)
	return append(binary.AppendUvarint(section, uint64(len(memory))), memory...)
}

// forget clears the tables of functions (runtime.pclntab) but for what the runtime needs to walk a
// stack: by how much it grows, and where its pointers are. The memory begins at an address.
func forget(memory []byte, begins int) {
	at := bytes.Index(memory, []byte("\xf1\xff\xff\xff\x00\x00\x01\x08"))
	tables := memory[at:]
	word := func(i int) int { return int(binary.LittleEndian.Uint64(tables[8+8*i:])) }
	names, counters, functions := word(3), tables[word(6):word(7)], tables[word(7):]
	clear(tables[names:word(6)])
	kept := make([]byte, len(counters))
	keep := func(field []byte) {
		from := binary.LittleEndian.Uint32(field)
		if from == 0 {
			return
		}
		to := from // pairs of numbers, until the first of one is 0, and not that of the first pair
		for first := true; first || counters[to] != 0; first = false {
			for range 2 {
				for counters[to] >= 0x80 {
					to++
				}
				to++
			}
		}
		copy(kept[from:to+1], counters[from:to+1])
	}
	facts := map[int]bool{} // where those of functions begin, and whether one is needed
	for i := range word(0) {
		const nameOff, pcsp, pcfile, pcln, npcdata = 4, 16, 20, 24, 28
		const cuOffset, startLine, nfuncdata, size = 32, 36, 43, 44
		f := functions[binary.LittleEndian.Uint32(functions[8*i+4:]):]
		keep(f[pcsp:])
		for _, field := range []int{nameOff, pcfile, pcln, cuOffset, startLine} {
			clear(f[field:][:4])
		}
		counts := int(binary.LittleEndian.Uint32(f[npcdata:]))
		for k := range counts {
			if field := f[size+4*k:]; k == 1 || k == 4 { // pointers, and which index is out of range
				keep(field)
			} else {
				clear(field[:4])
			}
		}
		for k := range int(f[nfuncdata]) {
			field := f[size+4*(counts+k):]
			at, dead := int(int32(binary.LittleEndian.Uint32(field))), k == 3 || k > 4
			if at >= 0 {
				facts[at] = facts[at] || !dead
			}
			if dead { // what is in line, and arguments
				copy(field, "\xff\xff\xff\xff")
			}
		}
	}
	copy(counters, kept)
	// runtime.moduledata begins with the address of the tables.
	pointer := binary.LittleEndian.AppendUint64(nil, uint64(begins+at))
	module := memory[bytes.Index(memory, pointer):]
	const gofunc = 8 * 40
	all := memory[int(binary.LittleEndian.Uint64(module[gofunc:]))-begins:]
	starts := slices.Sorted(maps.Keys(facts))
	for i, start := range starts[:len(starts)-1] {
		if !facts[start] {
			clear(all[start:starts[i+1]])
		}
	}
}
