package wordml

import (
	"github.com/seed353dc258/backstory/converters/internal/wordtext"
	"github.com/seed353dc258/backstory/converters/internal/xmlread"
)

// Paragraph is the properties of a paragraph, with those of its style.
type Paragraph struct {
	Pars
	Kind   wordtext.Kind
	Level  int8  // of its outline, -1 or [wordtext.NoLevel] for text
	Chars  Chars // of text without properties of its own
	marker marker
	given  bool // properties were read
}

// ReadParagraph reads the properties of a paragraph. Of one that has text and
// properties, since another one runs on into it, only Removed is read. Within is
// what the style of the table around gives its text.
func (defs *Definitions) ReadParagraph(s *xmlread.Scanner, p *Paragraph, within *Chars, hasText bool) error {
	var own Pars
	id, m, level := "", marker{level: -1}, int8(-1)
	if err := defs.readParaProps(s, &own, &m, &level, &id); err != nil {
		return err
	}
	if p.given && hasText {
		p.Removed = own.Removed // the first of joined paragraphs says how they look
		return nil
	}
	*p = defs.Styled(id, within)
	p.given = true
	p.over(&own)
	if level >= 0 {
		p.Level = level
	}
	if m.set {
		p.marker.num, p.marker.set = m.num, true
	}
	if m.level >= 0 {
		p.marker.level = m.level
	}
	p.marker.shown = m.shown
	return nil
}

// NoItem says that a paragraph is none of a list.
func (p *Paragraph) NoItem() { p.marker = marker{level: -1} }

// Styled returns the properties that a style gives a paragraph. The id "" is the
// style of paragraphs that name none.
func (defs *Definitions) Styled(id string, within *Chars) Paragraph {
	if id == "" {
		id = defs.styles.first
	}
	p := Paragraph{Level: -1, Chars: defs.styles.chars}
	p.Chars.over(within)
	s := defs.styleOf(id)
	if s == nil {
		return p
	}
	p.Pars, p.Kind, p.Level, p.marker = s.pars, s.kind, s.level, s.marker
	if level := defs.levelOf(p.marker.num, p.marker.style); p.marker.set && level >= 0 {
		p.marker.level = level
	}
	p.Chars.over(&s.chars)
	if s.caption || s.kind != wordtext.PlainText || s.level >= 0 && s.level < wordtext.NoLevel {
		p.Chars.on &^= emphasisBits
	}
	return p
}

// emphasisBits are those that a style does not give the text of headings,
// quotations and the like: Markdown shows by other means what they are.
const emphasisBits = bitBold | bitItalic | bitStrike | bitSuper | bitSub

// styleOf returns a style by its id. One that the document does not define is
// what its id says.
func (defs *Definitions) styleOf(id string) *style {
	if id == "" {
		return nil
	}
	if s := defs.find(id); s != nil {
		return s
	}
	t := &defs.styles
	if len(t.all) >= maxUndefined {
		return nil
	}
	s := style{id: id, level: -1, marker: marker{level: -1}, state: styleDone}
	s.named(id)
	t.byID[id] = int32(len(t.all))
	t.all = append(t.all, s)
	return &t.all[len(t.all)-1]
}

// maxUndefined bounds the styles that documents may use without defining them.
const maxUndefined = 1 << 16
