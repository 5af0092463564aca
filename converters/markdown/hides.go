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

// maxOpen is how many elements are looked at that a block leaves open.
const maxOpen = 64

// What a block of HTML costs in steps, beyond those of its length, which may be
// three letters: a source of its own, tags without text, and what is not an element.
const (
	nestedSteps = 8 << 10
	tagSteps    = 2 << 10
	otherSteps  = 512
)

// whenHidden returns what becomes of the text in an element that nobody sees, by
// its own attributes; [converters.KeepHidden] of any other. The HTML format
// decides, and counts what is left out.
func (r *reader) whenHidden(name, tag string) converters.HiddenPolicy {
	if r.style == "" && name != "dialog" && !saysLook(tag) {
		return converters.KeepHidden
	}
	around := r.around()
	key := around[len(r.style):] + tag
	if policy, known := r.policies[key]; known {
		return policy
	}
	if err := r.env.Step(r.ctx, nestedSteps+int64(len(around)), document.Pos{}); err != nil {
		r.fail(err)
		return converters.KeepHidden
	}
	policy := converters.KeepHidden
	doc, err := r.env.Convert(r.ctx, converters.Fragment("tag.html", around+tag+"x</"+name+">"))
	switch {
	case errors.Is(err, converters.ErrCorrupt):
		policy = converters.DropHidden
	case err == nil && slices.ContainsFunc(doc.Blocks, saysHidden):
		policy = converters.MarkHidden
	}
	if r.policies == nil {
		r.policies = map[string]converters.HiddenPolicy{}
	}
	r.policies[key] = policy
	return policy
}

// saysHidden reports whether a paragraph is of hidden text that is marked.
func saysHidden(b document.Block) bool {
	p, ok := b.(*document.Paragraph)
	return ok && strings.HasPrefix(document.InlineText(p.Inlines), "[hidden: ")
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
		policy := converters.DropHidden
		if !isDropped(o.name) {
			policy = r.whenHidden(o.name, o.tag)
		}
		if policy == converters.KeepHidden {
			continue
		}
		r.hides = hider{name: o.name, policy: policy}
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
		if len(r.style)+len(css) <= maxStyle {
			r.style += in.Text + strings.ReplaceAll(css, "\n", " ") + "</style>"
			r.policies = nil
		}
		return true
	})
}
