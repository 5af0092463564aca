package host_test

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/seed353dc258/backstory/agent/catalog"
	"github.com/seed353dc258/backstory/agent/host"
	"github.com/seed353dc258/backstory/agent/runner"
)

// TestEveryAnswerOfAModelHasItsSources has a model that says what documents say, in their
// language and in another, and what they do not say: below each answer is what it is from.
func TestEveryAnswerOfAModelHasItsSources(t *testing.T) {
	answer := ""
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		text, _ := json.Marshal(answer)
		w.Header().Set("Content-Type", "text/event-stream")
		fmt.Fprintf(w, "data: {\"choices\":[{\"delta\":{\"content\":%s}}]}\n\ndata: {\"choices\":[{\"delta\":{},\"finish_reason\":\"stop\"}]}\n\ndata: [DONE]\n\n", text)
	}))
	t.Cleanup(server.Close)
	h, err := open(t, crowded(t, `{}`), host.Settings{Catalog: catalog.New(catalog.Options{User: catalog.Settings{
		Model:     "there/speaker",
		Providers: map[string]catalog.Provider{"there": {Type: "openai-compatible", BaseURL: server.URL + "/v1"}},
	}})})
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct{ question, answer, below, not string }{
		{"Who dug the well of Nordby399?", "Agnes399 dug the well of Nordby399.", "[1] Chronicle 399", "Read for"},
		{"Who dug the well of Nordby398?", "Das habe ich in den Papieren der Familie gelesen.", "Read for this answer: Chronicle 398", "["},
		{"Who paid for the well of Nordby397?", "The well was paid for by the Bishop of Trondheim.", "Not found in your documents: “The well was paid for by the Bishop of Trondheim.”", "["},
	} {
		answer = c.answer
		talk := talk(t, h)
		head, err := h.Head(t.Context(), talk, c.question)
		if err != nil {
			t.Fatal(err)
		}
		a, err := talk.Turn(t.Context(), runner.Input{Text: c.question, Head: head}, nil)
		if err != nil {
			t.Fatal(err)
		}
		sc, err := h.Scope("ida")
		if err != nil {
			t.Fatal(err)
		}
		r, err := h.Result(t.Context(), sc, talk.Session(), a, nil)
		if err != nil {
			t.Fatal(err)
		}
		if below := r.Below(); !strings.Contains(below, c.below) || strings.Contains(below, c.not) {
			t.Errorf("%s\nhas below: %s\nwithout %q", c.answer, below, c.not)
		}
	}
}

func TestLinesAreFoundByTheirRarestByte(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	letters := []string{"e", "e", " ", "a", "k", "Z", "7", "ä", "\n"}
	random := func(n int) string {
		var b strings.Builder
		for range r.IntN(n) {
			b.WriteString(letters[r.IntN(len(letters))])
		}
		return b.String()
	}
	found := 0
	for range 20_000 {
		text, line := random(300), random(5)
		if r.IntN(4) == 0 && text != "" {
			from := r.IntN(len(text))
			line = text[from : from+r.IntN(len(text)-from)]
		}
		got := host.Contains(text, line)
		if got != strings.Contains(text, line) {
			t.Fatalf("%q in %q: %t", line, text, got)
		}
		if got {
			found++
		}
	}
	if found == 0 || found == 20_000 {
		t.Errorf("%d found", found)
	}
}
