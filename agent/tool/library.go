package tool

import (
	"context"
	"fmt"
	"path"

	"github.com/seed353dc258/backstory/internal/names"
	"github.com/seed353dc258/backstory/prompt"
)

// readTokens is how much of a backstory one call gives, in tokens.
const readTokens = 4000

// Backstory returns the tool that reads what a profile has, whether it is
// in the prompt or not.
func Backstory(l *prompt.Library) []Tool {
	return []Tool{New("backstory_read", about("backstory_read"), Auto, func(_ context.Context, _ At, a struct {
		Part string `json:"segment"`
	},
	) (string, error) {
		r, err := l.Read(a.Part, readTokens)
		if err != nil {
			return "", err
		}
		text := Fenced(source(r), r.Text)
		if r.Next != "" {
			text += fmt.Sprintf("\n\nIt goes on: %s", r.Next)
		}
		return text, nil
	})}
}

func source(r prompt.Reading) string {
	switch {
	case r.Path != "" && r.Title != "" && r.Title != path.Base(r.Path):
		return names.Show(r.Path) + ", " + r.Title
	case r.Path != "":
		return names.Show(r.Path)
	}
	return r.Title
}
