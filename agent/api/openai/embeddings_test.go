package openai_test

import (
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"testing"

	"github.com/seed353dc258/backstory/agent/api"
	"github.com/seed353dc258/backstory/agent/api/apitest"
	"github.com/seed353dc258/backstory/agent/api/door"
	"github.com/seed353dc258/backstory/agent/api/openai"
	"github.com/seed353dc258/backstory/agent/catalog"
)

const embeddings = "/v1/embeddings"

// TestEmbeddings gives vectors where a model for them is configured, and says how
// where none is.
func TestEmbeddings(t *testing.T) {
	c := serve(t, "", door.Options{}).As("chat")
	if got := c.Must(404, "POST", embeddings, m{"model": "caelum", "input": "a"}); got.Text("error.code") != "embeddings_not_configured" {
		t.Errorf("%s", got.Body)
	}
	reply := func(n int) string {
		text := `{"data":[`
		for i := n - 1; i >= 0; i-- { // in any order
			text += fmt.Sprintf(`{"index":%d,"embedding":[%d,0.5]}`, i, i)
			if i > 0 {
				text += ","
			}
		}
		return text + `],"usage":{"prompt_tokens":3,"total_tokens":3}}`
	}
	fake := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		body, _ := io.ReadAll(r.Body)
		var in struct {
			Model string
			Input []string
		}
		if err := json.Unmarshal(body, &in); err != nil || in.Model != "small" || r.URL.Path != "/v1/embeddings" {
			t.Errorf("%v %s %s", err, r.URL.Path, body)
		}
		switch in.Input[0] {
		case "refused":
			w.WriteHeader(http.StatusTooManyRequests)
			_, _ = io.WriteString(w, `{"error":{"message":"come again later"}}`)
		case "short":
			_, _ = io.WriteString(w, reply(len(in.Input)-1))
		default:
			_, _ = io.WriteString(w, reply(len(in.Input)))
		}
	}))
	t.Cleanup(fake.Close)
	c = apitest.Serve(t, "", func(s *api.Settings) {
		s.Host.Reload(catalog.Settings{Embedding: "fake/small", Providers: map[string]catalog.Provider{
			"fake": {Type: "openai-compatible", BaseURL: fake.URL + "/v1"},
		}}, nil)
		s.Rooms = []func(*api.Server){func(s *api.Server) { openai.Routes(door.New(s, door.Options{})) }}
	}).As("chat")
	got := c.Must(200, "POST", embeddings, m{"model": "fake/small", "input": []string{"a", "b"}, "user": "ada"})
	if got.Text("data.0.embedding") != "[0 0.5]" || got.Text("data.1.embedding") != "[1 0.5]" || got.Text("usage.total_tokens") != "3" || got.Header.Get("X-Backstory-Ignored") != "user" {
		t.Errorf("%s %v", got.Body, got.Header)
	}
	c.Must(200, "POST", embeddings, m{"model": "small", "input": "a"})
	for _, test := range []struct {
		body   m
		status int
	}{
		{m{"model": "caelum", "input": "a"}, 404},
		{m{"model": "small", "input": []int{1, 2}}, 400},
		{m{"model": "small", "input": []string{}}, 400},
		{m{"model": "small", "input": "refused"}, 502},
		{m{"model": "small", "input": []string{"short", "b"}}, 502},
	} {
		c.Must(test.status, "POST", embeddings, test.body)
	}
}
