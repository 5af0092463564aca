package openai_test

import (
	"fmt"
	"net/http"
	"strings"
	"sync"
	"testing"

	"github.com/seed353dc258/backstory/agent/api/apitest"
	"github.com/seed353dc258/backstory/agent/api/door"
	"github.com/seed353dc258/backstory/agent/store"
)

// TestOneKeyAtOnce has requests of one key come at once: each has a session in
// which its own words are, and nobody else's.
func TestOneKeyAtOnce(t *testing.T) {
	s := serve(t, echo, door.Options{})
	c := s.As("chat").With("X-Backstory-Session", "one")
	const many = 12
	ids := make([]string, many)
	var group sync.WaitGroup
	for i := range many {
		group.Go(func() {
			r := c.Do("POST", chat, talk(says("user", fmt.Sprintf("Hello from %d?", i))))
			if r.Status == 200 {
				ids[i] = r.Header.Get("X-Backstory-Session")
			}
		})
	}
	group.Wait()
	seen := map[string]bool{}
	for i, id := range ids {
		if id == "" || seen[id] {
			t.Fatalf("request %d: session %q, of %v", i, id, ids)
		}
		seen[id] = true
		all := s.As("read").Must(200, "GET", "/api/v2/sessions/"+id+"/messages", nil)
		if n := len(all.Get("data").([]any)); n != 2 || !strings.Contains(all.Text("data.0.text"), fmt.Sprintf("from %d?", i)) {
			t.Errorf("session %d: %s", i, all.Body)
		}
	}
}

// TestEndedClientSession goes on in a session of its own where that of a key was
// closed or deleted.
func TestEndedClientSession(t *testing.T) {
	s := serve(t, echo, door.Options{})
	c, owner := s.As("chat").With("X-Backstory-Session", "one"), s.As("write")
	hello := says("user", "Hello?")
	next := talk(hello, says("assistant", "Caelum answers."), says("user", "And the fog?"))
	for name, end := range map[string]func(id string){
		"closed":  func(id string) { owner.Must(200, "POST", "/api/v2/sessions/"+id+"/close", m{}) },
		"deleted": func(id string) { owner.Must(204, "DELETE", "/api/v2/sessions/"+id, nil) },
	} {
		id := c.Must(200, "POST", chat, talk(hello)).Header.Get("X-Backstory-Session")
		end(id)
		got := c.Must(200, "POST", chat, next)
		if now := got.Header.Get("X-Backstory-Session"); now == id || got.Text("choices.0.message.content") != "Fog till noon." {
			t.Errorf("%s: session %s, then %s: %s", name, id, now, got.Body)
		}
	}
}

// TestOldClientSessions keeps the newest sessions of clients alone.
func TestOldClientSessions(t *testing.T) {
	s := serve(t, echo, door.Options{})
	s.Server.Manager().Keep = map[store.Kind]int{store.Client: 2}
	c := s.As("write")
	own := c.Must(201, "POST", "/api/v2/sessions", m{"profile": "caelum"}).Text("id")
	var ids []string
	for range 4 {
		ids = append(ids, c.Must(200, "POST", chat, talk(says("user", "Hello?"))).Header.Get("X-Backstory-Session"))
	}
	for i, id := range append(ids, own) {
		want := 200
		if i < 2 {
			want = 404
		}
		c.Must(want, "GET", "/api/v2/sessions/"+id, nil)
	}
}

// TestUnansweredCalls goes on where a client gives no result for a call, or says
// something else instead.
func TestUnansweredCalls(t *testing.T) {
	c := serve(t, echo, door.Options{}).As("chat").With("X-Backstory-Session", "one")
	ask := says("user", "What is the weather in Skarv?")
	said := c.Must(200, "POST", chat, forecast(talk(ask))).Get("choices.0.message").(m)
	last := func(body m) apitest.Reply { // what was said last before the answer
		t.Helper()
		id := c.Must(200, "POST", chat, body).Header.Get("X-Backstory-Session")
		all := c.Must(200, "GET", "/api/v2/sessions/"+id+"/messages", nil)
		if n := len(all.Get("data").([]any)); n != 4 {
			t.Errorf("%d messages: %s", n, all.Body)
		}
		return all
	}
	got := last(talk(ask, said, says("user", "Never mind: is there fog?")))
	if got.Text("data.2.parts.0.result") != "the client gave no result" || got.Text("data.2.text") != "Never mind: is there fog?" {
		t.Errorf("%s", got.Body)
	}
	got = last(talk(ask, said, m{"role": "tool", "tool_call_id": "call_a", "content": "rain"}, says("user", "Thanks. And the fog?")))
	if got.Text("data.2.parts.0.result") != "rain" || got.Text("data.2.text") != "Thanks. And the fog?" {
		t.Errorf("a result with words behind it: %s", got.Body)
	}
}

