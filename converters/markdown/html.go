package markdown

import (
	"strings"

	"github.com/seed353dc258/backstory/converters"
	"github.com/seed353dc258/backstory/document"
	"github.com/seed353dc258/backstory/document/markdown/scan"
)

// html adds what an inline HTML tag means to Markdown, or drops it.
func (w *inliner) html(in *scan.Inline) {
	if in.Form != scan.FormOpenTag && in.Form != scan.FormCloseTag {
		w.b.account.warn(warnComment, "HTML comments were dropped", w.pos)
		w.b.env.Show(warnComment, w.pos, strings.TrimSuffix(strings.TrimPrefix(in.Text, "<!--"), "-->"))
		return
	}
	if w.b.mdx && isComponent(in.Text) {
		w.runs.Inline(converters.Make(w.b.env, &document.Code{Value: w.b.spaced(in.Text)}), w.styles)
		return
	}
	name := strings.ToLower(in.Tag())
	switch {
	case w.skip != "":
		w.skipTag(name, in)
	case in.Form == scan.FormCloseTag:
		w.closeTag(name)
	default:
		w.openTag(name, in.Text)
	}
}

// skipTag looks for the end of an element whose content is dropped: others of its
// name may be in it, but for scripts and the like, whose content is text.
func (w *inliner) skipTag(name string, in *scan.Inline) {
	switch {
	case name != w.skip:
	case in.Form == scan.FormCloseTag && w.inside == 0:
		w.skip = ""
	case in.Form == scan.FormCloseTag:
		w.inside--
	case !isDropped(name):
		w.inside++
	}
}

func (w *inliner) openTag(name, tag string) {
	f := w.b.html.fateIn(name, tag)
	if f.drops {
		w.skip, w.inside = name, 0
		return
	}
	if !closesItself(name) {
		w.openLabel(name, f.label)
	}
	switch {
	case name == "br":
		w.runs.Inline(converters.Make(w.b.env, &document.Break{}), w.styles)
	case name == "img":
		w.runs.Inline(converters.Make(w.b.env, &document.Image{Alt: attribute(tag, "alt")}), w.styles)
	case isDropped(name):
		w.skip, w.inside = name, 0
		w.b.account.warn(warnScript, "scripts, styles and templates were dropped with their content", w.pos)
	case name == "a" && attribute(tag, "href") != "" && !inOuter(w.outer, "a"), isCode(name) && len(w.outer) < 2 && !inOuter(w.outer, name):
		w.outer = append(w.outer, outerText{runs: w.runs, name: name, url: attribute(tag, "href")})
		w.runs = w.b.env.Runs()
	default:
		if style, ok := styleOf(name); ok {
			w.open[style]++
			w.styles = w.styles.With(style)
			return
		}
		w.b.account.warn(warnTag, "HTML tags were dropped, their text was kept", w.pos)
	}
}

// openLabel begins a label that ends with an element, or counts the elements of its
// name in one.
func (w *inliner) openLabel(name string, label document.Style) {
	switch {
	case w.hidden.name == name:
		w.hidden.inside++
	case w.hidden.name == "" && label != 0:
		w.hidden = hider{name: name, fate: fate{label: label}}
		w.styles = w.styles.With(label)
	}
}

// closeLabel ends a label with its element.
func (w *inliner) closeLabel(name string) {
	switch {
	case w.hidden.name != name:
	case w.hidden.inside > 0:
		w.hidden.inside--
	default:
		w.styles = w.styles.Without(w.hidden.label)
		w.hidden = hider{}
	}
}

func (w *inliner) closeTag(name string) {
	w.closeLabel(name)
	if n := len(w.outer); n > 0 && w.outer[n-1].name == name {
		w.closeOuter()
		return
	}
	// What it would close may have been dropped and counted, or never opened.
	if style, ok := styleOf(name); ok && w.open[style] > 0 {
		if w.open[style]--; w.open[style] == 0 {
			w.styles = w.styles.Without(style)
		}
	}
}
