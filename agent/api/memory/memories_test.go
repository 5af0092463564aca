package memory_test

import (
	"fmt"
	"strings"
	"testing"

	"go.uber.org/goleak"

	"github.com/seed353dc258/backstory/agent/api"
	"github.com/seed353dc258/backstory/agent/api/apitest"
	"github.com/seed353dc258/backstory/agent/api/memory"
)

func TestMain(m *testing.M) {
	goleak.VerifyTestMain(m, goleak.IgnoreTopFunction("internal/poll.runtime_pollWait")) // idle connections of test clients
}

func serve(t *testing.T, script string) *apitest.Site {
	return apitest.Serve(t, script, func(s *api.Settings) { s.Rooms = []func(*api.Server){memory.Routes} })
}

// HA-09
func TestMemoriesAreKeptFoundAndForgotten(t *testing.T) {
	s := serve(t, "")
	c := s.As("write")
	const base = "/api/v2/memories"
	made := c.Must(201, "POST", base, apitest.M{"text": " The lamp needs oil. ", "profile": "caelum", "area": "lamp", "pinned": true})
	id := made.Text("id")
	if made.Text("text") != "The lamp needs oil." || made.Text("profile") != "caelum" || made.Header.Get("Location") != base+"/"+id {
		t.Errorf("%v %s", made.Header, made.Body)
	}
	c.Must(201, "POST", base, apitest.M{"text": "Everybody likes tea."})
	c.Must(201, "POST", base, apitest.M{"text": "Lyra sings.", "profile": "lyra"})
	c.Must(404, "POST", base, apitest.M{"text": "x", "profile": "nobody"})
	c.Must(422, "POST", base, apitest.M{"text": "  "})
	texts := func(query string) string {
		r := c.Must(200, "GET", base+query, nil)
		var all []string
		for i := range r.Get("data").([]any) {
			all = append(all, r.Text(fmt.Sprintf("data.%d.text", i)))
		}
		return strings.Join(all, " ") + r.Text("next_cursor")
	}
	for query, want := range map[string]string{
		"":                        "The lamp needs oil. Lyra sings. Everybody likes tea.",
		"?profile=lyra":           "Lyra sings. Everybody likes tea.",
		"?q=oil":                  "The lamp needs oil.",
		"?profile=lyra&q=oil":     "",
		"?limit=2":                "The lamp needs oil. Lyra sings.2",
		"?limit=2&cursor=2":       "Everybody likes tea.",
		"?profile=caelum&q=drink": "",
	} {
		if got := texts(query); got != want {
			t.Errorf("%s: %q", query, got)
		}
	}
	if r := c.Must(200, "GET", base+"/"+id, nil); r.Text("area") != "lamp" {
		t.Errorf("%s", r.Body)
	}
	s.As("read").Must(403, "DELETE", base+"/"+id, nil)
	s.As("chat").Must(403, "DELETE", base+"/"+id+"?purge=true", nil)
	c.Must(204, "DELETE", base+"/"+id, nil)
	c.Must(404, "GET", base+"/"+id, nil)
	c.Must(404, "DELETE", base+"/"+id, nil)
}

func TestTasksAreListedAndCancelled(t *testing.T) {
	s := serve(t, `rules:
  - match: begin
    reply: [{call: {name: task_start, arguments: {role: clerk, task: "count slowly"}}}]
  - result: task_start
    reply: [{text: it is begun}]
  - match: count
    pace: 200ms
    reply: [{chunks: ["1 ", "2 ", "3 ", "4 ", "5 ", "6 ", "7 ", "8 ", "9 ", "10 ", "11 ", "12 ", "13 ", "14 ", "15 ", "16 ", "17 ", "18 ", "19 ", "20 "]}]
`)
	c := s.As("chat")
	if r := c.Must(200, "GET", "/api/v2/tasks", nil); r.Get("data.0") != nil {
		t.Errorf("%s", r.Body)
	}
	id := c.Session("caelum")
	got := c.With("Accept", "text/event-stream").Send("POST", "/api/v2/sessions/"+id+"/messages", apitest.M{"text": "begin"})
	defer got.Body.Close()
	apitest.ReadEvents(t, got.Body, func(e apitest.Event) bool { return e.Name == "approval" })
	ask := c.Must(200, "GET", "/api/v2/approvals", nil).Text("data.0.id")
	c.Must(204, "POST", "/api/v2/approvals/"+ask, apitest.M{"decision": "approve"})
	apitest.ReadEvents(t, got.Body, nil)
	r := c.Must(200, "GET", "/api/v2/tasks?profile=caelum", nil)
	task := r.Text("data.0.id")
	if r.Text("data.0.task") != "count slowly" || r.Text("data.0.profile") != "caelum" {
		t.Fatalf("%s", r.Body)
	}
	if r := c.Must(200, "GET", "/api/v2/tasks?profile=lyra", nil); r.Get("data.0") != nil {
		t.Errorf("%s", r.Body)
	}
	s.As("read").Must(403, "DELETE", "/api/v2/tasks/"+task, nil)
	c.Must(204, "DELETE", "/api/v2/tasks/"+task, nil)
	for c.Must(200, "GET", "/api/v2/tasks/"+task, nil).Text("state") != "stopped" {
	}
	c.Must(409, "DELETE", "/api/v2/tasks/"+task, nil)
	c.Must(404, "GET", "/api/v2/tasks/"+id, nil)
	c.Must(404, "GET", "/api/v2/tasks/none", nil)
}

func TestAMemoryIsConfirmedOrCorrected(t *testing.T) {
	s := serve(t, "")
	c := s.As("chat")
	const base = "/api/v2/memories"
	id := c.Must(201, "POST", base, apitest.M{"text": "The lamp needs oil.", "profile": "caelum", "area": "lamp", "pinned": true}).Text("id")
	if r := c.Must(200, "PATCH", base+"/"+id, apitest.M{}); r.Text("id") != id || r.Get("promoted") != true {
		t.Errorf("%s", r.Body)
	}
	r := c.Must(200, "PATCH", base+"/"+id, apitest.M{"text": "The lamp needs fish oil."})
	now := r.Text("id")
	if now == id || r.Text("area") != "lamp" || r.Get("pinned") != true || r.Header.Get("Location") != base+"/"+now {
		t.Errorf("%v %s", r.Header, r.Body)
	}
	c.Must(404, "GET", base+"/"+id, nil)
	c.Must(204, "DELETE", base+"/"+now, nil)
	if r := c.Must(200, "GET", base+"?profile=caelum", nil); r.Get("data.0") != nil {
		t.Errorf("what was wrong comes back: %s", r.Body)
	}
	s.As("read").Must(403, "PATCH", base+"/"+id, apitest.M{})
	key := "The key is AKIA" + "Q3EGRTAPMZ4WRNZ2."
	if r := c.Must(422, "POST", base, apitest.M{"text": key}); r.Text("code") != "secret" || strings.Contains(string(r.Body), "Q3EG") {
		t.Errorf("%s", r.Body)
	}
	kept := c.Must(201, "POST", base, apitest.M{"text": key, "insist": true}).Text("id")
	c.Must(422, "PATCH", base+"/"+kept, apitest.M{"text": key + " It is old."})
	c.Must(200, "PATCH", base+"/"+kept, apitest.M{})
	c.Must(404, "PATCH", base+"/none", apitest.M{})
}
