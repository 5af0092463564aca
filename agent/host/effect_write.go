package host

import (
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/seed353dc258/backstory/internal/oneline"
	"github.com/seed353dc258/backstory/prompt"
)

// maxEffectShown is how many sessions and left out pieces are named for people.
const maxEffectShown = 10

// WriteEffect writes the effect of a proposal for people, with the difference of
// the prompts where that is wanted.
func WriteEffect(to io.Writer, e Effect, withDiff bool) error {
	var b strings.Builder
	line := func(name, format string, args ...any) {
		fmt.Fprintf(&b, "%-12s %s\n", name, fmt.Sprintf(format, args...))
	}
	b.WriteString("\n")
	switch {
	case e.Problem != "":
		line("effect", "%s", oneline.Safe(e.Problem))
	case len(e.Changes) == 0:
		line("effect", "the prompt stays the same, byte for byte")
	default:
		line("effect", "the prompt of %s has %d tokens instead of %d (%+d), of %d", oneline.Safe(e.Role), e.Tokens.After, e.Tokens.Before, e.Tokens.After-e.Tokens.Before, e.Limit)
		for _, c := range e.Changes {
			line("section", "%s %s, %d → %d tokens", oneline.Safe(c.Section), c.Kind, c.Old, c.New)
		}
	}
	if e.Problem == "" {
		e.writeLeftOut(line)
	}
	for _, s := range e.Samples {
		if s.Before == s.After {
			line("sample", "%s: the same answer offline", oneline.Safe(s.Path))
			continue
		}
		line("sample", "%s: another answer offline to: %s", oneline.Safe(s.Path), oneline.Safe(s.Prompt))
		line("", "before: %s", oneline.Short(s.Before, 200))
		line("", "after:  %s", oneline.Short(s.After, 200))
	}
	line("sessions", "under the version before: %s", sessionList(e.Sessions.Before))
	line("", "under the version after: %s", sessionList(e.Sessions.After))
	if withDiff && e.Diff != "" {
		b.WriteString("\n")
		for text := range strings.Lines(e.Diff) {
			b.WriteString(oneline.Safe(strings.ReplaceAll(strings.TrimRight(text, "\n"), "\t", "    ")) + "\n")
		}
	}
	_, err := io.WriteString(to, b.String())
	return err
}

// writeLeftOut names what of the two prompts does not fit in one of them alone.
func (e *Effect) writeLeftOut(line func(name, format string, args ...any)) {
	if len(e.LeftOut.Before)+len(e.LeftOut.After) == 0 {
		line("left out", "nothing, before and after")
		return
	}
	line("left out", "before %d (%d tokens), after %d (%d tokens)",
		len(e.LeftOut.Before), tokensOf(e.LeftOut.Before), len(e.LeftOut.After), tokensOf(e.LeftOut.After))
	for _, side := range []struct {
		what      string
		list, not []prompt.Omission
	}{{"only after", e.LeftOut.After, e.LeftOut.Before}, {"only before", e.LeftOut.Before, e.LeftOut.After}} {
		n := 0
		for _, o := range side.list {
			if slices.ContainsFunc(side.not, func(x prompt.Omission) bool { return x.Section == o.Section && x.Path == o.Path && x.Title == o.Title }) {
				continue
			}
			if n++; n <= maxEffectShown {
				line("", "%s: %s %s, %d tokens", side.what, oneline.Safe(o.Section), oneline.Safe(strings.TrimSpace(o.Path+" "+o.Title)), o.Tokens)
			}
		}
		if n > maxEffectShown {
			line("", "%s: %d more", side.what, n-maxEffectShown)
		}
	}
}

func tokensOf(list []prompt.Omission) (sum int) {
	for _, o := range list {
		sum += o.Tokens
	}
	return sum
}

func sessionList(ids []string) string {
	if len(ids) == 0 {
		return "none"
	}
	text := strings.Join(ids[:min(len(ids), maxEffectShown)], ", ")
	if rest := len(ids) - maxEffectShown; rest > 0 {
		text += fmt.Sprintf(" and %d more", rest)
	}
	return text
}
