package openai_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/seed353dc258/backstory/agent/api"
	"github.com/seed353dc258/backstory/agent/api/apitest"
	"github.com/seed353dc258/backstory/agent/api/door"
	"github.com/seed353dc258/backstory/agent/api/openai"
	"github.com/seed353dc258/backstory/agent/catalog"
	"github.com/seed353dc258/backstory/agent/model/modeltest"
)

// TestWire looks at what a provider is sent of a client's request, in either
// protocol; the provider refuses histories in which a call has no result.
func TestWire(t *testing.T) {
	for _, protocol := range modeltest.Protocols() {
		for _, key := range []string{"", "k"} {
			t.Run(string(protocol)+" "+key, func(t *testing.T) {
				fake := modeltest.New(t, func(a *modeltest.Ask) modeltest.Reply {
					if last := a.Messages[len(a.Messages)-1]; len(last.Results) > 0 {
						return modeltest.Says("It rains.")
					}
					return modeltest.CallsTool("forecast", `{"place":"Skarv"}`)
				})
				t.Setenv("FAKE_KEY", "secret")
				s := apitest.Serve(t, "", func(s *api.Settings) {
					s.Host.Reload(catalog.Settings{Model: "fake/m", Providers: map[string]catalog.Provider{
						"fake": {Type: string(protocol), BaseURL: fake.Base(), KeyEnv: "FAKE_KEY"},
					}}, nil)
					s.Rooms = []func(*api.Server){func(s *api.Server) { openai.Routes(door.New(s, door.Options{})) }}
				})
				c := s.As("chat")
				if key != "" {
					c = c.With("X-Backstory-Session", key)
				}
				past := []m{says("system", "You are a pirate."), says("user", "Hello?"), says("assistant", "Caelum answers."), says("user", "What is the weather?")}
				got := c.Must(200, "POST", chat, and(forecast(talk(past...)), "max_tokens", 77))
				call := got.Get("choices.0.message").(m)
				id := got.Get("choices.0.message.tool_calls.0.id")
				got = c.Must(200, "POST", chat, forecast(talk(append(past, call, m{"role": "tool", "tool_call_id": id, "content": "rain"})...)))
				if got.Text("choices.0.message.content") != "It rains." {
					t.Errorf("%s", got.Body)
				}
				check(t, fake.Asks())
			})
		}
	}
}

// check looks at two requests to a provider.
func check(t *testing.T, asks []*modeltest.Ask) {
	t.Helper()
	if len(asks) != 2 {
		t.Fatalf("%d requests", len(asks))
	}
	first, second := asks[0], asks[1]
	if !strings.Contains(first.System, "You are Caelum") || strings.Contains(first.System, "pirate") || first.MaxTokens != 77 {
		t.Errorf("system, with %d tokens at most: %s", first.MaxTokens, first.System)
	}
	if !slices.ContainsFunc(first.Tools, func(t modeltest.Tool) bool { return t.Name == "forecast" }) {
		t.Errorf("tools: %v", first.Tools)
	}
	if n := len(first.Messages); n != 3 || first.Messages[0].Text != "Hello?" || first.Messages[1].Text != "Caelum answers." || !strings.Contains(first.Messages[2].Text, "pirate") {
		t.Errorf("%d messages: %v", n, first.Messages)
	}
	last := second.Messages[len(second.Messages)-1]
	before := second.Messages[len(second.Messages)-2]
	if len(last.Results) != 1 || last.Results[0].Text != "rain" || len(before.Calls) != 1 || before.Calls[0].ID != last.Results[0].ID {
		t.Errorf("the result: %v, after %v", last, before)
	}
}
