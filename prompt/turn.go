package prompt

import (
	"fmt"
	"strings"
)

// TurnInputs is what holds for one turn alone. It goes to the head of the
// user's message, so that the system prompt stays the same from turn to turn.
type TurnInputs struct {
	Date     string // with the zone, as the caller wants it read
	Place    string // what [Provenance] says
	User     string // what [UserText] says, where the prompt does not say it
	Skills   []Skill
	Todos    []Todo
	Memories []Memory // learned after the session began
	Notices  []string // such as that the profile changed on disk
	// Passages have to do with what the user wrote, and the prompt left them out.
	// They are no part of [Turn]: see [Recall].
	Passages []Passage
}

// Passage is a stretch of a text of a library.
type Passage struct {
	Ref    string // for [Library.Read], from here on
	Source string // its document, and what it is under
	Text   string
}

// Recall returns passages for a user's message, each fenced under its id, or ""
// where there are none.
func Recall(list []Passage) string {
	if len(list) == 0 {
		return ""
	}
	var b strings.Builder
	b.WriteString("Passages that did not fit into the prompt, found by the words of this message. `backstory_read` with an id reads on from there.\n")
	for _, p := range list {
		b.WriteString("\n" + p.Mark() + "\n" + strings.TrimRight(Quote(p.Source, "From "+p.Source+":\n\n"+p.Text), "\n") + "\n")
	}
	return b.String()
}

// Mark is the line that a passage begins with in a message, and in no other
// text of ours.
func (p Passage) Mark() string { return "Passage `" + p.Ref + "`:" }

// Skill is a text that matches what the user wrote.
type Skill struct{ Name, Text string }

// Todo is something to be done.
type Todo struct {
	Text string
	Done bool
}

// Turn returns the head of a user's message, fenced, or "" where there is
// nothing to say.
func Turn(in TurnInputs) string {
	var c cleaner
	var blocks []string
	if date := line(in.Date); date != "" {
		blocks = append(blocks, "Date: "+escapeLine(date))
	}
	if place := line(in.Place); place != "" {
		blocks = append(blocks, escapeLine(place))
	}
	if in.User != "" {
		blocks = append(blocks, UserHeading+"\n\n"+in.User)
	}
	var lines []string
	for _, n := range in.Notices {
		lines = append(lines, "- "+escapeLine(n))
	}
	blocks = section(blocks, "## Notices", lines)
	blocks = section(blocks, "## Todos", todoLines(in.Todos))
	lines = nil
	for _, m := range in.Memories {
		lines = append(lines, "- "+strings.ReplaceAll(c.material(m.ID, m.Text).text, "\n", "\n  "))
	}
	lines, more := within(lines, maxTurnMemories)
	if more > 0 {
		lines = append(lines, fmt.Sprintf("- and %d more: `memory_search` finds them", more))
	}
	blocks = section(blocks, "## New Memories", lines)
	for _, s := range in.Skills {
		blocks = append(blocks, headingLine(labelLevel, "Skill: "+s.Name)+"\n\n"+c.material(s.Name, s.Text).nest(labelLevel).text)
	}
	if len(blocks) == 0 {
		return ""
	}
	return fence("turn", "State of this turn, added by the program, up to the line that closes the block.", strings.Join(blocks, "\n\n"))
}

// section adds a heading with lines under it, if there are any.
func section(blocks []string, heading string, lines []string) []string {
	if len(lines) == 0 {
		return blocks
	}
	return append(blocks, heading+"\n\n"+strings.Join(lines, "\n"))
}

// How large the lists at the head of a turn get, in tokens: they are sent again
// with every request that follows.
const (
	maxTurnTodos    = 600
	maxTurnMemories = 600
)

// todoLines returns the lines of todos. Where they are too many, those that are
// done go first.
func todoLines(list []Todo) []string {
	var all, open []string
	for _, t := range list {
		if t.Done {
			all = append(all, "- [x] "+escapeLine(t.Text))
			continue
		}
		line := "- [ ] " + escapeLine(t.Text)
		all, open = append(all, line), append(open, line)
	}
	if _, more := within(all, maxTurnTodos); more == 0 {
		return all
	}
	lines, _ := within(open, maxTurnTodos)
	return append(lines, fmt.Sprintf("- and %d more: `todo_list` has all", len(all)-len(lines)))
}

// within returns the lines that fit into so many tokens, and how many do not.
func within(lines []string, most int) (kept []string, more int) {
	for _, l := range lines {
		cost := estimate(l) + separation
		if cost > most {
			more++
			continue
		}
		most -= cost
		kept = append(kept, l)
	}
	return kept, more
}
