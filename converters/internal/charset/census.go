package charset

import (
	"sort"
	"unicode/utf8"

	"golang.org/x/text/encoding/charmap"

	"github.com/seed353dc258/backstory/converters/internal/charset/decode"
)

// A census is the second pass, for input that is not clean UTF-8: what bytes it has and where.
type census struct {
	n        int64         // bytes counted
	start    int64         // where they begin
	byLane   [4][256]int64 // how often each byte value is at each offset modulo 4
	total    [256]int64
	nulRuns  int64
	good     int64 // UTF-8 sequences of two bytes and more
	bad      int64 // bytes that are no UTF-8, but for a sequence cut at either end
	segments []block
}

// A block is one stretch of the input that may become a sample.
type block struct {
	off  int64
	size int
	high int // bytes of 0x80 and more
}

// Samples are all of a small input, or the blocks with the most bytes beyond ASCII of a large one, one from each of
// sampleBlocks equal segments.
const (
	sampleBlocks = 16
	blockSize    = 4096
	wholeBelow   = sampleBlocks * blockSize
)

// census reads all from off to the end.
func (s *source) census(off int64) (*census, error) {
	c := &census{start: off, segments: make([]block, sampleBlocks)}
	segment := (s.n-off)/sampleBlocks + 1
	var lastNUL bool
	for off < s.n {
		chunk, err := s.at(off, chunkSize)
		if err != nil {
			return nil, err
		}
		if off+int64(len(chunk)) < s.n {
			chunk = chunk[:len(chunk)-len(chunk)%blockSize]
		}
		lastNUL = c.bytes(chunk, lastNUL)
		c.blocks(chunk, segment)
		c.n += int64(len(chunk))
		off += int64(len(chunk))
	}
	for _, lane := range c.byLane {
		for b, k := range lane {
			c.total[b] += k
		}
	}
	return c, c.sequences(s)
}

// bytes counts byte values and runs of NUL.
func (c *census) bytes(b []byte, lastNUL bool) bool {
	lane := int(c.n & 3)
	for len(b) > 0 && lane != 0 {
		c.byLane[lane][b[0]]++
		lastNUL = c.nulRun(b[0], lastNUL)
		b, lane = b[1:], (lane+1)&3
	}
	if !hasZero(b) {
		lastNUL = lastNUL && len(b) == 0
	} else {
		for _, x := range b {
			lastNUL = c.nulRun(x, lastNUL)
		}
	}
	for ; len(b) >= 4; b = b[4:] {
		c.byLane[0][b[0]]++
		c.byLane[1][b[1]]++
		c.byLane[2][b[2]]++
		c.byLane[3][b[3]]++
	}
	for i, x := range b {
		c.byLane[i][x]++
	}
	return lastNUL
}

func (c *census) nulRun(x byte, last bool) bool {
	if x == 0 && !last {
		c.nulRuns++
	}
	return x == 0
}

// blocks keeps the best block of each segment.
func (c *census) blocks(b []byte, segment int64) {
	at := c.n
	for len(b) > 0 {
		size := min(len(b), blockSize)
		high := high(b[:size])
		best := &c.segments[at/segment]
		if best.size == 0 || high > best.high {
			*best = block{off: c.start + at, size: size, high: high}
		}
		at += int64(size)
		b = b[size:]
	}
}

// plainlyLegacy is how many bad bytes, and no good sequences to speak of, end the count of sequences.
const plainlyLegacy = 1000

// sequences counts good and bad UTF-8, unless it is soon plain that the input is something else.
func (c *census) sequences(s *source) error {
	for off := c.start; off < s.n; {
		chunk, err := s.at(off, pieceSize)
		if err != nil {
			return err
		}
		first, last := off == c.start, off+int64(len(chunk)) == s.n
		off += int64(len(chunk))
		if tail := cutTail(chunk); tail > 0 {
			chunk = chunk[:len(chunk)-tail]
			if !last {
				off -= int64(tail)
			}
		}
		if first {
			for k := 0; k < 3 && len(chunk) > 0 && chunk[0]&0xC0 == 0x80; k++ {
				chunk = chunk[1:] // the end of a sequence whose beginning was cut off
			}
		}
		c.sequencesIn(chunk)
		if c.bad > plainlyLegacy && c.good < c.bad {
			return nil
		}
	}
	return nil
}

