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

// readBeside reads a record of what is beside the cells.
func (c *cellReader) readBeside() error {
	switch c.kind {
	case recNote:
		c.readNote()
		return c.book.node(nodesNote)
	case recObject:
		c.readObject()
	case recObjectText:
		c.readObjectText()
		return c.book.node(nodesNote)
	case recLink:
		c.readLink()
		return c.book.node(4)
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
func (c *cellReader) readObject() {
	c.kindOf, c.object = 0, 0
	for at := 0; at+4 <= len(c.body); at += 4 + c.short(at+2) {
		switch part := c.short(at); {
		case part == partCommon:
			c.kindOf, c.object = c.short(at+4), uint16(c.short(at+6))
		case part == partEmbedded && c.kindOf == objectPicture && c.book.found > 0:
			c.book.found--
		case part == partEmbedded && c.kindOf == objectPicture:
			c.book.losses.Lose(lost.Object, document.Pos{Part: c.sheet.grid.Name})
		case part == 0:
			return
		}
	}
}

// readNote reads a comment (2.4.179). That of BIFF5 has its text, which may go on in
// other records, whose row is -1.
func (c *cellReader) readNote() {
	if c.book.old {
		text := c.book.decode(c.body[min(6, len(c.body)):])
		if c.short(0) == 0xFFFF && len(c.sheet.notes) > 0 {
			c.sheet.notes[len(c.sheet.notes)-1].text += text
			return
		}
		c.sheet.notes = append(c.sheet.notes, note{at: sheet.Place{Row: c.short(0) + 1, Col: c.short(2)}, text: text})
		return
	}
	if len(c.body) < 11 {
		return
	}
	p := pieces{rest: [][]byte{c.body[10:]}}
	c.sheet.notes = append(c.sheet.notes, note{
		at: sheet.Place{Row: c.short(0) + 1, Col: c.short(2)}, object: uint16(c.short(6)), author: strings.TrimSpace(c.book.plainText(&p, c.short(8))),
	})
}

// readObjectText reads the text of an object, which is in the records behind it (2.4.329).
func (c *cellReader) readObjectText() {
	n := c.short(10)
	p := c.whole()
	if len(p.rest) < 2 || n == 0 {
		return
	}
	p.rest = p.rest[1:]
	wide := p.byte()&textWide != 0
	text := strings.TrimSpace(string(clean(nil, p.units(n, wide))))
	c.sheet.texts[c.object] = text
	if c.kindOf != objectNote && text != "" {
		for line := range strings.SplitSeq(text, "\n") {
			if line = strings.TrimSpace(line); line != "" {
				c.sheet.boxes = append(c.sheet.boxes, c.book.env.PlainParagraph(document.Pos{Part: c.sheet.grid.Name}, line))
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
func (c *cellReader) readLink() {
	const head = 8 + 16 + 4
	if len(c.body) < head+4 {
		return
	}
	at := sheet.Area{From: sheet.Place{Row: c.short(0) + 1, Col: c.short(4)}, To: sheet.Place{Row: c.short(2) + 1, Col: c.short(6)}}
	flags := binary.LittleEndian.Uint32(c.body[head:])
	rest := c.body[head+4:]
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
		c.sheet.links = append(c.sheet.links, link{at, url})
	}
}
