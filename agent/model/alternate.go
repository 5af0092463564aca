package model

import (
	"slices"
	"strings"
)

// noAnswer is put where a model did not answer the results of its calls.
const noAnswer = "[The answer did not come.]"

// alternating returns messages in which the user speaks first and the two sides
// take turns, whatever failed before: many templates refuse all else. What one
// side says twice in a row becomes one message. Between the results of calls and
// what the user says next comes an answer, since some templates do not count
// results as a message of the user. What is blank is left out. More messages behind those
// that were given change none of the text before.
func alternating(messages []Message) []Message {
	out := make([]Message, 0, len(messages))
	for _, m := range messages {
		m.Parts = slices.DeleteFunc(slices.Clone(m.Parts), Part.isBlank)
		if len(m.Parts) == 0 {
			continue
		}
		switch last := len(out) - 1; {
		case last < 0:
			if m.Role == Assistant {
				out = append(out, aside(User, "[The conversation begins with an answer.]"))
			}
		case out[last].Role != m.Role:
		case m.Role == User && out[last].hasResult() && !m.hasResult():
			out = append(out, aside(Assistant, noAnswer))
		default:
			out[last].Parts = append(out[last].Parts, m.Parts...)
			out[last].Cache = m.Cache
			continue
		}
		out = append(out, m)
	}
	return out
}

func aside(r Role, text string) Message { return Message{Role: r, Parts: []Part{{Text: text}}} }

func (p Part) isBlank() bool {
	return p.Call == nil && p.Result == nil && p.Image == nil && strings.TrimSpace(p.Text) == ""
}

func (m Message) hasResult() bool {
	return slices.ContainsFunc(m.Parts, func(p Part) bool { return p.Result != nil })
}
