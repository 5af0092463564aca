package ppt

import (
	"context"
	"encoding/binary"
	"maps"
	"slices"

	"github.com/seed353dc258/backstory/converters"
	"github.com/seed353dc258/backstory/converters/internal/cfb"
	"github.com/seed353dc258/backstory/converters/internal/crypt"
	"github.com/seed353dc258/backstory/converters/internal/drawing"
	"github.com/seed353dc258/backstory/converters/internal/lost"
	"github.com/seed353dc258/backstory/converters/internal/officeart"
	"github.com/seed353dc258/backstory/converters/internal/wordtext"
	"github.com/seed353dc258/backstory/document"
)

// The kinds of records that are read (2.13.24).
const (
	kindDocument   = 0x03E8
	kindAtom       = 0x03E9
	kindSlide      = 0x03EE
	kindSlideAtom  = 0x03EF
	kindNotes      = 0x03F0
	kindPlace      = 0x03F3
	kindShow       = 0x03F9
	kindLinks      = 0x0409
	kindDrawing    = 0x040C
	kindHolder     = 0x0BC3
	kindOutlineRef = 0x0F9E
	kindTextHead   = 0x0F9F
	kindWide       = 0x0FA0
	kindStyle      = 0x0FA1
	kindNarrow     = 0x0FA8
	kindString     = 0x0FBA
	kindLink       = 0x0FD7
	kindLinkAtom   = 0x0FD3
	kindLinkRange  = 0x0FDF
	kindList       = 0x0FF0
	kindAction     = 0x0FF2
	kindActionAtom = 0x0FF3
	kindEdit       = 0x0FF5
	kindDirectory  = 0x1772
	kindSession    = 0x2F14
)

// deck is a presentation.
type deck struct {
	ctx    context.Context
	env    *converters.Env
	raw    []byte            // its stream
	places map[uint32]uint32 // offsets of what is kept, by number

	session uint32 // what is kept under this number says how the others are locked

	slides []slide
	notes  map[uint32]uint32 // by the number of the notes: what they are kept as
	links  map[uint32]string // addresses by number
	frame  drawing.Frame     // of a slide
	words  wordtext.Builder
	failed error
	*lost.Tally
}

// slide is a slide: what it is kept as, and the texts of its outline.
type slide struct {
	ref   uint32
	texts []rawText
}

// rawText is a text with what follows it: its runs and its links.
type rawText struct {
	kind  uint32
	text  []uint16
	style []byte
	links []linkRange
}

type linkRange struct {
	from, to int
	id       uint32
}

// fail keeps the first error.
func (d *deck) fail(err error) {
	if d.failed == nil {
		d.failed = err
	}
}

// step counts work.
func (d *deck) step(n int) bool {
	if err := d.env.Step(d.ctx, int64(n), document.Pos{}); err != nil {
		d.fail(err)
	}
	return d.failed == nil
}

// open finds what is kept where, then the slides.
func (d *deck) open(file *cfb.File) error {
	var err error
	if d.raw, err = file.Read(file.Root().Stream(stream)); err != nil {
		return err
	}
	if len(d.raw) == 0 {
		return converters.Corrupt(document.Pos{}, "not a presentation of PowerPoint 97 or newer: the file has no stream called %s", stream)
	}
	user, err := file.Read(file.Root().Stream("Current User"))
	if err != nil {
		return err
	}
	const token, offset, locked = 12, 16, 0xF3D1C4DF
	main := d.readEdits(long(user, offset))
	if long(user, token) == locked {
		if err := d.unlock(); err != nil {
			return err
		}
	}
	raw, ok := d.persisted(main, kindDocument)
	if !ok {
		return converters.Corrupt(document.Pos{}, "the presentation has no list of its slides")
	}
	d.readDocument(raw)
	return d.failed
}

// long returns four bytes as a number, 0 where there are none.
func long(b []byte, at int) uint32 {
	if at < 0 || at+4 > len(b) {
		return 0
	}
	return binary.LittleEndian.Uint32(b[at:])
}

