package model

import (
	"context"
	"encoding/json"
	"iter"
	"strings"
)

// openAI speaks the Chat Completions protocol, as many servers do besides the
// one that it comes from: Gemini, Ollama, llama.cpp, vLLM, LM Studio. Its
// caches need no marks: they live on equal prefixes.
type openAI struct{ at Endpoint }

// NewOpenAI returns a provider for an endpoint, whose URL is by default that of
// the maker.
func NewOpenAI(at Endpoint) Provider { return newOpenAI(at) }

func newOpenAI(at Endpoint) *openAI {
	if at.URL == "" {
		at.URL = "https://api.openai.com/v1"
	}
	if at.Provider == "" {
		at.Provider = "openai"
	}
	return &openAI{at: at.filled()}
}

// Name implements [Provider].
func (o *openAI) Name() string { return o.at.Provider }

// Caps implements [Provider].
func (o *openAI) Caps(model string) Caps {
	caps := capsOf(model)
	caps.Wishes = []string{"temperature", "seed", "stop", "reasoning_effort", "response_format"}
	return caps
}

type openAIFunction struct {
	Name        string          `json:"name"`
	Description string          `json:"description"`
	Parameters  json.RawMessage `json:"parameters"`
}

type openAITool struct {
	Type     string         `json:"type"`
	Function openAIFunction `json:"function"`
}

type openAICall struct {
	ID       string       `json:"id"`
	Type     string       `json:"type"`
	Function openAICalled `json:"function"`
}

type openAIMessage struct {
	Role    string       `json:"role"`
	Content any          `json:"content"` // a text, a list of parts, or null where there are only calls
	Calls   []openAICall `json:"tool_calls,omitempty"`
	CallID  string       `json:"tool_call_id,omitempty"`
}

type openAIPart struct {
	Type  string       `json:"type"`
	Text  string       `json:"text,omitempty"`
	Image *openAIImage `json:"image_url,omitempty"`
}

type openAIImage struct {
	URL string `json:"url"`
}

type openAIStreaming struct {
	Usage bool `json:"include_usage"`
}

type openAIRequest struct {
	Model     string          `json:"model"`
	Tools     []openAITool    `json:"tools,omitempty"`
	Messages  []openAIMessage `json:"messages"`
	Stream    bool            `json:"stream"`
	Streaming openAIStreaming `json:"stream_options"`
	MaxTokens int             `json:"max_completion_tokens,omitempty"`
	OldTokens int             `json:"max_tokens,omitempty"`

	Temperature *float64      `json:"temperature,omitempty"`
	Seed        *int          `json:"seed,omitempty"`
	Stop        []string      `json:"stop,omitempty"`
	Effort      string        `json:"reasoning_effort,omitempty"`
	Format      *openAIFormat `json:"response_format,omitempty"`
}

func openAITools(list []Tool) []openAITool {
	var out []openAITool
	for _, t := range list {
		out = append(out, openAITool{"function", openAIFunction{t.Name, t.Description, object(t.Schema)}})
	}
	return out
}

// Encode implements [Provider]. What changes least comes first.
func (o *openAI) Encode(r *Request) ([]byte, error) {
	r = r.guarded()
	w := &r.Wishes
	out := openAIRequest{
		Model: r.Model, Tools: openAITools(r.Tools), Stream: true, Streaming: openAIStreaming{Usage: true}, MaxTokens: r.MaxTokens,
		Temperature: w.Temperature, Seed: w.Seed, Stop: w.Stop, Effort: w.Effort, Format: w.openAIFormat(),
	}
	if o.at.Old {
		out.MaxTokens, out.OldTokens = 0, r.MaxTokens
	}
	if system := systemText(r); system != "" {
		out.Messages = append(out.Messages, openAIMessage{Role: "system", Content: system})
	}
	for _, m := range r.Messages {
		out.Messages = append(out.Messages, openAIMessages(m)...)
	}
	return canonical(out)
}

// openAIMessages returns what one message is there: each result of a tool is a
// message of its own, and is in front of what the user says.
func openAIMessages(m Message) []openAIMessage {
	var out []openAIMessage
	var text []string
	var shown []openAIPart
	var calls []openAICall
	for _, p := range m.Parts {
		switch {
		case p.Result != nil:
			content := p.Result.Text
			if p.Result.Failed {
				content = "Error: " + content // the protocol has no other way to say so
			}
			out = append(out, openAIMessage{Role: "tool", Content: content, CallID: p.Result.CallID})
		case p.Call != nil:
			calls = append(calls, openAICall{p.Call.ID, "function", openAICalled{p.Call.Name, openAIArguments(object(p.Call.Arguments))}})
		case p.Image != nil:
			shown = append(shown, openAIPart{Type: "image_url", Image: &openAIImage{"data:" + p.Image.Type + ";base64," + p.Image.Base64()}})
		case p.Text != "":
			text = append(text, p.Text)
		}
	}
	said := openAIMessage{Role: string(m.Role), Calls: calls}
	switch content := strings.Join(text, "\n\n"); {
	case len(shown) > 0 && content != "":
		said.Content = append(shown, openAIPart{Type: "text", Text: content})
	case len(shown) > 0:
		said.Content = shown
	case content != "":
		said.Content = content
	case len(calls) == 0:
		return out
	}
	return append(out, said)
}

// Stream implements [Provider].
func (o *openAI) Stream(ctx context.Context, r *Request) iter.Seq2[Event, error] {
	body, err := o.Encode(r)
	if err != nil {
		return failing(err)
	}
	x := &exchange{at: o.at, path: "/chat/completions", header: o.at.headers("text/event-stream"), body: body, refused: openAIRefused, thinker: r.Model}
	x.read = func(s *stream, yield func(Event) bool) error {
		return (&openAIReader{at: o.at, yield: yield, said: len(r.Messages)}).read(s)
	}
	x.whole = func(body []byte, yield func(Event) bool) error {
		return (&openAIReader{at: o.at, yield: yield, said: len(r.Messages)}).whole(body)
	}
	return x.events(ctx)
}
