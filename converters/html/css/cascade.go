package css

import (
	"github.com/seed353dc258/backstory/converters/html/css/props"
)

// rule is one selector with the declarations that it brings.
type rule struct {
	selector selector
	props.Declared
}

// Priorities of declarations (css-cascade-5, section 6): important ones come
// first, then those of the style attribute, then by specificity and order.
const (
	importantPriority   = 1 << 60
	inlinePriority      = 1 << 59
	specificityPriority = 1 << 20 // more than there are rules
)

// priority returns the priority of a declaration in a rule that is not important.
func (s *Sheet) priority(rule int32) int64 {
	return int64(s.Rules[rule].selector.specificity)*specificityPriority + int64(rule) + 1
}

// cascade collects the declarations that hold for one element.
type cascade struct {
	values   [props.Count]string
	via      [props.Count]props.Property // the shorthand that the value is of, if it waits for a variable
	priority [props.Count]int64
	waits    bool // a value depends on a variable
	unsure   bool // a value that may hide is not known
}

// apply adds declarations with a priority. Of two with the same, the later holds.
func (c *cascade) apply(decls []props.Decl, priority int64) {
	for i := range decls {
		d := &decls[i]
		p := priority
		if d.Important {
			p += importantPriority
		}
		if p < c.priority[d.Property] {
			continue
		}
		c.priority[d.Property] = p
		c.values[d.Property], c.via[d.Property] = d.Value, d.Via
		if props.Depends(d.Value) {
			c.waits = true
		} else if props.Conclusive(d.Property) && props.Unreckoned(d.Value) {
			c.unsure = true
		}
	}
}
