package tool

import (
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strings"

	"github.com/seed353dc258/backstory/prompt"
)

// Registry is the tools of a session, sorted by name. It does not change.
type Registry struct{ tools []Tool }

// namePattern is what providers take as a name.
const namePattern = `^[a-zA-Z][a-zA-Z0-9_-]{0,63}$`

// NewRegistry returns a registry. Two tools of one name are an error, and so is
// a name that providers do not take.
func NewRegistry(tools ...Tool) (*Registry, error) {
	r := &Registry{tools: slices.Clone(tools)}
	slices.SortStableFunc(r.tools, func(a, b Tool) int { return strings.Compare(a.Name, b.Name) })
	pattern := regexp.MustCompile(namePattern)
	for i, t := range r.tools {
		switch {
		case !pattern.MatchString(t.Name):
			return nil, fmt.Errorf("the tool %q: a name has letters, digits, _ and -, up to 64, and begins with a letter", t.Name)
		case i > 0 && r.tools[i-1].Name == t.Name:
			return nil, fmt.Errorf("two tools are called %q", t.Name)
		case t.call == nil:
			return nil, errors.New("a tool was not made by New")
		}
	}
	return r, nil
}

// List returns the tools, sorted by name.
func (r *Registry) List() []Tool { return slices.Clone(r.tools) }

// Find returns a tool by its name.
func (r *Registry) Find(name string) (*Tool, bool) {
	i, ok := slices.BinarySearchFunc(r.tools, name, func(t Tool, name string) int { return strings.Compare(t.Name, name) })
	if !ok {
		return nil, false
	}
	return &r.tools[i], true
}

// Without returns a registry that lacks those of which drop says so.
func (r *Registry) Without(drop func(name string) bool) *Registry {
	return &Registry{tools: slices.DeleteFunc(slices.Clone(r.tools), func(t Tool) bool { return drop(t.Name) })}
}

// ForPrompt returns the tools as a prompt has them: each with its summary, and
// the whole of it as JSON, which an epoch keeps byte for byte. Those that are
// unlisted are not among them.
func (r *Registry) ForPrompt() []prompt.Tool {
	var out []prompt.Tool
	for _, t := range r.tools {
		if t.Unlisted {
			continue
		}
		line, _, _ := strings.Cut(t.Summary, "\n")
		whole := fmt.Sprintf(`{"name":%s,"description":%s,"input_schema":%s}`, quoted(t.Name), quoted(t.Summary), t.Schema)
		out = append(out, prompt.Tool{Name: t.Name, Summary: line, Schema: whole, Foreign: t.Foreign})
	}
	return out
}
