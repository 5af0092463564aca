package door

import (
	"bytes"
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"github.com/seed353dc258/backstory/agent/model"
	"github.com/seed353dc258/backstory/agent/model/picture"
	"github.com/seed353dc258/backstory/agent/store"
)

// Line is what one side said in a conversation. Sides take turns.
type Line struct {
	Role    model.Role
	Text    string
	Images  []picture.Image // that the user shows
	Calls   []model.Call    // of the client's tools
	Results []model.Result  // of those
}

// Transcript is a conversation as it is read from a request.
type Transcript struct {
	Program []string // the system text of the client
	Lines   []Line
}

// Add adds a line. Two lines in a row of the same side become one.
func (t *Transcript) Add(l Line) {
	last := len(t.Lines) - 1
	if last < 0 || t.Lines[last].Role != l.Role {
		t.Lines = append(t.Lines, l)
		return
	}
	to := &t.Lines[last]
	to.Text = join(to.Text, l.Text)
	to.Images = append(to.Images, l.Images...)
	to.Calls, to.Results = append(to.Calls, l.Calls...), append(to.Results, l.Results...)
}

// join joins two texts as paragraphs.
func join(a, b string) string {
	if a == "" || b == "" {
		return a + b
	}
	return a + "\n\n" + b
}

// maxLines is how many lines a conversation may have. Each is kept.
const maxLines = 4000

// Check returns what is wrong with a conversation. It must end with a line to answer,
// and its results must belong to calls of the line before, or of the turn that it
// continues.
func (t *Transcript) Check(field string, goesOn bool) error {
	n := len(t.Lines)
	if n > maxLines {
		return Wrong(field, fmt.Sprintf("the conversation has %d messages, and there may be %d: send the last ones, or send what is new alone (previous_response_id)", n, maxLines))
	}
	if n == 0 || t.Lines[n-1].Role != model.User || strings.TrimSpace(t.Lines[n-1].Text) == "" && len(t.Lines[n-1].Results)+len(t.Lines[n-1].Images) == 0 {
		return Wrong(field, "the last message must be from the user, with text, an image, or the result of a tool")
	}
	for i, l := range t.Lines {
		for _, r := range l.Results {
			if i == 0 && goesOn {
				continue
			}
			if i == 0 || !slices.ContainsFunc(t.Lines[i-1].Calls, func(c model.Call) bool { return c.ID == r.CallID }) {
				return Wrong(field, fmt.Sprintf("the result of %q follows no answer with a call of this id", r.CallID))
			}
		}
	}
	return nil
}

// First returns what the user said first.
func (t *Transcript) First() string {
	for _, l := range t.Lines {
		if l.Role == model.User {
			return l.Text
		}
	}
	return ""
}

// Held is a turn of a session as its client sees it.
type Held struct {
	Number   int
	Last     int // of the messages, by its Seq
	Asked    *Line
	Answered *Line
	final    string // the text of the last round alone
}

// heldTurns returns the turns of messages, and the last text that a client said
// above the conversation.
func heldTurns(messages []store.Message) (turns []Held, program string, err error) {
	for _, m := range messages {
		if m.Role == store.SummaryRole {
			continue
		}
		var parts []model.Part
		if err := json.Unmarshal(m.Body, &parts); err != nil {
			return nil, "", fmt.Errorf("reading message %d: %w: %w", m.Seq, store.ErrDamaged, err)
		}
		if n := len(turns); n == 0 || turns[n-1].Number != m.Turn {
			turns = append(turns, Held{Number: m.Turn})
		}
		h := &turns[len(turns)-1]
		h.Last = m.Seq
		for _, p := range parts {
			if p.Class == model.Program {
				program = p.Text
			}
		}
		h.take(model.Role(m.Role), parts)
	}
	return turns, program, nil
}

