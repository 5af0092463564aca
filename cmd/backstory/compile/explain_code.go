package compile

import (
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"github.com/seed353dc258/backstory/cmd/backstory/cli"
	"github.com/seed353dc258/backstory/converters"
	"github.com/seed353dc258/backstory/converters/all"
	"github.com/seed353dc258/backstory/internal/docs"
	"github.com/seed353dc258/backstory/internal/pipeline"
	"github.com/seed353dc258/backstory/internal/suggest"
)

// meaningJSON is what a code means, as explain --json prints it.
type meaningJSON struct {
	Code    string   `json:"code"`
	Meaning string   `json:"meaning"`
	Formats []string `json:"formats"`
}

// explainCode says what the code of a warning means.
func explainCode(t *cli.Terminal, code string) error {
	registry, err := all.Registry()
	if err != nil {
		return err
	}
	code = strings.ToLower(code)
	found, known := []meaningJSON{}, []string{}
	for _, c := range codes(registry) {
		known = append(known, c.Code)
		if c.Code == converters.RenamedWarning(code) {
			found = append(found, meaningJSON{c.Code, c.Title, c.Formats})
		}
	}
	if len(found) == 0 {
		hint := ""
		if near := suggest.Nearest(code, known); near != "" {
			hint = fmt.Sprintf("; did you mean %q?", near)
		}
		return fmt.Errorf("explain: %+.100q is not a code of a warning or of a source that fails, and no line such as caelum:42%s", code, hint)
	}
	t.Answers(struct {
		Codes []meaningJSON `json:"codes"`
	}{found})
	if t.Answer.Asked {
		return nil
	}
	for _, m := range found {
		if _, err := fmt.Fprintf(t.Out, "%s: %s (%s)\n", m.Code, m.Meaning, strings.Join(m.Formats, ", ")); err != nil {
			return err
		}
	}
	return nil
}

// codes are those of warnings and of sources that fail.
func codes(r *converters.Registry) []docs.Code {
	all := docs.Codes(r)
	for _, f := range pipeline.Failures() {
		all = append(all, docs.Code{WarningInfo: f, Formats: []string{"a source that fails"}})
	}
	return all
}

// completeCodes completes the codes of warnings.
func completeCodes(*cobra.Command, []string, string) ([]string, cobra.ShellCompDirective) {
	registry, err := all.Registry()
	if err != nil {
		return nil, cobra.ShellCompDirectiveError
	}
	var known []string
	for _, c := range codes(registry) {
		known = append(known, c.Code+"\t"+c.Title)
	}
	return known, cobra.ShellCompDirectiveDefault
}
