package model

import (
	"context"
	"encoding/json"
	"errors"
	"io"
	"iter"
	"net/http"
	"strings"
)

// anthropicVersion is the version of the protocol that is spoken.
const anthropicVersion = "2023-06-01"

// Anthropic speaks the Messages protocol. Its cache is told by marks where a
// prefix ends that is likely to be sent again; it takes four of them.
type Anthropic struct{ at Endpoint }

// NewAnthropic returns a provider for an endpoint, whose URL is by default that
// of the maker.
func NewAnthropic(at Endpoint) *Anthropic {
	if at.URL == "" {
		at.URL = "https://api.anthropic.com/v1"
	}
	if at.Provider == "" {
		at.Provider = "anthropic"
	}
	return &Anthropic{at: at.filled()}
}

// Name implements [Provider].
func (a *Anthropic) Name() string { return a.at.Provider }

// Caps implements [Provider].
func (a *Anthropic) Caps(model string) Caps { return capsOf(model) }

type cacheMark struct {
	Type string `json:"type"`
}

type anthropicText struct {
	Type  string     `json:"type"`
	Text  string     `json:"text"`
	Cache *cacheMark `json:"cache_control,omitempty"`
}

type anthropicTool struct {
	Name        string          `json:"name"`
	Description string          `json:"description"`
	Schema      json.RawMessage `json:"input_schema"`
	Cache       *cacheMark      `json:"cache_control,omitempty"`
}

type anthropicCall struct {
	Type  string          `json:"type"`
	ID    string          `json:"id"`
	Name  string          `json:"name"`
	Input json.RawMessage `json:"input"`
	Cache *cacheMark      `json:"cache_control,omitempty"`
}

type anthropicResult struct {
	Type    string     `json:"type"`
	ID      string     `json:"tool_use_id"`
	Content string     `json:"content"`
	Failed  bool       `json:"is_error,omitempty"`
	Cache   *cacheMark `json:"cache_control,omitempty"`
}

type anthropicMessage struct {
	Role    Role  `json:"role"`
	Content []any `json:"content"`
}

type anthropicRequest struct {
	Model     string             `json:"model"`
	MaxTokens int                `json:"max_tokens"`
	Tools     []anthropicTool    `json:"tools,omitempty"`
	System    []anthropicText    `json:"system,omitempty"`
	Messages  []anthropicMessage `json:"messages"`
	Stream    bool               `json:"stream"`
}

// anthropicMarks is how many marks of the cache a request may have.
const anthropicMarks = 4

// marks counts out the marks of a request.
type marks struct{ left int }

func (m *marks) mark(wanted bool) *cacheMark {
	if !wanted || m.left == 0 {
		return nil
	}
	m.left--
	return &cacheMark{Type: "ephemeral"}
}

// Encode implements [Provider]. The order of tools, system and messages is that
// in which the cache reads them.
func (a *Anthropic) Encode(r *Request) ([]byte, error) {
	out := anthropicRequest{Model: r.Model, MaxTokens: r.MaxTokens, Stream: true}
	if out.MaxTokens <= 0 {
		out.MaxTokens = a.Caps(r.Model).MaxOutput
	}
	m := &marks{left: anthropicMarks - 1} // one is kept for the messages
	for i, t := range r.Tools {
		out.Tools = append(out.Tools, anthropicTool{
			Name: t.Name, Description: t.Description, Schema: object(t.Schema), Cache: m.mark(i == len(r.Tools)-1),
		})
	}
	for _, b := range r.System {
		if strings.TrimSpace(b.Text) != "" { // an empty block is an error there
			out.System = append(out.System, anthropicText{Type: "text", Text: b.Text, Cache: m.mark(b.Cache)})
		}
	}
	m.left++
	for _, msg := range r.Messages {
		if content := anthropicContent(msg, m); len(content) > 0 {
			out.Messages = append(out.Messages, anthropicMessage{Role: msg.Role, Content: content})
		}
	}
	return canonical(out)
}

func anthropicContent(msg Message, m *marks) []any {
	var content []any
	for i, p := range msg.Parts {
		last := msg.Cache && i == len(msg.Parts)-1
		switch {
		case p.Call != nil:
			content = append(content, anthropicCall{"tool_use", p.Call.ID, p.Call.Name, object(p.Call.Arguments), m.mark(last)})
		case p.Result != nil:
			content = append(content, anthropicResult{"tool_result", p.Result.CallID, p.Result.Text, p.Result.Failed, m.mark(last)})
		case strings.TrimSpace(p.Text) != "":
			content = append(content, anthropicText{"text", p.Text, m.mark(last)})
		}
	}
	return content
}

