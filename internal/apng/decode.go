package apng

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"image"
	"image/draw"
	"image/png"
	"time"
)

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
