package markdown

import (
	"errors"
	"slices"
	"strings"

	"github.com/seed353dc258/backstory/converters"
	"github.com/seed353dc258/backstory/document"
	"github.com/seed353dc258/backstory/document/markdown/scan"
)

// maxStyle is how many bytes of style rules are kept. Each block of HTML is read
// with them.
const maxStyle = 16 << 10

// unread are rules in place of those that are too many, which may hide anything.
const unread = "<style>@container unread{*{display:none}}</style>"

// maxOpen is how many elements are looked at that a block leaves open.
const maxOpen = 64

// What a block of HTML costs in steps, beyond those of its length, which may be
// three letters: a source of its own, tags without text, and what is not an element.
const (
	nestedSteps = 16 << 10
	tagSteps    = 2 << 10
	otherSteps  = 512
	markupSteps = 1 << 10 // for each tag of a block
)

// fateIn returns what becomes of the text in an element, by its own attributes. The
// HTML format decides, and counts what is left out.
func (s *surroundings) fateIn(name, tag string) fate {
	if s.style == "" && name != "dialog" && !saysLook(tag) {
		return fate{}
	}
	around := s.around()
	key := around[len(s.style):] + tag
	if f, known := s.fates[key]; known {
		return f
	}
	if err := s.account.env.Step(s.account.ctx, nestedSteps+int64(len(around)), document.Pos{}); err != nil {
		s.account.fail(err)
		return fate{}
	}
	f := fate{}
	doc, err := s.account.env.Convert(s.account.ctx, converters.Fragment("tag.html", around+tag+"x</"+name+">"))
	switch {
	case errors.Is(err, converters.ErrCorrupt):
		f.drops = true
	case err == nil:
		for _, b := range doc.Blocks {
			f.label = max(f.label, labelOf(b))
		}
	}
	if s.fates == nil {
		s.fates = map[string]fate{}
	}
	s.fates[key] = f
	return f
}

// labelOf returns the label that a paragraph is in, or 0.
func labelOf(b document.Block) document.Style {
	if p, ok := b.(*document.Paragraph); ok && len(p.Inlines) == 1 {
		if styled, ok := p.Inlines[0].(*document.Styled); ok && styled.Style.IsLabel() {
			return styled.Style
		}
	}
	return 0
}

// leavesOpen takes over which elements a block of HTML leaves open, up to one that
// hides what is in it.
func (s *surroundings) leavesOpen(text string) {
	before := len(s.open)
	eachTag(text, func(name string, in *scan.Inline, _ int) bool {
		switch {
		case in.Form == scan.FormOpenTag && !closesItself(name) && len(s.open) < maxOpen:
			s.open = append(s.open, open{name, strings.ReplaceAll(in.Text, "\n", " ")})
		case in.Form == scan.FormCloseTag:
			for i := len(s.open) - 1; i >= 0; i-- {
				if s.open[i].name == name {
					s.open = s.open[:i]
					break
				}
			}
		}
		return true
	})
	all := s.open
	for i := min(before, len(all)); i < len(all); i++ {
		o := all[i]
		s.open = all[:i]
		f := fate{drops: true}
		if !isDropped(o.name) {
			f = s.fateIn(o.name, o.tag)
		}
		if f == (fate{}) {
			continue
		}
		s.hides = hider{name: o.name, fate: f}
		for _, inner := range all[i+1:] {
			if inner.name == o.name {
				s.hides.inside++
			}
		}
		return
	}
	s.open = all
}

// around returns what a piece of HTML is in, as far as it says how that looks:
// the rules so far, and the tags of elements that are open.
func (s *surroundings) around() string {
	if len(s.open) == 0 {
		return s.style
	}
	var b strings.Builder
	b.WriteString(s.style)
	for _, o := range s.open {
		if s.style != "" || saysLook(o.tag) {
			b.WriteString(o.tag)
		}
	}
	return b.String()
}

// saysLook reports whether a tag may say how what is in it looks.
func saysLook(tag string) bool {
	return slices.ContainsFunc([]string{"style", "hidden", "color", "size", "popover"}, func(s string) bool { return hasFold(tag, s) })
}

// addStyles keeps the rules of a block's style elements, for the HTML behind them.
func (s *surroundings) addStyles(text string) {
	eachTag(text, func(name string, in *scan.Inline, behind int) bool {
		if name != "style" || in.Form != scan.FormOpenTag {
			return true
		}
		css := text[behind:]
		if end := indexFold(css, "</style"); end >= 0 {
			css = css[:end]
		}
		rules := in.Text + strings.ReplaceAll(css, "\n", " ") + "</style>"
		if len(s.style)+len(css) > maxStyle {
			if rules = unread; strings.HasSuffix(s.style, unread) {
				return true
			}
		}
		s.style += rules
		s.fates = nil
		return true
	})
}
