package openai_test

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/seed353dc258/backstory/agent/api"
	"github.com/seed353dc258/backstory/agent/api/apitest"
	"github.com/seed353dc258/backstory/agent/api/door"
	"github.com/seed353dc258/backstory/agent/api/openai"
	"github.com/seed353dc258/backstory/agent/catalog"
	"github.com/seed353dc258/backstory/agent/model/modeltest"
)

// wished is a request with what clients ask of an answer.
const wished = `{"response_format": {"type": "json_schema", "json_schema": {"name": "a", "schema": {"type": "object"}}},
	"n": 1, "temperature": 0.2, "seed": 7, "stop": "END", "reasoning_effort": "low", "top_p": 0.5}`

func wishing(t *testing.T, fields string) m {
	t.Helper()
	request := talk(says("user", "Hello?"))
	var more m
	if err := json.Unmarshal([]byte(fields), &more); err != nil {
		t.Fatal(err)
	}
	for name, value := range more {
		request[name] = value
	}
	return request
}

// Where no model could be asked for a form, that is said; the rest is named as ignored.
func TestWhatNoModelTakesIsSaid(t *testing.T) {
	c := serve(t, "", door.Options{}).As("chat")
	for fields, want := range map[string]string{
		wished: "response_format",
		`{"response_format": {"type": "json_object"}}`: "response_format",
		`{"response_format": {"type": "json_schema"}}`: "response_format",
		`{"response_format": {"type": "yaml"}}`:        "response_format.type",
		`{"n": 2}`:                                     "n",
		`{"stop": 7}`:                                  "stop",
	} {
		if got := c.Must(400, "POST", chat, wishing(t, fields)); got.Text("error.param") != want {
			t.Errorf("%s: %s", fields, got.Body)
		}
	}
	if got := c.Must(400, "POST", "/v1/responses", m{"model": "caelum", "input": "Hello?", "text": m{"format": m{"type": "json_object"}}}); got.Text("error.param") != "text.format" {
		t.Errorf("%s", got.Body)
	}
	fields := strings.Replace(wished, "json_schema", "text", 1)
	if got := c.Must(200, "POST", chat, wishing(t, fields)); got.Header.Get("X-Backstory-Ignored") != "reasoning_effort, seed, stop, temperature, top_p" {
		t.Errorf("%v", got.Header)
	}
}

// What the API of the model has a place for goes to it.
func TestWhatClientsAskGoesToTheModel(t *testing.T) {
	fake := modeltest.New(t, func(*modeltest.Ask) modeltest.Reply { return modeltest.Says("{}") })
	s := apitest.Serve(t, "", func(s *api.Settings) {
		s.Host.Reload(catalog.Settings{Model: "fake/m", Providers: map[string]catalog.Provider{
			"fake": {Type: "openai-compatible", BaseURL: fake.Base()},
		}}, nil)
		s.Rooms = []func(*api.Server){func(s *api.Server) { openai.Routes(door.New(s, door.Options{})) }}
	})
	got := s.As("chat").Must(200, "POST", chat, wishing(t, wished))
	if got.Header.Get("X-Backstory-Ignored") != "top_p" {
		t.Errorf("%v", got.Header)
	}
	sent := string(fake.Asks()[0].Body)
	const want = `"temperature":0.2,"seed":7,"stop":["END"],"reasoning_effort":"low","response_format":{"type":"json_schema","json_schema":{"name":"a","schema":{"type":"object"}}}}`
	if !strings.HasSuffix(sent, want) {
		t.Errorf("%s", sent)
	}
}
