package xls

import "encoding/binary"

// The records that are read (2.3.1).
const (
	recBegin      = 0x0809
	recEnd        = 0x000A
	recFormula    = 0x0006
	recHeader     = 0x0014
	recFooter     = 0x0015
	recNote       = 0x001C
	recLocked     = 0x002F
	recFont       = 0x0031
	recContinue   = 0x003C
	recPane       = 0x0041
	recPage       = 0x0042
	recEpoch      = 0x0022
	recObject     = 0x005D
	recColumns    = 0x007D
	recSheet      = 0x0085
	recPalette    = 0x0092
	recFiltered   = 0x009B
	recNumbersRow = 0x00BD
	recRichText   = 0x00D6
	recFormat     = 0x00E0
	recMerged     = 0x00E5
	recShared     = 0x00FC
	recSharedCell = 0x00FD
	recCondition  = 0x01B0
	recObjectText = 0x01B6
	recLink       = 0x01B8
	recNumber     = 0x0203
	recText       = 0x0204
	recTruth      = 0x0205
	recResult     = 0x0207
	recRow        = 0x0208
	recWindow     = 0x023E
	recShort      = 0x027E
	recNumberCode = 0x041E

	recInterface = 0x00E1
	recRevision  = 0x0138
	recRevisions = 0x0196
	recUser      = 0x0194
	recFileLock  = 0x0195
)

// records reads the records of a stream, one after another.
type records struct {
	raw  []byte
	at   int
	kind uint16
	body []byte
}

// next reads a record; one that is not all there ends the stream.
func (r *records) next() bool {
	if r.at+4 > len(r.raw) {
		return false
	}
	r.kind = binary.LittleEndian.Uint16(r.raw[r.at:])
	n := int(binary.LittleEndian.Uint16(r.raw[r.at+2:]))
	from := r.at + 4
	if from+n > len(r.raw) {
		return false
	}
	r.body, r.at = r.raw[from:from+n], from+n
	return true
}

// whole returns the body of the record with those that continue it (2.1.4).
func (r *records) whole() pieces {
	p := pieces{rest: [][]byte{r.body}}
	for {
		ahead := *r
		if !ahead.next() || ahead.kind != recContinue {
			return p
		}
		*r = ahead
		p.rest = append(p.rest, r.body)
	}
}

// short returns two bytes of the body as a number, 0 where there are none.
func (r *records) short(at int) int {
	if at+2 > len(r.body) {
		return 0
	}
	return int(binary.LittleEndian.Uint16(r.body[at:]))
}

// pieces reads what may be in several records. The zero value is at its end.
type pieces struct {
	rest [][]byte // the first one is being read
}

// isOver reports whether nothing is left.
func (p *pieces) isOver() bool {
	for len(p.rest) > 0 && len(p.rest[0]) == 0 {
		p.rest = p.rest[1:]
	}
	return len(p.rest) == 0
}

// byte reads a byte, 0 at the end.
func (p *pieces) byte() byte {
	if p.isOver() {
		return 0
	}
	c := p.rest[0][0]
	p.rest[0] = p.rest[0][1:]
	return c
}

func (p *pieces) short() int { return int(p.byte()) | int(p.byte())<<8 }

func (p *pieces) long() int { return p.short() | p.short()<<16 }

// skip passes over bytes.
func (p *pieces) skip(n int) {
	for n > 0 && !p.isOver() {
		k := min(n, len(p.rest[0]))
		p.rest[0] = p.rest[0][k:]
		n -= k
	}
}
