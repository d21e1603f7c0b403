// Package apng writes and reads animated PNG files. A program that knows only PNG shows the last
// frame. The format is part of the third edition of the PNG
// specification (W3C, 2025): https://www.w3.org/TR/png-3/
package apng

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"hash/crc32"
	"image"
	"image/draw"
	"image/png"
	"time"
)

// Animation is frames of one size and one palette, whose entry 0 is transparent.
type Animation struct {
	Frames []*image.Paletted
	Delays []time.Duration // how long each frame is shown, to the millisecond
	Plays  int             // how often the frames are shown; 0 is for ever
}

// Encode writes the animation. A frame stores only the rectangle in which it differs from the one
// before, and in it only the pixels that differ. The others are transparent.
//
// A file begins with the picture for programs that know only PNG: the last frame. An animation that
// goes on for ever has it as the first of its frames, where the pictures begin in a circle.
// Otherwise it is no frame, and stored again at the end.
func (a Animation) Encode() ([]byte, error) {
	last := len(a.Frames) - 1
	still, err := chunksOf(a.Frames[last])
	if err != nil {
		return nil, err
	}
	var b bytes.Buffer
	b.WriteString(signature)
	for _, c := range still {
		if c.name == "IDAT" || c.name == "IEND" {
			continue
		}
		c.write(&b)
		if c.name == "IHDR" {
			numbers("acTL", uint32(len(a.Frames)), uint32(a.Plays)).write(&b)
		}
	}
	sequence := uint32(0)
	var before *image.Paletted
	if a.Plays == 0 {
		before = a.Frames[last]
		control(&b, sequence, before.Rect, a.Delays[last])
		sequence++
	}
	chunk{"IDAT", data(still)}.write(&b)
	for i, frame := range a.Frames {
		if a.Plays == 0 && i == last {
			break
		}
		part := frame
		if before != nil {
			part = change(before, frame)
		}
		before = frame
		chunks, err := chunksOf(part)
		if err != nil {
			return nil, fmt.Errorf("apng: frame %d: %w", i, err)
		}
		control(&b, sequence, part.Rect, a.Delays[i])
		piece := numbers("fdAT", sequence+1)
		piece.data = append(piece.data, data(chunks)...)
		piece.write(&b)
		sequence += 2
	}
	chunk{name: "IEND"}.write(&b)
	return b.Bytes(), nil
}

// control says where a frame is, and how long it is shown.
func control(b *bytes.Buffer, sequence uint32, r image.Rectangle, delay time.Duration) {
	c := numbers("fcTL", sequence, uint32(r.Dx()), uint32(r.Dy()), uint32(r.Min.X), uint32(r.Min.Y))
	c.data = binary.BigEndian.AppendUint16(c.data, uint16(delay.Milliseconds()))
	c.data = binary.BigEndian.AppendUint16(c.data, 1000)
	c.data = append(c.data, 0, 1) // leave the picture, and draw over it
	c.write(b)
}

// change is what is new in a frame.
func change(before, now *image.Paletted) *image.Paletted {
	var r image.Rectangle
	for y := now.Rect.Min.Y; y < now.Rect.Max.Y; y++ {
		row := func(p *image.Paletted) []uint8 {
			at := p.PixOffset(p.Rect.Min.X, y)
			return p.Pix[at : at+p.Rect.Dx()]
		}
		old, new := row(before), row(now)
		if bytes.Equal(old, new) {
			continue
		}
		from, to := 0, len(new)
		for old[from] == new[from] {
			from++
		}
		for old[to-1] == new[to-1] {
			to--
		}
		r = r.Union(image.Rect(now.Rect.Min.X+from, y, now.Rect.Min.X+to, y+1))
	}
	if r.Empty() { // a frame has at least one pixel
		r = image.Rectangle{now.Rect.Min, now.Rect.Min.Add(image.Pt(1, 1))}
	}
	part := image.NewPaletted(r, now.Palette)
	for y := r.Min.Y; y < r.Max.Y; y++ {
		for x := r.Min.X; x < r.Max.X; x++ {
			if c := now.ColorIndexAt(x, y); c != before.ColorIndexAt(x, y) {
				part.SetColorIndex(x, y, c)
			}
		}
	}
	return part
}

const signature = "\x89PNG\r\n\x1a\n"

type chunk struct {
	name string
	data []byte
}

