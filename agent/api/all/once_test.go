package all_test

import (
	"fmt"
	"strconv"
	"strings"
	"sync"
	"testing"

	"github.com/seed353dc258/backstory/agent/api/apitest"
	"github.com/seed353dc258/backstory/internal/soak"
)

// HA-07
func TestARequestWithAKeyIsCarriedOutOnce(t *testing.T) {
	s := apitest.Serve(t, "", nil)
	c := s.As("write")
	k := c.With("Idempotency-Key", "one")
	first := k.Must(201, "POST", "/api/v2/sessions", apitest.M{"profile": "caelum"})
	again := k.Must(201, "POST", "/api/v2/sessions", apitest.M{"profile": "caelum"})
	if string(first.Body) != string(again.Body) || again.Header.Get("Location") != first.Header.Get("Location") || again.Header.Get("Idempotency-Replayed") != "true" {
		t.Errorf("%s %s %v", first.Body, again.Body, again.Header)
	}
	r := k.Must(422, "POST", "/api/v2/sessions", apitest.M{"profile": "lyra"})
	if r.Text("code") != "idempotency_key_reused" {
		t.Errorf("%s", r.Body)
	}
	// Another route, another token and another key are others.
	at := "/api/v2/sessions/" + first.Text("id")
	k.Must(201, "POST", at+"/branch", apitest.M{})
	other := s.As("write").With("Idempotency-Key", "one").Must(201, "POST", "/api/v2/sessions", apitest.M{"profile": "caelum"})
	if other.Text("id") == first.Text("id") {
		t.Error("two tokens share a key")
	}
	// What was not carried out leaves the key free.
	free := c.With("Idempotency-Key", "free")
	free.Must(404, "POST", "/api/v2/sessions", apitest.M{"profile": "none"})
	free.Must(201, "POST", "/api/v2/sessions", apitest.M{"profile": "caelum"})
	for _, bad := range []string{"", "two words", strings.Repeat("k", 256), "é"} {
		c.With("Idempotency-Key", bad).Must(400, "POST", "/api/v2/sessions", apitest.M{})
	}
}

// HA-07
func TestAStreamedTurnWithAKeyIsToldAgain(t *testing.T) {
	s := apitest.Serve(t, `rules:
  - pace: 30ms
    reply: [{chunks: ["one ", "two ", "three ", "four"]}]
`, nil)
	c := s.As("chat")
	at := "/api/v2/sessions/" + c.Session("caelum") + "/messages"
	k := c.With("Idempotency-Key", "one")
	ask := func() []apitest.Event {
		got := k.Send("POST", at, apitest.M{"text": "count", "stream": true})
		defer got.Body.Close()
		return apitest.ReadEvents(t, got.Body, nil)
	}
	got := k.Send("POST", at, apitest.M{"text": "count", "stream": true})
	first := apitest.ReadEvents(t, got.Body, func(e apitest.Event) bool { return e.Name == "delta" })
	got.Body.Close() // in the middle
	all, again := ask(), ask()
	if fmt.Sprint(all) != fmt.Sprint(again) || fmt.Sprint(all[:len(first)]) != fmt.Sprint(first) || apitest.TextOf(all) != "one two three four" {
		t.Errorf("%+v\n%+v\n%+v", first, all, again)
	}
	r := c.Must(200, "GET", strings.TrimSuffix(at, "/messages")+"/turns", nil)
	if n := len(r.Get("data").([]any)); n != 1 {
		t.Errorf("%d turns", n)
	}
}

// HA-07
//
// Soak: 1,000 requests at once.
func TestSoakOneKeyMakesOneTurn(t *testing.T) {
	s := apitest.Serve(t, "", nil)
	c := s.As("chat")
	at := "/api/v2/sessions/" + c.Session("caelum")
	k := c.With("Idempotency-Key", "the-one")
	var wait sync.WaitGroup
	var mu sync.Mutex
	got := map[string]int{}
	for range max(50, soak.Size(t, 1000)) {
		wait.Go(func() {
			r := k.Do("POST", at+"/messages", apitest.M{"text": "Where was Caelum born?"})
			mu.Lock()
			defer mu.Unlock()
			got[strconv.Itoa(r.Status)+" "+r.Text("text")+r.Text("code")]++
		})
	}
	wait.Wait()
	r := k.Must(200, "POST", at+"/messages", apitest.M{"text": "Where was Caelum born?"})
	for answer := range got {
		if answer != "200 "+r.Text("text")+"<nil>" && answer != "409 <nil>request_in_flight" {
			t.Errorf("%v", got)
		}
	}
	turns := c.Must(200, "GET", at+"/turns", nil).Get("data").([]any)
	messages := c.Must(200, "GET", at+"/messages", nil).Get("data").([]any)
	if len(turns) != 1 || len(messages) != 2 {
		t.Errorf("%d turns, %d messages; %v", len(turns), len(messages), got)
	}
}
