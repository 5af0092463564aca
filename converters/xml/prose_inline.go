package xml

import (
	"strconv"
	"strings"

	"github.com/seed353dc258/backstory/converters"
	"github.com/seed353dc258/backstory/converters/internal/xmlread"
	"github.com/seed353dc258/backstory/converters/xml/vocab"
	"github.com/seed353dc258/backstory/document"
)

// inlines adds what is in an element to a line.
func (p *prose) inlines(l *line, n xmlread.NodeID, styles document.Styles) error {
	for c := p.elements.First(n); c != 0; c = p.elements.Next(c) {
		if p.elements.IsText(c) {
			l.say(p.elements.Text(c), styles)
			continue
		}
		if read, err := p.admit(l, c, styles); err != nil {
			return err
		} else if !read {
			continue
		}
		if err := p.inline(l, c, styles); err != nil {
			return err
		}
	}
	return nil
}

// admit spends a step for an element of a line, and reports whether it is to be
// read: of one that is deleted it adds what stands for it.
func (p *prose) admit(l *line, n xmlread.NodeID, styles document.Styles) (read bool, err error) {
	if err := p.pay(n); err != nil {
		return false, err
	}
	if p.elements.deletes(n) {
		l.say(p.elements.deletedText(n), styles.With(document.Hidden))
		return false, nil
	}
	return true, nil
}

// inline adds an element to a line.
func (p *prose) inline(l *line, n xmlread.NodeID, styles document.Styles) error {
	r := p.elements.role(n)
	if style, ok := styleOf(r); ok {
		if r == roleEmphasis && strings.Contains("bold strong", orNone(p.elements.Attr(n, xmlread.None, "role"))) {
			style = document.Strong
		}
		return p.inlines(l, n, styles.With(style))
	}
	switch r {
	case roleDrop:
		if n != p.known {
			return p.pass(n)
		}
	case roleSameNote:
		if id := p.noteIDs[p.elements.Attr(n, xmlread.None, "linkend")]; id != "" {
			l.space = false
			l.add(converters.Make(p.elements.Env, &document.NoteRef{ID: id}), styles)
		}
	case roleMono:
		if text := p.elements.words(n); text != "" {
			l.add(converters.Make(p.elements.Env, &document.Code{Value: text}), styles)
		}
	case roleBreak:
		l.add(converters.Make(p.elements.Env, &document.Break{}), styles)
	case roleImage:
		p.image(l, n, styles)
	case roleLink:
		return p.link(l, n, styles)
	case roleCitation:
		text, err := p.cites.citation(n)
		l.say(" "+text+" ", styles)
		return err
	case roleFootnote:
		return p.footnote(l, n, styles)
	case roleArgument, roleChoice:
		return p.argument(l, n, r, styles)
	case roleFormula:
		return p.formula(l, n, styles)
	case roleElsewhere:
	case roleUnseen:
		p.formulas.countUnseen(n)
	case roleJoined:
		sign := "+"
		if p.elements.Name(n).Local == "menuchoice" {
			sign = " → "
		}
		return p.joined(l, n, sign, styles)
	case roleAlternatives:
		if best := p.elements.named(n, "tex-math", "math", "table"); best != 0 {
			return p.inline(l, best, styles)
		}
		if c := p.elements.named(n, "graphic", "inline-graphic", "media"); c != 0 {
			return p.inline(l, c, styles)
		}
		return p.inlines(l, n, styles)
	case roleInline:
		return p.mention(l, n, styles)
	default: // a block inside a line: its text, apart from what is before it
		l.say(" ", styles)
		if err := p.inlines(l, n, styles); err != nil {
			return err
		}
		l.say(" ", styles)
	}
	return nil
}

// mention adds what is in an element, or what it refers to where nothing
// does.
func (p *prose) mention(l *line, n xmlread.NodeID, styles document.Styles) error {
	if p.elements.First(n) != 0 {
		return p.inlines(l, n, styles)
	}
	words, err := p.referred(n)
	if words != "" {
		l.say(words, styles)
	}
	return err
}

