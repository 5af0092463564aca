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
		stop := in.seek("{};")
		part := body[start:in.pos]
		in.pos++
		if stop != '{' {
			own.WriteString(part + ";")
			continue
		}
		inside := in.body()
		switch prelude := strings.TrimSpace(part); {
		case !r.affords(len(outer) * (1 + strings.Count(prelude, ",") + strings.Count(prelude, "&"))):
			r.full = true
			if r.depth <= 2*deepestNested && len(prelude) <= longestNested && !strings.HasPrefix(prelude, "@") {
				r.style(strings.ReplaceAll(prelude, "&", "*"), inside)
			}
		case strings.HasPrefix(prelude, "@"):
			if entersAt(atName(prelude)) {
				r.style(outer, inside)
			}
		default:
			r.style(within(outer, prelude), inside)
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
