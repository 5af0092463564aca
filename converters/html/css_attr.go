package html

import "strings"

const (
	mostExtra    = 64 // attributes that are kept because style rules ask for them
	longestExtra = 64 // bytes of their names
)

// askedAttrs returns the attributes that style rules of a page may ask for and
// that are not read otherwise. The page is looked at before it is parsed, as
// rules may stand behind what they are about.
func askedAttrs(src string) map[string]attr {
	var asked map[string]attr
	for at := 0; ; {
		i := strings.IndexByte(src[at:], '<')
		if i < 0 {
			return asked
		}
		if at += i + 1; !hasPrefixFold(src[at:], "style") {
			continue
		}
		css := src[at:]
		if end := strings.Index(css, "</"); end >= 0 {
			css = css[:end]
		}
		at += len(css)
		for {
			_, rest, ok := strings.Cut(css, "[")
			if !ok {
				break
			}
			css = rest
			in := selectorReader{s: strings.TrimLeft(css[:min(len(css), 2*longestExtra)], " \n\t\r\f")}
			name := strings.ToLower(in.ident())
			if name == "" || len(name) > longestExtra || attrOf(name) != attrNone || asked[name] != attrNone {
				continue
			}
			if asked == nil {
				asked = map[string]attr{}
			}
			if len(asked) < mostExtra {
				asked[name] = attrCount + attr(len(asked))
			}
		}
	}
}
