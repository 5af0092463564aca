// Package officeart reads the shapes of the binary formats of Office ([MS-ODRAW]): records
// in one another, and the properties of shapes that say whether and how they are seen.
package officeart

import (
	"encoding/binary"

	"github.com/seed353dc258/backstory/converters/internal/cfb"
	"github.com/seed353dc258/backstory/converters/internal/visible"
)

// Record is a record: what its kind is, and what is in it (2.2.1). PowerPoint's own
// records look the same.
type Record struct {
	Version  uint8
	Instance uint16
	Kind     uint16
	Body     []byte
}

// The kinds of records that are asked for (2.2).
const (
	KindDrawings = 0xF000
	KindDrawing  = 0xF002
	KindGroup    = 0xF003
	KindShape    = 0xF004
	KindGroupBox = 0xF009
	KindShapeID  = 0xF00A
	KindLook     = 0xF00B
	KindTextbox  = 0xF00D
	KindChild    = 0xF00F
	KindAnchor   = 0xF010
	KindClient   = 0xF011
	KindMoreLook = 0xF122
)

// Next returns the first record of some bytes, and what is behind it. One that is longer
// than the bytes ends with them.
func Next(b []byte) (r Record, rest []byte, ok bool) {
	const head = 8
	if len(b) < head {
		return Record{}, nil, false
	}
	first := binary.LittleEndian.Uint16(b)
	r = Record{Version: uint8(first & 15), Instance: first >> 4, Kind: binary.LittleEndian.Uint16(b[2:])}
	n := min(int64(binary.LittleEndian.Uint32(b[4:])), int64(len(b)-head))
	r.Body = b[head : head+n]
	return r, b[head+n:], true
}

// Find returns the first record of a kind among some.
func Find(b []byte, kind uint16) (Record, bool) {
	for r, rest, ok := Next(b); ok; r, rest, ok = Next(rest) {
		if r.Kind == kind {
			return r, true
		}
	}
	return Record{}, false
}

// Shape is what a shape says of itself.
type Shape struct {
	ID       uint32
	Kind     uint16 // such as a rectangle or a line (MSOSPT)
	Group    bool   // it is what a group says of itself
	Deleted  bool
	Alt      string // its description
	Hidden   bool
	Rule     bool // it is a line across the page
	Picture  bool
	Holder   bool          // it only keeps the place in the text for the shape before it
	Ground   visible.Paint // that it is filled with
	Unfilled bool
}

// Flags of a shape (2.2.40).
const (
	flagGroup   = 0x001
	flagDeleted = 0x008
)

// ReadShape reads what is in the container of a shape.
func ReadShape(b []byte) Shape {
	s := Shape{}
	for r, rest, ok := Next(b); ok; r, rest, ok = Next(rest) {
		switch r.Kind {
		case KindShapeID:
			if len(r.Body) >= 8 {
				s.ID, s.Kind = binary.LittleEndian.Uint32(r.Body), r.Instance
				flags := binary.LittleEndian.Uint32(r.Body[4:])
				s.Group, s.Deleted = flags&flagGroup != 0, flags&flagDeleted != 0
			}
		case KindLook, KindMoreLook:
			s.look(r)
		}
	}
	return s
}

// The properties that are read (2.3).
const (
	propPicture    = 0x0104
	propFillKind   = 0x0180
	propFillColor  = 0x0181
	propFillFlags  = 0x01BF
	propAlt        = 0x0381
	propGroupFlags = 0x03BF
	propInline     = 0x053F

	sizeProperty = 6
)

// look reads a table of properties (2.2.9): those of six bytes, then what does not fit in
// them.
func (s *Shape) look(r Record) {
	n := min(int(r.Instance), len(r.Body)/sizeProperty)
	more := r.Body[n*sizeProperty:]
	for i := range n {
		raw := r.Body[i*sizeProperty:]
		id, value := binary.LittleEndian.Uint16(raw), binary.LittleEndian.Uint32(raw[2:])
		var long []byte
		if id&0x8000 != 0 {
			size := min(int64(value), int64(len(more)))
			long, more = more[:size], more[size:]
		}
		s.set(id&0x3FFF, value, long)
	}
}

func (s *Shape) set(id uint16, value uint32, long []byte) {
	switch id {
	case propPicture:
		s.Picture = true
	case propAlt:
		s.Alt = text(long)
	case propGroupFlags:
		const hidden, rule, standard = 0x2, 0x800, 0x2000 // and whether each is said, higher up
		said := value & (value >> 16)
		s.Hidden, s.Rule = said&hidden != 0, said&(rule|standard) != 0
	case propInline:
		s.Holder = value&1 != 0
	case propFillKind:
		if value != 0 {
			s.Ground = visible.Unknown
		}
	case propFillColor:
		if s.Ground != visible.Unknown {
			s.Ground = Color(value)
		}
	case propFillFlags:
		const set, filled = 0x100000, 0x10
		s.Unfilled = value&set != 0 && value&filled == 0
	}
}

// Color returns a colour (2.2.2); one of a scheme or of the system is not known here.
func Color(v uint32) visible.Paint {
	const ofFile, other = 0x02, 0x1D // of RGB; of a palette, a scheme or the system
	if v>>24&other&^ofFile != 0 {
		return visible.Unknown
	}
	return visible.RGB(uint8(v), uint8(v>>8), uint8(v>>16))
}

// text returns a text that ends with a zero.
func text(b []byte) string {
	t := cfb.Wide(b)
	for i, c := range t {
		if c == 0 {
			return t[:i]
		}
	}
	return t
}