// readEdits reads where all that is kept is: each time that the presentation was saved says
// it for what had changed (2.3.3 to 2.3.6). It returns the number of the document.
func (d *deck) readEdits(at uint32) (main uint32) {
	d.places = map[uint32]uint32{}
	for seen := map[uint32]bool{}; !seen[at] && int64(at) < int64(len(d.raw)); {
		seen[at] = true
		r, _, ok := officeart.Next(d.raw[at:])
		if !ok || r.Kind != kindEdit {
			break
		}
		const before, directory, document, session = 8, 12, 16, 28
		if len(seen) == 1 {
			main, d.session = long(r.Body, document), long(r.Body, session)
		}
		if from := long(r.Body, directory); int64(from) < int64(len(d.raw)) {
			if list, _, ok := officeart.Next(d.raw[from:]); ok && list.Kind == kindDirectory {
				d.readDirectory(list.Body)
			}
		}
		if at = long(r.Body, before); at == 0 {
			break
		}
	}
	return main
}

const (
	head        = 8 // bytes of a record in front of its body
	lockedBlock = 512
)

// byteSteps is how many steps of work a byte is that is decrypted: a list may name the same
// ones many times.
const byteSteps = 4

// unlock decrypts all that is kept ([MS-PPT], 2.3.7): each has the key of its number, and
// one of them says how it is locked.
func (d *deck) unlock() error {
	info, _ := d.persisted(d.session, kindSession)
	key, err := crypt.Legacy(d.ctx, d.env, "presentation", info, lockedBlock)
	if err != nil {
		return err
	}
	done := map[uint32]bool{}
	for _, ref := range slices.Sorted(maps.Keys(d.places)) {
		at := d.places[ref]
		if ref == d.session || int64(at)+head > int64(len(d.raw)) || done[at] {
			continue
		}
		done[at] = true
		c, b := key.Stream(ref), d.raw[at:]
		c.XORKeyStream(b[:head], b[:head])
		b = b[head:][:min(int64(long(b, 4)), int64(len(b)-head))]
		if !d.step(len(b)*byteSteps + 1) {
			return d.failed
		}
		c.XORKeyStream(b, b)
	}
	return nil
}

// readDirectory reads runs of offsets (2.3.5).
func (d *deck) readDirectory(b []byte) {
	for len(b) >= 4 {
		head := long(b, 0)
		first, n := head&(1<<20-1), int(head>>20)
		b = b[4:]
		for i := 0; i < n && len(b) >= 4; i++ {
			if _, newer := d.places[first+uint32(i)]; !newer {
				d.places[first+uint32(i)] = long(b, 0)
			}
			b = b[4:]
		}
	}
	d.check(d.env.Spend(converters.LimitNodes, int64(len(d.places)), document.Pos{}))
}

func (d *deck) check(err error) {
	if err != nil {
		d.fail(err)
	}
}

// persisted returns what is kept under a number, if it is of a kind.
func (d *deck) persisted(ref uint32, kind uint16) ([]byte, bool) {
	at, ok := d.places[ref]
	if !ok || int64(at) >= int64(len(d.raw)) {
		return nil, false
	}
	r, _, ok := officeart.Next(d.raw[at:])
	return r.Body, ok && r.Kind == kind
}

// unit is the unit of lengths in a presentation.
const unit = drawing.Inch / 576

// readDocument reads the lists of slides and notes, and the links (2.4.1).
func (d *deck) readDocument(b []byte) {
	d.notes, d.links = map[uint32]uint32{}, map[uint32]string{}
	for r, rest, ok := officeart.Next(b); ok && d.step(1); r, rest, ok = officeart.Next(rest) {
		switch {
		case r.Kind == kindAtom:
			d.frame = drawing.Frame{W: int64(int32(long(r.Body, 0))) * unit, H: int64(int32(long(r.Body, 4))) * unit, Known: true}
		case r.Kind == kindLinks:
			d.readLinks(r.Body)
		case r.Kind == kindList && r.Instance == 0:
			d.readSlides(r.Body)
		case r.Kind == kindList && r.Instance == 2:
			for n, rest, ok := officeart.Next(r.Body); ok && d.step(1); n, rest, ok = officeart.Next(rest) {
				if n.Kind == kindPlace {
					d.notes[long(n.Body, 12)] = long(n.Body, 0)
				}
			}
		}
	}
}

