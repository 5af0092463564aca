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

type anthropicImage struct {
	Type   string          `json:"type"`
	Source anthropicSource `json:"source"`
	Cache  *cacheMark      `json:"cache_control,omitempty"`
}

type anthropicSource struct {
	Type  string `json:"type"`
	Media string `json:"media_type"`
	Data  string `json:"data"`
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
		case p.Image != nil:
			content = append(content, anthropicImage{"image", anthropicSource{"base64", p.Image.Type, p.Image.Base64()}, m.mark(last)})
		case strings.TrimSpace(p.Text) != "":
			content = append(content, anthropicText{"text", p.Text, m.mark(last)})
		}
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
		return (&anthropicReader{at: a.at, yield: yield}).read(s)
	}
	return x.events(ctx)
}
