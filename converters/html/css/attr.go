package css

import (
	"strings"

	"github.com/seed353dc258/backstory/converters/html/css/props"
	"github.com/seed353dc258/backstory/converters/html/dom"
	"github.com/seed353dc258/backstory/converters/internal/visible"
)

const maxAsked = 1 << 14 // names

// AskedAttrs returns the attributes that style rules of a page may ask for.
// The page is looked at before it is parsed, as rules may be behind what
// they are about.
func AskedAttrs(src string) dom.Extras {
	a := dom.Extras{}
	for at := 0; ; {
		i := strings.IndexByte(src[at:], '<')
		if i < 0 {
			return a
		}
		if at += i + 1; !props.HasPrefixFold(src[at:], "style") {
			continue
		}
		css := src[at:]
		for end := 0; ; end++ {
			i := strings.Index(css[end:], "</")
			if i < 0 {
				break
			}
			if end += i; props.HasPrefixFold(css[end:], "</style") {
				css = css[:end]
				break
			}
		}
		at += len(css)
		inSheet(a, css)
	}
}

// inSheet adds what a sheet asks for.
func inSheet(a dom.Extras, css string) {
	const before = " \n\t\r\f*|" // a name: white space, a namespace
	for {
		_, rest, ok := strings.Cut(css, "[")
		if !ok {
			return
		}
		for css = strings.TrimLeft(rest, before); strings.HasPrefix(css, "/*"); css = strings.TrimLeft(css, before) {
			_, css, _ = strings.Cut(css[len("/*"):], "*/")
		}
		in := selectorReader{s: css[:min(len(css), 2*dom.LongestExtra)]}
		if name := strings.ToLower(in.ident()); name != "" && len(name) <= dom.LongestExtra && dom.AttrOf(name) == dom.AttrNone && len(a) < maxAsked {
			a[name] = dom.AttrNone
		}
	}
}

// forReaders reports whether a class is one of those by which the common
// style sheets keep a text for screen readers. The rule itself is often in a
// sheet that is not in the page.
func forReaders(class string) bool {
	for w := range strings.FieldsSeq(class) {
		switch w {
		case "sr-only", "visually-hidden", "visuallyhidden", "screen-reader-text", "screen-reader-only",
			"screenreader-only", "screen-reader", "show-for-sr", "element-invisible", "a11y-hidden",
			"visually-hidden-focusable", "sr-only-focusable", "u-visually-hidden", "assistive-text":
			return true
		}
	}
	return false
}

// isUntilFound reports whether a hidden attribute hides by more than display.
func isUntilFound(v string) bool { return strings.EqualFold(strings.TrimSpace(v), "until-found") }

// ByAttribute returns how attributes hide an element that its style hides
// in a way, or shows expressly.
func ByAttribute(attr func(key dom.Attr) (string, bool), how visible.Way, shows bool) visible.Way {
	if v, ok := attr(dom.AttrHidden); ok && (!shows || isUntilFound(v)) {
		return visible.Attribute
	}
	if _, ok := attr(dom.AttrPopover); ok && !shows {
		return visible.Attribute
	}
	if mayBeForReaders(how) {
		switch class, ok := attr(dom.AttrClass); {
		case !ok || !forReaders(class):
		case how == visible.Shown:
			return visible.StyleUnsure // the rule may be in a sheet that is not here
		default:
			return visible.ForEyes
		}
	}
	return how
}

// mayBeForReaders reports whether a way to hide is one by which pages keep a
// text for screen readers.
func mayBeForReaders(how visible.Way) bool {
	return how == visible.Shown || how == visible.Size || how == visible.OffPage
}

// OwnColors returns the colours that browsers give to some elements.
func OwnColors(t dom.Tag) (ink, ground props.Paint) {
	switch t {
	case dom.TagButton, dom.TagInput, dom.TagSelect, dom.TagTextarea, dom.TagDialog:
		return props.Black, props.White
	case dom.TagMark:
		return props.Black, props.Paint{Set: true, Known: true, R: 255, G: 255, A: 255}
	}
	return props.Paint{}, props.Paint{}
}
