package openai_test

import (
	"encoding/json"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/google/jsonschema-go/jsonschema"

	"github.com/seed353dc258/backstory/agent/api/apitest"
	"github.com/seed353dc258/backstory/agent/api/door"
)

const responses = "/v1/responses"

// checker holds responses to the schema.
func checker(t *testing.T) func(what string, v any) {
	t.Helper()
	text, err := os.ReadFile("testdata/response.schema.json")
	if err != nil {
		t.Fatal(err)
	}
	var s jsonschema.Schema
	if err := json.Unmarshal(text, &s); err != nil {
		t.Fatal(err)
	}
	resolved, err := s.Resolve(nil)
	if err != nil {
		t.Fatal(err)
	}
	return func(what string, v any) {
		t.Helper()
		if err := resolved.Validate(v); err != nil {
			t.Errorf("%s: %v: %v", what, err, v)
		}
	}
}

func whole(t *testing.T, r apitest.Reply) (v any) {
	t.Helper()
	if err := json.Unmarshal(r.Body, &v); err != nil {
		t.Fatal(err)
	}
	return v
}

// items is a request for a response of caelum.
func items(of ...m) m { return m{"model": "caelum", "input": of} }

func item(role, text string) m { return m{"type": "message", "role": role, "content": text} }

// forecastItem returns a request with a tool of the client.
func forecastItem(request m) m {
	return and(request, "tools", []m{{
		"type": "function", "name": "forecast", "description": "Says how the weather will be.",
		"parameters": m{"type": "object", "properties": m{"place": m{"type": "string"}}},
	}})
}

// streamed are the events of a response: in order, numbered, each named for its
// type, the last one with the whole.
func streamed(t *testing.T, c *apitest.Client, body m) []m {
	t.Helper()
	got := c.Send("POST", responses, and(body, "stream", true))
	defer got.Body.Close()
	var all []m
	for i, e := range apitest.ReadEvents(t, got.Body, nil) {
		var one m
		if err := json.Unmarshal([]byte(e.Data), &one); err != nil {
			t.Fatalf("event %d: %v: %s", i, err, e.Data)
		}
		if one["type"] != e.Name || one["sequence_number"] != float64(i) {
			t.Errorf("event %d: %s %s", i, e.Name, e.Data)
		}
		all = append(all, one)
	}
	return all
}

func types(all []m) []string {
	var out []string
	for _, e := range all {
		if kind := e["type"].(string); len(out) == 0 || out[len(out)-1] != kind {
			out = append(out, kind)
		}
	}
	return out
}

// TestOpenResponses is HA-14: what the compliance test of openresponses.org asks,
// written from its schema.
func TestOpenResponses(t *testing.T) {
	c := serve(t, echo, door.Options{}).As("chat")
	check := checker(t)
	t.Run("basic", func(t *testing.T) {
		got := c.Must(200, "POST", responses, items(item("user", "Hello?")))
		check("basic", whole(t, got))
		if got.Text("status") != "completed" || got.Text("output.0.content.0.text") != "Caelum answers." {
			t.Errorf("%s", got.Body)
		}
	})
	t.Run("streaming", func(t *testing.T) {
		all := streamed(t, c, items(item("user", "Hello?")))
		want := []string{
			"response.created", "response.in_progress", "response.output_item.added", "response.content_part.added", "response.output_text.delta",
			"response.output_text.done", "response.content_part.done", "response.output_item.done", "response.completed",
		}
		if got := types(all); !slices.Equal(got, want) {
			t.Errorf("events: %v", got)
		}
		text := ""
		for _, e := range all {
			if e["type"] == "response.output_text.delta" {
				text += e["delta"].(string)
			}
			if whole, ok := e["response"]; ok {
				check(e["type"].(string), whole)
			}
		}
		if text != "Caelum answers." {
			t.Errorf("text: %q", text)
		}
	})
	t.Run("system prompt", func(t *testing.T) {
		got := c.Must(200, "POST", responses, items(item("system", "You are a pirate."), item("user", "Hello?")))
		check("system prompt", whole(t, got))
		check("instructions", whole(t, c.Must(200, "POST", responses, and(m{"model": "caelum", "input": "Hello?"}, "instructions", "Be brief."))))
	})
	t.Run("tool calling", func(t *testing.T) {
		got := c.Must(200, "POST", responses, forecastItem(items(item("user", "What is the weather in Skarv?"))))
		check("tool calling", whole(t, got))
		if got.Text("output.1.type") != "function_call" || got.Text("output.1.name") != "forecast" || got.Text("output.1.arguments") != `{"place":"Skarv"}` {
			t.Fatalf("%s", got.Body)
		}
		result := m{"type": "function_call_output", "call_id": got.Get("output.1.call_id"), "output": "rain"}
		next := c.Must(200, "POST", responses, and(forecastItem(items(result)), "previous_response_id", got.Get("id")))
		check("the result", whole(t, next))
		if next.Text("output.0.content.0.text") != "It rains." {
			t.Errorf("%s", next.Body)
		}
		again := c.Must(200, "POST", responses, forecastItem(items(item("user", "What is the weather in Skarv?"), got.Get("output.0").(m), got.Get("output.1").(m), result)))
		if again.Text("output.0.content.0.text") != "It rains." {
			t.Errorf("with the whole past: %s", again.Body)
		}
	})
	t.Run("tool calling, streaming", func(t *testing.T) {
		all := streamed(t, c, forecastItem(items(item("user", "What is the weather in Skarv?"))))
		got := types(all)
		for _, kind := range []string{"response.function_call_arguments.delta", "response.function_call_arguments.done"} {
			if !slices.Contains(got, kind) {
				t.Errorf("no %s: %v", kind, got)
			}
		}
		check("completed", all[len(all)-1]["response"])
	})
	t.Run("image input", func(t *testing.T) {
		got := c.Must(400, "POST", responses, items(m{"type": "message", "role": "user", "content": []m{
			{"type": "input_text", "text": "What is this?"}, {"type": "input_image", "image_url": "data:image/png;base64,iVBORw0KGgo="},
		}}))
		if got.Text("error.param") != "input[0].content[1]" || !strings.Contains(got.Text("error.message"), "takes no images") {
			t.Errorf("%s", got.Body)
		}
	})
	t.Run("multi-turn", func(t *testing.T) {
		got := c.Must(200, "POST", responses, items(item("user", "Hello?"), item("assistant", "Caelum answers."), item("user", "And the fog?")))
		check("multi-turn", whole(t, got))
		if got.Text("output.0.content.0.text") != "Fog till noon." {
			t.Errorf("%s", got.Body)
		}
	})
}

