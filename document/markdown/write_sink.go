package markdown

import (
	"fmt"
	"io"
	"strings"

	"github.com/seed353dc258/backstory/document"
	"github.com/seed353dc258/backstory/internal/tokens"
)

// writeFlush is how much text is gathered before it is handed on.
const writeFlush = 64 << 10

// writeGap is the text between the last block written and the next one.
type writeGap uint8

const (
	writeGapNone  writeGap = iota // the next block continues the line
	writeGapLine                  // a line end
	writeGapBlank                 // a blank line
)

// OverflowError says that a chapter has more text than
// [WriteOptions].MaxChars allows.
type OverflowError struct {
	Max int64        // characters allowed
	Pos document.Pos // of the block that went over
}

// Error names the limit and the place.
func (e *OverflowError) Error() string {
	if e.Pos.IsZero() {
		return fmt.Sprintf("the text has more than %d characters", e.Max)
	}
	return fmt.Sprintf("the text has more than %d characters at %s", e.Max, e.Pos)
}

// writeSink gathers the text and hands it on. What is in buf can still be
// taken back; begin and flush are called between blocks and rows only.
type writeSink struct {
	meter meter
	place placer
	to    io.Writer
	buf   []byte
	done  int64 // bytes handed on

	prefix []byte   // what a line begins with in the open containers
	gap    writeGap // in front of the next block
	err    error
}

// placer notes where the text came from.
type placer struct {
	places []Place
	pos    document.Pos // of the block that is being written
	placed bool         // pos is in places
	none   bool         // note no places
}

// meter counts what has been written.
type meter struct {
	max    int64        // characters allowed, 0 for any number
	chars  int64        // characters counted
	tokens tokenSampler // of the segment that is being written
	mute   bool         // count no tokens
	seen   int          // how much of the buffer is counted

	ahead   int64 // characters between seen and aheadTo: see charsNow
	aheadTo int
}

// offset returns where the next byte goes.
func (s *writeSink) offset() int64 { return s.done + int64(len(s.buf)) }

func (s *writeSink) text(t string) { s.buf = append(s.buf, t...) }

// long is text for what may be a whole file and is never taken back: it is
// handed on in pieces, at line ends.
func (s *writeSink) long(t string) {
	for len(t) > writeFlush && s.err == nil {
		n := strings.LastIndexByte(t[:writeFlush], '\n') + 1
		if n == 0 { // a long line, which ends behind
			n = strings.IndexByte(t, '\n') + 1
		}
		if n == 0 {
			break
		}
		s.text(t[:n])
		s.flush()
		t = t[n:]
	}
	s.text(t)
}

// newline ends a line inside a block.
func (s *writeSink) newline() {
	s.buf = append(s.buf, '\n')
	s.buf = append(s.buf, s.prefix...)
}

// blank ends a line and leaves one empty.
func (s *writeSink) blank() {
	s.buf = append(s.buf, '\n')
	s.buf = append(s.buf, writeTrimmed(s.prefix)...)
	s.newline()
}

// writeTrimmed returns a prefix without white space at its end.
func writeTrimmed(prefix []byte) []byte {
	for len(prefix) > 0 && prefix[len(prefix)-1] == ' ' {
		prefix = prefix[:len(prefix)-1]
	}
	return prefix
}

// separate writes the gap in front of a block.
func (s *writeSink) separate() {
	switch s.gap {
	case writeGapLine:
		s.newline()
	case writeGapBlank:
		s.blank()
	}
	s.gap = writeGapNone
}

// at says where the next block comes from. A place that is not known leaves
// the one before in force.
func (p *placer) at(pos document.Pos) {
	if !pos.IsZero() && pos != p.pos {
		p.pos, p.placed = pos, false
	}
}

// maxPlaces is from how many places on one holds for more than a block.
const maxPlaces = 1 << 18

// goesOn makes a place hold for the block that is being written, too, if both are
// lines of the same text, and reports whether it does.
func (p *placer) goesOn(last *document.Pos) bool {
	if last.Lines.First == 0 || p.pos.Lines.First < last.Lines.First || *last != (document.Pos{Part: p.pos.Part, Lines: last.Lines}) {
		return false
	}
	last.Lines.Last = max(last.Lines.Last, p.pos.Lines.First, p.pos.Lines.Last)
	return true
}

// mark notes the place of the text that begins here.
func (p *placer) mark(at int64) {
	if p.placed || p.none || p.pos.IsZero() {
		return
	}
	p.placed = true
	if n := len(p.places); n > 0 && p.places[n-1].Offset == at {
		p.places[n-1].Pos = p.pos
		return
	} else if n >= maxPlaces && p.goesOn(&p.places[n-1].Pos) {
		return
	}
	p.places = append(p.places, Place{Offset: at, Pos: p.pos})
}

// count brings the counts up to date with the text.
func (s *writeSink) count() {
	fresh := s.buf[s.meter.seen:]
	if len(fresh) == 0 {
		return
	}
	s.meter.seen = len(s.buf)
	s.meter.ahead, s.meter.aheadTo = 0, s.meter.seen
	if !s.meter.mute {
		s.meter.tokens.add(fresh)
	}
	if s.meter.max == 0 {
		return
	}
	s.meter.chars += int64(tokens.Characters(fresh))
	if s.meter.chars > s.meter.max && s.err == nil {
		s.err = &OverflowError{Max: s.meter.max, Pos: s.place.pos}
	}
}

// breathe hands the text on if much has gathered.
func (s *writeSink) breathe() {
	if len(s.buf) >= writeFlush {
		s.flush()
	}
}

// flush hands the text on.
func (s *writeSink) flush() {
	s.count()
	if s.err == nil && len(s.buf) > 0 {
		if _, err := s.to.Write(s.buf); err != nil {
			s.err = fmt.Errorf("writing markdown: %w", err)
		}
	}
	s.done += int64(len(s.buf))
	s.buf, s.meter.seen = s.buf[:0], 0
	s.meter.ahead, s.meter.aheadTo = 0, 0
}
