package model

import (
	"context"
	"encoding/json"
	"fmt"
	"iter"
	"strings"

	"github.com/seed353dc258/backstory/agent/model/picture"

	"github.com/seed353dc258/backstory/internal/tokens"
)

// ollama speaks Ollama's own protocol, since that of Chat Completions cannot say how
// large a window the model is to be loaded with: Ollama then takes a small one and
// cuts the prompt from the front. Vectors it gives by the other protocol.
type ollama struct{ *openAI }

// NewOllama returns a provider for a server of Ollama, whose URL is by default that
// of this machine. A URL that ends in /v1, which is its address for other protocols,
// means the same server.
func NewOllama(at Endpoint) Provider {
	if at.URL == "" {
		at.URL = "http://127.0.0.1:11434"
	}
	if at.Provider == "" {
		at.Provider = "ollama"
	}
	at.URL = Root(at.URL) + "/v1"
	return &ollama{newOpenAI(at)}
}

// Root is the address of a server without the path of a protocol.
func Root(address string) string {
	address = strings.TrimRight(address, "/")
	for _, path := range []string{"/v1", "/api"} {
		address = strings.TrimSuffix(address, path)
	}
	return address
}

type ollamaMessage struct {
	Role    string       `json:"role"`
	Content string       `json:"content"`
	Images  []string     `json:"images,omitempty"` // in Base64
	Calls   []ollamaCall `json:"tool_calls,omitempty"`
	Tool    string       `json:"tool_name,omitempty"`
}

type ollamaCall struct {
	Function ollamaCalled `json:"function"`
}

type ollamaCalled struct {
	Name      string          `json:"name"`
	Arguments json.RawMessage `json:"arguments"` // an object
}

type ollamaOptions struct {
	Window      int      `json:"num_ctx,omitempty"`
	MaxTokens   int      `json:"num_predict,omitempty"`
	Temperature *float64 `json:"temperature,omitempty"`
	Seed        *int     `json:"seed,omitempty"`
	Stop        []string `json:"stop,omitempty"`
}

type ollamaRequest struct {
	Model     string          `json:"model"`
	Tools     []openAITool    `json:"tools,omitempty"`
	Messages  []ollamaMessage `json:"messages"`
	Stream    bool            `json:"stream"`
	Format    json.RawMessage `json:"format,omitempty"`
	Think     any             `json:"think,omitempty"` // a level, or false
	KeepAlive string          `json:"keep_alive,omitempty"`
	Options   ollamaOptions   `json:"options"`
}

// Encode implements [Provider].
func (o *ollama) Encode(r *Request) ([]byte, error) {
	r = r.guarded()
	out := ollamaRequest{Model: r.Model, Stream: true, Tools: openAITools(r.Tools), KeepAlive: o.at.KeepAlive}
	if system := systemText(r); system != "" {
		out.Messages = append(out.Messages, ollamaMessage{Role: "system", Content: system})
	}
	names := map[string]string{} // of calls, by id
	for _, m := range r.Messages {
		out.Messages = append(out.Messages, ollamaMessages(m, names)...)
	}
	switch w := r.Wishes; w.Effort {
	case "":
	case "none":
		out.Think = false
	default:
		out.Think = w.Effort
	}
	out.Format = r.Wishes.ollamaFormat()
	out.Options = ollamaOptions{o.window(r), r.MaxTokens, r.Wishes.Temperature, r.Wishes.Seed, r.Wishes.Stop}
	return canonical(out)
}

// Windows for which no one has to be asked: a larger one is asked for in steps, as
// far as a conversation needs it, since it takes memory and another one has the
// model loaded again.
const (
	usualWindow = 32 << 10
	windowSpare = 4 // of a request, one part in so many is for what the estimate is off
)

// window is how large a window the model is to have: what is configured, else of what
// it can take as much as is usual, or more where the request needs it.
func (o *ollama) window(r *Request) int {
	if o.at.Window > 0 {
		return o.at.Window
	}
	if r.Window <= usualWindow {
		return r.Window
	}
	need := r.MaxTokens
	for i := range r.System {
		need += tokens.Estimate(r.System[i].Text)
	}
	for _, m := range r.Messages {
		for _, p := range m.Parts {
			need += tokens.Estimate(p.Text)
			if p.Image != nil {
				need += picture.Tokens
			}
			if p.Result != nil {
				need += tokens.Estimate(p.Result.Text)
			}
		}
	}
	window := usualWindow
	for window < need+need/windowSpare {
		window *= 2
	}
	return min(window, r.Window)
}