// slideNodes is what a slide counts as.
const slideNodes = 16

// readSlides reads the list of slides, with the texts of their outlines (2.4.14.3).
func (d *deck) readSlides(b []byte) {
	for r, rest, ok := officeart.Next(b); ok && d.step(1); r, rest, ok = officeart.Next(rest) {
		if r.Kind == kindPlace {
			d.slides = append(d.slides, slide{ref: long(r.Body, 0)})
			d.check(d.env.Spend(converters.LimitNodes, slideNodes, document.Pos{}))
		} else if n := len(d.slides); n > 0 {
			d.slides[n-1].texts = addText(d.slides[n-1].texts, r)
		}
	}
}

// readLinks reads the addresses that texts refer to (2.10.16).
func (d *deck) readLinks(b []byte) {
	for r, rest, ok := officeart.Next(b); ok && d.step(1); r, rest, ok = officeart.Next(rest) {
		if r.Kind != kindLink {
			continue
		}
		id, url := uint32(0), ""
		for part, more, ok := officeart.Next(r.Body); ok; part, more, ok = officeart.Next(more) {
			switch {
			case part.Kind == kindLinkAtom:
				id = long(part.Body, 0)
			case part.Kind == kindString && part.Instance == 1:
				url = cfb.Wide(part.Body)
			}
		}
		d.links[id] = url
		d.check(d.env.Spend(converters.LimitNodes, 4, document.Pos{}))
	}
}

// isHidden reports whether a slide is not shown (2.6.6).
func isHidden(slide []byte) bool {
	const flags, hidden = 10, 4
	r, ok := officeart.Find(slide, kindShow)
	return ok && len(r.Body) > flags && r.Body[flags]&hidden != 0
}

// notesRef returns the number of the notes of a slide (2.5.10).
func notesRef(slide []byte) uint32 {
	r, _ := officeart.Find(slide, kindSlideAtom)
	return long(r.Body, 16)
}

// slideReader reads the shapes of a slide, or of its notes.
type slideReader struct {
	deck    *deck
	pos     document.Pos
	outline []rawText
	ofNotes bool
}

// shape is a shape of a slide.
type shape struct {
	officeart.Shape
	frame  drawing.Frame
	holder uint8 // the kind of the placeholder, 0 for none
	text   *rawText
	cells  []shape // of a table
}

const stream = "PowerPoint Document"

// addText adds a record of a text: its kind begins one (2.9.13), and what follows is of it.
func addText(texts []rawText, r officeart.Record) []rawText {
	if r.Kind == kindTextHead {
		return append(texts, rawText{kind: long(r.Body, 0)})
	}
	n := len(texts)
	if n == 0 {
		return texts
	}
	t := &texts[n-1]
	switch r.Kind {
	case kindWide:
		for i := 0; i+1 < len(r.Body); i += 2 {
			t.text = append(t.text, binary.LittleEndian.Uint16(r.Body[i:]))
		}
	case kindNarrow:
		for _, c := range r.Body {
			t.text = append(t.text, uint16(c))
		}
	case kindStyle:
		t.style = r.Body
	case kindAction:
		if a, ok := officeart.Find(r.Body, kindActionAtom); ok {
			t.links = append(t.links, linkRange{id: long(a.Body, 4)})
		}
	case kindLinkRange:
		if k := len(t.links); k > 0 && t.links[k-1].to == 0 {
			t.links[k-1].from, t.links[k-1].to = int(long(r.Body, 0)), int(long(r.Body, 4))
		}
	}
	return texts
}
