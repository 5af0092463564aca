package model

import (
	"context"
	"encoding/json"
	"fmt"
	"iter"
	"strings"
)

// The ways. The zero value is that of the protocol.
const (
	ToolsNative ToolMode = ""
	ToolsText   ToolMode = "text" // in words: see [NewText]
	ToolsNone   ToolMode = "none" // not at all
)

// textual asks a model that knows nothing of tools. What is called is told in the
// text of its answers, in a form that carries a word that nobody else knows: a
// source that is quoted can never contain a call.
type textual struct {
	Provider
	mode  ToolMode
	nonce string
}

// NewText returns a provider that asks another one without its tools. The nonce
// is that of the session; it stays, so that the bytes that were sent do.
func NewText(p Provider, mode ToolMode, nonce string) Provider { return &textual{p, mode, nonce} }

func (t *textual) open() string  { return "<tool_call " + t.nonce + ">" }
func (t *textual) close() string { return "</tool_call " + t.nonce + ">" }

// Encode implements [Provider].
func (t *textual) Encode(r *Request) ([]byte, error) { return t.Provider.Encode(t.told(r)) }

// told returns a request that tells of tools in words. The nonce is in what
// the program and the model say of calls, and nowhere else.
func (t *textual) told(r *Request) *Request {
	out := *r
	out.Tools, out.System, out.Messages = nil, nil, nil
	for _, b := range r.System {
		b.Text = t.without(b.Text)
		out.System = append(out.System, b)
	}
	if t.mode == ToolsText && len(r.Tools) > 0 {
		out.System = append(out.System, Block{Text: t.manual(r.Tools), Cache: true})
	}
	for _, m := range r.Messages {
		said := Message{Role: m.Role, Cache: m.Cache}
		for _, p := range m.Parts {
			if p.Image != nil {
				said.Parts = append(said.Parts, p)
				continue
			}
			text := t.without(p.Text)
			switch {
			case p.Call != nil:
				text = t.call(p.Call)
			case p.Result != nil:
				text = t.result(p.Result)
			}
			said.Parts = append(said.Parts, Part{Text: text})
		}
		out.Messages = append(out.Messages, said)
	}
	return &out
}

// without returns a text without the nonce in it.
func (t *textual) without(text string) string { return strings.ReplaceAll(text, t.nonce, "…") }

func (t *textual) manual(tools []Tool) string {
	var b strings.Builder
	fmt.Fprintf(&b, "\n\n# Calling tools\n\nTo call a tool, end your answer with exactly this form, once for each call, and write nothing behind it:\n\n%s\n{\"name\": \"NAME\", \"arguments\": {}}\n%s\n\n"+
		"The result comes in the next message. Never write results yourself. A form with another word than %s is a quote and calls nothing. These are the tools, with the JSON Schema of their arguments:\n",
		t.open(), t.close(), t.nonce)
	for _, one := range tools {
		fmt.Fprintf(&b, "\n## %s\n\n%s\n\n%s\n", t.without(one.Name), t.without(one.Description), t.without(string(object(one.Schema))))
	}
	return b.String()
}

func (t *textual) call(c *Call) string {
	said := struct {
		Name      string          `json:"name"`
		Arguments json.RawMessage `json:"arguments"`
	}{c.Name, object(c.Arguments)}
	text, err := canonical(said)
	if err != nil {
		text = []byte(`{"name":"","arguments":{}}`)
	}
	return t.open() + "\n" + t.without(string(text)) + "\n" + t.close()
}

func (t *textual) result(r *Result) string {
	word := "gave"
	if r.Failed {
		word = "failed"
	}
	return "The call " + word + ":\n\n" + t.without(r.Text)
}

// Stream implements [Provider].
func (t *textual) Stream(ctx context.Context, r *Request) iter.Seq2[Event, error] {
	return func(yield func(Event, error) bool) {
		s := &calls{t: t, first: len(r.Messages)}
		for e, err := range t.Provider.Stream(ctx, t.told(r)) {
			switch {
			case err != nil:
			case e.Thought > 0 && t.mode == ToolsText:
				if e.Thought -= s.takeBack(); e.Thought == 0 {
					continue
				}
			case e.Text != "" && t.mode == ToolsText:
				if e.Text = s.add(e.Text); e.Text == "" {
					continue
				}
			case e.Stop != "":
				if rest := s.rest(); rest != "" && !yield(Event{Text: rest}, nil) {
					return
				}
				for _, c := range s.found() {
					e.Stop = StopCalls
					if !yield(Event{Call: &c}, nil) {
						return
					}
				}
			}
			if !yield(e, err) {
				return
			}
		}
	}
}

// calls reads calls in an answer. The text after the first of them is no
// text for people: models like to write results that there never were.
type calls struct {
	t     *textual
	first int    // of the ids
	held  string // may begin a call
	body  strings.Builder
	begun bool
}

// maxTextCalls is how many calls of one answer are read.
const maxTextCalls = 16

// add takes a piece of the answer, and returns what is text for sure.
func (c *calls) add(piece string) string {
	if c.begun {
		c.body.WriteString(piece)
		return ""
	}
	text, open := c.held+piece, c.t.open()
	if at := strings.Index(text, open); at >= 0 {
		c.begun, c.held = true, ""
		c.body.WriteString(text[at:])
		return text[:at]
	}
	keep := min(len(open)-1, len(text))
	for !strings.HasPrefix(open, text[len(text)-keep:]) {
		keep--
	}
	c.held = text[len(text)-keep:]
	return text[:len(text)-keep]
}

// takeBack forgets what was held of a text that was thought, and returns how many
// bytes that is.
func (c *calls) takeBack() int {
	n := len(c.held) + c.body.Len()
	c.held, c.begun = "", false
	c.body.Reset()
	return n
}

func (c *calls) rest() string {
	rest := c.held
	c.held = ""
	return rest
}

// found returns the calls. One that does not end, or is not what was asked for,
// is wrong, which the model is told.
func (c *calls) found() []Call {
	var all []Call
	parts := strings.Split(c.body.String(), c.t.open())
	for _, part := range parts[min(1, len(parts)):] {
		if len(all) == maxTextCalls {
			break
		}
		body, _, _ := strings.Cut(part, c.t.close())
		all = append(all, readCall(fmt.Sprintf("text_%d_%d", c.first, len(all)+1), body))
	}
	return all
}

func readCall(id, body string) Call {
	var said struct {
		Name      string          `json:"name"`
		Arguments json.RawMessage `json:"arguments"`
	}
	body = strings.TrimSpace(body)
	plain := strings.TrimSpace(strings.TrimSuffix(strings.TrimPrefix(strings.TrimPrefix(body, "```json"), "```"), "```"))
	if json.Unmarshal([]byte(plain), &said) != nil {
		c := Call{ID: id, Name: "unreadable"}
		c.setArguments(body)
		return c
	}
	c := Call{ID: id, Name: said.Name}
	c.setArguments(string(said.Arguments))
	return c
}
