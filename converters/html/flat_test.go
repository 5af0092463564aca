package html

import (
	"strings"
	"testing"

	"github.com/seed353dc258/backstory/converters"
)

func TestPagesWithoutATreeAreJudgedAsOthers(t *testing.T) {
	for name, page := range map[string]string{
		"ink of a font":         "<p><font color=white>secret</font> seen",
		"sheet for a printer":   "<style media=print>p{display:none}</style><p>seen",
		"sheet of another kind": "<style type=text/less>p{display:none}</style><p>seen",
		"page that hides":       "<body style='display:none'><p>seen",
		"rule":                  "<style>.x{display:none}</style><p class=x>secret</p><p>seen",
	} {
		doc, err := flat(t.Context(), converters.NewEnv(nil, converters.Limits{}, converters.Options{}), page)
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		var text strings.Builder
		for _, b := range doc.Blocks {
			text.WriteString(blockText(b))
		}
		if got := text.String(); strings.Contains(got, "secret") || !strings.Contains(got, "seen") {
			t.Errorf("%s: the text is %q", name, got)
		}
	}
}