// link adds a link. One without an address is its text.
func (p *prose) link(l *line, n xmlread.NodeID, styles document.Styles) error {
	url := p.elements.Attr(n, vocab.NsXLink, "href")
	if url == "" {
		url = p.elements.Attr(n, xmlread.None, "url")
	}
	local := p.elements.Name(n).Local
	if url == "" && local == "uri" {
		url = p.elements.words(n)
	} else if url == "" && local == "email" {
		url = "mailto:" + p.elements.words(n)
	}
	if url == "" || url[0] == '#' && p.elements.First(n) == 0 {
		return p.mention(l, n, styles)
	}
	inside := p.elements.newLine()
	inside.part = func() {
		l.add(converters.Make(p.elements.Env, &document.Link{URL: url, Inlines: inside.inlines()}), styles)
	}
	if err := p.inlines(&inside, n, 0); err != nil {
		return err
	}
	inlines := inside.inlines()
	if len(inlines) == 0 {
		inlines = converters.Make(p.elements.Env, document.Plain(url))
	}
	l.add(converters.Make(p.elements.Env, &document.Link{URL: url, Inlines: inlines}), styles)
	return nil
}

// image adds a picture by its alternative text.
func (p *prose) image(l *line, n xmlread.NodeID, styles document.Styles) {
	alt := p.elements.words(p.elements.named(n, "alt-text"))
	if alt == "" {
		alt = p.elements.words(p.elements.named(n, "textobject", "long-desc", "alt"))
	}
	if outer := p.elements.Parent(n); alt == "" && p.elements.role(outer) == roleFigure {
		alt = p.elements.words(p.elements.named(outer, "alt-text"))
	}
	l.add(converters.Make(p.elements.Env, &document.Image{Alt: alt}), styles)
}

// footnote adds the mark of a footnote; its text waits for the paragraph's end.
func (p *prose) footnote(l *line, n xmlread.NodeID, styles document.Styles) error {
	p.notes++
	id := strconv.Itoa(p.notes)
	if name := p.elements.ownID(n); name != "" && len(p.noteIDs) < maxNoteIDs {
		if p.noteIDs == nil {
			p.noteIDs = map[string]string{}
		}
		p.noteIDs[name] = id
	}
	after := p.after
	p.after = nil
	blocks, err := p.noteText(n)
	p.after = append(after, p.after...)
	p.keepNote(converters.Make(p.elements.Env, &document.Note{Pos: p.elements.Pos(n), ID: id, Blocks: blocks}))
	l.space = false
	l.add(converters.Make(p.elements.Env, &document.NoteRef{ID: id}), styles)
	return err
}

// maxNoteIDs is how many names of notes are remembered.
const maxNoteIDs = 4096

// pass counts an element that is left out. Of what an element says of itself, the
// title is above it.
func (p *prose) pass(n xmlread.NodeID) error {
	title := p.elements.titleOf(p.elements.Parent(n))
	if title == 0 || p.elements.Parent(title) != n {
		p.elements.skip(n)
		return nil
	}
	return p.elements.each(n, func(c xmlread.NodeID) error {
		if c != title {
			p.elements.skip(c)
		}
		return nil
	})
}

// noteText returns the text of a footnote or an item without the mark that it has
// in print.
func (p *prose) noteText(n xmlread.NodeID) ([]document.Block, error) {
	return p.without(n, p.elements.named(n, "label"), 1)
}

// formula adds mathematics. What has none is text.
func (p *prose) formula(l *line, n xmlread.NodeID, styles document.Styles) error {
	tex, ok := p.formulas.tex(n)
	if !ok {
		return p.inlines(l, n, styles)
	}
	if tex != "" {
		l.add(converters.Make(p.elements.Env, &document.Math{TeX: tex}), styles)
	}
	return nil
}

// display returns a formula that is on a line of its own.
func (p *prose) display(n xmlread.NodeID, level int) ([]document.Block, error) {
	tex, ok := p.formulas.tex(n)
	if !ok {
		return p.content(n, level)
	}
	if label := p.elements.words(p.elements.named(n, "label")); label != "" {
		tex = strings.TrimLeft(tex+` \qquad `, " ") + "\\text{" + strings.Trim(label, "{}\\") + "}"
	}
	if tex == "" {
		return nil, nil
	}
	return []document.Block{converters.Make(p.elements.Env, &document.MathBlock{Pos: p.elements.Pos(n), TeX: tex})}, nil
}
