package persona

import (
	"cmp"
	"encoding/json"
	"fmt"
	"strings"
	"text/tabwriter"

	"github.com/seed353dc258/backstory/cmd/backstory/cli"
	"github.com/seed353dc258/backstory/internal/oneline"
	"github.com/seed353dc258/backstory/prompt"
)

// barWidth is how wide the bar of a prompt is, in characters.
const barWidth = 60

// TellTree prints what a prompt is made of.
func TellTree(t *cli.Terminal, e *prompt.Epoch) error {
	name := cmp.Or(e.Called, e.Profile, "no profile")
	fmt.Fprintf(t.Out, "System Prompt: %s, role %s, mode %s, model %s\n", oneline.Safe(name), oneline.Safe(e.Role), e.Mode, oneline.Safe(e.Model))
	fmt.Fprintf(t.Out, "%s\n\n", promptLine(e, ""))
	fmt.Fprintf(t.Out, "%s\n\n", bar(t, e))
	w := tabwriter.NewWriter(t.Out, 0, 0, 2, ' ', 0)
	fmt.Fprint(w, "Section\tTokens\tDecision\tSource\tWhy\n")
	for _, s := range e.Sections {
		fmt.Fprintf(w, "%s\t%d\t%s\t%s\t%s\n", oneline.Safe(s.ID), s.Tokens, s.Decision, oneline.Safe(s.Source), oneline.Safe(s.Rationale))
	}
	if e.ToolCost > 0 && e.Tools != "[]" {
		fmt.Fprintf(w, "tool schemas\t%d\tsent\ttools\t%s, beside the system text\n", e.ToolCost, cli.Plural(toolCount(e), "tool"))
	}
	if err := w.Flush(); err != nil {
		return err
	}
	tellOmissions(t, e)
	for _, n := range e.Notes {
		t.Talk("%s\n", t.Paint(cli.Yellow, oneline.Safe(n.Source+": "+n.Message)))
	}
	return nil
}

func toolCount(e *prompt.Epoch) int {
	var list []json.RawMessage
	if json.Unmarshal([]byte(e.Tools), &list) != nil {
		return 0
	}
	return len(list)
}

func tellOmissions(t *cli.Terminal, e *prompt.Epoch) {
	if len(e.Omitted) == 0 {
		return
	}
	fmt.Fprintf(t.Out, "\nLeft out\n")
	w := tabwriter.NewWriter(t.Out, 0, 0, 2, ' ', 0)
	for _, o := range e.Omitted {
		fmt.Fprintf(w, "  %s\t%d\t%s\t%s\n", o.Ref, o.Tokens, oneline.Safe(o.Path), oneline.Safe(o.Title))
	}
	w.Flush()
}

// groupColor returns the colour and the sign of a section in a bar, by its group.
func groupColor(g prompt.Group) (code, sign string) {
	switch g {
	case prompt.Identity:
		return "34", "█"
	case prompt.Workflow:
		return "32", "▓"
	default:
		return "33", "▒"
	}
}

// bar draws how the limit is used, a stretch for each section.
func bar(t *cli.Terminal, e *prompt.Epoch) string {
	paint := func(_, text string) string { return text }
	if t.ColorsOut() {
		paint = t.Paint
	}
	var b strings.Builder
	drawn, sum := 0, 0
	for _, s := range e.Sections {
		sum += s.Tokens
		to := min(barWidth, (sum*barWidth+e.Limit/2)/max(1, e.Limit))
		if s.Included && to == drawn && drawn < barWidth {
			continue
		}
		code, sign := groupColor(s.Group)
		b.WriteString(paint(code, strings.Repeat(sign, to-drawn)))
		drawn = to
	}
	b.WriteString(paint(cli.Faint, strings.Repeat("·", barWidth-drawn)))
	return fmt.Sprintf("[%s] %d %%  █ identity ▓ workflow ▒ volatile", b.String(), (sum*100+e.Limit/2)/max(1, e.Limit))
}
