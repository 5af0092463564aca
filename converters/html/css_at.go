package html

import (
	"encoding/base64"
	"net/url"
	"slices"
	"strconv"
	"strings"
)

// atRule reads an at-rule with a block.
func (r *cssReader) atRule(prelude string, depth int, layer string) {
	name, rest := atName(prelude)
	switch {
	case depth >= deepestRule:
		r.full = true
		r.body()
	case name == "layer":
		r.unnamed++
		if rest == "" {
			rest = "\x00" + strconv.Itoa(len(r.layers)) + "." + strconv.Itoa(r.unnamed)
		}
		r.block(depth+1, layer+"."+rest)
	case name == "property":
		r.initial(strings.TrimSpace(rest), r.body())
	case name == "keyframes" || name == "-webkit-keyframes":
		r.keyframes(strings.Trim(rest, ` "'`), r.body())
	case entersAt(name, rest):
		r.block(depth+1, layer)
	default:
		r.body()
	}
}

// atName splits the prelude of an at-rule into its name and the rest.
func atName(prelude string) (name, rest string) {
	prelude = strings.ToLower(prelude[1:])
	end := 0
	for end < len(prelude) && (isLetter(prelude[end]) || prelude[end] == '-') {
		end++
	}
	return prelude[:end], strings.TrimSpace(prelude[end:])
}

// statement reads an at-rule without a block.
func (r *cssReader) statement(prelude string, depth int) {
	name, rest := atName(prelude)
	switch name {
	case "layer":
		for l := range splitOutside(rest, ',') {
			r.layerOf("." + strings.TrimSpace(l))
		}
	case "import":
		r.imported(strings.TrimSpace(prelude[len("@import"):]), depth)
	}
}

// imported reads a sheet that an address holds. One that is elsewhere is not
// fetched.
func (r *cssReader) imported(address string, depth int) {
	in := cssReader{src: address}
	in.seek(" ")
	address, condition := address[:in.pos], strings.ToLower(strings.TrimSpace(address[in.pos:]))
	if hasPrefixFold(address, "url(") {
		address = strings.TrimSpace(strings.TrimSuffix(address[len("url("):], ")"))
	}
	css, ok := dataText(strings.Trim(address, `"'`))
	switch {
	case !ok:
		r.foreign = true
	case depth < deepestRule && mediaHolds(condition):
		outer, pos := r.src, r.pos
		r.src, r.pos = stripComments(css), 0
		r.block(depth+1, "")
		r.src, r.pos = outer, pos
	}
}

// dataText returns the text that a data address holds (RFC 2397).
func dataText(address string) (string, bool) {
	if !hasPrefixFold(address, "data:") {
		return "", false
	}
	head, body, _ := strings.Cut(address, ",")
	if text, err := url.PathUnescape(body); err == nil {
		body = text
	}
	if strings.HasSuffix(strings.ToLower(head), ";base64") {
		text, err := base64.RawStdEncoding.DecodeString(strings.TrimRight(strings.Join(strings.Fields(body), ""), "="))
		return string(text), err == nil
	}
	return body, true
}

// mostLayers is how many layers are told apart; those behind count as one.
const mostLayers = 256

// layerOf returns the number of a layer by its name: 0 for none, else in the
// order in which they are named first.
func (r *cssReader) layerOf(name string) int32 {
	if name == "" {
		return 0
	}
	i := slices.Index(r.layers, name)
	if i < 0 {
		i = len(r.layers)
		if i < mostLayers {
			r.layers = append(r.layers, name)
		}
	}
	return int32(min(i, mostLayers-1)) + 1
}

// initial adds the value that a property registered with @property has at
// first: as if the least specific of rules gave it to the page.
func (r *cssReader) initial(name, body string) {
	for part := range splitOutside(body, ';') {
		if key, value, _ := strings.Cut(part, ":"); strings.EqualFold(strings.TrimSpace(key), "initial-value") {
			sel := selector{parts: []compound{{tag: "html"}}, parent: noElement, specificity: -1}
			r.rules = append(r.rules, rule{selector: sel, customs: []variable{{name: name, value: lowerValue(strings.TrimSpace(value))}}})
		}
	}
}