func (c *census) sequencesIn(b []byte) {
	for {
		n := decode.ValidPrefix(b)
		c.good += int64(utf8.RuneCount(b[:n]) - countASCII(b[:n]))
		if n == len(b) {
			return
		}
		c.bad++
		b = b[n+1:]
	}
}

// countASCII counts the bytes below 0x80.
func countASCII(b []byte) int { return len(b) - high(b) }

// mostlyUTF8 says that no legacy encoding need be tried: legacy text hardly ever forms a good sequence, and not twenty
// for each bad byte.
func (c *census) mostlyUTF8() bool { return c.good >= 8 && c.good >= 20*c.bad }

// meaningless counts the bytes that a single-byte encoding has no character for.
func (c *census) meaningless(of *codec) int {
	cm, ok := of.enc.(*charmap.Charmap)
	if !ok {
		return 0
	}
	var n int64
	for b, k := range c.total {
		if cm.DecodeByte(byte(b)) == utf8.RuneError {
			n += k
		}
	}
	return int(n)
}

// textSize is how many bytes the text has in a single-byte encoding.
func (c *census) textSize(of *codec) int64 {
	cm, ok := of.enc.(*charmap.Charmap)
	if !ok {
		return c.n
	}
	var n int64
	for b, k := range c.total {
		n += k * int64(utf8.RuneLen(cm.DecodeByte(byte(b))))
	}
	return n
}

// notText names what the input is if it is not text, else it returns "".
func (c *census) notText(sw sweep) string {
	var bad int64
	for b, k := range c.total {
		if control[b] {
			bad += k
		}
	}
	switch {
	case sw.valid && !sw.high && sw.kr > 0:
		return "ISO-2022-KR text"
	case c.ebcdic():
		return "EBCDIC text"
	case c.total[0] > 0 && !c.strayNUL(bad):
		return "binary data"
	case bad*10 > c.n, !sw.valid && bad*25 > c.n:
		return "binary data"
	}
	return ""
}

// strayNUL is the rule for NUL bytes in the package comment.
func (c *census) strayNUL(bad int64) bool {
	return c.nulRuns <= 1+c.n/1024 && 2*c.total[0] <= c.n && bad*100 <= c.n
}

// ebcdic recognises text of IBM mainframes, whose letters, digits and blank have codes that no ASCII-based text has
// without ASCII's blank: 0x40 is the blank, letters are 81–A9 and C1–E9, digits F0–F9.
func (c *census) ebcdic() bool {
	if c.n < 8 {
		return false
	}
	var letters int64
	for b, k := range c.total {
		low := b & 0x0F
		row := b >> 4
		if row >= 8 && row != 0xB && low <= 9 {
			letters += k
		}
	}
	blanks := c.total[0x40]
	ascii := c.total[' '] + c.total['e']
	return blanks*20 >= c.n && (letters+blanks)*100 >= 80*c.n && ascii*50 <= c.n
}

// samples returns the bytes to judge by, in the order of the input.
func (s *source) samples(c *census) ([]sample, error) {
	blocks := c.segments
	if c.n <= wholeBelow {
		blocks = []block{{off: c.start, size: int(c.n)}}
	}
	sort.SliceStable(blocks, func(i, j int) bool { return blocks[i].off < blocks[j].off })
	var out []sample
	for _, b := range blocks {
		if b.size == 0 {
			continue
		}
		chunk, err := s.at(b.off, b.size)
		if err != nil {
			return nil, err
		}
		out = append(out, sample{
			b:     append([]byte(nil), chunk...),
			first: b.off == c.start,
			last:  b.off+int64(b.size) == s.n,
		})
	}
	return out, nil
}

const (
	// uncertainBelow is the margin, in bits, below which a guess is uncertain.
	uncertainBelow = 6
	// foreignAbove is the margin that the encoding of stretches within UTF-8 must have.
	foreignAbove = 10
	// hintWorth is what a declaration is worth.
	hintWorth = 40 * bit
	// dear is what a byte beyond ASCII costs, with the letters around it, where the best reading is still no likely
	// text. Text in the languages of the table costs half of that.
	dear = 18 * bit
	// surely is the lead after which it does not matter how much more another reading costs.
	surely = Certain * bit
)
