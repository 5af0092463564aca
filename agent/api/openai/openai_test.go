package openai_test

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"go.uber.org/goleak"

	"github.com/seed353dc258/backstory/agent/api"
	"github.com/seed353dc258/backstory/agent/api/apitest"
	"github.com/seed353dc258/backstory/agent/api/door"
	"github.com/seed353dc258/backstory/agent/api/openai"
	"github.com/seed353dc258/backstory/agent/store"
)

func TestMain(m *testing.M) {
	goleak.VerifyTestMain(m, goleak.IgnoreTopFunction("internal/poll.runtime_pollWait")) // idle connections of test clients
}

func serve(t *testing.T, script string, o door.Options) *apitest.Site {
	t.Helper()
	return apitest.Serve(t, script, func(s *api.Settings) {
		s.Rooms = []func(*api.Server){func(s *api.Server) { openai.Routes(door.New(s, o)) }}
	})
}

type m = map[string]any

// says is a message of a conversation.
func says(role, text string) m { return m{"role": role, "content": text} }

// talk is a request with a conversation of caelum.
func talk(messages ...m) m { return m{"model": "caelum", "messages": messages} }

// and returns a request with one more field.
func and(request m, name string, value any) m {
	out := m{name: value}
	for k, v := range request {
		if k != name {
			out[k] = v
		}
	}
	return out
}

const chat = "/v1/chat/completions"

// echo answers by what is asked.
const echo = `
rules:
  - match: fog
    reply: [{text: Fog till noon.}]
  - match: boom
    reply: [{error: {kind: overloaded, status: 529, message: try later}}]
  - match: weather in
    reply: [{text: Let me look.}, {call: {id: call_a, name: forecast, arguments: {place: Skarv}}}]
  - result: forecast
    reply: [{text: It rains.}]
  - match: both
    reply: [{call: {id: call_b, name: forecast, arguments: {place: Skarv}}}, {call: {id: call_c, name: todo_list}}]
  - match: '[\s\S]*'
    reply: [{chunks: ["Caelum ", "answers."]}]
`

// TestModels is HA-12: each profile, and each in its roles, is a model.
func TestModels(t *testing.T) {
	c := serve(t, "", door.Options{}).As("read")
	list := c.Must(200, "GET", "/v1/models", nil)
	if list.Text("object") != "list" || list.Text("data.0.id") != "caelum" || list.Text("data.0.owned_by") != "backstory" {
		t.Errorf("models: %s", list.Body)
	}
	if !strings.Contains(string(list.Body), `"id":"caelum:clerk"`) || !strings.Contains(string(list.Body), `"id":"lyra"`) {
		t.Errorf("models: %s", list.Body)
	}
	if one := c.Must(200, "GET", "/v1/models/caelum:clerk", nil); one.Text("id") != "caelum:clerk" || one.Get("created").(float64) < 1e9 {
		t.Errorf("model: %s", one.Body)
	}
	gone := c.Must(404, "GET", "/v1/models/nobody", nil)
	if gone.Text("error.code") != "model_not_found" || gone.Text("error.type") != "invalid_request_error" || gone.Text("error.param") != "model" {
		t.Errorf("unknown: %s", gone.Body)
	}
	c.Must(404, "GET", "/v1/models/caelum:nobody", nil)
	c.Must(403, "POST", chat, talk(says("user", "Hello?"))) // which takes the right to chat
}

// TestChat is HA-13: an answer, whole.
func TestChat(t *testing.T) {
	c := serve(t, echo, door.Options{}).As("chat")
	got := c.Must(200, "POST", chat, and(and(talk(says("system", "Be brief."), says("user", "Hello?")), "temperature", 0.2), "logit_bias", m{}))
	if got.Text("choices.0.message.content") != "Caelum answers." || got.Text("choices.0.finish_reason") != "stop" || got.Text("object") != "chat.completion" {
		t.Errorf("answer: %s", got.Body)
	}
	if got.Get("usage.total_tokens").(float64) <= 0 {
		t.Errorf("usage: %s", got.Body)
	}
	if ignored := got.Header.Get("X-Backstory-Ignored"); ignored != "logit_bias, temperature" {
		t.Errorf("ignored: %q", ignored)
	}
	if got.Header.Get("X-Backstory-Session") == "" {
		t.Error("the answer has no session")
	}
}

