package report

import (
	"bytes"
	"encoding/binary"
	"math"
	"time"
)

// Parquet's format is written here by hand, in its plainest form: one group of rows, one page a
// column, no compression, no missing values. A library brings nine modules and a megabyte, and this
// package is linked by every cell. Format: parquet.thrift of apache/parquet-format 2.10; the
// metadata are in Thrift's compact protocol.

const (
	parquetMagic                        = "PAR1"
	parquetInt64, parquetDouble         = 2, 5
	parquetBytes, parquetText           = 6, 0
	parquetMicros                       = 10
	thriftI32, thriftI64, thriftText    = 5, 6, 8
	thriftList, thriftStruct, thriftEnd = 9, 12, 0
)

func (c Columns) parquet(b *bytes.Buffer) {
	rows, _ := c.rows()
	b.WriteString(parquetMagic)
	var schema, chunks thrift
	schema.text(4, "schema")
	schema.int(5, thriftI32, len(c))
	schema.end()
	total := 0
	for _, column := range c {
		kind, meaning, page := parquetPage(column.Values)
		var of, head, chunk thrift // schema element, page header, column chunk
		of.int(1, thriftI32, kind)
		of.int(3, thriftI32, 0) // required
		of.text(4, column.Name)
		if meaning >= 0 {
			of.int(6, thriftI32, meaning)
		}
		of.end()
		schema.Write(of.Bytes())

		head.int(1, thriftI32, 0) // a data page
		head.int(2, thriftI32, len(page))
		head.int(3, thriftI32, len(page))
		head.begin(5)
		head.int(1, thriftI32, rows)
		for field := 2; field <= 4; field++ { // plain values, and levels that are not there
			head.int(field, thriftI32, []int{0, 3, 3}[field-2])
		}
		head.end()
		head.end()
		at := b.Len()
		b.Write(head.Bytes())
		b.Write(page)
		size := b.Len() - at
		total += size

		chunk.int(2, thriftI64, at)
		chunk.begin(3)
		chunk.int(1, thriftI32, kind)
		chunk.list(2, thriftI32, 1)
		chunk.zigzag(0) // plain
		chunk.list(3, thriftText, 1)
		chunk.bytes(column.Name)
		chunk.int(4, thriftI32, 0) // not compressed
		chunk.int(5, thriftI64, rows)
		chunk.int(6, thriftI64, size)
		chunk.int(7, thriftI64, size)
		chunk.int(9, thriftI64, at)
		chunk.end()
		chunk.end()
		chunks.Write(chunk.Bytes())
	}
	var foot thrift
	foot.int(1, thriftI32, 1)
	foot.list(2, thriftStruct, len(c)+1)
	foot.Write(schema.Bytes())
	foot.int(3, thriftI64, rows)
	foot.list(4, thriftStruct, 1)
	group := thrift{}
	group.list(1, thriftStruct, len(c))
	group.Write(chunks.Bytes())
	group.int(2, thriftI64, total)
	group.int(3, thriftI64, rows)
	group.end()
	foot.Write(group.Bytes())
	foot.text(6, "gibbslab")
	foot.end()
	b.Write(foot.Bytes())
	b.Write(binary.LittleEndian.AppendUint32(nil, uint32(foot.Len())))
	b.WriteString(parquetMagic)
}

// parquetPage is the type of some values, what it means (−1 for a number), and the values.
func parquetPage(values any) (kind, meaning int, page []byte) {
	order := binary.LittleEndian
	switch values := values.(type) {
	case []float64:
		for _, v := range values {
			page = order.AppendUint64(page, math.Float64bits(v))
		}
		return parquetDouble, -1, page
	case []int:
		for _, v := range values {
			page = order.AppendUint64(page, uint64(v))
		}
		return parquetInt64, -1, page
	case []time.Time:
		for _, v := range values {
			page = order.AppendUint64(page, uint64(v.UnixMicro()))
		}
		return parquetInt64, parquetMicros, page
	}
	for _, v := range values.([]string) {
		page = append(order.AppendUint32(page, uint32(len(v))), v...)
	}
	return parquetBytes, parquetText, page
}

// thrift is a struct in the compact protocol. last is the number of its field written last, and
// outer those of the structs around it.
type thrift struct {
	bytes.Buffer
	last  int
	outer []int
}

func (t *thrift) field(n, kind int) {
	t.WriteByte(byte((n-t.last)<<4 | kind))
	t.last = n
}

func (t *thrift) zigzag(n int) { t.Write(binary.AppendVarint(nil, int64(n))) }

func (t *thrift) bytes(s string) {
	t.Write(binary.AppendUvarint(nil, uint64(len(s))))
	t.WriteString(s)
}

func (t *thrift) int(n, kind, value int) {
	t.field(n, kind)
	t.zigzag(value)
}

func (t *thrift) text(n int, s string) {
	t.field(n, thriftText)
	t.bytes(s)
}

func (t *thrift) list(n, kind, length int) {
	t.field(n, thriftList)
	if length < 15 {
		t.WriteByte(byte(length<<4 | kind))
		return
	}
	t.WriteByte(byte(0xf0 | kind))
	t.Write(binary.AppendUvarint(nil, uint64(length)))
}

func (t *thrift) begin(n int) {
	t.field(n, thriftStruct)
	t.outer, t.last = append(t.outer, t.last), 0
}

func (t *thrift) end() {
	t.WriteByte(thriftEnd)
	if n := len(t.outer); n > 0 {
		t.last, t.outer = t.outer[n-1], t.outer[:n-1]
	}
}
