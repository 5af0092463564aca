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
