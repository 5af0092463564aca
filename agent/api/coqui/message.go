package coqui

import (
	"context"
	"encoding/json"
	"fmt"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/danielgtaylor/huma/v2"
	"github.com/danielgtaylor/huma/v2/adapters/humago"

	"github.com/seed353dc258/backstory/agent/api"
	"github.com/seed353dc258/backstory/agent/api/wire"
	"github.com/seed353dc258/backstory/agent/model"
	"github.com/seed353dc258/backstory/agent/store"
)

// Message is what was said, with Coqui's keys.
type Message struct {
	ID      string    `json:"id"`
	Role    string    `json:"role" enum:"user,assistant,tool,summary"`
	Content string    `json:"content"`
	Calls   *string   `json:"tool_calls" doc:"a list, as text"`
	CallID  *string   `json:"tool_call_id"`
	Created time.Time `json:"created_at"`
}

// MessageList is all that was said in a session.
type MessageList struct {
	Session  string    `json:"session_id"`
	Messages []Message `json:"messages" nullable:"false"`
	Count    int       `json:"count"`
}

// Result is how a turn ended, with Coqui's keys.
type Result struct {
	Content    string   `json:"content"`
	Iterations int      `json:"iterations"`
	Input      int      `json:"prompt_tokens"`
	Output     int      `json:"completion_tokens"`
	Total      int      `json:"total_tokens"`
	Duration   int64    `json:"duration_ms"`
	Tools      []string `json:"tools_used" nullable:"false"`
	Children   int      `json:"child_agent_count"`
	Restart    bool     `json:"restart_requested"`
	Limit      bool     `json:"iteration_limit_reached"`
	Exhausted  bool     `json:"budget_exhausted"`
	Error      *string  `json:"error"`
	Session    string   `json:"session_id"`
	Turn       int      `json:"turn"`
}

func (s *server) messageRoutes() {
	const tag, base = "coqui", "/api/v1/sessions/{id}/messages"
	api.AddOf(s.Server, api.Route{ID: "coqui-messages", Method: "GET", Path: base, Right: api.Read, Tag: tag, Summary: "List what was said"}, s.listMessages)
	api.AddOf(s.Server, api.Route{
		ID: "coqui-send-message", Method: "POST", Path: base, Right: api.Chat, Tag: tag, Errors: []int{409, 502},
		Summary: "Say something; the answer is a stream of events, or JSON with stream=false", Adapt: s.documentEvents,
	}, s.sendMessage)
}

func (s *server) documentEvents(op *huma.Operation) {
	op.Responses = map[string]*huma.Response{"200": {
		Description: "Events, each with a name and one line of JSON, or how the turn ended.",
		Content: map[string]*huma.MediaType{
			"application/json": {Schema: s.SchemaOf(reflect.TypeFor[Result]())},
			"text/event-stream": {Schema: api.EventStream(), Extensions: map[string]any{
				"x-events": []string{"connected", "agent_start", "text_delta", "tool_call", "tool_result", "approval", "notice", "done", "error", "complete"},
			}},
		},
	}}
}

func (s *server) listMessages(ctx context.Context, of api.OfSession, _ *sessionAt) (*api.Answer[MessageList], error) {
	list, err := s.Store().Messages(ctx, of.Scope, of.ID, 0, 0)
	if err != nil {
		return nil, err
	}
	out := MessageList{Session: of.ID, Messages: []Message{}}
	for _, m := range list {
		some, err := messagesOf(m)
		if err != nil {
			return nil, err
		}
		out.Messages = append(out.Messages, some...)
	}
	out.Count = len(out.Messages)
	return &api.Answer[MessageList]{Body: out}, nil
}

// messagesOf returns what was said as Coqui has it, where each result of a tool
// is a message.
func messagesOf(m store.Message) (out []Message, err error) {
	var parts []model.Part
	if err := json.Unmarshal(m.Body, &parts); err != nil {
		return nil, err
	}
	var text strings.Builder
	var calls []called
	for n, p := range parts {
		if p.Class == "" {
			text.WriteString(p.Text)
		}
		if p.Call != nil {
			calls = append(calls, called{p.Call.ID, p.Call.Name, p.Call.Arguments})
		}
		if p.Result != nil {
			out = append(out, Message{ID: fmt.Sprintf("%d-%d", m.Seq, n), Role: "tool", Content: p.Result.Text, CallID: &p.Result.CallID, Created: m.Created})
		}
	}
	if text.Len() == 0 && len(calls) == 0 && len(out) > 0 {
		return out, nil
	}
	one := Message{ID: strconv.Itoa(m.Seq), Role: m.Role, Content: text.String(), Created: m.Created}
	if len(calls) > 0 {
		b, err := json.Marshal(calls)
		if err != nil {
			return nil, err
		}
		one.Calls = orNil(string(b))
	}
	return append(out, one), nil
}

