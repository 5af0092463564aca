package markdown

import (
	"slices"
	"strings"

	"github.com/seed353dc258/backstory/converters"
	"github.com/seed353dc258/backstory/document"
	"github.com/seed353dc258/backstory/document/markdown/scan"
)

// veil is an element that hides the blocks behind its tag, up to its end.
type veil struct {
	name   string // "" for none
	inside int    // how many of its name are open in it
	policy converters.HiddenPolicy
}

// behindVeil reads a top-level block inside an element that hides, by the policy.
func (r *reader) behindVeil(out []document.Block, n scan.NodeID) []document.Block {
	node := &r.tree.Nodes[n]
	if node.Kind == scan.KindHTMLBlock {
		return r.unveil(out, n)
	}
	v := r.veil
	ends := node.Kind == scan.KindParagraph && hasFold(r.source[node.Start:node.End], "</"+v.name)
	drops := v.policy == converters.DropHidden
	if drops && !ends {
		return out
	}
	if r.veil = (veil{}); drops {
		r.ends = v
		return r.block(out, n)
	}
	blocks := r.block(nil, n)
	if !ends {
		r.veil = v
	}
	return r.veiled(out, n, blocks)
}

// veiled appends blocks that are hidden and shown nonetheless.
func (r *reader) veiled(out []document.Block, n scan.NodeID, blocks []document.Block) []document.Block {
	if len(blocks) == 0 {
		return out
	}
	label := document.PlainParagraph(r.pos(n), "[hidden]")
	return append(out, &document.Quote{Pos: r.pos(n), Blocks: append([]document.Block{label}, blocks...)})
}

// unveil looks for the end of the element in a block of HTML, and reads what is
// behind it.
func (r *reader) unveil(out []document.Block, n scan.NodeID) []document.Block {
	text, v, end := r.text(n), r.veil, -1
	eachTag(text, func(name string, in *scan.Inline, behind int) bool {
		switch {
		case name != v.name:
		case in.Form == scan.FormOpenTag:
			v.inside++
		case v.inside > 0:
			v.inside--
		default:
			end = behind
		}
		return end < 0
	})
	shown := len(text)
	if r.veil = v; end >= 0 {
		r.veil, shown = veil{}, end
	}
	if v.policy != converters.DropHidden {
		out = r.veiled(out, n, r.htmlText(nil, n, text[:shown], 0))
	}
	if strings.TrimSpace(text[shown:]) == "" {
		return out
	}
	return r.htmlBlock(out, n, text[shown:], strings.Count(text[:shown], "\n"))
}

// open is an element that a block of HTML opens and does not close.
type open struct{ name, tag string }

// veilFrom takes over which elements a block of HTML leaves open, up to one that
// hides what is in it.
func (r *reader) veilFrom(text string) {
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
		r.veil = veil{name: o.name, policy: policy}
		for _, inner := range all[i+1:] {
			if inner.name == o.name {
				r.veil.inside++
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

// maxOpen is how many elements are looked at that a block leaves open.
const maxOpen = 64

// closesItself reports whether an element has no content, or ends where the next
// block begins.
func closesItself(name string) bool {
	switch name {
	case "area", "base", "br", "col", "embed", "hr", "img", "input", "link", "meta", "source", "track", "wbr",
		"p", "li", "dt", "dd", "tr", "td", "th", "thead", "tbody", "tfoot", "option", "h1", "h2", "h3", "h4", "h5", "h6":
		return true
	}
	return false
}

// maxStyle is how many bytes of style rules are kept. Each block of HTML is read
// with them.
const maxStyle = 16 << 10

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
			r.hidden = nil
		}
		return true
	})
}

// eachTag calls visit for each tag of a block of HTML, with its name in lower case
// and the offset behind it, until visit returns false.
func eachTag(text string, visit func(name string, in *scan.Inline, behind int) bool) {
	for at := 0; ; {
		i := strings.IndexByte(text[at:], '<')
		if i < 0 {
			return
		}
		at += i
		form, length := tagAt(text[at:])
		if form == scan.FormNone {
			if strings.IndexByte(text[at:], '>') < 0 {
				return // no tag ends any more
			}
			at++
			continue
		}
		in := &scan.Inline{Kind: scan.KindHTML, Form: form, Text: text[at : at+length]}
		at += length
		if form != scan.FormOpenTag && form != scan.FormCloseTag {
			continue
		}
		name := strings.ToLower(in.Tag())
		if !visit(name, in, at) {
			return
		}
		if form == scan.FormOpenTag && (name == "script" || name == "style" || name == "textarea" || name == "title") {
			end := indexFold(text[at:], "</"+name)
			if end < 0 {
				return
			}
			at += end
		}
	}
}

// indexFold returns where a text of ASCII begins in another one, in any case, or
// -1.
func indexFold(s, sub string) int {
	for i := 0; ; i++ {
		next := strings.IndexByte(s[i:], sub[0])
		if next < 0 || i+next+len(sub) > len(s) {
			return -1
		}
		if i += next; strings.EqualFold(s[i:i+len(sub)], sub) {
			return i
		}
	}
}

func hasFold(s, sub string) bool { return indexFold(s, sub) >= 0 }
