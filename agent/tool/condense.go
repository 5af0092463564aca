package tool

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strings"

	"github.com/seed353dc258/backstory/internal/oneline"
	"github.com/seed353dc258/backstory/search"
)

// condensedSchema is what stands for the schema of a condensed tool.
const condensedSchema = `{"type":"object","properties":{}}`

// Bounds of a condensed registry.
const (
	maxCondensed = 100 // bytes of a summary
	maxShown     = 10  // tools of one search
)

// Condense returns a registry in which tools other than those of the core have
// a line for their summary and no schema, and a tool that finds the whole of
// both. They can be called all the same, and are held to their schemas.
func (r *Registry) Condense(core func(*Tool) bool) *Registry {
	out := &Registry{}
	for _, t := range r.tools {
		if !core(&t) {
			t = t.condensed()
		}
		out.tools = append(out.tools, t)
	}
	at := 0
	for at < len(out.tools) && out.tools[at].Name < "tool_search" {
		at++
	}
	find := New("tool_search", about("tool_search"), Auto, finder{r}.search)
	find.Set = "tools"
	out.tools = append(out.tools[:at:at], append([]Tool{find}, out.tools[at:]...)...)
	return out
}

// condensed returns the tool in short.
func (t *Tool) condensed() Tool {
	c, name, call := *t, t.Name, t.call
	line, _, _ := strings.Cut(t.Summary, "\n")
	if sentence, _, more := strings.Cut(line, ". "); more {
		line = sentence + "."
	}
	c.Summary, c.Schema = oneline.Message(line, maxCondensed), json.RawMessage(condensedSchema)
	c.call = func(ctx context.Context, at At, raw json.RawMessage) (string, error) {
		result, err := call(ctx, at, raw)
		var wrong *ArgumentError
		if errors.As(err, &wrong) {
			return "", &ArgumentError{wrong.What + " (tool_search shows what " + name + " takes)"}
		}
		return result, err
	}
	return c
}

// finder finds tools by what they say of themselves.
type finder struct{ all *Registry }

func (f finder) search(_ context.Context, _ At, a struct {
	Query string `json:"query"`
},
) (string, error) {
	if len(a.Query) > maxQuery {
		return "", &ArgumentError{fmt.Sprintf("query has %d bytes and may have %d", len(a.Query), maxQuery)}
	}
	if t, ok := f.all.Find(strings.TrimSpace(a.Query)); ok {
		return t.shown(), nil
	}
	passages := make([]search.Chapter, len(f.all.tools))
	for i, t := range f.all.tools {
		passages[i] = search.Chapter{Path: t.Set, Text: strings.ReplaceAll(t.Name, "_", " ") + ". " + t.Summary}
	}
	found := search.New(passages, nil).Nearest(strings.ReplaceAll(a.Query, "_", " "), maxShown, 0.5)
	if len(found) == 0 {
		return "no tool speaks of that", nil
	}
	list := make([]string, len(found))
	for i, n := range found {
		list[i] = f.all.tools[n].shown()
	}
	return strings.Join(list, "\n\n"), nil
}

// shown writes all that a tool says of itself. What others say is material.
func (t *Tool) shown() string {
	text := t.Summary + "\n\nArguments: " + string(t.Schema)
	if t.Foreign {
		text = Fenced(t.Name, text)
	}
	return "Tool " + t.Name + "\n\n" + text
}

// IsCondensed reports whether the model is told a line of the tool alone.
func (t *Tool) IsCondensed() bool { return string(t.Schema) == condensedSchema }
