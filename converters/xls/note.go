package xls

import (
	"cmp"
	"encoding/binary"
	"slices"
	"strings"

	"github.com/seed353dc258/backstory/converters"
	"github.com/seed353dc258/backstory/converters/internal/cfb"
	"github.com/seed353dc258/backstory/converters/internal/lost"
	"github.com/seed353dc258/backstory/converters/internal/sheet"
	"github.com/seed353dc258/backstory/document"
)

// The kinds of objects that have a text of their own (2.5.143).
const (
	objectNote = 0x19
	nodesNote  = 20
)

// read reads a record of what is beside the cells.
func (b *besideReader) read() error {
	switch b.kind {
	case recNote:
		b.readNote()
		return b.book.node(nodesNote)
	case recObject:
		b.readObject()
	case recObjectText:
		b.readObjectText()
		return b.book.node(nodesNote)
	case recLink:
		b.readLink()
		return b.book.node(4)
	}
	return nil
}

// Parts of an object (2.5.143), and the kind of one that is a picture.
const (
	partCommon    = 0x15
	partEmbedded  = 0x09
	objectPicture = 0x08
)

// readObject reads what kind of an object there is, and its number (2.4.181). A picture
// may be that of an embedded object.
func (b *besideReader) readObject() {
	b.kindOf, b.object = 0, 0
	for at := 0; at+4 <= len(b.body); at += 4 + b.short(at+2) {
		switch part := b.short(at); {
		case part == partCommon:
			b.kindOf, b.object = b.short(at+4), uint16(b.short(at+6))
		case part == partEmbedded && b.kindOf == objectPicture && b.book.found > 0:
			b.book.found--
		case part == partEmbedded && b.kindOf == objectPicture:
			b.book.losses.Lose(lost.Object, document.Pos{Part: b.sheet.grid.Name})
		case part == 0:
			return
		}
	}
}

// readNote reads a comment (2.4.179). That of BIFF5 has its text, which may go on in
// other records, whose row is -1.
func (b *besideReader) readNote() {
	if b.book.old {
		text := b.book.decode(b.body[min(6, len(b.body)):])
		if b.short(0) == 0xFFFF && len(b.sheet.notes) > 0 {
			b.sheet.notes[len(b.sheet.notes)-1].text += text
			return
		}
		b.sheet.notes = append(b.sheet.notes, note{at: sheet.Place{Row: b.short(0) + 1, Col: b.short(2)}, text: text})
		return
	}
	if len(b.body) < 11 {
		return
	}
	p := pieces{rest: [][]byte{b.body[10:]}}
	b.sheet.notes = append(b.sheet.notes, note{
		at: sheet.Place{Row: b.short(0) + 1, Col: b.short(2)}, object: uint16(b.short(6)), author: strings.TrimSpace(b.book.plainText(&p, b.short(8))),
	})
}

// readObjectText reads the text of an object, which is in the records behind it (2.4.329).
func (b *besideReader) readObjectText() {
	n := b.short(10)
	p := b.whole()
	if len(p.rest) < 2 || n == 0 {
		return
	}
	p.rest = p.rest[1:]
	wide := p.byte()&textWide != 0
	text := strings.TrimSpace(string(clean(nil, p.units(n, wide))))
	b.sheet.texts[b.object] = text
	if b.kindOf != objectNote && text != "" {
		for line := range strings.SplitSeq(text, "\n") {
			if line = strings.TrimSpace(line); line != "" {
				b.sheet.boxes = append(b.sheet.boxes, b.book.env.PlainParagraph(document.Pos{Part: b.sheet.grid.Name}, line))
			}
		}
	}
}

// comments returns the comments of a sheet, by row.
func (sh *worksheet) comments() []document.Block {
	if sh.book.env.Options.Comments == "off" {
		return nil
	}
	slices.SortStableFunc(sh.notes, func(a, b note) int { return cmp.Or(a.at.Row-b.at.Row, a.at.Col-b.at.Col) })
	var out []document.Block
	for _, n := range sh.notes {
		text := n.text
		if text == "" {
			text = sh.texts[n.object]
		}
		if rest, ok := strings.CutPrefix(text, n.author+":"); ok && n.author != "" {
			text = rest
		}
		if text = strings.TrimSpace(text); text == "" {
			continue
		}
		pos := sh.grid.At(n.at)
		out = append(out, converters.Make(sh.book.env, &document.Annotation{
			Pos: pos, Author: n.author, Blocks: []document.Block{sh.book.env.PlainParagraph(pos, sh.grid.About(n.at)+": "+text)},
		}))
	}
	return out
}

// Parts that a link may have ([MS-OSHARED], 2.3.7.1).
const (
	linkMoniker  = 0x001
	linkLocation = 0x008
	linkName     = 0x014
	linkFrame    = 0x080
	linkText     = 0x100

	monikerURL = "\xE0\xC9\xEA\x79\xF9\xBA\xCE\x11\x8C\x82\x00\xAA\x00\x4B\xA9\x0B"
)

// readLink reads a link (2.4.140): to an address; one into the workbook shows nothing that
// its text does not.
func (b *besideReader) readLink() {
	const head = 8 + 16 + 4
	if len(b.body) < head+4 {
		return
	}
	at := sheet.Area{From: sheet.Place{Row: b.short(0) + 1, Col: b.short(4)}, To: sheet.Place{Row: b.short(2) + 1, Col: b.short(6)}}
	flags := binary.LittleEndian.Uint32(b.body[head:])
	rest := b.body[head+4:]
	text := func() string {
		if len(rest) < 4 {
			return ""
		}
		n := min(2*int(binary.LittleEndian.Uint32(rest)), len(rest)-4)
		out := cfb.Wide(rest[4 : 4+max(n, 0)])
		rest = rest[4+max(n, 0):]
		return strings.TrimRight(out, "\x00")
	}
	if flags&linkName != 0 {
		text()
	}
	if flags&linkFrame != 0 {
		text()
	}
	url := ""
	switch {
	case flags&linkMoniker == 0:
	case flags&linkText != 0:
		url = text()
	case len(rest) > 20 && string(rest[:16]) == monikerURL:
		n := min(int(binary.LittleEndian.Uint32(rest[16:])), len(rest)-20)
		url, _, _ = strings.Cut(cfb.Wide(rest[20:20+max(n, 0)]), "\x00")
	}
	if url != "" && at.From.Row <= at.To.Row && at.From.Col <= at.To.Col {
		b.sheet.links = append(b.sheet.links, link{at, url})
	}
}
