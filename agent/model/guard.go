package model

import (
	"bytes"
	"encoding/json"
	"slices"

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
