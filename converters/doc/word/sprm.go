package word

import "encoding/binary"

// byteArg returns the operand as a number, 0 if it has none.
func (c change) byteArg() byte {
	if len(c.arg) == 0 {
		return 0
	}
	return c.arg[0]
}

// shortArg returns an operand of two bytes.
func (c change) shortArg() uint16 {
	if len(c.arg) < 2 {
		return uint16(c.byteArg())
	}
	return binary.LittleEndian.Uint16(c.arg)
}

// longArg returns an operand of four bytes.
func (c change) longArg() uint32 {
	if len(c.arg) < 4 {
		return uint32(c.shortArg())
	}
	return binary.LittleEndian.Uint32(c.arg)
}

// twips returns an operand of two bytes as a length.
func (c change) twips() int32 { return int32(int16(c.shortArg())) }

// each calls do for every change of a list.
func (s *streams) each(list []byte, do func(change)) {
	s.step(2*len(list) + 1)
	next := nextChange
	if s.old {
		next = nextOld
	}
	for len(list) > 0 {
		c, n := next(list)
		if n == 0 || n > len(list) {
			return
		}
		list = list[n:]
		if c.op != 0 {
			do(c)
		}
	}
}

// nextChange reads a change, and returns how many bytes it takes; 0 for one that is not
// all there.
func nextChange(b []byte) (change, int) {
	if len(b) < 3 {
		return change{}, 0
	}
	op := binary.LittleEndian.Uint16(b)
	from, n := 2, 0
	switch op >> 13 { // spra
	case 0, 1:
		n = 1
	case 2, 4, 5:
		n = 2
	case 3:
		n = 4
	case 7:
		n = 3
	case 6:
		from, n = 3, int(b[2])
		switch {
		case op == opDefTable && len(b) > 3:
			from, n = 4, int(binary.LittleEndian.Uint16(b[2:]))-1
		case op == opTabs && n == 255:
			n = tabsLength(b[3:])
		}
	}
	if n < 0 || from+n > len(b) {
		return change{}, 0
	}
	return change{op, b[from : from+n]}, from + n
}

// tabsLength returns how long a change of many tabs is (2.9.181): they say how many are
// taken away, with their places and reach, and how many are added, with their kinds.
func tabsLength(b []byte) int {
	if len(b) == 0 {
		return 0
	}
	taken := 1 + 4*int(b[0])
	if taken >= len(b) {
		return taken
	}
	return taken + 1 + 3*int(b[taken])
}

const (
	sizeByte  = -1 // the length is the first byte
	sizeShort = -2 // the length is the first two bytes
)

// nextOld reads a change of Word 6 as one of Word 97.
func nextOld(b []byte) (change, int) {
	old, ok := oldChanges[b[0]]
	if !ok {
		return change{}, 0
	}
	from, n := 1, int(old.size)
	switch {
	case n == sizeByte && len(b) > 1:
		from, n = 2, int(b[1])
	case n == sizeShort && len(b) > 2:
		from, n = 3, int(b[1])|int(b[2])<<8-1
	}
	if n < 0 || from+n > len(b) {
		return change{}, 0
	}
	return change{old.op, b[from : from+n]}, from + n
}

// ofPiece calls do for the changes of a piece: one with its operand, or a list that the
// table of pieces has (2.9.213).
func (t *texts) ofPiece(p *piece, do func(change)) {
	if p == nil || p.change == 0 {
		return
	}
	if p.change&1 == 0 {
		if old, ok := oldChanges[byte(p.change>>1&0x7F)]; ok && old.op != 0 {
			do(change{old.op, []byte{byte(p.change >> 8)}})
		}
		return
	}
	if i := int(p.change >> 1); i < len(t.changes) {
		t.in.each(t.changes[i], do)
	}
}