// TestStreamBreaks tells of a failure in the middle of a stream, as an error.
func TestStreamBreaks(t *testing.T) {
	const script = `
rules:
  - match: '[\s\S]*'
    reply: [{text: So far.}, {error: {kind: overloaded, status: 529, message: try later}}]
`
	c := serve(t, script, door.Options{}).As("chat")
	read := func(path string, body m) []apitest.Event {
		t.Helper()
		got := c.Send("POST", path, and(body, "stream", true))
		defer got.Body.Close()
		if got.StatusCode != http.StatusOK {
			t.Fatalf("%s: %d", path, got.StatusCode)
		}
		return apitest.ReadEvents(t, got.Body, nil)
	}
	all := read(chat, talk(says("user", "Hello?")))
	if last := all[len(all)-1].Data; !strings.HasPrefix(last, `{"error":{`) {
		t.Errorf("chat: %v", all)
	}
	all = read(responses, m{"model": "caelum", "input": "Hello?"})
	if last := all[len(all)-1]; last.Name != "response.failed" || !strings.Contains(last.Data, `"status":"failed"`) {
		t.Errorf("responses: %v", all)
	}
	list := c.Must(200, "GET", "/api/v2/sessions?limit=1", nil)
	id := list.Text("data.0.id")
	if kept := c.Must(200, "GET", responses+"/resp_"+id+"_1", nil); kept.Text("status") != "failed" {
		t.Errorf("kept: %s", kept.Body)
	}
}

// TestRetryAfter tells a client what the model's server says: when to come again.
func TestRetryAfter(t *testing.T) {
	const script = `
rules:
  - match: '[\s\S]*'
    reply: [{error: {kind: overloaded, status: 529, message: try later, after: 7s}}]
`
	c := serve(t, script, door.Options{}).As("chat")
	if got := c.Do("POST", chat, talk(says("user", "Hello?"))); got.Status != 502 || got.Header.Get("Retry-After") != "7" {
		t.Errorf("%d %v", got.Status, got.Header)
	}
	if got := c.With("Content-Type", "text/plain").Do("POST", chat, talk(says("user", "Hello?"))); got.Status != 415 {
		t.Errorf("a body of another type: %d %s", got.Status, got.Body)
	}
}

// TestManyLines is the limit of a conversation.
func TestManyLines(t *testing.T) {
	c := serve(t, echo, door.Options{}).As("chat")
	var all []m
	for range 2001 {
		all = append(all, says("user", "a"), says("assistant", "b"))
	}
	if got := c.Must(400, "POST", chat, talk(append(all, says("user", "c"))...)); !strings.Contains(got.Text("error.message"), "4003 messages") {
		t.Errorf("%s", got.Body)
	}
}

// TestWholeNumbers takes 7.0 for 7, and nothing else for a number.
func TestWholeNumbers(t *testing.T) {
	c := serve(t, echo, door.Options{}).As("chat")
	for text, status := range map[string]int{"7.0": 200, "7e2": 200, "7.5": 400, `"7"`: 400, "1e300": 400} {
		c.Must(status, "POST", chat, `{"model":"caelum","max_tokens":`+text+`,"messages":[{"role":"user","content":"a"}]}`)
	}
}

// TestMethods says which methods an address has.
func TestMethods(t *testing.T) {
	c := serve(t, echo, door.Options{}).As("chat")
	got := c.Must(405, "PUT", chat, nil)
	if got.Header.Get("Allow") != "POST" || got.Text("error.code") != "method_not_allowed" {
		t.Errorf("%v %s", got.Header, got.Body)
	}
	c.Must(404, "PUT", "/v1/nothing", nil)
}

// TestDocument has the routes in the document, with the right that each takes.
func TestDocument(t *testing.T) {
	c := serve(t, echo, door.Options{}).As("read")
	doc := c.Must(200, "GET", "/openapi.json", nil).Get("paths").(m)
	for path, method := range map[string]string{chat: "post", responses: "post", responses + "/{id}": "delete", "/v1/models": "get", "/v1/embeddings": "post"} {
		item, ok := doc[path].(m)
		if !ok {
			t.Errorf("no %s", path)
			continue
		}
		if op := item[method].(m); op["x-scope"] == nil || op["responses"].(m)["400"] == nil {
			t.Errorf("%s: %v", path, op)
		}
	}
}
