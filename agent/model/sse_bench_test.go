package model

import (
	"fmt"
	"io"
	"strings"
	"testing"
	"testing/iotest"
)

// BenchmarkTornLines reads one line that comes byte by byte: MB/s is the same
// for a short one and a long one.
func BenchmarkTornLines(b *testing.B) {
	for _, size := range []int{64 << 10, 256 << 10, 1 << 20} {
		text := "data: " + strings.Repeat("a", size) + "\n\n"
		b.Run(fmt.Sprint(size), func(b *testing.B) {
			b.SetBytes(int64(len(text)))
			for b.Loop() {
				if _, err := events(b, iotest.OneByteReader(strings.NewReader(text))); err != io.EOF {
					b.Fatal(err)
				}
			}
		})
	}
}
