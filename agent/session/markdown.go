package session

import (
	"encoding/json"
	"fmt"
	"strings"

	"github.com/seed353dc258/backstory/agent/model"
	"github.com/seed353dc258/backstory/agent/store"
)

// transcript writes a session for people. What was said is in quotes, and
// what tools were given and gave in fences that it cannot close, so that the
// headings are those of the transcript alone.
func transcript(e *Export) (string, error) {
	var b strings.Builder
	name := e.Session.Title
	if name == "" {
		name = e.Session.ID
	}
	fmt.Fprintf(&b, "# Session: %s\n\n", plain(name))
	for _, line := range particulars(e) {
		fmt.Fprintf(&b, "- %s\n", line)
	}
	if e.Session.Summary != "" {
		fmt.Fprintf(&b, "\n## Summary\n\n%s", quoted(e.Session.Summary))
	}
	turn := -1
	for _, m := range e.Messages {
		var parts []model.Part
		if err := json.Unmarshal(m.Parts, &parts); err != nil {
			return "", fmt.Errorf("reading message %d: %w: %w", m.Seq, store.ErrDamaged, err)
		}
		if m.Role == store.SummaryRole {
			fmt.Fprintf(&b, "\n## Summed up\n\n%s", quoted(spoken(parts)))
			turn = -1
			continue
		}
		if m.Turn != turn {
			turn = m.Turn
			fmt.Fprintf(&b, "\n## Turn %d\n", turn)
		}
		said(&b, e, m.Role, parts)
	}
	for _, t := range e.Turns {
		if t.Partial != "" {
			fmt.Fprintf(&b, "\n**%s, as far as it came:**\n\n%s", answering(e), quoted(t.Partial))
		}
	}
	return b.String(), nil
}

func particulars(e *Export) []string {
	s := &e.Session
	lines := []string{"session: `" + plain(s.ID) + "`"}
	for _, x := range []struct{ what, value string }{
		{"profile", s.Profile}, {"role", s.Role}, {"model", s.Model}, {"state", string(s.Status)}, {"closed because of", because(s.Reason)}, {"branched from", s.Parent},
	} {
		if x.value != "" {
			lines = append(lines, x.what+": "+plain(x.value))
		}
	}
	return append(lines, "begun: "+s.Created.Format("2006-01-02 15:04:05")+" UTC")
}

// answering is who answers in a session.
func answering(e *Export) string {
	if e.Session.Profile == "" {
		return "Answer"
	}
	return plain(e.Session.Profile)
}

// said writes one message.
func said(b *strings.Builder, e *Export, role string, parts []model.Part) {
	who := "You"
	if role == string(model.Assistant) {
		who = answering(e)
	}
	if text := spoken(parts); text != "" {
		fmt.Fprintf(b, "\n**%s:**\n\n%s", who, quoted(text))
	}
	for _, p := range parts {
		switch {
		case p.Image != nil:
			fmt.Fprintf(b, "\n**with it, an image:** %s, %d bytes\n", plain(p.Image.Type), len(p.Image.Data))
		case p.Text != "" && p.Class != "" && p.Class != model.Head:
			fmt.Fprintf(b, "\n**with it, %s:**\n\n%s", plain(string(p.Class)), fenced("text", p.Text))
		case p.Call != nil:
			fmt.Fprintf(b, "\n**calls %s:**\n\n%s", plain(p.Call.Name), fenced("json", string(p.Call.Arguments)))
		case p.Result != nil && p.Result.Failed:
			fmt.Fprintf(b, "\n**the call failed:**\n\n%s", fenced("text", p.Result.Text))
		case p.Result != nil:
			fmt.Fprintf(b, "\n**result:**\n\n%s", fenced("text", p.Result.Text))
		}
	}
}

// spoken returns what was said, without what came with it.
func spoken(parts []model.Part) string { return model.Message{Parts: parts}.Said() }

// quoted writes text as a block quote, in which its own Markdown stays.
func quoted(text string) string {
	var b strings.Builder
	for line := range strings.Lines(strings.TrimSpace(visible(text))) {
		b.WriteString(strings.TrimRight("> "+strings.TrimRight(line, "\n"), " ") + "\n")
	}
	return b.String()
}

// fenced writes text as code, in a fence that is longer than any in it.
func fenced(language, text string) string {
	text = strings.TrimRight(visible(text), "\n")
	longest, run := 2, 0
	for _, r := range text {
		if r != '`' {
			run = 0
			continue
		}
		run++
		longest = max(longest, run)
	}
	fence := strings.Repeat("`", longest+1)
	return fence + language + "\n" + text + "\n" + fence + "\n"
}

// visible takes out what moves the cursor or the text of a terminal or viewer.
func visible(text string) string {
	text = strings.NewReplacer("\r\n", "\n", "\r", "\n").Replace(strings.ToValidUTF8(text, "\uFFFD"))
	return strings.Map(func(r rune) rune {
		switch {
		case r == '\n' || r == '\t':
			return r
		case r < ' ' || r >= 0x7f && r < 0xa0:
			return -1
		case r >= 0x202a && r <= 0x202e || r >= 0x2066 && r <= 0x2069:
			return -1
		}
		return r
	}, text)
}

// plain writes text as one line in which no Markdown begins.
func plain(text string) string {
	line := strings.Join(strings.Fields(visible(text)), " ")
	return strings.NewReplacer("\\", "\\\\", "`", "\\`", "*", "\\*", "_", "\\_", "<", "\\<", "[", "\\[").Replace(line)
}
