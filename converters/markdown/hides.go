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
func (r *reader) fateIn(name, tag string) fate {
	if r.style == "" && name != "dialog" && !saysLook(tag) {
		return fate{}
	}
	around := r.around()
	key := around[len(r.style):] + tag
	if f, known := r.fates[key]; known {
		return f
	}
	if err := r.env.Step(r.ctx, nestedSteps+int64(len(around)), document.Pos{}); err != nil {
		r.fail(err)
		return fate{}
	}
	f := fate{}
	doc, err := r.env.Convert(r.ctx, converters.Fragment("tag.html", around+tag+"x</"+name+">"))
	switch {
	case errors.Is(err, converters.ErrCorrupt):
		f.drops = true
	case err == nil:
		for _, b := range doc.Blocks {
			f.label = max(f.label, labelOf(b))
		}
	}
	if r.fates == nil {
		r.fates = map[string]fate{}
	}
	r.fates[key] = f
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
func (r *reader) leavesOpen(text string) {
	before := len(r.open)
	eachTag(text, func(name string, in *scan.Inline, _ int) bool {
		switch {
		case in.Form == scan.FormOpenTag && !closesItself(name) && len(r.open) < maxOpen:
			r.open = append(r.open, open{name, strings.ReplaceAll(in.Text, "\n", " ")})
		case in.Form == scan.FormCloseTag:
			for i := len(r.open) - 1; i >= 0; i-- {
				if r.open[i].name == name {
					r.open = r.open[:i]
					break
				}
			}
		}
		return true
	})
	all := r.open
	for i := min(before, len(all)); i < len(all); i++ {
		o := all[i]
		r.open = all[:i]
		f := fate{drops: true}
		if !isDropped(o.name) {
			f = r.fateIn(o.name, o.tag)
		}
		if f == (fate{}) {
			continue
		}
		r.hides = hider{name: o.name, fate: f}
		for _, inner := range all[i+1:] {
			if inner.name == o.name {
				r.hides.inside++
			}
		}
		return
	}
	r.open = all
}

// around returns what a piece of HTML is in, as far as it says how that looks:
// the rules so far, and the tags of elements that are open.
func (r *reader) around() string {
	if len(r.open) == 0 {
		return r.style
	}
	var b strings.Builder
	b.WriteString(r.style)
	for _, o := range r.open {
		if r.style != "" || saysLook(o.tag) {
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
func (r *reader) addStyles(text string) {
	eachTag(text, func(name string, in *scan.Inline, behind int) bool {
		if name != "style" || in.Form != scan.FormOpenTag {
			return true
		}
		css := text[behind:]
		if end := indexFold(css, "</style"); end >= 0 {
			css = css[:end]
		}
		rules := in.Text + strings.ReplaceAll(css, "\n", " ") + "</style>"
		if len(r.style)+len(css) > maxStyle {
			if rules = unread; strings.HasSuffix(r.style, unread) {
				return true
			}
		}
		r.style += rules
		r.fates = nil
		return true
	})
}