// TestWrongChat says what is wrong, where, in OpenAI's form.
func TestWrongChat(t *testing.T) {
	c := serve(t, echo, door.Options{}).As("chat")
	for _, test := range []struct {
		name   string
		body   any
		status int
		want   string // in the error
	}{
		{"no messages", talk(), 400, "messages"},
		{"ends with an answer", talk(says("user", "a"), says("assistant", "b")), 400, "messages"},
		{"role", talk(says("king", "a")), 400, "messages[0].role"},
		{"content", talk(m{"role": "user", "content": 7}), 400, "content"},
		{"image", talk(m{"role": "user", "content": []m{{"type": "image_url", "image_url": m{"url": "data:,"}}}}), 400, "messages[0].content[0]"},
		{"model", and(talk(says("user", "a")), "model", "x"), 404, "model_not_found"},
		{"no model", m{"messages": []m{says("user", "a")}}, 404, "model_not_found"},
		{"type", and(talk(says("user", "a")), "stream", "yes"), 400, "stream"},
		{"twice", `{"model":"caelum","model":"lyra"}`, 400, "twice"},
		{"spelling", `{"MODEL":"caelum","messages":[{"role":"user","content":"a"}]}`, 404, "model_not_found"},
		{"tool", and(talk(says("user", "a")), "tools", []m{{"type": "function", "function": m{"name": "a b"}}}), 400, "tools[0].name"},
		{"tool of ours", and(talk(says("user", "a")), "tools", []m{{"type": "function", "function": m{"name": "backstory_search"}}}), 400, "tool_name_taken"},
		{"result", talk(says("user", "a"), m{"role": "tool", "tool_call_id": "x", "content": "r"}), 400, "follows no answer"},
		{"overloaded", talk(says("user", "boom")), 502, "server_error"},
		{"not JSON", `{"model":`, 400, "invalid_request_error"},
	} {
		got := c.Do("POST", chat, test.body)
		if got.Status != test.status || !strings.Contains(string(got.Body), test.want) || got.Text("error.message") == "<nil>" {
			t.Errorf("%s: %d %s, want %d with %q", test.name, got.Status, got.Body, test.status, test.want)
		}
	}
	if got := serve(t, echo, door.Options{NoTools: true}).As("chat").Do("POST", chat, forecast(talk(says("user", "a")))); got.Text("error.code") != "tools_not_allowed" {
		t.Errorf("tools that are not allowed: %s", got.Body)
	}
}

func mustJSON(t *testing.T, v any) []byte {
	t.Helper()
	b, err := json.Marshal(v)
	if err != nil {
		t.Fatal(err)
	}
	return b
}

// chunks are the events of a stream, without the last one.
func chunks(t *testing.T, c *apitest.Client, body m) []m {
	t.Helper()
	got := c.Send("POST", chat, and(body, "stream", true))
	defer got.Body.Close()
	events := apitest.ReadEvents(t, got.Body, nil)
	if got.StatusCode != 200 || len(events) == 0 || events[len(events)-1].Data != "[DONE]" {
		t.Fatalf("stream: %d %v", got.StatusCode, events)
	}
	var all []m
	for _, e := range events[:len(events)-1] {
		var one m
		if err := json.Unmarshal([]byte(e.Data), &one); err != nil {
			t.Fatal(err)
		}
		all = append(all, one)
	}
	return all
}

// TestChatStream is HA-13: an answer in pieces.
func TestChatStream(t *testing.T) {
	c := serve(t, echo, door.Options{}).As("chat")
	all := chunks(t, c, and(talk(says("user", "Hello?")), "stream_options", m{"include_usage": true}))
	text, finish := "", ""
	for _, one := range all[:len(all)-1] {
		choice := one["choices"].([]any)[0].(m)
		if d, ok := choice["delta"].(m)["content"].(string); ok {
			text += d
		}
		if f, ok := choice["finish_reason"].(string); ok {
			finish += f
		}
		if one["id"] != all[0]["id"] || one["object"] != "chat.completion.chunk" {
			t.Errorf("chunk: %v", one)
		}
	}
	if text != "Caelum answers." || finish != "stop" || all[0]["choices"].([]any)[0].(m)["delta"].(m)["role"] != "assistant" {
		t.Errorf("%q %q %v", text, finish, all)
	}
	last := all[len(all)-1]
	if len(last["choices"].([]any)) != 0 || last["usage"].(m)["completion_tokens"].(float64) <= 0 {
		t.Errorf("usage: %v", last)
	}
	failed := c.Do("POST", chat, and(talk(says("user", "boom")), "stream", true))
	if failed.Status != 502 || failed.Text("error.type") != "server_error" {
		t.Errorf("a stream that fails before it begins: %d %s", failed.Status, failed.Body)
	}
}

