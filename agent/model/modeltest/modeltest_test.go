package modeltest_test

import (
	"context"
	"encoding/json"
	"io"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/seed353dc258/backstory/agent/model"
	"github.com/seed353dc258/backstory/agent/model/modeltest"
)

func provider(s *modeltest.Server, p modeltest.Protocol) model.Provider {
	at := model.Endpoint{URL: s.Base(), Wait: time.Millisecond}
	if p == modeltest.Anthropic {
		return model.NewAnthropic(at)
	}
	return model.NewOpenAI(at)
}

func talk(calls ...model.Part) *model.Request {
	r := &model.Request{
		Model: "m", System: []model.Block{{Text: "You are Ida.", Cache: true}}, MaxTokens: 100,
		Tools:    []model.Tool{{Name: "look", Description: "Look.", Schema: json.RawMessage(`{"type":"object"}`)}},
		Messages: []model.Message{{Role: model.User, Parts: []model.Part{{Text: "Look!"}}}},
	}
	for i, p := range calls {
		r.Messages = append(r.Messages, model.Message{Role: []model.Role{model.Assistant, model.User}[i%2], Parts: []model.Part{p}})
	}
	return r
}

// TestBothProtocolsAreSpoken asks through the real clients: what they send is
// understood, and what the server says reaches them.
func TestBothProtocolsAreSpoken(t *testing.T) {
	for _, p := range modeltest.Protocols() {
		s := modeltest.New(t, modeltest.Script(
			modeltest.Reply{Chunks: []string{"I ", "\"look\"."}, Calls: []modeltest.Call{{ID: "c1", Name: "look", Arguments: `{"at":"sea"}`}}, Input: 9, Output: 4, CacheRead: 2},
			modeltest.Says("Fog."),
			modeltest.Reply{Chunks: []string{"Half"}, Cut: true},
		))
		got := ask(t.Context(), provider(s, p), talk())
		if got.text != `I "look".` || len(got.calls) != 1 || string(got.calls[0].Arguments) != `{"at":"sea"}` || got.stop != model.StopCalls || got.usage != (model.Usage{Input: 9, Output: 4, CacheRead: 2}) || got.err != nil {
			t.Errorf("%s: %+v", p, got)
		}
		r := talk(model.Part{Call: &got.calls[0]}, model.Part{Result: &model.Result{CallID: "c1", Text: "fog"}})
		if got := ask(t.Context(), provider(s, p), r); got.text != "Fog." || got.stop != model.StopEnd || got.err != nil {
			t.Errorf("%s: %+v", p, got)
		}
		if got := ask(t.Context(), provider(s, p), talk()); got.text != "Half" || !model.IsKind(got.err, model.KindConnection) {
			t.Errorf("%s: %+v", p, got)
		}
		asks := s.Asks()
		if len(asks) != 3 || asks[1].System != "You are Ida." || asks[1].MaxTokens != 100 || asks[1].Tools[0].Name != "look" || asks[1].Protocol != p ||
			len(asks[1].Messages) != 3 || asks[1].Messages[2].Results[0] != (modeltest.Result{ID: "c1", Text: "fog"}) || asks[1].Tokens() < 10 {
			t.Errorf("%s: %+v", p, asks)
		}
	}
}

type got struct {
	text  string
	calls []model.Call
	usage model.Usage
	stop  model.Stop
	err   error
}

func ask(ctx context.Context, p model.Provider, r *model.Request) (g got) {
	for e, err := range p.Stream(ctx, r) {
		if err != nil {
			g.err = err
			return g
		}
		g.text += e.Text
		if e.Call != nil {
			g.calls = append(g.calls, *e.Call)
		}
		if e.Usage != nil {
			g.usage = *e.Usage
		}
		g.stop = e.Stop
	}
	return g
}

// TestWhatIsWrongIsRefused sends what real servers refuse.
func TestWhatIsWrongIsRefused(t *testing.T) {
	bad := map[string]string{
		`/v1/chat/completions {"model":"m","stream":true,"messages":[]}`:                                                                                                                    "no message",
		`/v1/chat/completions {"model":"m","stream":true,"messages":[{"role":"user","content":"a"}],"maxTokens":1}`:                                                                         "unknown field",
		`/v1/chat/completions {"model":"m","stream":true,"messages":[{"role":"user","content":"a"},{"role":"user","content":"b"}]}`:                                                         "both of the user",
		`/v1/chat/completions {"model":"m","stream":true,"messages":[{"role":"user","content":"a"},{"role":"assistant","content":"b"}]}`:                                                    "not the user's",
		`/v1/chat/completions {"model":"m","stream":true,"messages":[{"role":"user","content":"a"},{"role":"tool","tool_call_id":"x","content":"b"}]}`:                                      "not made",
		`/v1/chat/completions {"model":"m","stream":true,"messages":[{"role":"user","content":"a"},{"role":"system","content":"b"}]}`:                                                       "first place",
		`/v1/chat/completions {"model":"m","stream":true,"max_tokens":1,"max_completion_tokens":1,"messages":[{"role":"user","content":"a"}]}`:                                              "both of its names",
		`/v1/messages {"model":"m","stream":true,"messages":[{"role":"user","content":[{"type":"text","text":"a"}]}]}`:                                                                      "0 tokens",
		`/v1/messages {"model":"m","stream":true,"max_tokens":1,"messages":[{"role":"user","content":[{"type":"text","text":" "}]}]}`:                                                       "empty",
		`/v1/messages {"model":"m","stream":true,"max_tokens":1,"messages":[{"role":"user","content":[{"type":"text","text":"a"},{"type":"tool_result","tool_use_id":"x","content":""}]}]}`: "wrong place",
		`/v1/nothing {}`: "nothing is at",
	}
	s := modeltest.New(t, modeltest.Script())
	s.Tolerant = true
	for request, want := range bad {
		path, body, _ := strings.Cut(request, " ")
		r, err := http.NewRequestWithContext(t.Context(), http.MethodPost, s.URL+path, strings.NewReader(body))
		if err != nil {
			t.Fatal(err)
		}
		r.Header.Set("Content-Type", "application/json")
		r.Header.Set("Anthropic-Version", "1")
		resp, err := s.Client().Do(r)
		if err != nil {
			t.Fatal(err)
		}
		text, _ := io.ReadAll(resp.Body)
		resp.Body.Close()
		if resp.StatusCode != http.StatusBadRequest || !strings.Contains(string(text), want) {
			t.Errorf("%s: %d %s", request, resp.StatusCode, text)
		}
	}
	if len(s.Faults()) != len(bad) || len(s.Asks()) != 0 {
		t.Errorf("%d faults: %q", len(s.Faults()), s.Faults())
	}
}

func TestAWindowIsHeldTo(t *testing.T) {
	for _, p := range modeltest.Protocols() {
		s := modeltest.New(t, modeltest.Script(modeltest.Says("Fog.")))
		s.Window = 200
		if got := ask(t.Context(), provider(s, p), talk()); got.err != nil {
			t.Error(got.err)
		}
		r := talk()
		r.Messages[0].Parts[0].Text = strings.Repeat("Fog at sea. ", 200)
		if got := ask(t.Context(), provider(s, p), r); got.err == nil || s.Over() != 1 {
			t.Errorf("%s: %+v, %d", p, got, s.Over())
		}
	}
}
