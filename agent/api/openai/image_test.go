package openai_test

import (
	"encoding/base64"
	"encoding/json"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/seed353dc258/backstory/agent/api"
	"github.com/seed353dc258/backstory/agent/api/anthropic"
	"github.com/seed353dc258/backstory/agent/api/apitest"
	"github.com/seed353dc258/backstory/agent/api/door"
	"github.com/seed353dc258/backstory/agent/api/openai"
	"github.com/seed353dc258/backstory/agent/catalog"
	"github.com/seed353dc258/backstory/agent/model/modeltest"
)

// shown are requests of each protocol that show an image, by their path, and the fields
// that are told where no model takes it.
func shown(data string) map[string]struct {
	body  m
	field string
} {
	url := "data:image/png;base64," + data
	part := func(kind string, value any) []m {
		return []m{{"type": "text", "text": "What is it?"}, {"type": kind, "image_url": value}}
	}
	return map[string]struct {
		body  m
		field string
	}{
		"/v1/chat/completions": {m{"model": "caelum", "messages": []m{{"role": "user", "content": part("image_url", m{"url": url})}}}, "messages[0].content[1]"},
		"/v1/responses":        {m{"model": "caelum", "input": []m{{"role": "user", "content": part("input_image", url)}}}, "input[0].content[1]"},
		"/v1/messages": {m{"model": "caelum", "max_tokens": 100, "messages": []m{{"role": "user", "content": []m{
			{"type": "image", "source": m{"type": "base64", "media_type": "image/png", "data": data}}, {"type": "text", "text": "What is it?"},
		}}}}, "messages.0.content"},
	}
}

func seeing(t *testing.T, p catalog.Provider) *apitest.Client {
	t.Helper()
	return apitest.Serve(t, "", func(s *api.Settings) {
		s.Host.Reload(catalog.Settings{Model: "fake/m", Providers: map[string]catalog.Provider{"fake": p}}, nil)
		s.Rooms = []func(*api.Server){func(s *api.Server) { d := door.New(s, door.Options{}); openai.Routes(d); anthropic.Routes(d) }}
	}).As("chat")
}

// What a client shows goes to a model that takes images, byte for byte; where none does,
// that is said with the field.
func TestImagesGoToModelsThatTakeThem(t *testing.T) {
	data := base64.StdEncoding.EncodeToString([]byte("\x89PNG\r\n\x1a\n a pixel"))
	fake := modeltest.New(t, func(*modeltest.Ask) modeltest.Reply { return modeltest.Says("A lamp.") })
	yes, no := true, false
	to := catalog.Provider{Type: "openai-compatible", BaseURL: fake.Base(), Images: &yes}
	c := seeing(t, to)
	for path, r := range shown(data) {
		c.Must(200, "POST", path, r.body)
		asks := fake.Asks()
		if got := asks[len(asks)-1].Messages; len(got) != 1 || len(got[0].Images) != 1 || got[0].Images[0] != data || !strings.Contains(got[0].Text, "What is it?") {
			t.Errorf("%s: %+v", path, got)
		}
	}
	for path, r := range shown("PGh0bWw+") {
		c.Must(400, "POST", path, r.body)
	}
	to.Images = &no
	c = seeing(t, to)
	for path, r := range shown(data) {
		got := c.Must(400, "POST", path, r.body)
		if !strings.Contains(string(got.Body), "fake/m, takes no images") || path != "/v1/messages" && got.Text("error.param") != r.field {
			t.Errorf("%s: %s", path, got.Body)
		}
	}
	if n := len(fake.Asks()); n != len(shown(data)) {
		t.Errorf("the model was asked %d times", n)
	}
}

// Servers say in their own ways whether a model takes images.
func TestServersSayWhetherImagesAreTaken(t *testing.T) {
	data := base64.StdEncoding.EncodeToString([]byte("\x89PNG\r\n\x1a\n a pixel"))
	for _, c := range []struct {
		name, kind, path, says string
		want                   int
	}{
		{"Ollama", "ollama", "/api/show", `{"model_info": {"x.context_length": 8192}, "capabilities": ["completion", "vision"]}`, 200},
		{"Ollama without", "ollama", "/api/show", `{"model_info": {"x.context_length": 8192}, "capabilities": ["completion"]}`, 400},
		{"llama.cpp", "openai-compatible", "/props", `{"default_generation_settings": {"n_ctx": 8192}, "modalities": {"vision": true}}`, 200},
		{"LM Studio", "openai-compatible", "/api/v0/models/m", `{"id": "m", "type": "vlm", "loaded_context_length": 8192}`, 200},
		{"OpenRouter", "openai-compatible", "/v1/models", `{"data": [{"id": "m", "context_length": 8192, "capabilities": ["x"], "architecture": {"input_modalities": ["text", "image"]}}]}`, 200},
		{"vLLM", "openai-compatible", "/v1/models", `{"data": [{"id": "m", "max_model_len": 8192}]}`, 400},
	} {
		var sent []byte
		server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			switch r.URL.Path {
			case c.path:
				_, _ = w.Write([]byte(c.says))
			case "/api/chat":
				var body json.RawMessage
				_ = json.NewDecoder(r.Body).Decode(&body)
				sent = body
				_, _ = w.Write([]byte(`{"message": {"content": "A lamp."}, "done": true}` + "\n"))
			case "/v1/chat/completions":
				var body json.RawMessage
				_ = json.NewDecoder(r.Body).Decode(&body)
				sent = body
				_, _ = w.Write([]byte("data: {\"choices\": [{\"delta\": {\"content\": \"A lamp.\"}, \"finish_reason\": \"stop\"}]}\n\ndata: [DONE]\n\n"))
			default:
				http.NotFound(w, r)
			}
		}))
		defer server.Close()
		base := server.URL
		if c.kind != "ollama" {
			base += "/v1"
		}
		windows := []int{0, 8192} // which the user may have said
		if c.kind != "ollama" {
			windows = windows[:1]
		}
		for _, window := range windows {
			got := seeing(t, catalog.Provider{Type: c.kind, BaseURL: base, Window: window}).Do("POST", chat, shown(data)[chat].body)
			if got.Status != c.want || (c.want == 200) != strings.Contains(string(sent), data) {
				t.Errorf("%s, window %d: %d %s, sent %.300s", c.name, window, got.Status, got.Body, sent)
			}
			sent = nil
		}
	}
}
