// Package measure asks servers of models what their models take. Each kind of server
// says that in its own way.
package measure

import (
	"bytes"
	"context"
	"encoding/json"
	"io"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"strings"

	"github.com/seed353dc258/backstory/agent/model"
)

// maxTold is how much of what a server says of its models is read, in bytes.
const maxTold = 8 << 20

// Told is what a server says of a model.
type Told struct {
	Window int   // tokens that it takes; 0 where it does not say
	Images *bool // whether it takes images; nil where it does not say
}

// seeing is a field that may say whether a model takes images. Servers have other things
// under its name, too, which say nothing of that.
type seeing struct{ Vision *bool }

// UnmarshalJSON implements [json.Unmarshaler].
func (s *seeing) UnmarshalJSON(raw []byte) error {
	var told struct{ Vision *bool }
	if json.Unmarshal(raw, &told) == nil {
		s.Vision = told.Vision
	}
	return nil
}

// asker asks one server.
type asker struct{ model.Endpoint }

// Ollama asks a server of Ollama what a model takes. Of one that is not there nothing
// is told.
func Ollama(ctx context.Context, at model.Endpoint, name string, _ bool) Told {
	return asker{at}.show(ctx, name)
}

// OpenAI is Ollama for a server that speaks the Chat Completions protocol, whichever it
// is: it is asked in all ways until it has said how much its model takes, and, where
// that is wanted, whether that takes images.
func OpenAI(ctx context.Context, at model.Endpoint, name string, images bool) Told {
	a, all := asker{at}, Told{}
	for _, ask := range []func(context.Context, string) Told{a.listed, a.props, a.loaded, a.instances, a.running, a.shown} {
		told := ask(ctx, name)
		if all.Window <= 0 {
			all.Window = told.Window
		}
		if all.Images == nil {
			all.Images = told.Images
		}
		if all.Window > 0 && (all.Images != nil || !images) {
			break
		}
	}
	return all
}

// has reports whether a list has a word; a list that is not there says nothing.
func has(list []string, word string) *bool {
	if list == nil {
		return nil
	}
	is := slices.Contains(list, word)
	return &is
}

// root is the address of the server without the path of the protocol.
func (e asker) root() string { return model.Root(e.URL) }

// client follows no redirects, which could send the key elsewhere.
func (e asker) client() *http.Client {
	if e.Client != nil {
		return e.Client
	}
	return &http.Client{CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }}
}

// tell asks a server for a document. What goes wrong is that it says nothing.
func (e asker) tell(ctx context.Context, method, address string, body []byte, into any) bool {
	req, err := http.NewRequestWithContext(ctx, method, address, bytes.NewReader(body))
	if err != nil {
		return false
	}
	if body != nil {
		req.Header.Set("Content-Type", "application/json")
	}
	if e.Key != "" {
		req.Header.Set("Authorization", "Bearer "+e.Key)
	}
	resp, err := e.client().Do(req)
	if err != nil {
		return false
	}
	defer resp.Body.Close()
	if resp.StatusCode != http.StatusOK {
		return false
	}
	content, err := io.ReadAll(io.LimitReader(resp.Body, maxTold))
	return err == nil && json.Unmarshal(content, into) == nil
}

// show asks Ollama: a model's own num_ctx counts, else what it can take.
func (e asker) show(ctx context.Context, name string) Told {
	body, err := json.Marshal(map[string]string{"model": name})
	if err != nil {
		return Told{}
	}
	var told struct {
		Parameters   string
		Info         map[string]any `json:"model_info"`
		Capabilities []string
	}
	if !e.tell(ctx, http.MethodPost, e.root()+"/api/show", body, &told) {
		return Told{}
	}
	var m int
	kind, named := told.Info["general.architecture"].(string)
	for key, value := range told.Info { // a model with a part for images has two with the ending
		if n, ok := value.(float64); ok && (key == kind+".context_length" || !named && strings.HasSuffix(key, ".context_length")) {
			m = int(n)
		}
	}
	for line := range strings.Lines(told.Parameters) {
		if f := strings.Fields(line); len(f) == 2 && f[0] == "num_ctx" {
			if n, err := strconv.Atoi(f[1]); err == nil && n > 0 {
				m = n
			}
		}
	}
	return Told{m, has(told.Capabilities, "vision")}
}

