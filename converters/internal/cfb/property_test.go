package cfb_test

import (
	"encoding/binary"
	"math/rand/v2"
	"testing"
	"unicode/utf16"

	"github.com/seed353dc258/backstory/converters/internal/cfb"
)

// Wide reads what the library does, surrogates without another half among it, without
// the memory for each step of it.
func TestWideIsUTF16(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	for range 20_000 {
		units := make([]uint16, r.IntN(8))
		var raw []byte
		for i := range units {
			units[i] = uint16(r.IntN(0x10000))
			if r.IntN(2) == 0 {
				units[i] = 0xD700 + uint16(r.IntN(0x1000))
			}
			raw = binary.LittleEndian.AppendUint16(raw, units[i])
		}
		if r.IntN(4) == 0 {
			raw = append(raw, 'x') // half a unit
		}
		if got, want := cfb.Wide(raw), string(utf16.Decode(units)); got != want {
			t.Fatalf("%x is %q, not %q", raw, got, want)
		}
	}
}
