package model

import (
	"bytes"
	"encoding/json"
	"slices"
	"strings"

	"github.com/seed353dc258/backstory/document/markdown/chattoken"
)

// guarded returns a request as it is sent: the two sides take turns, and no
// special token of a chat template is whole, whoever said it: many servers put a request through a template and
// then read such tokens wherever they are. A backslash before the last
// character of each breaks it ([chattoken.Break]).
func (r *Request) guarded() *Request {
	out := *r
	out.System = slices.Clone(r.System)
	for i := range out.System {
		out.System[i].Text = harmless(out.System[i].Text)
	}
	out.Tools = slices.Clone(r.Tools)
	for i := range out.Tools {
		t := &out.Tools[i]
		t.Description, t.Schema = harmless(t.Description), harmlessJSON(t.Schema)
	}
	out.Messages = alternating(r.Messages)
	for i := range out.Messages {
		m := &out.Messages[i]
		for j := range m.Parts {
			m.Parts[j] = m.Parts[j].guarded()
		}
	}
	return &out
}

func (p Part) guarded() Part {
	p.Text = harmless(p.Text)
	if p.Call != nil {
		call := *p.Call
		call.Arguments = harmlessJSON(call.Arguments)
		p.Call = &call
	}
	if p.Result != nil {
		result := *p.Result
		result.Text = harmless(result.Text)
		p.Result = &result
	}
	return p
}

// harmless returns a text with no token that is whole.
func harmless(text string) string {
	text, _ = chattoken.Break(text)
	return text
}

// harmlessJSON is harmless for the strings in a value. What holds none of them stays
// byte for byte, and so does what is not JSON.
func harmlessJSON(raw json.RawMessage) json.RawMessage {
	d := json.NewDecoder(bytes.NewReader(raw))
	d.UseNumber()
	var v any
	if !chattoken.Has(string(raw)) && !bytes.Contains(raw, []byte(`\u`)) || d.Decode(&v) != nil {
		return raw
	}
	broken := 0
	v = walkJSON(v, func(s string) string {
		s, n := chattoken.Break(s)
		broken += n
		return s
	})
	if out, err := canonical(v); err == nil && broken > 0 {
		return out
	}
	return raw
}

// walkJSON returns a value with every string in it changed, keys too.
func walkJSON(v any, change func(string) string) any {
	switch v := v.(type) {
	case string:
		return change(v)
	case []any:
		for i := range v {
			v[i] = walkJSON(v[i], change)
		}
	case map[string]any:
		out := make(map[string]any, len(v))
		for key, value := range v {
			out[change(key)] = walkJSON(value, change)
		}
		return out
	}
	return v
}

// ChatTokens returns how many special tokens of chat templates a message has,
// those that were broken before among them.
func (m Message) ChatTokens() int {
	n := 0
	for _, p := range m.Parts {
		texts := []string{p.Text}
		if p.Result != nil {
			texts = append(texts, p.Result.Text)
		}
		for _, text := range texts {
			_, broken := chattoken.Restore(harmless(text))
			n += broken
		}
	}
	return n
}

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