func ollamaMessages(m Message, names map[string]string) []ollamaMessage {
	var out []ollamaMessage
	said := ollamaMessage{Role: string(m.Role)}
	var text []string
	for _, p := range m.Parts {
		switch {
		case p.Result != nil:
			content := p.Result.Text
			if p.Result.Failed {
				content = "Error: " + content // the protocol has no other way to say so
			}
			out = append(out, ollamaMessage{Role: "tool", Content: content, Tool: names[p.Result.CallID]})
		case p.Call != nil:
			names[p.Call.ID] = p.Call.Name
			said.Calls = append(said.Calls, ollamaCall{ollamaCalled{p.Call.Name, object(p.Call.Arguments)}})
		case p.Image != nil:
			said.Images = append(said.Images, p.Image.Base64())
		case p.Text != "":
			text = append(text, p.Text)
		}
	}
	said.Content = strings.Join(text, "\n\n")
	if said.Content == "" && len(said.Calls)+len(said.Images) == 0 {
		return out
	}
	return append(out, said)
}

// Stream implements [Provider].
func (o *ollama) Stream(ctx context.Context, r *Request) iter.Seq2[Event, error] {
	body, err := o.Encode(r)
	if err != nil {
		return failing(err)
	}
	at := o.at
	at.URL = Root(at.URL)
	x := &exchange{at: at, path: "/api/chat", header: at.headers("application/x-ndjson"), body: body, refused: ollamaRefused, thinker: r.Model}
	x.read = func(s *stream, yield func(Event) bool) error {
		return s.each((&ollamaReader{at: at, yield: yield, said: len(r.Messages)}).event)
	}
	x.whole = func(body []byte, yield func(Event) bool) error {
		return x.read(newStream(strings.NewReader(string(body)+"\n")), yield)
	}
	return x.events(ctx)
}

// ollamaRefused reads an error. What is no object is not of Ollama.
func ollamaRefused(body []byte) (word, message string) {
	if word, message = openAIRefused(body); word == "" && message == "" && !json.Valid(body) {
		message = "the server does not speak Ollama's protocol (/api/chat), the type openai-compatible is for others: " + quoted(string(body))
	}
	return word, message
}

// ollamaReader turns the lines of the protocol into our events.
type ollamaReader struct {
	at    Endpoint
	yield func(Event) bool
	calls int
	said  int // messages before the answer
}

type ollamaLine struct {
	Message struct {
		Content string
		Calls   []struct {
			ID       string
			Function openAICalled
		} `json:"tool_calls"`
	}
	Done   bool
	Reason string `json:"done_reason"`
	Input  int    `json:"prompt_eval_count"`
	Output int    `json:"eval_count"`
	Error  json.RawMessage
}

func (o *ollamaReader) event(m message) error {
	var l ollamaLine
	if err := parse(m.data, &l); err != nil {
		return err
	}
	if len(l.Error) > 0 && string(l.Error) != "null" {
		word, message := problem(l.Error)
		return (&Error{Provider: o.at.Provider, Message: message}).judged(500, word)
	}
	if l.Message.Content != "" && !o.yield(Event{Text: l.Message.Content}) {
		return errEnough
	}
	for _, c := range l.Message.Calls {
		if o.calls++; o.calls > maxCalls {
			return errManyCalls
		}
		call := &Call{ID: c.ID, Name: c.Function.Name}
		if call.ID == "" {
			call.ID = fmt.Sprintf("call_%d_%d", o.said, o.calls)
		}
		call.setArguments(string(c.Function.Arguments))
		if !o.yield(Event{Call: call}) {
			return errEnough
		}
	}
	if !l.Done {
		return nil
	}
	stop := StopEnd
	switch {
	case l.Reason == "length":
		stop = StopLength
	case o.calls > 0:
		stop = StopCalls
	}
	if o.yield(Event{Usage: &Usage{Input: l.Input, Output: l.Output}}) {
		o.yield(Event{Stop: stop})
	}
	return errEnd
}