// forecast returns a request with a tool of the client.
func forecast(request m) m {
	return and(request, "tools", []m{{"type": "function", "function": m{
		"name": "forecast", "description": "Says how the weather will be.",
		"parameters": m{"type": "object", "properties": m{"place": m{"type": "string"}}},
	}}})
}

// TestClientTools is HA-13: a call of the client's tool goes to the client, whose
// result continues the turn.
func TestClientTools(t *testing.T) {
	c := serve(t, echo, door.Options{}).As("chat")
	for _, question := range []string{"What is the weather in Skarv?", "Do both."} {
		for _, key := range []string{"", "k"} {
			c := c
			if key != "" {
				c = c.With("X-Backstory-Session", question)
			}
			ask := says("user", question)
			got := c.Must(200, "POST", chat, forecast(talk(ask)))
			if got.Text("choices.0.finish_reason") != "tool_calls" || got.Text("choices.0.message.tool_calls.0.function.name") != "forecast" ||
				got.Get("choices.0.message.tool_calls.1") != nil {
				t.Fatalf("%s: %s", question, got.Body)
			}
			session := got.Header.Get("X-Backstory-Session")
			said := got.Get("choices.0.message").(m)
			id := got.Text("choices.0.message.tool_calls.0.id")
			got = c.Must(200, "POST", chat, forecast(talk(ask, said, m{"role": "tool", "tool_call_id": id, "content": "rain"})))
			if got.Text("choices.0.message.content") != "It rains." || got.Text("choices.0.finish_reason") != "stop" {
				t.Errorf("%s: after the result: %s", question, got.Body)
			}
			if again := got.Header.Get("X-Backstory-Session"); (again == session) != (key != "") {
				t.Errorf("%s: key %q: session %s, then %s", question, key, session, again)
			}
		}
	}
	all := chunks(t, c, forecast(talk(says("user", "What is the weather in Skarv?"))))
	if text := fmt.Sprint(all); !strings.Contains(text, "call_a") || !strings.Contains(text, "tool_calls") {
		t.Errorf("stream: %s", text)
	}
}

// TestClientSessions is HA-15: who says what goes on is gone on with; a clean
// prefix appends, anything else branches.
func TestClientSessions(t *testing.T) {
	s := serve(t, echo, door.Options{})
	c, other := s.As("chat"), s.As("chat")
	id := func(c *apitest.Client, body m) string {
		t.Helper()
		return c.Must(200, "POST", chat, body).Header.Get("X-Backstory-Session")
	}
	count := func(session string) int {
		t.Helper()
		return int(s.As("read").Must(200, "GET", "/api/v2/sessions/"+session, nil).Get("messages").(float64))
	}
	u1, a1, u2 := says("user", "Hello?"), says("assistant", "Caelum answers."), says("user", "And the fog?")

	own := s.As("chat").Must(201, "POST", "/api/v2/sessions", m{"profile": "caelum", "kind": "interactive"}).Text("id")
	if a, b := id(c, talk(u1)), id(c, talk(u1)); a == b {
		t.Error("two requests without a key have one session")
	}
	for name, with := range map[string]struct {
		c    *apitest.Client
		more func(m) m
	}{
		"header":       {c.With("X-Backstory-Session", "mine"), func(b m) m { return b }},
		"Open WebUI":   {c.With("X-OpenWebUI-Chat-Id", "chat-1").With("X-OpenWebUI-User-Id", "u"), func(b m) m { return b }},
		"user":         {c, func(b m) m { return and(b, "user", "ada") }},
		"conversation": {c, func(b m) m { return and(b, "metadata", m{"conversation_id": "c-9"}) }},
	} {
		first := id(with.c, with.more(talk(u1)))
		second := id(with.c, with.more(talk(says("system", "Be brief."), u1, a1, u2)))
		if first != second || count(first) != 4 {
			t.Errorf("%s: a clean prefix: %s with %d messages, then %s", name, first, count(first), second)
		}
		again := id(with.c, with.more(talk(u1, a1, u2))) // as where an answer is asked for again
		if again == first || count(again) != 4 || count(first) != 4 {
			t.Errorf("%s: regenerating: session %s has %d messages, %s has %d", name, again, count(again), first, count(first))
		}
		if got := s.As("read").Must(200, "GET", "/api/v2/sessions/"+again, nil); got.Text("parent") != first || got.Text("kind") != string(store.Client) {
			t.Errorf("%s: the branch: %s", name, got.Body)
		}
		if other := id(with.c, with.more(talk(u1, says("assistant", "Something else."), u2))); other == again || count(other) != 4 {
			t.Errorf("%s: another past: session %s has %d messages", name, other, count(other))
		}
	}
	mine := id(c.With("X-Backstory-Session", "shared"), talk(u1))
	if id(other.With("X-Backstory-Session", "shared"), talk(u1, a1, u2)) == mine {
		t.Error("two tokens share a session")
	}
	if id(c.With("X-Backstory-Session", "shared"), and(talk(u1, a1, u2), "user", "eve")) == mine {
		t.Error("two users of a client share a session")
	}
	if id(c.With("X-Backstory-Session", "shared"), and(talk(u1, a1, u2), "model", "caelum:clerk")) == mine {
		t.Error("two roles share a session")
	}
	alone := id(c, talk(u1))
	if id(c.With("X-Backstory-Session", alone), talk(u1, a1, u2)) != alone {
		t.Error("the id of a session that an answer had does not go on with it")
	}
	if id(c.With("X-Backstory-Session", own), talk(u1)) == own || count(own) != 0 {
		t.Error("a client goes on in the profile's own session")
	}
	if got := s.As("read").Must(200, "GET", "/api/v2/sessions/"+own, nil); got.Text("status") != "active" {
		t.Errorf("a client's session ended the profile's own: %s", got.Body)
	}
}

