package tool

import (
	"context"
	"fmt"
	"strings"

	"github.com/seed353dc258/backstory/agent/skill"
)

// skillTools returns the tool that reads skills. What they say is given as material,
// and nothing in them is run.
func skillTools(s *skill.Set) []Tool {
	return []Tool{New("skill_read", about("skill_read"), Auto, func(_ context.Context, _ At, a struct {
		Name string `json:"name,omitempty" doc:"without it the skills are listed"`
		File string `json:"file,omitempty" doc:"another file of the skill"`
	},
	) (string, error) {
		var b strings.Builder
		if a.Name == "" {
			for _, one := range s.List() {
				fmt.Fprintf(&b, "- %s: %s\n", one.Name, one.Description)
			}
			return Fenced("skills", b.String()), nil
		}
		text, others, err := s.Read(a.Name, a.File)
		if err != nil {
			return "", &ArgumentError{err.Error()}
		}
		if a.File == "" && len(others) > 0 {
			text += "\n\nFiles of the skill: " + strings.Join(others, ", ")
		}
		return Fenced("skill "+a.Name, text), nil
	})}
}
