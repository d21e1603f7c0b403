package memory

import (
	"runtime/debug"
	"testing"
)

func TestLimit(t *testing.T) {
	before := debug.SetMemoryLimit(-1)
	t.Cleanup(func() { debug.SetMemoryLimit(before) })
	if got := Limit(); got < 64<<20 {
		t.Errorf("the machine has %v bytes", got)
	}
	debug.SetMemoryLimit(1 << 30)
	if got := Limit(); got != 1<<30 {
		t.Errorf("with a limit of 1 GiB it is %v", got)
	}
}

func TestFormat(t *testing.T) {
	for bytes, want := range map[float64]string{
		0: "0 B", 999: "999 B", 1000: "1 kB", 1234567: "1.23 MB", 999.7e6: "1 GB", 8.6e9: "8.6 GB",
		1e21: "1e+03 EB",
	} {
		if got := Format(bytes); got != want {
			t.Errorf("Format(%v) is %q, expected %q", bytes, got, want)
		}
	}
}