// take adds a message to a turn.
func (h *Held) take(role model.Role, parts []model.Part) {
	if role == model.User && h.Asked == nil && h.Answered == nil {
		h.Asked = asked(role, parts)
		return
	}
	if h.Answered == nil {
		h.Answered = &Line{Role: model.Assistant}
	}
	text := ""
	for _, p := range parts {
		switch {
		case p.Call != nil:
			h.Answered.Calls = append(h.Answered.Calls, *p.Call)
		case p.Result != nil: // of a tool of ours, of which the client does not know
			for i, c := range h.Answered.Calls {
				if c.ID == p.Result.CallID {
					h.Answered.Calls = append(h.Answered.Calls[:i:i], h.Answered.Calls[i+1:]...)
					break
				}
			}
		case p.Class == "" && role == model.Assistant:
			text += p.Text
		}
	}
	if text != "" {
		h.Answered.Text, h.final = join(h.Answered.Text, text), text
	}
}

// asked is a message of the user as a line.
func asked(role model.Role, parts []model.Part) *Line {
	l := &Line{Role: role, Text: model.Message{Parts: parts}.Said()}
	for _, p := range parts {
		if p.Result != nil {
			l.Results = append(l.Results, *p.Result)
		}
		if p.Image != nil {
			l.Images = append(l.Images, *p.Image)
		}
	}
	return l
}

// Match returns how many of the turns a conversation starts with, and how many of its
// lines they take. The last line, which is to be answered, does not count.
func Match(turns []Held, said []Line) (matched, lines int) {
	for _, h := range turns {
		at := lines
		for _, own := range []*Line{h.Asked, h.Answered} {
			if own == nil {
				continue
			}
			if at >= len(said)-1 || !same(*own, said[at], h.final) {
				return matched, lines
			}
			at++
		}
		matched, lines = matched+1, at
	}
	return matched, lines
}

// same reports whether a kept line is the one that a client sent. Clients trim texts;
// some keep only the last part of an answer.
func same(own, said Line, final string) bool {
	if own.Role != said.Role || len(own.Calls) != len(said.Calls) || len(own.Results) != len(said.Results) ||
		!slices.EqualFunc(own.Images, said.Images, func(a, b picture.Image) bool { return bytes.Equal(a.Data, b.Data) }) {
		return false
	}
	if text := canonical(said.Text); text != canonical(own.Text) && (own.Role != model.Assistant || text != canonical(final)) {
		return false
	}
	for i, c := range own.Calls {
		if o := said.Calls[i]; c.ID != o.ID || c.Name != o.Name || !sameJSON(c.Arguments, o.Arguments) {
			return false
		}
	}
	for i, r := range own.Results {
		if o := said.Results[i]; r.CallID != o.CallID || canonical(r.Text) != canonical(o.Text) {
			return false
		}
	}
	return true
}

func canonical(text string) string { return strings.Join(strings.Fields(text), " ") }

func sameJSON(a, b json.RawMessage) bool {
	var x, y bytes.Buffer
	return json.Compact(&x, a) == nil && json.Compact(&y, b) == nil && bytes.Equal(x.Bytes(), y.Bytes())
}

// retold returns lines as turns to be kept.
func retold(lines []Line) [][]model.Message {
	var turns [][]model.Message
	for _, l := range lines {
		if n := len(turns); l.Role == model.User || n == 0 {
			turns = append(turns, nil)
		}
		m := model.Message{Role: l.Role}
		for i := range l.Results {
			m.Parts = append(m.Parts, model.Part{Result: &l.Results[i]})
		}
		for i := range l.Images {
			m.Parts = append(m.Parts, model.Part{Image: &l.Images[i]})
		}
		if l.Text != "" {
			m.Parts = append(m.Parts, model.Part{Text: l.Text})
		}
		for i := range l.Calls {
			m.Parts = append(m.Parts, model.Part{Call: &l.Calls[i]})
		}
		turns[len(turns)-1] = append(turns[len(turns)-1], m)
	}
	return turns
}
