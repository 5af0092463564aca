package prompt

import (
	"fmt"
	"strings"

	"github.com/seed353dc258/backstory/document/gate"
)

// Var is a placeholder that the owner's texts may hold, as {{name}}.
type Var struct{ Name, Value string }

// nameReach is how far the end of a placeholder is looked for, in bytes.
const nameReach = 80

// expand replaces the placeholders of an owner's text. A value is one line and
// is not looked at again. Unknown ones stay as they are and are noted.
// Material is never given to this function.
func (c *cleaner) expand(source, text string) string {
	if !strings.Contains(text, "{{") {
		return text
	}
	var b strings.Builder
	for {
		before, rest, ok := strings.Cut(text, "{{")
		b.WriteString(before)
		if !ok {
			return b.String()
		}
		name, _, closed := strings.Cut(rest[:min(len(rest), nameReach)], "}}")
		value, known := c.variable(strings.TrimSpace(name))
		if !closed || !known {
			if closed && isName(strings.TrimSpace(name)) {
				c.note(source, fmt.Sprintf("the placeholder {{%s}} is unknown and stays as it is", strings.TrimSpace(name)))
			}
			b.WriteString("{{")
			text = rest
			continue
		}
		b.WriteString(value)
		text = rest[len(name)+len("}}"):]
	}
}

func (c *cleaner) variable(name string) (string, bool) {
	for _, v := range c.vars {
		if v.Name == name {
			var gate gate.Gate
			return breakTags(gate.Line(v.Value)), true
		}
	}
	return "", false
}

// isName reports whether a text could be the name of a placeholder.
func isName(s string) bool {
	for _, r := range s {
		if !(r == '_' || r == '-' || r == '.' || 'a' <= r && r <= 'z' || 'A' <= r && r <= 'Z' || '0' <= r && r <= '9') {
			return false
		}
	}
	return s != "" && len(s) <= 64
}