// TestResponseChain is HA-14: a response goes on from another one; one that is
// not the last is branched from.
func TestResponseChain(t *testing.T) {
	s := serve(t, echo, door.Options{})
	c := s.As("chat")
	after := func(id any, text string) apitest.Reply {
		t.Helper()
		return c.Must(200, "POST", responses, m{"model": "caelum", "input": text, "previous_response_id": id})
	}
	first := c.Must(200, "POST", responses, m{"model": "caelum", "input": "Hello?"})
	second := after(first.Get("id"), "And the fog?")
	third := after(first.Get("id"), "Hello again?")
	sessionOf := func(r apitest.Reply) string { return r.Header.Get("X-Backstory-Session") }
	if second.Text("previous_response_id") != first.Text("id") || sessionOf(first) != sessionOf(second) || sessionOf(third) == sessionOf(first) {
		t.Errorf("sessions: %s %s %s", sessionOf(first), sessionOf(second), sessionOf(third))
	}
	check := checker(t)
	for _, one := range []apitest.Reply{first, second, third} {
		kept := c.Must(200, "GET", responses+"/"+one.Text("id"), nil)
		check("kept", whole(t, kept))
		if kept.Text("output.0.content.0.text") != one.Text("output.0.content.0.text") || kept.Text("usage") != one.Text("usage") {
			t.Errorf("kept: %s, and it was %s", kept.Body, one.Body)
		}
	}
	if in := c.Must(200, "GET", responses+"/"+second.Text("id")+"/input_items", nil); in.Text("data.0.content.0.text") != "And the fog?" {
		t.Errorf("input: %s", in.Body)
	}
	s.As("chat").Must(404, "GET", responses+"/"+first.Text("id"), nil) // of another token
	if got := s.As("chat").Must(404, "POST", responses, m{"model": "caelum", "input": "a", "previous_response_id": first.Get("id")}); got.Text("error.code") != "previous_response_not_found" {
		t.Errorf("another token's: %s", got.Body)
	}
	for _, one := range []apitest.Reply{second, third} {
		if got := c.Must(200, "DELETE", responses+"/"+one.Text("id"), nil); got.Get("deleted") != true {
			t.Errorf("deleting: %s", got.Body)
		}
		c.Must(404, "GET", responses+"/"+one.Text("id"), nil)
		c.Must(404, "DELETE", responses+"/"+one.Text("id"), nil)
		c.Must(404, "POST", responses, m{"model": "caelum", "input": "a", "previous_response_id": one.Get("id")})
	}
	c.Must(200, "GET", responses+"/"+first.Text("id"), nil)
	for _, id := range []string{"x", "resp_x", "resp_x_1", "resp_" + sessionOf(first) + "_99", "resp_" + sessionOf(first) + "_0"} {
		if got := c.Must(404, "GET", responses+"/"+id, nil); got.Text("error.code") != "response_not_found" {
			t.Errorf("%s: %s", id, got.Body)
		}
	}
}

// TestForgottenResponse is HA-14: with store false nothing is kept.
func TestForgottenResponse(t *testing.T) {
	s := serve(t, echo, door.Options{})
	c := s.As("chat")
	ask := m{"model": "caelum", "input": "Hello?", "store": false}
	for name, got := range map[string]apitest.Reply{
		"alone": c.Must(200, "POST", responses, ask), "of a user": c.Must(200, "POST", responses, and(ask, "user", "ada")),
	} {
		if got.Get("store") != false || got.Text("output.0.content.0.text") != "Caelum answers." {
			t.Errorf("%s: %s", name, got.Body)
		}
		c.Must(404, "GET", responses+"/"+got.Text("id"), nil)
	}
	before := c.Must(200, "POST", responses, m{"model": "caelum", "input": "Hello?"})
	c.Must(200, "POST", responses, and(ask, "previous_response_id", before.Get("id")))
	if all := streamed(t, c, and(ask, "previous_response_id", before.Get("id"))); len(all) < 9 {
		t.Errorf("stream: %v", all)
	}
	c.Must(200, "GET", responses+"/"+before.Text("id"), nil)
	list := s.As("read").Must(200, "GET", "/api/v2/sessions", nil)
	if n := len(list.Get("data").([]any)); n != 2 {
		t.Errorf("%d sessions are kept, want those of the user and of the one before", n)
	}
}
