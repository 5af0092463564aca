package html

import "strings"

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
	in := cssReader{src: body}
	r.depth++
	defer func() { r.depth-- }()
	for in.pos < len(body) {
		start := in.pos
		stop := in.seekOutside("{};")
		part := body[start:in.pos]
		in.pos++
		if stop != '{' {
			own.WriteString(part + ";")
			continue
		}
		inside := in.body()
		prelude := strings.TrimSpace(part)
		at := strings.HasPrefix(prelude, "@")
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

// affords reports whether selectors of a size may be made for nested rules.
func (r *cssReader) affords(size int) bool {
	r.made += size
	return r.depth <= deepestNested && size <= longestNested && r.made <= mostNested
}

// within returns the selectors of a rule inside another one.
func within(outer, inner string) string {
	var list []string
	for o := range splitOutside(outer, ',') {
		for i := range splitOutside(inner, ',') {
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
