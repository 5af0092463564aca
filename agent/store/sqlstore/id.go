package sqlstore

import (
	"crypto/rand"
	"encoding/base32"
	"encoding/binary"
	"math/bits"
	"sync"
	"time"
)

// idText writes ids in letters and digits that sort as their bytes do.
var idText = base32.NewEncoding("0123456789abcdefghjkmnpqrstvwxyz").WithPadding(base32.NoPadding)

// ids makes ids of 48 bits of time, in milliseconds, and 72 random ones. Its zero
// value is ready.
type ids struct {
	mu   sync.Mutex
	high uint64 // of the last id: the time and 8 random bits
	low  uint64 // and the other 64
}

// next returns an id that nobody can guess and that sorts behind all it returned
// before. Where the time is no later than that of the last id, it is larger than
// that one by a random number of 56 bits: by one, it could be guessed. What such
// steps carry into the time makes the next id a step, too, until the clock is there.
func (g *ids) next(now time.Time) string {
	g.mu.Lock()
	defer g.mu.Unlock()
	var b [15]byte
	rand.Read(b[6:])
	if ms := now.UnixMilli(); ms > int64(g.high>>8) {
		g.high, g.low = uint64(ms)<<8|uint64(b[6]), binary.BigEndian.Uint64(b[7:])
	} else {
		var carry uint64
		g.low, carry = bits.Add64(g.low, binary.BigEndian.Uint64(b[7:])>>8+1, 0)
		g.high += carry
	}
	binary.BigEndian.PutUint64(b[:], g.high<<8)
	binary.BigEndian.PutUint64(b[7:], g.low)
	return idText.EncodeToString(b[:])
}

// newID returns an id; those of one open store sort in the order they were made.
func (s *base) newID() string { return s.ids.next(s.now()) }
