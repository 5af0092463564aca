package paged_test

import (
	"bytes"
	"encoding/binary"
	"math/rand/v2"
	"testing"

	"github.com/seed353dc258/backstory/converters"
	"github.com/seed353dc258/backstory/converters/internal/paged"
)

// shelf is a scratch in memory that counts.
type shelf struct {
	b             []byte
	writes, reads int
}

func (s *shelf) Room(size int) int64 {
	at := len(s.b)
	s.b = append(s.b, make([]byte, size)...)
	return int64(at)
}
func (s *shelf) Write(at int64, p []byte) { s.writes++; copy(s.b[at:], p) }
func (s *shelf) Read(at int64, p []byte)  { s.reads++; copy(p, s.b[at:]) }

type value struct {
	n uint64
	k uint16
}

func fill(p *paged.Pages[value], pages, each int) {
	for range pages {
		p.Add(each)
		for p.Room() > 0 {
			p.Append(value{n: uint64(p.Len())})
		}
	}
}

// TestPagesKeepWhatIsSet changes pages in any order and compares them with a
// list in memory.
func TestPagesKeepWhatIsSet(t *testing.T) {
	const pages, each = 50, 100
	r := rand.New(rand.NewPCG(1, 1))
	for _, most := range []int{1, 1600, 16_000, 1 << 30} {
		var p paged.Pages[value]
		scratch := &shelf{}
		p.Use(converters.NewEnv(nil, converters.Limits{}, converters.Options{}, scratch), most)
		fill(&p, pages, each)
		want := map[[2]int]value{}
		for step := range 20_000 {
			page, at := r.IntN(pages), r.IntN(each)
			got := &p.Get(page)[at]
			if w, ok := want[[2]int{page, at}]; ok && *got != w || !ok && got.n != uint64(page+1) {
				t.Fatalf("most %d, step %d: %+v at %d of page %d, want %+v", most, step, *got, at, page, w)
			}
			if step%2 == 0 {
				*got = value{r.Uint64(), uint16(step)}
				want[[2]int{page, at}] = *got
			}
		}
		if used := scratch.writes > 0; used != (most < 1<<20) {
			t.Errorf("most %d: written is %v", most, used)
		}
	}
}

// A page that is asked for again and again at random is held sooner or later.
func TestPagesAreNotReadForEver(t *testing.T) {
	const pages = 200
	r := rand.New(rand.NewPCG(1, 1))
	var p paged.Pages[value]
	scratch := &shelf{}
	p.Use(converters.NewEnv(nil, converters.Limits{}, converters.Options{}, scratch), 4096)
	fill(&p, pages, 100)
	for range 1_000_000 {
		p.Get(r.IntN(pages))
	}
	if scratch.reads > 100*pages {
		t.Errorf("%d reads of %d pages", scratch.reads, pages)
	}
}

// In their order, all pages can be read as often as a converter does without
// more of them in memory, and fixed ones are written once.
func TestPagesInTheirOrder(t *testing.T) {
	const pages, each = 200, 1000
	var p paged.Pages[byte]
	p.Fixed = true
	scratch := &shelf{}
	p.Use(converters.NewEnv(nil, converters.Limits{}, converters.Options{}, scratch), 10*each)
	for i := range pages {
		p.Add(each)
		p.Append(bytes.Repeat(binary.LittleEndian.AppendUint16(nil, uint16(i)), each/2)...)
	}
	for range 8 {
		for i := range pages {
			if got := binary.LittleEndian.Uint16(p.Get(i)[each-2:]); int(got) != i {
				t.Fatalf("page %d has %d", i, got)
			}
		}
	}
	if scratch.writes > pages || scratch.reads < 7*pages {
		t.Errorf("%d writes and %d reads of %d pages", scratch.writes, scratch.reads, pages)
	}
}
