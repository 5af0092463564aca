package css

import (
	"strings"

	"github.com/seed353dc258/backstory/converters/html/css/box"
	"github.com/seed353dc258/backstory/converters/html/css/props"
)

// Priorities of declarations (css-cascade-5, section 6): important ones come
// first, then those of the style attribute, then by specificity and order.
const (
	importantPriority   = 1 << 60
	inlinePriority      = 1 << 59
	layerPriority       = 1 << 52
	specificityPriority = 1 << 20 // more than there are rules
)

// maxLayers is how many layers have an order.
const maxLayers = 126

// important returns the priority of an important declaration by that of the same
// one which is not. Of those the first layer is in front.
func important(priority int64) int64 {
	if priority >= inlinePriority {
		return priority + importantPriority
	}
	return importantPriority + priority + (maxLayers+1-2*(priority/layerPriority))*layerPriority
}

// cascade collects the declarations that hold for one element.
type cascade struct {
	values   props.Values
	via      [props.Count]props.Property // the shorthand that the value is of, if it waits for a variable
	priority [props.Count]int64
	waits    bool // a value depends on a variable
	unsure   bool // a value that may hide is not known
	inside   bool // an element around it has a place of its own
}

// isAlike reports whether an element looks the same by the declarations wherever it is.
func (c *cascade) isAlike() bool {
	v := &c.values
	return !c.waits && !moves(v) && !strings.HasPrefix(v[props.ZIndex], "-") && !box.HasNoBasis(v) && v[props.AnimationName] == ""
}

// apply adds declarations with a priority. Of two with the same, the later holds.
func (c *cascade) apply(decls []props.Decl, priority int64) {
	for i := range decls {
		d := &decls[i]
		p := priority
		if d.Important {
			p = important(p)
		}
		if p < c.priority[d.Property] {
			continue
		}
		c.priority[d.Property] = p
		c.values[d.Property], c.via[d.Property] = d.Value, d.Via
		if props.Depends(d.Value) {
			c.waits = true
		} else if d.IsUnreckoned() {
			c.unsure = true
		}
	}
}
