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
	ground := st.tables.ground(from, st.par.props.Tables())
	para := st.par.hides(&st.tables.row)
	for at := from; at < to && !st.doc.failed(); {
		chars, end := st.doc.file.CharsAt(at, st.par.props.Style)
		end = min(end, to)
		st.readStretch(at, end, st.doc.lookOf(chars, hides(chars, para, [...]visible.Paint{chars.Ground, st.par.props.Ground, ground, st.ground})))
		at = end
	}
}

// lookOf returns how text with some properties looks.
func (r *reader) lookOf(chars *word.Chars, how visible.Way) stretch {
	s := stretch{chars: chars, font: r.file.Fonts.Of(chars.Font), how: how}
	s.run = wordtext.Run{Styles: styles(chars), Code: s.font.Mono, Mono: s.font.Mono}
	if wordtext.IsCodeName(r.file.Styles.Name(chars.Style)) && chars.Style != 0 {
		s.run.Code, s.run.Mono = true, false
	}
	if s.how != visible.Shown && s.how != visible.Unsure {
		s.drops = r.losses.Drops(s.how)
		s.run.Label = r.losses.Label(s.how)
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
	units, raw := st.doc.file.Texts.Text(from, to), st.doc.file.Texts.IsRaw()
	plain := 0
	for i, c := range units {
		at := from + word.Place(i)
		if st.part == "" {
			st.par.addMarks(st.doc.bookmarks[at])
		}
		_, isRef := st.doc.refs[at]
		if !(isRef || c < 0x20 || c == charSymbol && s.chars.Sign.Special && s.chars.Sign.Symbol.Code != 0) || raw && st.letters.decoder.Waits() {
			continue
		}
		st.put(st.letters.text(units[plain:i], s.font, raw), &s)
		plain = i + 1
		st.special(c, at, &s)
	}
	st.put(st.letters.text(units[plain:], s.font, raw), &s)
}

// text returns characters as the font shows them, until it is called again. Raw ones are
// bytes in the code page of the font.
func (l *letters) text(units []uint16, font word.Font, raw bool) []byte {
	if len(units) == 0 {
		return nil
	}
	out := l.scratch[:0]
	switch {
	case raw:
		bytes := make([]byte, len(units))
		for i, c := range units {
			bytes[i] = byte(c)
		}
		l.decoder.Page, l.decoder.Font = font.Page, font.Signs
		out = l.decoder.Decode(out, bytes, true)
		out = l.decoder.Unfinished(out)
	case font.Signs.HasSymbols():
		out = append(out, font.Signs.Text(string(utf16.Decode(units)))...)
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
	l.scratch = out
	return out
}

// put adds text to the paragraph, or to the instruction of a field.
func (st *story) put(text []byte, s *stretch) {
	if len(text) == 0 {
		return
	}
	if f := st.fields.coding(); f != nil {
		f.take(text)
		return
	}
	if st.fields.isSilent() {
		return
	}
	st.fields.shown()
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
	run.Link = st.fields.link()
	st.doc.build.Bytes(st.par.text, text, run)
}

// putNode adds what is no text to the paragraph.
func (st *story) putNode(n document.Inline, s *stretch, label document.Style) {
	if st.fields.coding() != nil || st.fields.isSilent() {
		return
	}
	st.fields.shown()
	run := s.run
	run.Code, run.Mono, run.Link, run.Label = false, false, st.fields.link(), label
	st.doc.hold(costNode, st.pos())
	st.doc.build.Node(st.par.text, n, run)
}
