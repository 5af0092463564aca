package model

import (
	"context"
	"encoding/json"
	"iter"
	"net/http"
	"strings"
)

// anthropicVersion is the version of the protocol that is spoken.
const anthropicVersion = "2023-06-01"

// anthropic speaks the Messages protocol. Its cache is told by marks where a
// prefix ends that is likely to be sent again; it takes four of them.
type anthropic struct{ at Endpoint }

// NewAnthropic returns a provider for an endpoint, whose URL is by default that
// of the maker.
func NewAnthropic(at Endpoint) Provider {
	if at.URL == "" {
		at.URL = "https://api.anthropic.com/v1"
	}
	if at.Provider == "" {
		at.Provider = "anthropic"
	}
	return &anthropic{at: at.filled()}
}

// Name implements [Provider].
func (a *anthropic) Name() string { return a.at.Provider }

// Caps implements [Provider]. The protocol wants the length of an answer in every
// request.
func (a *anthropic) Caps(model string) Caps {
	caps := capsOf(model)
	caps.Limited = true
	caps.Wishes = []string{"temperature", "stop"}
	return caps
}

type cacheMark struct {
	Type string `json:"type"`
}

type anthropicTool struct {
	Name        string          `json:"name"`
	Description string          `json:"description"`
	Schema      json.RawMessage `json:"input_schema"`
	Cache       *cacheMark      `json:"cache_control,omitempty"`
}

// anthropicBlock is a text, a call, the result of one or an image, each with its own fields.
type anthropicBlock struct {
	Type    string           `json:"type"`
	Text    string           `json:"text,omitempty"`
	ID      string           `json:"id,omitempty"`
	Name    string           `json:"name,omitempty"`
	Input   json.RawMessage  `json:"input,omitempty"`
	Of      string           `json:"tool_use_id,omitempty"`
	Content *string          `json:"content,omitempty"`
	Failed  bool             `json:"is_error,omitempty"`
	Source  *anthropicSource `json:"source,omitempty"`
	Cache   *cacheMark       `json:"cache_control,omitempty"`
}

type anthropicSource struct {
	Type  string `json:"type"`
	Media string `json:"media_type"`
	Data  string `json:"data"`
}

type anthropicMessage struct {
	Role    Role             `json:"role"`
	Content []anthropicBlock `json:"content"`
}

type anthropicRequest struct {
	Model     string             `json:"model"`
	MaxTokens int                `json:"max_tokens"`
	Tools     []anthropicTool    `json:"tools,omitempty"`
	System    []anthropicBlock   `json:"system,omitempty"`
	Messages  []anthropicMessage `json:"messages"`
	Stream    bool               `json:"stream"`

	Temperature *float64 `json:"temperature,omitempty"`
	Stop        []string `json:"stop_sequences,omitempty"`
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
func (a *anthropic) Encode(r *Request) ([]byte, error) {
	r = r.guarded()
	out := anthropicRequest{Model: r.Model, MaxTokens: r.MaxTokens, Stream: true, Temperature: r.Wishes.Temperature, Stop: r.Wishes.Stop}
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
			out.System = append(out.System, anthropicBlock{Type: "text", Text: b.Text, Cache: m.mark(b.Cache)})
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

func anthropicContent(msg Message, m *marks) (content []anthropicBlock) {
	for i, p := range msg.Parts {
		var b anthropicBlock
		switch {
		case p.Call != nil:
			b = anthropicBlock{Type: "tool_use", ID: p.Call.ID, Name: p.Call.Name, Input: object(p.Call.Arguments)}
		case p.Result != nil:
			b = anthropicBlock{Type: "tool_result", Of: p.Result.CallID, Content: &p.Result.Text, Failed: p.Result.Failed}
		case p.Image != nil:
			b = anthropicBlock{Type: "image", Source: &anthropicSource{"base64", p.Image.Type, p.Image.Base64()}}
		case strings.TrimSpace(p.Text) != "":
			b = anthropicBlock{Type: "text", Text: p.Text}
		default:
			continue
		}
		b.Cache = m.mark(msg.Cache && i == len(msg.Parts)-1)
		content = append(content, b)
	}
	return content
}

// Stream implements [Provider].
func (a *anthropic) Stream(ctx context.Context, r *Request) iter.Seq2[Event, error] {
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
		return s.each((&anthropicReader{at: a.at, yield: yield}).event)
	}
	return x.events(ctx)
}
