package compile

import (
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"github.com/seed353dc258/backstory/cmd/backstory/cli"
	"github.com/seed353dc258/backstory/converters"
	"github.com/seed353dc258/backstory/converters/all"
	"github.com/seed353dc258/backstory/internal/lint"
	"github.com/seed353dc258/backstory/internal/suggest"
)

// explainCode says what a code means, why it matters, and what to do about it.
func explainCode(t *cli.Terminal, code string) error {
	registry, err := all.Registry()
	if err != nil {
		return err
	}
	code = strings.ToLower(code)
	found, known := []lint.Code{}, []string{}
	for _, c := range lint.Codes(registry) {
		known = append(known, c.Code)
		if c.Code == converters.RenamedWarning(code) {
			found = append(found, c)
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
		Codes []lint.Code `json:"codes"`
	}{found})
	for _, c := range found {
		if !t.Answer.Asked {
			fmt.Fprintf(t.Out, "%s: %s (%s)\nweight: %s\nwhy: %s\nexample: %s\nmend: %s\nallow: %s\n", c.Code, c.Meaning, strings.Join(c.Formats, ", "), c.Weight, c.Why, c.Example, c.Mend, c.Allow)
		}
	}
	return nil
}

// completeCodes completes the codes.
func completeCodes(*cobra.Command, []string, string) ([]string, cobra.ShellCompDirective) {
	registry, err := all.Registry()
	if err != nil {
		return nil, cobra.ShellCompDirectiveError
	}
	var known []string
	for _, c := range lint.Codes(registry) {
		known = append(known, c.Code+"\t"+c.Meaning)
	}
	return known, cobra.ShellCompDirectiveDefault
}
