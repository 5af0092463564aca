package anthropic_test

import (
	"encoding/json"
	"slices"
	"strings"
	"testing"

	"go.uber.org/goleak"

	"github.com/seed353dc258/backstory/agent/api"
	"github.com/seed353dc258/backstory/agent/api/anthropic"
	"github.com/seed353dc258/backstory/agent/api/apitest"
	"github.com/seed353dc258/backstory/agent/api/door"
)

func TestMain(m *testing.M) {
	goleak.VerifyTestMain(m, goleak.IgnoreTopFunction("internal/poll.runtime_pollWait")) // idle connections of test clients
}

type m = map[string]any

const messages = "/v1/messages"

// client asks a server as Anthropic's clients do.
func client(t *testing.T) *apitest.Client {
	t.Helper()
	const script = `
rules:
  - match: boom
    reply: [{error: {kind: overloaded, status: 529, message: try later}}]
  - match: breaks
    reply: [{text: So far.}, {error: {kind: overloaded, status: 529, message: try later}}]
  - match: weather in
    reply: [{text: Let me look.}, {call: {id: call_a, name: forecast, arguments: {place: Skarv}}}]
  - result: forecast
    reply: [{text: It rains.}]
  - match: born
    reply: [{text: "Caelum was born at Skarv, in a house by the sea."}]
  - match: '[\s\S]*'
    reply: [{chunks: ["Caelum ", "answers."]}]
`
	c := apitest.Serve(t, script, func(s *api.Settings) {
		s.Rooms = []func(*api.Server){func(s *api.Server) { anthropic.Routes(door.New(s, door.Options{})) }}
	}).As("chat")
	secret := c.Token
	c.Token = ""
	return c.With("X-Api-Key", secret).With("Anthropic-Version", "2023-06-01")
}

func says(role string, content any) m { return m{"role": role, "content": content} }

func talk(all ...m) m {
	return m{"model": "caelum", "max_tokens": 1024, "messages": all, "tools": []m{{
		"name": "forecast", "description": "Says how the weather will be.", "input_schema": m{"type": "object", "properties": m{"place": m{"type": "string"}}},
	}}}
}

// TestMessages answers, whole.
func TestMessages(t *testing.T) {
	c := client(t)
	body := talk(says("user", []m{{"type": "text", "text": "Hello?"}}))
	body["system"], body["top_k"], body["metadata"] = []m{{"type": "text", "text": "Be brief.", "cache_control": m{"type": "ephemeral"}}}, 5, m{"user_id": "ada"}
	got := c.Must(200, "POST", messages, body)
	if got.Text("content.0.text") != "Caelum answers." || got.Text("type") != "message" || got.Text("stop_reason") != "end_turn" || got.Get("usage.output_tokens").(float64) <= 0 {
		t.Errorf("%s", got.Body)
	}
	if got.Header.Get("X-Backstory-Ignored") != "top_k" || got.Header.Get("X-Backstory-Session") == "" {
		t.Errorf("%v", got.Header)
	}
	next := c.Must(200, "POST", messages, func() m {
		b := talk(says("user", "Hello?"), says("assistant", "Caelum answers."), says("user", "Again?"))
		b["metadata"] = m{"user_id": "ada"}
		return b
	}())
	if next.Header.Get("X-Backstory-Session") != got.Header.Get("X-Backstory-Session") {
		t.Error("the user's conversation does not go on")
	}
	cited := c.Must(200, "POST", messages, talk(says("user", "Where was Caelum born?")))
	if cited.Text("content.0.citations.0.source") != "backstory://caelum/source/intro.md" || !strings.HasPrefix(cited.Text("content.0.citations.0.cited_text"), "Caelum was born") {
		t.Errorf("citations: %s", cited.Body)
	}
	if cited.Get("content.0.citations.0.lines.first") != 3.0 || cited.Get("content.0.citations.0.lines.last") != 3.0 {
		t.Errorf("the lines of the quote: %s", cited.Body)
	}
}

