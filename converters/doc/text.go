package doc

import (
	"bytes"
	"unicode/utf16"
	"unicode/utf8"

	"github.com/seed353dc258/backstory/converters"
	"github.com/seed353dc258/backstory/converters/doc/word"
	"github.com/seed353dc258/backstory/converters/internal/visible"
	"github.com/seed353dc258/backstory/converters/internal/wordtext"
	"github.com/seed353dc258/backstory/document"
)

// readText reads the text of a paragraph, stretch by stretch.
func (st *story) readText(from, to word.Place) {
	ground := st.cellGround(from)
	para := st.hidesPara()
	for at := from; at < to && !st.doc.failed(); {
		chars, end := st.doc.file.CharsAt(at, st.par.props.Style)
		end = min(end, to)
		st.readStretch(at, end, st.lookOf(chars, ground, para))
		at = end
	}
}

// lookOf returns how text with some properties looks.
func (st *story) lookOf(chars *word.Chars, ground visible.Paint, para visible.Way) stretch {
	s := stretch{chars: chars, font: st.doc.file.Fonts.Of(chars.Font)}
	s.how = st.hides(chars, ground, para)
	s.run = wordtext.Run{Styles: styles(chars), Code: s.font.Mono, Mono: s.font.Mono}
	if wordtext.IsCodeName(st.doc.file.Styles.Name(chars.Style)) && chars.Style != 0 {
		s.run.Code, s.run.Mono = true, false
	}
	if s.how != visible.Shown && s.how != visible.Unsure {
		s.drops = st.doc.losses.Drops(s.how)
		s.run.Label = st.doc.losses.Label(s.how)
	}
	return s
}

// minRaised is by how many half points text is raised at least that is superscript.
const minRaised = 4

// styles returns the styles of text with some properties.
func styles(c *word.Chars) document.Styles {
	var s document.Styles
	for style, on := range map[document.Style]bool{
		document.Strong: c.Bold, document.Emphasis: c.Italic, document.Strike: c.Strike,
		document.Superscript: c.Script > 0 || c.Script == 0 && c.Letters.Raise >= minRaised,
		document.Subscript:   c.Script < 0 || c.Script == 0 && c.Letters.Raise <= -minRaised,
	} {
		if on {
			s = s.With(style)
		}
	}
	return s
}

// readStretch reads a stretch of text: characters that are text, and those that are not.
func (st *story) readStretch(from, to word.Place, s stretch) {
	units := st.doc.file.Texts.Text(from, to)
	plain := 0
	for i, c := range units {
		at := from + word.Place(i)
		if names := st.namesAt(at); names != nil {
			st.addMarks(names)
		}
		_, isRef := st.doc.refs[at]
		if !(isRef || c < 0x20 || c == charSymbol && s.chars.Sign.Special && s.chars.Sign.Symbol.Code != 0) || st.doc.file.Texts.IsRaw() && st.decoder.Waits() {
			continue
		}
		st.putUnits(units[plain:i], &s)
		plain = i + 1
		st.special(c, at, &s)
	}
	st.putUnits(units[plain:], &s)
}

// namesAt returns the bookmarks at a place of the body.
func (st *story) namesAt(at word.Place) []string {
	if st.part != "" || len(st.par.marks) >= maxMarks {
		return nil
	}
	return st.doc.bookmarks[at]
}

// putUnits adds characters as the font shows them.
func (st *story) putUnits(units []uint16, s *stretch) {
	if len(units) == 0 {
		return
	}
	out := st.scratch[:0]
	switch {
	case st.doc.file.Texts.IsRaw():
		raw := make([]byte, len(units))
		for i, c := range units {
			raw[i] = byte(c)
		}
		st.decoder.Page, st.decoder.Font = s.font.Page, s.font.Signs
		out = st.decoder.Decode(out, raw, true)
		out = st.decoder.Unfinished(out)
	case s.font.Signs.HasSymbols():
		out = append(out, s.font.Signs.Text(string(utf16.Decode(units)))...)
	default:
		for i := 0; i < len(units); i++ {
			r := rune(units[i])
			if utf16.IsSurrogate(r) && i+1 < len(units) {
				if pair := utf16.DecodeRune(r, rune(units[i+1])); pair != utf8.RuneError {
					r = pair
					i++
				}
			}
			out = utf8.AppendRune(out, r)
		}
	}
	st.scratch = out
	st.put(out, s)
}

// put adds text to the paragraph, or to the instruction of a field.
func (st *story) put(text []byte, s *stretch) {
	if len(text) == 0 {
		return
	}
	if f := st.coding(); f != nil {
		f.take(text)
		return
	}
	if st.isSilent() {
		return
	}
	st.shown()
	blank := len(bytes.TrimSpace(text)) == 0
	if s.how != st.par.unseen && !blank {
		if st.par.unseen = s.how; s.how != visible.Shown {
			st.doc.losses.Hide(s.how, st.pos())
		}
	}
	if s.drops {
		st.par.dropped = true
		return
	}
	if err := st.doc.env.Spend(converters.LimitText, int64(utf8.RuneCount(text)), st.pos()); err != nil {
		st.doc.fail(err)
		return
	}
	run := s.run
	run.Link = st.link()
	st.doc.build.Bytes(st.par.text, text, run)
}

// putNode adds what is no text to the paragraph.
func (st *story) putNode(n document.Inline, s *stretch, label document.Style) {
	if st.coding() != nil || st.isSilent() {
		return
	}
	st.shown()
	run := s.run
	run.Code, run.Mono, run.Link, run.Label = false, false, st.link(), label
	st.hold(costNode)
	st.doc.build.Node(st.par.text, n, run)
}
