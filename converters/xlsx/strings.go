package xlsx

import (
	"slices"

	"github.com/seed353dc258/backstory/converters"
	"github.com/seed353dc258/backstory/converters/internal/sheet"
)

// sharedString is an entry of the table of shared strings.
type sharedString struct {
	at    sheet.Address
	size  uint32      // bytes
	flags sheet.Flags // sheet.Plain, sheet.Rich
	empty bool
	faint bool // there is text in it that cannot be seen, if only on white
}

// item reads the text of a shared string or of an inline one, whose start tag
// was read: its runs in order, without the phonetic reading. Runs above or
// below the line are marked.
type item struct {
	styles *styles
	text   []byte
	rich   bool
	faint  bool
	mark   byte // of the run, 0 for none
	marked byte // the last mark that was written
}

func (it *item) read(s *scanner) error {
	it.text, it.rich, it.faint, it.mark, it.marked = it.text[:0], false, false, 0, 0
	if s.empty {
		return nil
	}
	depth := s.depth
	for {
		k, err := s.next()
		if err != nil {
			return err
		}
		if k == kindEnd && s.depth < depth || k == kindEOF {
			return nil
		}
		if k != kindStart {
			continue
		}
		switch string(s.name) {
		case "t":
			err = it.run(s)
		case "rPh", "phoneticPr", "extLst":
			err = s.skip()
		case "r":
			it.mark = 0
		default:
			it.property(s)
		}
		if err != nil {
			return err
		}
	}
}

// property notes what a run looks like.
func (it *item) property(s *scanner) {
	switch string(s.name) {
	case "color":
		if get := s.attrs.get; it.mark != markTiny && faint(it.styles.colorOf(get), white()) {
			it.mark, it.faint = markFaint, true
		}
	case "sz":
		if less(s.attrs.get("val"), rowLeast) {
			it.mark, it.faint = markTiny, true
		}
	case "strike":
		if v := s.attrs.get("val"); it.mark == 0 && (v == "" || truth(v)) {
			it.mark = markStruck
		}
	case "vertAlign":
		switch v := s.attrs.get("val"); {
		case it.mark == markFaint || it.mark == markTiny: // what hides a run counts
		case v == "superscript":
			it.mark = markUp
		case v == "subscript":
			it.mark = markDown
		}
	}
}

// run reads the text of a t element.
func (it *item) run(s *scanner) error {
	if s.empty {
		return nil
	}
	if it.mark != it.marked {
		it.marked, it.rich = it.mark, true
		mark := it.mark
		if mark == 0 {
			mark = markPlain
		}
		it.text = append(it.text, mark)
	}
	return s.content(func(text []byte, raw bool) {
		if raw {
			it.text = append(it.text, text...)
		} else {
			it.text = decode(it.text, text)
		}
	})
}

// content gives the text of the element whose start tag was read: piece by
// piece, raw where nothing is to be decoded. Elements inside are passed over.
func (s *scanner) content(visit func(text []byte, raw bool)) error {
	if s.empty {
		return nil
	}
	depth := s.depth
	for {
		k, err := s.next()
		if err != nil {
			return err
		}
		if k == kindEOF {
			return nil
		}
		if len(s.text) > 0 {
			visit(s.text, k == kindData)
		}
		if k == kindEnd && s.depth < depth {
			return nil
		}
		if k == kindStart {
			if err := s.skip(); err != nil {
				return err
			}
		}
	}
}

// readStrings reads the table of shared strings.
func (b *book) readStrings(part string) error {
	s, err := b.scan(part)
	if err != nil {
		return err
	}
	it := item{styles: &b.styles}
	for {
		k, err := s.next()
		if err != nil || k == kindEOF {
			return err
		}
		if k != kindStart || !s.is("si") {
			continue
		}
		if err := it.read(s); err != nil {
			return err
		}
		if err := b.env.Spend(converters.LimitNodes, 1, s.pos()); err != nil {
			return err
		}
		shared := sharedString{empty: blank(it.text), faint: it.faint, size: uint32(len(it.text))}
		if !shared.empty {
			if shared.at, err = b.stored.Texts.Add(it.text); err != nil {
				return err
			}
		}
		if it.rich {
			shared.flags |= sheet.Rich
		} else if sheet.IsPlain(it.text) {
			shared.flags |= sheet.Plain
		}
		if n := len(b.shared); n == cap(b.shared) {
			b.shared = slices.Grow(b.shared, sheet.Growth(n, s.expects()))
		}
		b.shared = append(b.shared, shared)
	}
}

// blank reports whether a text has nothing but white space.
func blank(text []byte) bool {
	for _, c := range text {
		if c != ' ' && c != '\n' && c != '\t' && c != '\r' {
			return false
		}
	}
	return true
}