// TestToolUse has a call of the client's tool go to the client.
func TestToolUse(t *testing.T) {
	c := client(t)
	ask := says("user", "What is the weather in Skarv?")
	got := c.Must(200, "POST", messages, talk(ask))
	if got.Text("stop_reason") != "tool_use" || got.Text("content.1.type") != "tool_use" || got.Text("content.1.input.place") != "Skarv" {
		t.Fatalf("%s", got.Body)
	}
	result := says("user", []m{{"type": "tool_result", "tool_use_id": got.Get("content.1.id"), "content": []m{{"type": "text", "text": "rain"}}}})
	if got = c.Must(200, "POST", messages, talk(ask, says("assistant", got.Get("content")), result)); got.Text("content.0.text") != "It rains." {
		t.Errorf("%s", got.Body)
	}
}

// TestMessageErrors are in Anthropic's form.
func TestMessageErrors(t *testing.T) {
	c := client(t)
	for _, test := range []struct {
		body   any
		status int
		kind   string
	}{
		{talk(), 400, "invalid_request_error"},
		{talk(says("king", "a")), 400, "invalid_request_error"},
		{talk(says("user", []m{{"type": "image", "source": m{}}})), 400, "invalid_request_error"},
		{talk(says("user", []m{{"type": "tool_result", "tool_use_id": "x", "content": "r"}})), 400, "invalid_request_error"},
		{m{"model": "nobody", "messages": []m{says("user", "a")}}, 404, "not_found_error"},
		{talk(says("user", "boom")), 502, "api_error"},
		{`{`, 400, "invalid_request_error"},
	} {
		got := c.Do("POST", messages, test.body)
		if got.Status != test.status || got.Text("type") != "error" || got.Text("error.type") != test.kind || got.Text("error.message") == "" {
			t.Errorf("%v: %d %s", test.body, got.Status, got.Body)
		}
	}
	if got := c.With("X-Api-Key", "wrong").Do("POST", messages, talk(says("user", "a"))); got.Status != 401 || got.Text("error.type") != "authentication_error" {
		t.Errorf("a wrong key: %d %s", got.Status, got.Body)
	}
}

// TestMessageEvents has the events of Anthropic's streams, in order.
func TestMessageEvents(t *testing.T) {
	c := client(t)
	stream := func(question string) (names []string, all []m) {
		t.Helper()
		body := talk(says("user", question))
		body["stream"] = true
		got := c.Send("POST", messages, body)
		defer got.Body.Close()
		for _, e := range apitest.ReadEvents(t, got.Body, nil) {
			var one m
			if err := json.Unmarshal([]byte(e.Data), &one); err != nil || one["type"] != e.Name {
				t.Fatalf("%v: %s %s", err, e.Name, e.Data)
			}
			if len(names) == 0 || names[len(names)-1] != e.Name {
				names = append(names, e.Name)
			}
			all = append(all, one)
		}
		return names, all
	}
	names, all := stream("Hello?")
	want := []string{"message_start", "content_block_start", "content_block_delta", "content_block_stop", "message_delta", "message_stop"}
	if !slices.Equal(names, want) {
		t.Errorf("events: %v", names)
	}
	if d := all[len(all)-2]; d["delta"].(m)["stop_reason"] != "end_turn" || d["usage"].(m)["output_tokens"].(float64) <= 0 {
		t.Errorf("%v", d)
	}
	names, all = stream("What is the weather in Skarv?")
	if want := append(slices.Clone(want[:4]), want[1:]...); !slices.Equal(names, want) {
		t.Errorf("events with a call: %v", names)
	}
	if d := all[len(all)-2]; d["delta"].(m)["stop_reason"] != "tool_use" {
		t.Errorf("%v", d)
	}
	names, all = stream("It breaks.")
	if names[len(names)-1] != "error" || all[len(all)-1]["error"].(m)["type"] != "api_error" {
		t.Errorf("a stream that breaks: %v %v", names, all[len(all)-1])
	}
}

// TestCountTokens counts the prompt, too.
func TestCountTokens(t *testing.T) {
	c := client(t)
	few := c.Must(200, "POST", messages+"/count_tokens", talk(says("user", "Hello?"))).Get("input_tokens").(float64)
	more := c.Must(200, "POST", messages+"/count_tokens", talk(says("user", strings.Repeat("Hello? ", 1000)))).Get("input_tokens").(float64)
	if few < 50 || more < few+500 {
		t.Errorf("%v, then %v", few, more)
	}
}
