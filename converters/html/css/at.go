package css

import (
	"encoding/base64"
	"net/url"
	"slices"
	"strconv"
	"strings"

	"github.com/seed353dc258/backstory/converters/html/css/props"

	"github.com/seed353dc258/backstory/converters/html/dom"
)

// atRule reads an at-rule with a block.
func (r *cssReader) atRule(prelude string, depth int, layer string) {
	name, rest := atName(prelude)
	switch {
	case depth >= deepestRule:
		r.giveUp()
		r.Body()
	case name == "layer":
		r.block(depth+1, r.enterLayer(layer, rest))
	case name == "property":
		r.initial(strings.TrimSpace(prelude[1+len(name):]), r.Body()) // its case matters
	case name == "keyframes" || name == "-webkit-keyframes":
		r.keyframes(strings.Trim(rest, ` "'`), r.Body())
	case tooDeep(rest):
		r.giveUp()
		r.Body()
	case name == "scope":
		outer, top := r.scoped, r.scope
		r.enterScope(prelude[1+len(name):]) // its case matters
		r.block(depth+1, layer)
		r.scoped, r.scope = outer, top
	case entersAt(name, rest):
		r.block(depth+1, layer)
	default:
		r.Body()
	}
}

// atName splits the prelude of an at-rule into its name and the rest.
func atName(prelude string) (name, rest string) {
	prelude = strings.ToLower(props.UnescapeCSS(prelude[1:]))
	end := 0
	for end < len(prelude) && (dom.IsLetter(prelude[end]) || prelude[end] == '-') {
		end++
	}
	return prelude[:end], strings.TrimSpace(prelude[end:])
}

// statement reads an at-rule without a block, in a layer.
func (r *cssReader) statement(prelude string, depth int, layer string) {
	name, rest := atName(prelude)
	switch name {
	case "layer":
		for l := range props.SplitOutside(rest, ',') {
			r.enterLayer(layer, strings.TrimSpace(l))
		}
	case "import":
		r.imported(strings.TrimSpace(prelude[len("@import"):]), depth)
	}
}

// imported reads a sheet that an address holds. One that is elsewhere is not
// fetched.
func (r *cssReader) imported(address string, depth int) {
	in := props.TextReader{Src: address}
	in.Seek(" ")
	address, query := address[:in.Pos], strings.ToLower(strings.TrimSpace(address[in.Pos:]))
	if props.HasPrefixFold(address, "url(") {
		address = strings.TrimSpace(strings.TrimSuffix(address[len("url("):], ")"))
	}
	css, ok := dataText(strings.Trim(address, `"'`))
	layer, holds := "", true
	for again := true; again; {
		switch inner, behind := props.Parenthesis(query); {
		case strings.HasPrefix(query, "layer("):
			layer, query = r.enterLayer("", inner), strings.TrimSpace(behind)
		case strings.HasPrefix(query, "supports("):
			holds, query = condition("("+inner+")", supported) == isTrue, strings.TrimSpace(behind)
		case query == "layer" || strings.HasPrefix(query, "layer "):
			layer, query = r.enterLayer("", ""), strings.TrimSpace(query[len("layer"):])
		default:
			again = false
		}
	}
	switch {
	case !ok:
		r.foreign = true
	case depth >= deepestRule, tooDeep(query):
		r.giveUp()
	case holds && mediaHolds(query):
		outer, pos := r.Src, r.Pos
		r.Src, r.Pos = props.StripComments(css), 0
		r.block(depth+1, layer)
		r.Src, r.Pos = outer, pos
	}
}

// enterLayer returns the whole name of a layer inside another one; one without
// a name gets one that no sheet can write.
func (r *cssReader) enterLayer(outer, name string) string {
	if name == "" {
		r.unnamed++
		name = "\x00" + strconv.Itoa(len(r.layers)) + "-" + strconv.Itoa(r.unnamed)
	}
	name = outer + "." + name
	for i := 1; i < len(name); i++ {
		if name[i] == '.' {
			r.layerOf(name[:i])
		}
	}
	r.layerOf(name)
	return name
}

// dataText returns the text that a data address holds (RFC 2397).
func dataText(address string) (string, bool) {
	if !props.HasPrefixFold(address, "data:") {
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

// mostLayers is how many layers are told apart.
const mostLayers = 256

// layerOf returns the number of a layer by its name: 0 for none, else in the
// order in which they are named first.
func (r *cssReader) layerOf(name string) int32 {
	if name == "" {
		return 0
	}
	i := slices.Index(r.layers, name)
	if i < 0 {
		if i = len(r.layers); i >= mostLayers {
			r.giveUp()
			return mostLayers
		}
		r.layers = append(r.layers, name)
	}
	return int32(i) + 1
}

// layerOrder returns which number a layer has when those inside another one
// come before it, as their rules are the weaker ones (css-cascade-5, section
// 6.4.3).
func layerOrder(layers []string) []int32 {
	paths := make([][]int, len(layers))
	for i, name := range layers {
		for end := 1; end <= len(name); end++ {
			if end == len(name) || name[end] == '.' {
				paths[i] = append(paths[i], slices.Index(layers, name[:end]))
			}
		}
		paths[i] = append(paths[i], len(layers)) // what stands in the layer itself comes last
	}
	sorted := make([]int, len(layers))
	for i := range sorted {
		sorted[i] = i
	}
	slices.SortFunc(sorted, func(a, z int) int { return slices.Compare(paths[a], paths[z]) })
	order := make([]int32, len(layers)+1)
	for at, i := range sorted {
		order[i+1] = int32(at) + 1
	}
	return order
}

// initial adds the value that a property registered with @property has at
// first: as if the weakest of rules gave it to the page, or to each element
// where it is not inherited.
func (r *cssReader) initial(name, body string) {
	said := map[string]string{}
	for part := range props.SplitOutside(body, ';') {
		key, value, _ := strings.Cut(part, ":")
		said[strings.ToLower(strings.TrimSpace(key))] = strings.TrimSpace(value)
	}
	first := props.Variable{Name: name, Value: "initial"}
	if value, ok := said["initial-value"]; ok {
		first.Value = props.LowerValue(value)
	}
	on := compound{tag: "html"}
	if strings.EqualFold(said["inherits"], "false") {
		on.tag = ""
	}
	sel := selector{parts: []compound{on}, parent: noElement, specificity: weakest}
	r.rules = append(r.rules, rule{selector: sel, customs: []props.Variable{first}})
}
