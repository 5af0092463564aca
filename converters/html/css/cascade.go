package css

import (
	"strings"

	"github.com/seed353dc258/backstory/converters/html/css/props"
	"github.com/seed353dc258/backstory/converters/internal/visible"
)

// rule is one selector with the declarations that it brings.
type rule struct {
	selector selector
	decls    []props.Decl
	customs  []props.Variable
	layer    int32 // 0 is none
}

// hides returns how a rule hides what it matches, or that it may do so by the
// value of a variable. Another rule may add what a place or a size needs to
// hide, or the end of an animation.
func (r *rule) hides() visible.Way {
	var c cascade
	c.values[props.Position], c.values[props.OverflowX], c.values[props.OverflowY] = "fixed", "hidden", "hidden"
	c.apply(r.decls, 1, 1)
	l := c.look(16, false)
	switch {
	case l.isHidden():
		return visible.Style
	case l.Hides == visible.StyleUnsure || c.mayHide || stays(c.values[props.AnimationFill]):
		return visible.StyleUnsure
	}
	return visible.Shown
}

// cascade collects the declarations that hold for one element.
type cascade struct {
	values   [props.Count]string
	via      [props.Count]props.Property // the shorthand that the value is of, if it waits for a variable
	priority [props.Count]int64
	waits    bool // a value depends on a variable
	mayHide  bool // and one of them may hide
	unsure   bool // a value that may hide is not known
}

// Priorities of declarations (css-cascade-5, section 6): important ones come
// first, then those of the style attribute, then by layer and specificity.
const (
	importantPriority = 1 << 50
	inlinePriority    = 1 << 48
	layerPriority     = 1 << 32
)

// priorityOf returns the priority of a declaration in a rule.
func (r *rule) priorityOf(important bool) int64 {
	p := int64(r.selector.specificity) + 1
	switch {
	case !important && r.layer == 0:
		return p + maxLayers*layerPriority
	case !important:
		return p + int64(r.layer-1)*layerPriority
	case r.layer == 0:
		return p + importantPriority
	default: // of important declarations, those of the first layer win
		return p + importantPriority + int64(maxLayers-r.layer)*layerPriority
	}
}

// apply adds declarations of two priorities: the usual ones and the important
// ones. Of two with the same, the later holds.
func (c *cascade) apply(decls []props.Decl, usual, important int64) {
	for i := range decls {
		d := &decls[i]
		p := usual
		if d.Important {
			p = important
		}
		if p >= c.priority[d.Property] {
			c.priority[d.Property] = p
			c.values[d.Property], c.via[d.Property] = d.Value, d.Via
			switch {
			case strings.IndexByte(d.Value, '(') < 0:
			case props.Depends(d.Value):
				c.waits, c.mayHide = true, c.mayHide || props.Conclusive(d.Property)
			case props.Conclusive(d.Property) && props.Unreckoned(d.Value):
				c.unsure = true
			}
		}
	}
}
