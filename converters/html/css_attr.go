package html

import "strings"

// extras are the attributes that style rules of a page ask for and that are not
// read otherwise. Those that an element has get a number of their own.
type extras map[string]attr

const (
	mostExtra    = 64      // attributes that get a number
	longestExtra = 64      // bytes of their names
	mostAsked    = 1 << 14 // names
	deepestData  = 4       // sheets in data addresses inside one another

	attrTooMany = attrCount + mostExtra // an element has it, but too many came before
)

// askedAttrs returns the attributes that style rules of a page may ask for.
// The page is looked at before it is parsed, as rules may stand behind what
// they are about.
func askedAttrs(src string) extras {
	a := extras{}
	a.inData(src, 0)
	for at := 0; ; {
		i := strings.IndexByte(src[at:], '<')
		if i < 0 {
			return a
		}
		if at += i + 1; !hasPrefixFold(src[at:], "style") {
			continue
		}
		css := src[at:]
		for end := 0; ; end++ {
			i := strings.Index(css[end:], "</")
			if i < 0 {
				break
			}
			if end += i; hasPrefixFold(css[end:], "</style") {
				css = css[:end]
				break
			}
		}
		at += len(css)
		a.inSheet(css)
	}
}

// inData adds what sheets in data addresses ask for.
func (a extras) inData(src string, depth int) {
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
			a.inSheet(css)
			a.inData(css, depth+1)
		}
		src = src[end:]
	}
}

// inSheet adds what a sheet asks for.
func (a extras) inSheet(css string) {
	const before = " \n\t\r\f*|" // a name: white space, a namespace
	for {
		_, rest, ok := strings.Cut(css, "[")
		if !ok {
			return
		}
		for css = strings.TrimLeft(rest, before); strings.HasPrefix(css, "/*"); css = strings.TrimLeft(css, before) {
			_, css, _ = strings.Cut(css[len("/*"):], "*/")
		}
		in := selectorReader{s: css[:min(len(css), 2*longestExtra)]}
		if name := strings.ToLower(in.ident()); name != "" && len(name) <= longestExtra && attrOf(name) == attrNone && len(a) < mostAsked {
			a[name] = attrNone
		}
	}
}

// number returns the number of an attribute that an element has, and gives it
// one if it has none; attrNone if no rule asks for it, or too many came before.
func (a extras) number(name string, given *attr) attr {
	key, ok := a[name]
	switch {
	case !ok || key == attrTooMany:
		return attrNone
	case key != attrNone:
		return key
	case *given >= mostExtra:
		a[name] = attrTooMany
		return attrNone
	}
	a[name] = attrCount + *given
	*given++
	return a[name]
}
