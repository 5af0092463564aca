package css

import (
	"strings"

	"github.com/seed353dc258/backstory/converters/html/css/props"
	"github.com/seed353dc258/backstory/converters/html/dom"
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

// ForReaders reports whether a class is one of those by which the common
// style sheets keep a text for screen readers. The rule itself is often in a
// sheet that is not in the page.
func ForReaders(class string) bool {
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
