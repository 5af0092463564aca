package css

import (
	"strings"

	"github.com/seed353dc258/backstory/converters/html/css/props"

	"github.com/seed353dc258/backstory/converters/html/dom"
)

const (
	mostAsked   = 1 << 14 // names
	deepestData = 4       // sheets in data addresses inside one another
)

// AskedAttrs returns the attributes that style rules of a page may ask for.
// The page is looked at before it is parsed, as rules may stand behind what
// they are about.
func AskedAttrs(src string) dom.Extras {
	a := dom.Extras{}
	inData(a, src, 0)
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

// inData adds what sheets in data addresses ask for.
func inData(a dom.Extras, src string, depth int) {
	for depth < deepestData {
		i := strings.Index(src, "data:text/css")
		if i < 0 {
			return
		}
		src = src[i:]
		end := strings.IndexAny(src, "\"'<>() \n")
		if end < 0 {
			end = len(src)
		}
		if css, ok := dataText(src[:end]); ok {
			inSheet(a, css)
			inData(a, css, depth+1)
		}
		src = src[end:]
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
		if name := strings.ToLower(in.ident()); name != "" && len(name) <= dom.LongestExtra && dom.AttrOf(name) == dom.AttrNone && len(a) < mostAsked {
			a[name] = dom.AttrNone
		}
	}
}
