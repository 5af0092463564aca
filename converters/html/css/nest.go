package css

import (
	"strings"

	"github.com/seed353dc258/backstory/converters/html/css/props"
)

// Bytes that the selectors of nested rules may take, with those around them:
// of one rule, and of all.
const (
	longestNested = 16 << 10
	mostNested    = 4 << 20
)

// nested adds the rules inside a rule (css-nesting-1), and returns what is
// left: its declarations.
func (r *cssReader) nested(outer, body string) string {
	var own strings.Builder
	in := props.TextReader{Src: body}
	r.depth++
	defer func() { r.depth-- }()
	for in.Pos < len(body) {
		start := in.Pos
		stop := in.SeekOutside("{};")
		part := body[start:in.Pos]
		in.Pos++
		if stop != '{' {
			own.WriteString(part + ";")
			continue
		}
		inside := in.Body()
		prelude := strings.TrimSpace(part)
		at := strings.HasPrefix(prelude, "@")
		if at && strings.HasPrefix(strings.ToLower(prelude), "@scope") {
			r.scopeInside(prelude[len("@scope"):], inside)
			continue
		}
		switch {
		case at && tooDeep(prelude):
			r.giveUp()
		case at && !entersAt(atName(prelude)):
		case r.affords(len(outer) * (1 + strings.Count(prelude, ",") + strings.Count(prelude, "&"))):
			if at {
				r.style(outer, inside)
			} else {
				r.style(within(outer, prelude), inside)
			}
		case at || r.depth > 2*deepestNested || len(prelude) > longestNested:
			r.giveUp()
		default:
			r.full = true
			r.style(strings.ReplaceAll(prelude, "&", "*"), inside)
		}
	}
	return own.String()
}

// longestScope is how many bytes of selectors a scope may have, with those
// around it: they are read again with each rule inside.
const longestScope = 1 << 10

// enterScope reads "(top) to (end)", the selectors of what a scope stands at
// and of what is no longer in it (css-cascade-6, section 2.5).
func (r *cssReader) enterScope(prelude string) {
	top, behind := props.Parenthesis(prelude)
	end, _ := props.Parenthesis(behind)
	if r.scope = ":where(" + top + ")"; top == "" {
		r.scope = ":where(:root)"
	}
	r.scoped += ":where(" + r.scope + "," + r.scope + " *)"
	if end = ":where(" + end + ")"; strings.Contains(behind, "(") {
		r.scoped += ":not(" + r.scope + " " + end + "," + r.scope + " " + end + " *)"
	}
	if len(r.scoped) > longestScope {
		r.giveUp()
		r.scoped = ":not(*)"
	}
}

// scopeInside reads a scope that stands in a rule: it is about what its own
// selectors say.
func (r *cssReader) scopeInside(prelude, body string) {
	if r.depth > deepestNested {
		r.giveUp()
		return
	}
	layer := ""
	if r.layer > 0 {
		layer = r.layers[r.layer-1]
	}
	outer := *r
	r.enterScope(prelude)
	r.Src, r.Pos = body, 0
	r.block(1, layer)
	r.Src, r.Pos, r.scoped, r.scope, r.layer = outer.Src, outer.Pos, outer.scoped, outer.scope, outer.layer
}

// inScope returns a selector of a rule in a scope as it is outside of one.
func (r *cssReader) inScope(s string) string {
	if r.made > mostNested {
		r.giveUp()
		return ":not(*)"
	}
	return strings.ReplaceAll(strings.ReplaceAll(strings.TrimSpace(s), ":scope", r.scope), "&", r.scope) + r.scoped
}

// affords reports whether selectors of a size may be made for nested rules.
func (r *cssReader) affords(size int) bool {
	r.made += size
	return r.depth <= deepestNested && size <= longestNested && r.made <= mostNested
}

// within returns the selectors of a rule inside another one.
func within(outer, inner string) string {
	var list []string
	for o := range props.SplitOutside(outer, ',') {
		for i := range props.SplitOutside(inner, ',') {
			o, i = strings.TrimSpace(o), strings.TrimSpace(i)
			if strings.Contains(i, "&") {
				list = append(list, strings.ReplaceAll(i, "&", o))
				continue
			}
			list = append(list, o+" "+i)
		}
	}
	return strings.Join(list, ",")
}
