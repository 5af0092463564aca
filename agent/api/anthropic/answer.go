package anthropic

import (
	"cmp"
	"crypto/rand"
	"encoding/json"

	"github.com/seed353dc258/backstory/agent/api/door"
	"github.com/seed353dc258/backstory/agent/api/wire"
	"github.com/seed353dc258/backstory/agent/host"
	"github.com/seed353dc258/backstory/agent/model"
)

// eventStream sends the events of an answer.
type eventStream struct {
	*wire.Stream
	of    *message
	open  bool // the block of text is
	index int  // of the next block
}

// fields are those of an event besides its type.
type fields map[string]any

func (e *eventStream) event(kind string, f fields) {
	f["type"] = kind
	_ = e.SendJSON(kind, f) // which the stream keeps
}

func (e *eventStream) delta(d fields) {
	e.event("content_block_delta", fields{"index": e.index, "delta": d})
}

func (e *eventStream) start(block any) {
	e.event("content_block_start", fields{"index": e.index, "content_block": block})
}

func (e *eventStream) stop() {
	e.event("content_block_stop", fields{"index": e.index})
	e.index++
}

// Begin implements [door.Reply].
func (e *eventStream) Begin() { e.event("message_start", fields{"message": e.of}) }

// Text sends a piece of the text, in a block that is opened for it.
func (e *eventStream) Text(piece string) {
	if !e.open {
		e.open = true
		e.start(fields{"type": "text", "text": ""})
	}
	e.delta(fields{"type": "text_delta", "text": piece})
}

// End sends all that comes after the text.
func (e *eventStream) End(d *door.Done) {
	if e.open {
		for _, c := range citations(e.of.Model, d) {
			e.delta(fields{"type": "citations_delta", "citation": c})
		}
		e.stop()
	}
	for _, c := range d.Calls {
		e.start(fields{"type": "tool_use", "id": c.ID, "name": c.Name, "input": fields{}})
		e.delta(fields{"type": "input_json_delta", "partial_json": string(c.Arguments)})
		e.stop()
	}
	e.event("message_delta", fields{"delta": fields{"stop_reason": stop(d), "stop_sequence": nil}, "usage": usageOf(d.Usage)})
	e.event("message_stop", fields{})
}

// Fail implements [door.Reply].
func (e *eventStream) Fail(body any) { _ = e.SendJSON("error", body) }

// message is an answer.
type message struct {
	ID       string  `json:"id"`
	Type     string  `json:"type"`
	Role     string  `json:"role"`
	Model    string  `json:"model"`
	Content  []any   `json:"content" nullable:"false"`
	Stop     *string `json:"stop_reason"`
	Sequence *string `json:"stop_sequence"`
	Usage    usage   `json:"usage"`
}

type usage struct {
	Input      int `json:"input_tokens"`
	CacheWrite int `json:"cache_creation_input_tokens"`
	CacheRead  int `json:"cache_read_input_tokens"`
	Output     int `json:"output_tokens"`
}

type textBlock struct {
	Type      string     `json:"type"`
	Text      string     `json:"text"`
	Citations []citation `json:"citations"`
}

// citation says which source an answer quotes.
type citation struct {
	Type   string `json:"type"`
	Source string `json:"source"`
	Title  string `json:"title"`
	Text   string `json:"cited_text"`
	Index  int    `json:"search_result_index"`
	Start  int    `json:"start_block_index"`
	End    int    `json:"end_block_index"`
	// The fields below are not in Anthropic's citations.
	Path string `json:"path" doc:"of the source, as the backstory names it"`
	host.Place
}

type toolUse struct {
	Type  string          `json:"type"`
	ID    string          `json:"id"`
	Name  string          `json:"name"`
	Input json.RawMessage `json:"input"`
}

func newMessage(name string) *message {
	return &message{ID: "msg_" + rand.Text(), Type: "message", Role: "assistant", Model: name, Content: []any{}}
}

// Whole implements [door.Reply].
func (e *eventStream) Whole(d *door.Done) any {
	m := e.of
	if d.Text != "" || len(d.Calls) == 0 {
		m.Content = append(m.Content, textBlock{"text", d.Text, citations(m.Model, d)})
	}
	for _, c := range d.Calls {
		m.Content = append(m.Content, toolUse{"tool_use", c.ID, c.Name, c.Arguments})
	}
	m.Stop, m.Usage = stop(d), usageOf(d.Usage)
	return m
}

func usageOf(u model.Usage) usage { return usage{u.Input, u.CacheWrite, u.CacheRead, u.Output} }

// stop says why an answer ended.
func stop(d *door.Done) *string {
	why := "end_turn"
	switch {
	case len(d.Calls) > 0:
		why = "tool_use"
	case d.Stop == model.StopLength:
		why = "max_tokens"
	case d.Stop == model.StopRefused:
		why = "refusal"
	}
	return &why
}

// citations says what an answer quotes.
func citations(of string, d *door.Done) []citation {
	var all []citation
	for i, s := range d.Sources {
		c := citation{Type: "search_result_location", Source: door.SourceURL(of, s), Title: cmp.Or(s.Title, s.Path), Index: i, End: 1, Path: s.Path, Place: s.Place}
		if s.Start < s.End && s.End <= len(d.Text) {
			c.Text = d.Text[s.Start:s.End]
		}
		all = append(all, c)
	}
	return all
}