// shown asks Ollama about images alone: what a model can take is not what it was loaded
// with.
func (e asker) shown(ctx context.Context, name string) Told {
	return Told{Images: e.show(ctx, name).Images}
}

// listed asks for the list of models: vLLM, SGLang, OpenRouter, Groq, Mistral and others
// say there how much each takes.
func (e asker) listed(ctx context.Context, name string) Told {
	type entry struct {
		ID      string
		VLLM    int `json:"max_model_len"`
		Length  int `json:"context_length"`
		Window  int `json:"context_window"`
		Longest int `json:"max_context_length"`
		Meta    struct {
			Window int `json:"n_ctx"`
		}
		Architecture struct {
			Inputs []string `json:"input_modalities"`
		}
		Capabilities seeing
	}
	var told struct{ Data []entry }
	if !e.tell(ctx, http.MethodGet, strings.TrimRight(e.URL, "/")+"/models", nil, &told) {
		return Told{}
	}
	for _, one := range told.Data {
		if one.ID != name && len(told.Data) > 1 {
			continue
		}
		m := 0
		for _, n := range []int{one.VLLM, one.Length, one.Window, one.Longest, one.Meta.Window} {
			if n > 0 && m == 0 {
				m = n
			}
		}
		images := one.Capabilities.Vision
		if images == nil {
			images = has(one.Architecture.Inputs, "image")
		}
		return Told{m, images}
	}
	return Told{}
}

// props asks llama.cpp with what its model was loaded.
func (e asker) props(ctx context.Context, _ string) Told {
	var told struct {
		Window   int `json:"n_ctx"`
		Settings struct {
			Window int `json:"n_ctx"`
		} `json:"default_generation_settings"`
		Modalities seeing
	}
	if !e.tell(ctx, http.MethodGet, e.root()+"/props", nil, &told) {
		return Told{}
	}
	m := told.Settings.Window
	if m == 0 {
		m = told.Window
	}
	return Told{m, told.Modalities.Vision}
}

// loaded asks LM Studio with what a model was loaded.
func (e asker) loaded(ctx context.Context, name string) Told {
	var told struct {
		Type   string
		Loaded int `json:"loaded_context_length"`
	}
	if !e.tell(ctx, http.MethodGet, e.root()+"/api/v0/models/"+url.PathEscape(name), nil, &told) {
		return Told{}
	}
	all := Told{Window: told.Loaded}
	if told.Type != "" {
		all.Images = has([]string{told.Type}, "vlm")
	}
	return all
}

// instances asks newer versions of LM Studio.
func (e asker) instances(ctx context.Context, name string) Told {
	var told struct {
		Models []struct {
			Key          string
			Capabilities seeing
			Instances    []struct {
				ID     string
				Config struct {
					Window int `json:"context_length"`
				}
			} `json:"loaded_instances"`
		}
	}
	if !e.tell(ctx, http.MethodGet, e.root()+"/api/v1/models", nil, &told) {
		return Told{}
	}
	for _, one := range told.Models {
		for _, loaded := range one.Instances {
			if one.Key == name || loaded.ID == name {
				return Told{loaded.Config.Window, one.Capabilities.Vision}
			}
		}
	}
	return Told{}
}

// running asks Ollama where it is spoken to by another protocol: only a model that is
// loaded has a window then.
func (e asker) running(ctx context.Context, name string) Told {
	var told struct {
		Models []struct {
			Name, Model string
			Window      int `json:"context_length"`
		}
	}
	if !e.tell(ctx, http.MethodGet, e.root()+"/api/ps", nil, &told) {
		return Told{}
	}
	for _, one := range told.Models {
		if one.Name == name || one.Model == name || one.Name == name+":latest" {
			return Told{Window: one.Window}
		}
	}
	return Told{}
}