// Stream implements [Provider].
func (a *Anthropic) Stream(ctx context.Context, r *Request) iter.Seq2[Event, error] {
	body, err := a.Encode(r)
	if err != nil {
		return failing(err)
	}
	header := http.Header{
		"Content-Type":      {"application/json"},
		"Accept":            {"text/event-stream"},
		"Anthropic-Version": {anthropicVersion},
	}
	if a.at.Key != "" {
		header.Set("X-Api-Key", a.at.Key)
	}
	x := &exchange{at: a.at, path: "/messages", header: header, body: body, refused: anthropicRefused}
	x.read = func(s *stream, yield func(Event) bool) error {
		return (&anthropicReader{at: a.at, yield: yield}).read(s)
	}
	return x.events(ctx)
}

// failing yields one error.
func failing(err error) iter.Seq2[Event, error] {
	return func(yield func(Event, error) bool) { yield(Event{}, err) }
}

func anthropicRefused(body []byte) (word, message string) {
	var e struct {
		Error struct{ Type, Message string }
	}
	_ = json.Unmarshal(body, &e) // what is no JSON has no words
	return e.Error.Type, e.Error.Message
}

// anthropicReader turns the events of the protocol into ours.
type anthropicReader struct {
	at    Endpoint
	yield func(Event) bool
	call  *Call // the one that is coming
	args  strings.Builder
	usage Usage
	stop  Stop
	calls int
}

// count takes the usage at the end. It counts the whole answer; servers that
// know the rest only then tell it there.
func (a *anthropicReader) count(u anthropicUsage) {
	a.usage.Output = max(a.usage.Output, u.Output)
	a.usage.Input = max(a.usage.Input, u.Input)
	a.usage.CacheRead = max(a.usage.CacheRead, u.CacheRead)
	a.usage.CacheWrite = max(a.usage.CacheWrite, u.CacheWrite)
}

type anthropicEvent struct {
	Message struct {
		Usage anthropicUsage
	}
	Block struct {
		Type, ID, Name string
	} `json:"content_block"`
	Delta struct {
		Type, Text string
		JSON       string `json:"partial_json"`
		Stop       string `json:"stop_reason"`
	}
	Usage anthropicUsage
	Error struct{ Type, Message string }
}

type anthropicUsage struct {
	Input      int `json:"input_tokens"`
	Output     int `json:"output_tokens"`
	CacheRead  int `json:"cache_read_input_tokens"`
	CacheWrite int `json:"cache_creation_input_tokens"`
}

// errEnough ends the reading of an answer that nobody wants any more.
var errEnough = errors.New("enough")

func (a *anthropicReader) read(s *stream) error {
	for {
		m, err := s.next()
		if err == io.EOF {
			return io.ErrUnexpectedEOF // message_stop did not come
		}
		if err != nil {
			return err
		}
		if m.event == "message_stop" {
			return a.end()
		}
		switch err := a.event(m); {
		case err == errEnough:
			return nil
		case err != nil:
			return err
		}
	}
}

// event takes one event of the protocol.
func (a *anthropicReader) event(m message) error {
	var e anthropicEvent
	if m.event != "ping" {
		if err := parse(m.data, &e); err != nil {
			return err
		}
	}
	switch m.event {
	case "message_start":
		a.usage = Usage(e.Message.Usage)
	case "content_block_start":
		if e.Block.Type == "tool_use" {
			if a.calls++; a.calls > maxCalls {
				return &broken{"the answer has more than 128 calls"}
			}
			a.call = &Call{ID: e.Block.ID, Name: e.Block.Name}
			a.args.Reset()
		}
	case "content_block_delta":
		return a.delta(e.Delta.Type, e.Delta.Text, e.Delta.JSON)
	case "content_block_stop":
		return a.finish()
	case "message_delta":
		a.count(e.Usage)
		a.stop = anthropicStop(e.Delta.Stop)
	case "error":
		return &Error{Provider: a.at.Provider, Kind: kindOf(0, e.Error.Type), Message: e.Error.Message}
	}
	return nil // what is new to us may be passed over
}

func (a *anthropicReader) delta(kind, text, args string) error {
	switch kind {
	case "text_delta":
		if text != "" && !a.yield(Event{Text: text}) {
			return errEnough
		}
	case "input_json_delta":
		if a.call != nil {
			a.args.WriteString(args)
		}
	}
	return nil
}

// finish hands out the call that came.
func (a *anthropicReader) finish() error {
	if a.call == nil {
		return nil
	}
	call := a.call
	a.call = nil
	var err error
	if call.Arguments, err = arguments(call.Name, a.args.String()); err != nil {
		return err
	}
	if !a.yield(Event{Call: call}) {
		return errEnough
	}
	return nil
}

func (a *anthropicReader) end() error {
	if a.stop == "" {
		return &broken{"the answer ends without a reason"}
	}
	if a.yield(Event{Usage: &a.usage}) {
		a.yield(Event{Stop: a.stop})
	}
	return nil
}

func anthropicStop(reason string) Stop {
	switch reason {
	case "":
		return ""
	case "tool_use":
		return StopCalls
	case "max_tokens", "model_context_window_exceeded":
		return StopLength
	case "refusal":
		return StopRefused
	}
	return StopEnd
}