// TestNothingElseEnters is HA-15: without a key nothing but the transcript is in
// the prompt, whatever was said elsewhere and is remembered.
func TestNothingElseEnters(t *testing.T) {
	s := serve(t, echo, door.Options{})
	sc, err := s.Host.Scope("caelum")
	if err != nil {
		t.Fatal(err)
	}
	if _, err := s.Host.Store.SaveMemory(t.Context(), sc, store.Memory{Text: "The word is heliotrope."}); err != nil {
		t.Fatal(err)
	}
	c := s.As("chat")
	c.Must(200, "POST", chat, talk(says("user", "The other word is zinnober.")))
	id := c.Must(200, "POST", chat, talk(says("user", "Earlier words."), says("assistant", "Indeed."), says("user", "What is the word?"))).Header.Get("X-Backstory-Session")
	all, err := s.Host.Store.Messages(t.Context(), sc, id, 0, 0)
	if err != nil {
		t.Fatal(err)
	}
	epoch, err := s.Host.Store.Epoch(t.Context(), sc, id, 0)
	if err != nil {
		t.Fatal(err)
	}
	text := epoch.System + epoch.Tools
	for _, m := range all {
		text += string(m.Body)
	}
	for _, word := range []string{"heliotrope", "zinnober", "memory_save"} {
		if strings.Contains(text, word) {
			t.Errorf("%q is in the prompt", word)
		}
	}
	if !strings.Contains(text, "Earlier words.") || !strings.Contains(text, "Indeed.") || !strings.Contains(text, "You are Caelum") {
		t.Errorf("the transcript or the soul is missing: %s", text)
	}
}

// TestProgramIsBelowTheSoul is HA-13: what a client says above the conversation
// is material, and the soul stays as it is.
func TestProgramIsBelowTheSoul(t *testing.T) {
	s := serve(t, echo, door.Options{})
	c := s.As("chat").With("X-Backstory-Session", "k")
	sys := says("system", "You are a pirate.")
	id := c.Must(200, "POST", chat, talk(sys, says("user", "Hello?"))).Header.Get("X-Backstory-Session")
	c.Must(200, "POST", chat, talk(sys, says("user", "Hello?"), says("assistant", "Caelum answers."), says("user", "Fog?")))
	sc, _ := s.Host.Scope("caelum")
	epoch, err := s.Host.Store.Epoch(t.Context(), sc, id, 0)
	if err != nil || strings.Contains(epoch.System, "pirate") || !strings.Contains(epoch.System, "You are Caelum") {
		t.Errorf("system: %v %s", err, epoch.System)
	}
	all, err := s.Host.Store.Messages(t.Context(), sc, id, 0, 0)
	if err != nil || len(all) != 4 || !strings.Contains(string(all[0].Body), `\u003cmaterial-`) || !strings.Contains(string(all[0].Body), "pirate") {
		t.Fatalf("%v: the first of %d messages: %s", err, len(all), all[0].Body)
	}
	if strings.Contains(string(all[2].Body), "pirate") {
		t.Errorf("what did not change is said again: %s", all[2].Body)
	}
}