func (c chunk) write(b *bytes.Buffer) {
	head := binary.BigEndian.AppendUint32(nil, uint32(len(c.data)))
	b.Write(append(head, c.name...))
	b.Write(c.data)
	sum := crc32.Update(crc32.ChecksumIEEE([]byte(c.name)), crc32.IEEETable, c.data)
	b.Write(binary.BigEndian.AppendUint32(nil, sum))
}

func numbers(name string, values ...uint32) chunk {
	c := chunk{name: name}
	for _, v := range values {
		c.data = binary.BigEndian.AppendUint32(c.data, v)
	}
	return c
}

// data is the compressed picture in the chunks of a PNG file.
func data(chunks []chunk) (all []byte) {
	for _, c := range chunks {
		if c.name == "IDAT" {
			all = append(all, c.data...)
		}
	}
	return all
}

func chunksOf(img *image.Paletted) ([]chunk, error) {
	var b bytes.Buffer
	encoder := png.Encoder{CompressionLevel: png.BestCompression}
	if err := encoder.Encode(&b, img); err != nil {
		return nil, err
	}
	return split(b.Bytes())
}

// Frames are the frames of an animated PNG as they are shown, and how long each of them is shown.
// They are nil if the file is not animated. It reads files that [Animation.Encode] writes: each
// frame is drawn over the one before. Those of an endless animation begin with the last.
func Frames(file []byte) (frames []*image.RGBA, delays []time.Duration, err error) {
	chunks, err := split(file)
	if err != nil {
		return nil, nil, err
	}
	var head []chunk // what each frame needs to be a PNG file of its own
	var at image.Rectangle
	for _, c := range chunks {
		switch c.name {
		case "IHDR", "PLTE", "tRNS":
			head = append(head, c)
		case "fcTL":
			if len(c.data) != 26 || c.data[24] != 0 || c.data[25] != 1 {
				return nil, nil, errors.New("apng: a frame that is not drawn over the one before")
			}
			n := func(i int) int { return int(binary.BigEndian.Uint32(c.data[i:])) }
			at = image.Rect(n(12), n(16), n(12)+n(4), n(16)+n(8))
			count, unit := binary.BigEndian.Uint16(c.data[20:]), binary.BigEndian.Uint16(c.data[22:])
			delays = append(delays, time.Second*time.Duration(count)/time.Duration(max(unit, 1)))
		case "fdAT", "IDAT":
			content := c.data
			if c.name == "fdAT" {
				content = content[min(4, len(content)):]
			} else if len(delays) == 0 {
				continue // no frame
			}
			part, err := pictureOf(head, at, content)
			if err != nil {
				return nil, nil, fmt.Errorf("apng: frame %d: %w", len(frames), err)
			}
			frame := image.NewRGBA(at)
			if n := len(frames); n > 0 {
				frame = image.NewRGBA(frames[0].Rect)
				copy(frame.Pix, frames[n-1].Pix)
			}
			draw.Draw(frame, at, part, image.Point{}, draw.Over)
			frames = append(frames, frame)
		}
	}
	return frames, delays, nil
}

func pictureOf(head []chunk, at image.Rectangle, data []byte) (image.Image, error) {
	if len(head) == 0 {
		return nil, errors.New("it has no data")
	}
	b := bytes.NewBufferString(signature)
	for i, c := range head {
		if i == 0 {
			size := numbers("IHDR", uint32(at.Dx()), uint32(at.Dy()))
			c = chunk{"IHDR", append(size.data, c.data[8:]...)}
		}
		c.write(b)
	}
	chunk{"IDAT", data}.write(b)
	chunk{name: "IEND"}.write(b)
	return png.Decode(b)
}

func split(file []byte) (chunks []chunk, err error) {
	rest, ok := bytes.CutPrefix(file, []byte(signature))
	if !ok {
		return nil, errors.New("apng: this is no PNG file")
	}
	for len(rest) > 0 {
		if len(rest) < 12 || uint64(binary.BigEndian.Uint32(rest)) > uint64(len(rest)-12) {
			return nil, errors.New("apng: the file is cut off")
		}
		n := binary.BigEndian.Uint32(rest)
		chunks = append(chunks, chunk{string(rest[4:8]), rest[8 : 8+n]})
		rest = rest[12+n:]
	}
	return chunks, nil
}
