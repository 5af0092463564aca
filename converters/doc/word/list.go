package word

import (
	"encoding/binary"
	"strings"

	"github.com/seed353dc258/backstory/converters/internal/cfb"
	"github.com/seed353dc258/backstory/converters/internal/numeral"
	"github.com/seed353dc258/backstory/converters/internal/wordtext"
)

// IsSet reports whether the paragraph is marked.
func (l *OldList) IsSet() bool { return *l != OldList{} }

// The numbers of lists that are none: 2.6.2, sprmPIlfo.
const (
	listOld   = 0x7FF
	listFewer = 0xF801 // from here on a list is the negative of its number, without a marker

	kindBullet = 23
)

// Sizes of the parts of lists.
const (
	sizeList  = 28
	sizeLevel = 28
	sizeUse   = 16
)

// read reads the lists, then their levels, which are behind them (2.9.200), then
// how they are used.
func (l *lists) read() error {
	from, _ := l.in.place(partLists)
	b := l.in.part(partLists)
	if len(b) < 2 {
		return nil
	}
	n := min(int(binary.LittleEndian.Uint16(b)), (len(b)-2)/sizeList)
	if err := l.in.spend(60 * n); err != nil {
		return err
	}
	l.byID = map[int32]*listDef{}
	levels := cut(l.in.table, int64(from)+int64(len(b)), int64(len(l.in.table)))
	if 2+n*sizeList < len(b) {
		levels = cut(l.in.table, int64(from)+int64(2+n*sizeList), int64(len(l.in.table)))
	}
	for i := range n {
		raw := b[2+i*sizeList:]
		d := &listDef{simple: raw[26]&1 != 0}
		count := wordtext.ListLevels
		if d.simple {
			count = 1
		}
		for k := range d.levels {
			d.levels[k].Restart = -1
		}
		for k := range count {
			var ok bool
			if d.levels[k], levels, ok = readLevel(levels); !ok {
				break
			}
		}
		l.byID[int32(binary.LittleEndian.Uint32(raw))] = d
	}
	return l.readUses()
}

// readLevel reads a level of a list (2.9.150), and returns what is behind it.
func readLevel(b []byte) (wordtext.ListLevel, []byte, bool) {
	l := wordtext.ListLevel{Restart: -1}
	if len(b) < sizeLevel {
		return l, nil, false
	}
	l.Start = int32(binary.LittleEndian.Uint32(b))
	kind := int(b[4])
	l.Format, l.Legal = numeral.WordFormat(kind), b[5]&4 != 0
	if b[5]&8 != 0 { // it restarts behind the level that is named, if any
		l.Restart = int8(min(b[26], wordtext.ListLevels))
	}
	rest := cut(b, sizeLevel+int64(b[24])+int64(b[25]), int64(len(b)))
	if len(rest) < 2 {
		return l, nil, false
	}
	n := min(2*int(binary.LittleEndian.Uint16(rest)), len(rest)-2)
	var text strings.Builder
	for _, c := range cfb.Wide(rest[2 : 2+n]) {
		if c < wordtext.ListLevels {
			text.WriteByte('%')
			c += '1'
		}
		text.WriteRune(c)
	}
	l.Text = text.String()
	return l, rest[2+n:], true
}

// readUses reads how lists are used (2.9.200, 2.9.132).
func (l *lists) readUses() error {
	b := l.in.part(partOverrides)
	if len(b) < 4 {
		return nil
	}
	n := min(int(binary.LittleEndian.Uint32(b)), (len(b)-4)/sizeUse)
	if err := l.in.spend(30 * n); err != nil {
		return err
	}
	more := b[4+n*sizeUse:]
	for i := range n {
		raw := b[4+i*sizeUse:]
		u := &listUse{of: l.byID[int32(binary.LittleEndian.Uint32(raw))]}
		if u.of != nil {
			for k := range u.levels {
				u.levels[k] = &u.of.levels[k]
			}
		}
		more = u.readChanges(cut(more, 4, int64(len(more))), int(raw[12]))
		l.uses = append(l.uses, u)
	}
	return nil
}

// readChanges reads the levels that are others in a use of a list (2.9.133).
func (u *listUse) readChanges(b []byte, n int) []byte {
	for range min(n, wordtext.ListLevels) {
		if len(b) < 8 {
			return nil
		}
		start, flags := int32(binary.LittleEndian.Uint32(b)), b[4]
		b = b[8:]
		at := int8(min(flags&15, wordtext.ListLevels-1))
		if flags&0x20 != 0 {
			l, rest, ok := readLevel(b)
			if b = rest; ok {
				u.levels[at], start = &l, l.Start
			}
		}
		if flags&0x10 != 0 {
			u.starts = append(u.starts, wordtext.ListStart{Level: at, Start: start})
		}
	}
	return b
}

// oldListOf reads how a paragraph of Word 6 is marked (2.9.14).
func oldListOf(b []byte) OldList {
	const fixed, texts = 20, 32
	if len(b) < fixed || b[0] == 0xFF {
		return OldList{}
	}
	out := OldList{Kind: b[0], Start: int32(binary.LittleEndian.Uint16(b[10:]))}
	chars := b[fixed:min(len(b), fixed+texts)]
	wide := len(b) >= fixed+2*texts
	if wide {
		chars = b[fixed : fixed+2*texts]
	}
	text := func(from, n int) string {
		if wide {
			return cfb.Wide(cut(chars, int64(2*from), int64(2*n)))
		}
		return string(cut(chars, int64(from), int64(n)))
	}
	out.Before, out.After = text(0, int(b[1])), text(int(b[1]), int(b[2])-int(b[1]))
	if len(out.Before)+len(out.After) > 0 && out.Kind == 0 && out.Start == 0 {
		out.Kind = kindBullet
	}
	return out
}

// Marker counts an item of a list, by its number from 1, and returns its marker. It
// reports whether there is one.
func (l *lists) Marker(list int32, level int8) (string, bool) {
	if list < 1 || int(list) > len(l.uses) {
		return "", false
	}
	u := l.uses[list-1]
	if u.of == nil {
		return "", false
	}
	if u.of.simple {
		level = 0
	}
	if l := u.levels[level]; (l.Format == "none" || l.Format == "") && (l.Text == "" || len(l.Text) == 2 && l.Text[0] == '%') {
		return "", false
	}
	return u.of.Count(level, &u.levels, u.starts), true
}

// Marker returns the marker of an item by its number.
func (l *OldList) Marker(n int32) string {
	if l.Kind == kindBullet || l.Kind >= 10 {
		return wordtext.Bullet
	}
	return l.Before + numeral.Format(int(n), numeral.WordFormat(int(l.Kind))) + l.After
}
