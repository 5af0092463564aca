// Package leak says which texts of a prompt read like secrets, before a model is sent
// them.
package leak

import (
	"fmt"
	"slices"
	"strings"

	"github.com/seed353dc258/backstory/internal/lint/secrets"
	"github.com/seed353dc258/backstory/prompt"
)

// maxNames is how many places a line names that have secrets.
const maxNames = 5

// Line says in one line which documents, and which sections of a prompt, have text
// that reads like a secret; "" for none. The documents are those that a build warned of,
// in the prompt or not, since tools read them; the other sections are read here.
func Line(e *prompt.Epoch) string {
	var names []string
	for _, n := range e.Notes {
		if n.Secrets != "" {
			names = append(names, n.Source+" ("+n.Secrets+")")
		}
	}
	documents := len(names) > 0
	for i := range e.Sections {
		s := &e.Sections[i]
		if s.Included && !(documents && s.ID == "backstory") {
			if kinds := secrets.Kinds(e.Text(s)); kinds != "" {
				names = append(names, "section "+s.ID+" ("+kinds+")")
			}
		}
	}
	if len(names) == 0 {
		return ""
	}
	if more := len(names) - maxNames; more > 0 {
		names = append(slices.Clip(names[:maxNames]), fmt.Sprintf("%d more", more))
	}
	return "text that reads like a secret may go to the model: " + strings.Join(names, ", ") + "; backstory lint says where"
}
