package host_test

import (
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"path/filepath"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/seed353dc258/backstory/agent/catalog"
	"github.com/seed353dc258/backstory/agent/host"
	"github.com/seed353dc258/backstory/agent/host/state"
	"github.com/seed353dc258/backstory/agent/model"
)

// vectors is a server of embeddings on loopback: a text has a number for the well
// of each chronicle, whatever word it calls it by.
type vectors struct {
	*httptest.Server
	size    int // numbers of a vector, at least 5
	texts   atomic.Int64
	answers atomic.Pointer[string] // in place of vectors
}

func serveVectors(t *testing.T) *vectors {
	v := &vectors{size: 5}
	v.Server = httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		var in model.EmbedRequest
		if err := json.NewDecoder(r.Body).Decode(&in); err != nil || r.URL.Path != "/v1/embeddings" || in.Model != "meaning" {
			t.Errorf("%s: %v: %+v", r.URL.Path, err, in)
		}
		if answer := v.answers.Load(); answer != nil {
			w.WriteHeader(http.StatusPaymentRequired)
			fmt.Fprint(w, *answer)
			return
		}
		v.texts.Add(int64(len(in.Input)))
		var list []string
		for i, text := range in.Input {
			one := strings.Split("0.1"+strings.Repeat(",0", v.size-1), ",")
			for at, word := range []string{"Nordby398", "Nordby399", "herring", "net"} {
				if strings.Contains(strings.NewReplacer("spring of the last village", "Nordby399").Replace(text), word) {
					one[1+at] = "1"
				}
			}
			list = append(list, fmt.Sprintf(`{"index": %d, "embedding": [%s]}`, i, strings.Join(one, ",")))
		}
		fmt.Fprintf(w, `{"data": [%s], "usage": {"total_tokens": 7}}`, strings.Join(list, ","))
	}))
	t.Cleanup(v.Close)
	return v
}

func (v *vectors) catalog() *catalog.Catalog {
	return catalog.New(catalog.Options{User: catalog.Settings{
		Embedding: "here/meaning",
		Providers: map[string]catalog.Provider{"here": {Type: "openai-compatible", BaseURL: v.URL + "/v1"}},
	}})
}

// What is meant is found although no word of it is there, where the preferences ask
// for that; nothing is sent anywhere where they do not.
func TestEmbeddingsFindPassagesInOtherWords(t *testing.T) {
	v := serveVectors(t)
	const question = "Whose hands made the spring of the last village?"
	for preferences, want := range map[string]bool{`{}`: false, `{"retrieval": {"embeddings": true}}`: true} {
		h, err := open(t, crowded(t, preferences), host.Settings{Catalog: v.catalog(), Cache: t.TempDir()})
		if err != nil {
			t.Fatal(err)
		}
		v.texts.Store(0)
		head, err := h.Head(t.Context(), talk(t, h), question)
		if err != nil {
			t.Fatal(err)
		}
		found := len(head.Passages) > 0 && strings.Contains(head.Passages[0].Text, "Agnes399")
		if asked := v.texts.Load(); found != want || asked > 0 != want {
			t.Errorf("%s: %d texts were asked for; %+v", preferences, asked, head.Passages)
		}
	}
}

// What is kept is not asked for again, and the same vectors give the same passages.
func TestVectorsOfALibraryAreAskedForOnce(t *testing.T) {
	v, dir, cache := serveVectors(t), crowded(t, `{"retrieval": {"embeddings": true}}`), t.TempDir()
	var first string
	for n := range 3 {
		h, err := open(t, dir, host.Settings{Catalog: v.catalog(), Cache: cache})
		if err != nil {
			t.Fatal(err)
		}
		v.texts.Store(0)
		head, err := h.Head(t.Context(), talk(t, h), "the spring of the last village")
		if err != nil {
			t.Fatal(err)
		}
		h.Close()
		got := fmt.Sprintf("%+v", head.Passages)
		switch {
		case n == 0:
			first = got
		case got != first:
			t.Errorf("other passages: %s", got)
		case v.texts.Load() != 1:
			t.Errorf("%d texts were asked for", v.texts.Load())
		}
	}
	if files, _ := filepath.Glob(filepath.Join(cache, "search", "*.vectors")); len(files) != 1 {
		t.Error(files)
	}
	other := serveVectors(t) // under the same name
	other.size = 7
	h, err := open(t, dir, host.Settings{Catalog: other.catalog(), Cache: cache})
	if err != nil {
		t.Fatal(err)
	}
	if head, err := h.Head(t.Context(), talk(t, h), "the spring of the last village"); err != nil || len(head.Passages) == 0 {
		t.Errorf("%v, %+v", err, head.Passages)
	}
}

// A provider that fails costs nothing but what it would have found.
func TestWithoutVectorsWordsCount(t *testing.T) {
	for name, answer := range map[string]string{"refusal": `{"error": {"message": "insufficient balance"}}`, "no JSON": `<html>`} {
		v := serveVectors(t)
		v.answers.Store(&answer)
		var told []string
		h, err := open(t, crowded(t, `{"retrieval": {"embeddings": true}}`), host.Settings{Settings: state.Settings{Warn: func(err error) { told = append(told, err.Error()) }}, Catalog: v.catalog()})
		if err != nil {
			t.Fatal(err)
		}
		c := talk(t, h)
		for range 2 {
			head, err := h.Head(t.Context(), c, "Who dug the well of Nordby399?")
			if err != nil || len(head.Passages) == 0 || !strings.Contains(head.Passages[0].Text, "Agnes399") {
				t.Errorf("%s: %v, %+v", name, err, head.Passages)
			}
		}
		if len(told) != 1 || !strings.Contains(told[0], "searching by words alone") {
			t.Errorf("%s: %q", name, told)
		}
	}
	var told []string
	h, err := open(t, crowded(t, `{"retrieval": {"embeddings": true}}`), host.Settings{Settings: state.Settings{Warn: func(err error) { told = append(told, err.Error()) }}})
	if err != nil {
		t.Fatal(err)
	}
	if head, err := h.Head(t.Context(), talk(t, h), "Who dug the well of Nordby399?"); err != nil || len(head.Passages) == 0 {
		t.Errorf("%v, %+v", err, head.Passages)
	}
	if len(told) == 0 || !strings.Contains(told[0], "names no model") {
		t.Errorf("%q", told)
	}
}