type called struct {
	ID        string          `json:"id"`
	Name      string          `json:"name"`
	Arguments json.RawMessage `json:"arguments"`
}

// maxPrompt is how long a prompt may be, in bytes.
const maxPrompt = 1 << 20

func (s *server) sendMessage(ctx context.Context, of api.OfSession, in *struct {
	sessionAt
	Stream string `query:"stream" enum:"true,false" default:"true"`
	Body   struct {
		Prompt string `json:"prompt,omitempty" doc:"it must not be blank"`
	}
},
) (*huma.StreamResponse, error) {
	text := in.Body.Prompt
	switch {
	case strings.TrimSpace(text) == "":
		return nil, api.NewProblem(400, "missing_field", "Missing or empty prompt")
	case len(text) > maxPrompt:
		return nil, api.NewProblem(413, "payload_too_large", fmt.Sprintf("the prompt has more than %d bytes", maxPrompt))
	}
	turn, err := s.Say(ctx, of.Scope, of.Session, text)
	if err != nil {
		return nil, err
	}
	t := &telling{result: Result{Session: of.ID, Turn: turn, Tools: []string{}, Iterations: 1}, began: time.Now()}
	return &huma.StreamResponse{Body: func(hc huma.Context) {
		r, w := humago.Unwrap(hc)
		if in.Stream == "true" {
			s.Stream(r.Context(), w, of.Scope, of.ID, turn, 0, t.send)
			return
		}
		err := s.Each(r.Context(), of.Scope, of.ID, turn, 0, func(events []store.TurnEvent) error {
			for _, e := range events {
				t.read(e)
			}
			return nil
		}, nil)
		if err == nil {
			_ = wire.WriteJSON(w, t.result) // which is made of texts and numbers
		}
	}}, nil
}

// telling is a turn as Coqui tells of it.
type telling struct {
	result Result
	began  time.Time
	open   bool // something was told
	called bool // the model called tools, and goes on after them
}

// told is what events of ours have.
type told struct {
	Agent, ID, Name, Text, Detail, Code string
	Arguments                           json.RawMessage
	Result                              *string
	Failed                              bool
	Usage                               struct{ Input, Output int }
}

// read takes an event of ours into the result.
func (t *telling) read(e store.TurnEvent) (d told) {
	if json.Unmarshal(e.Data, &d) != nil {
		return d
	}
	switch {
	case e.Type == "delta":
		if t.called {
			t.result.Iterations++
		}
		t.called = false
	case e.Type == "tool" && d.Name != "":
		t.called = true
		if d.Agent == "" && !slices.Contains(t.result.Tools, d.Name) {
			t.result.Tools = append(t.result.Tools, d.Name)
		}
		if d.Name == "spawn_agent" {
			t.result.Children++
		}
	case e.Type == "done", e.Type == "error":
		r := &t.result
		r.Content, r.Input, r.Output, r.Total = d.Text, d.Usage.Input, d.Usage.Output, d.Usage.Input+d.Usage.Output
		r.Duration, r.Limit, r.Exhausted = time.Since(t.began).Milliseconds(), d.Code == "too_many_rounds", d.Code == "budget_used_up"
		r.Error = orNil(d.Detail)
	}
	return d
}

// send sends an event of ours as those of Coqui.
func (t *telling) send(st *wire.Stream, e store.TurnEvent) error {
	send := st.SendJSON
	if !t.open {
		t.open = true
		for _, name := range []string{"connected", "agent_start"} {
			_ = send(name, map[string]any{"session_id": t.result.Session, "turn": t.result.Turn}) // which the stream keeps
		}
	}
	d := t.read(e)
	switch {
	case e.Type == "delta":
		return send("text_delta", map[string]string{"content": d.Text})
	case e.Type == "tool" && d.Name != "":
		return send("tool_call", map[string]any{"id": d.ID, "tool": d.Name, "arguments": d.Arguments})
	case e.Type == "tool":
		result := ""
		if d.Result != nil {
			result = *d.Result
		}
		return send("tool_result", map[string]any{"content": result, "success": !d.Failed})
	case e.Type == "done":
		_ = send("done", map[string]string{"content": d.Text})
		return send("complete", t.result)
	case e.Type == "error":
		_ = send("error", map[string]string{"message": d.Detail})
		return send("complete", t.result)
	}
	return st.Send("", e.Type, e.Data)
}
