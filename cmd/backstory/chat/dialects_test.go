package chat_test

import (
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
)

// dialect is how one kind of server speaks, after what its makers publish of it: how
// it tells what its model takes, streams a call, and streams an answer.
type dialect struct {
	kind string // of the provider
	path string // behind the address of the server
	tell map[string]string
	call []string
	say  []string
}

// sse is a stream of chunks of the Chat Completions protocol.
func sse(chunks ...string) []string {
	var all []string
	for _, c := range chunks {
		all = append(all, `data: {"id":"c","object":"chat.completion.chunk","model":"m","choices":[`+c+"]}\n\n")
	}
	return append(all, "data: [DONE]\n\n")
}

func delta(fields string) string { return `{"index":0,"delta":{` + fields + `},"finish_reason":null}` }

func finished(reason string) string { return `{"index":0,"delta":{},"finish_reason":"` + reason + `"}` }

// theCall is a call of the search, for the boat.
const (
	theCall   = `"function":{"name":"backstory_search","arguments":"{\"query\":\"boat\"}"}`
	theObject = `"function":{"name":"backstory_search","arguments":{"query":"boat"}}`
	theAnswer = "The boat is called Petrel."
)

var dialects = map[string]dialect{
	"ollama": {
		"ollama", "/v1",
		map[string]string{"/api/show": `{"parameters":"temperature 0.6\n","model_info":{"general.architecture":"qwen3","qwen3.context_length":40960},"capabilities":["completion","tools","thinking"]}`},
		[]string{`{"model":"m","message":{"role":"assistant","content":"","thinking":"HIDDEN"},"done":false}` + "\n", `{"model":"m","message":{"role":"assistant","content":"","tool_calls":[{` + theObject + `}]},"done":false}` + "\n", `{"model":"m","message":{"role":"assistant","content":""},"done_reason":"stop","done":true,"prompt_eval_count":26,"eval_count":9}` + "\n"},
		[]string{`{"model":"m","message":{"role":"assistant","content":"The boat is "},"done":false}` + "\n", `{"model":"m","message":{"role":"assistant","content":"called Petrel."},"done":false}` + "\n", `{"model":"m","message":{"role":"assistant","content":""},"done_reason":"stop","done":true,"prompt_eval_count":26,"eval_count":9}` + "\n"},
	},
	"llama.cpp": {
		"openai-compatible", "/v1",
		map[string]string{"/v1/models": `{"object":"list","data":[{"id":"m.gguf","meta":{"n_ctx_train":131072}}]}`, "/props": `{"default_generation_settings":{"n_ctx":16384},"total_slots":1}`},
		sse(delta(`"role":"assistant","content":null`), delta(`"tool_calls":[{"index":0,"id":"k1","type":"function","function":{"name":"backstory_search","arguments":"{"}}]`), delta(`"tool_calls":[{"index":0,"function":{"arguments":"\"query\":\"boat\"}"}}]`), finished("tool_calls")),
		sse(delta(`"reasoning_content":"HIDDEN"`), delta(`"content":"`+theAnswer+`"`), finished("stop")),
	},
	"LM Studio": {
		"openai-compatible", "/v1",
		map[string]string{"/v1/models": `{"object":"list","data":[{"id":"m","object":"model"}]}`, "/api/v0/models/m": `{"id":"m","type":"llm","state":"loaded","max_context_length":131072,"loaded_context_length":16384}`},
		sse(delta(`"tool_calls":[{"index":0,"id":"k1","type":"function","function":{"name":"backstory_search","arguments":""}}]`), delta(`"tool_calls":[{"index":0,"id":"k1","function":{"name":"backstory_search","arguments":"{\"query\":"}}]`), delta(`"tool_calls":[{"index":0,"function":{"name":"backstory_search","arguments":"\"boat\"}"}}]`), finished("tool_calls")),
		sse(delta(`"content":"<think>\nHIDDEN"`), delta(`"content":"\n</think>\n\nThe boat "`), delta(`"content":"is called Petrel."`), finished("stop")),
	},
	"vLLM": {
		"openai-compatible", "/v1",
		map[string]string{"/v1/models": `{"object":"list","data":[{"id":"m","object":"model","owned_by":"vllm","max_model_len":16384}]}`},
		append(sse(delta(`"role":"assistant","content":""`), delta(`"tool_calls":[{"id":"k1","type":"function","index":0,`+theCall+`}]`), `{"index":0,"delta":{"content":""},"logprobs":null,"finish_reason":"tool_calls","stop_reason":null}`)[:3], `data: {"choices":[],"usage":{"prompt_tokens":9,"total_tokens":12,"completion_tokens":3}}`+"\n\n", "data: [DONE]\n\n"),
		sse(delta(`"content":"HIDDEN, as the template opens it.\n</think>\n\n"`), delta(`"content":"`+theAnswer+`"`), finished("stop")),
	},
	"a router": {
		"openai-compatible", "/api/v1",
		map[string]string{"/api/v1/models": `{"data":[{"id":"m","context_length":32768,"architecture":{"input_modalities":["text"]}}]}`},
		append([]string{": PROCESSING\n\n", ": PROCESSING\n\n"}, sse(delta(`"content":"","reasoning":"HIDDEN"`), delta(`"tool_calls":[{"index":0,"id":"k1","type":"function",`+theCall+`}]`), finished("tool_calls"))...),
		[]string{": PROCESSING\n\n", `data:{"choices":[` + delta(`"content":"`+theAnswer+`"`) + "]}\n\n", "data:\n\n", `data:{"choices":[` + finished("stop") + "]}\n\n", `data:{"choices":[],"usage":{"prompt_tokens":9,"completion_tokens":3}}` + "\n\n", "data:[DONE]\n\n"},
	},
	"Gemini's": {
		"openai-compatible", "/v1beta/openai",
		map[string]string{},
		sse(`{"index":0,"delta":{"role":"assistant","tool_calls":[{"id":"","type":"function",` + theCall + `}]},"finish_reason":"stop"}`),
		sse(`{"index":0,"delta":{"role":"assistant","content":"` + theAnswer + `"},"finish_reason":"stop"}`)[:1],
	},
	"Mistral's": {
		"openai-compatible", "/v1",
		map[string]string{"/v1/models": `{"object":"list","data":[{"id":"m","max_context_length":32768}]}`},
		sse(`{"index":0,"delta":{"tool_calls":[{"id":"k1","index":0,` + theCall + `}]},"finish_reason":"tool_calls"}`),
		sse(delta(`"content":[{"type":"thinking","thinking":[{"type":"text","text":"HIDDEN"}]}]`), delta(`"content":[{"type":"text","text":"`+theAnswer+`"}]`), finished("stop")),
	},
	"LocalAI": {
		"openai-compatible", "/v1",
		map[string]string{},
		[]string{`data: {"choices":[{"index":0,"message":{"role":"assistant","tool_calls":[{"index":"0","type":"function",` + theObject + `}]},"finish_reason":"tool_calls"}]}` + "\n\n"},
		[]string{`data: {"choices":[{"index":0,"message":{"role":"assistant","content":"` + theAnswer + `"},"finish_reason":"stop"}]}`},
	},
	"one without indices": {
		"openai", "/v1",
		map[string]string{},
		sse(delta(`"tool_calls":[{"id":"k1","type":"function","function":{"name":"backstory_search","arguments":"{\"query\":"}}]`), delta(`"tool_calls":[{"function":{"arguments":"\"boat\"}"}}]`), finished("stop")),
		sse(delta(`"content":"` + theAnswer + `"`)),
	},
	"one that does not stream": {
		"openai-compatible", "/v1",
		map[string]string{},
		[]string{`{"object":"chat.completion","choices":[{"index":0,"message":{"role":"assistant","content":null,"tool_calls":[{"id":"k1","type":"function",` + theCall + `}]},"finish_reason":"tool_calls"}]}`},
		[]string{`{"object":"chat.completion","choices":[{"index":0,"message":{"role":"assistant","content":"<think>HIDDEN</think>` + theAnswer + `"},"finish_reason":"stop"}]}`},
	},
}

// site is a server that speaks a dialect.
type site struct {
	*httptest.Server
	mu    sync.Mutex
	asked []string // bodies, each as the model gets it
	wide  []int    // windows that were asked for
}

// cut is what a model with a window gets of a text: servers cut from the front. A token
// has three and a half bytes.
func cut(text string, window int) string {
	return text[max(0, len(text)-window*7/2):]
}

// serveDialect starts a server whose model takes so many tokens, where it is not asked for
// others.
func serveDialect(t *testing.T, d dialect, window int) *site {
	t.Helper()
	s := &site{}
	s.Server = httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		body, err := io.ReadAll(r.Body)
		if err != nil {
			t.Error(err)
		}
		if told, ok := d.tell[r.URL.Path]; ok {
			w.Header().Set("Content-Type", "application/json")
			io.WriteString(w, told)
			return
		}
		want, kind := d.path+"/chat/completions", "text/event-stream"
		if d.kind == "ollama" {
			want, kind = "/api/chat", "application/x-ndjson"
		}
		if r.URL.Path != want {
			http.NotFound(w, r)
			return
		}
		var in struct {
			Options struct {
				Window int `json:"num_ctx"`
			}
			Tools, Messages json.RawMessage
		}
		if err := json.Unmarshal(body, &in); err != nil {
			t.Errorf("%v in %s", err, body)
		}
		takes := window
		if in.Options.Window > 0 {
			takes = in.Options.Window
		}
		s.mu.Lock()
		s.asked = append(s.asked, cut(string(in.Tools)+string(in.Messages), takes))
		s.wide = append(s.wide, in.Options.Window)
		lines := d.call
		if strings.Contains(string(in.Messages), `"role":"tool"`) {
			lines = d.say
		}
		s.mu.Unlock()
		if strings.HasPrefix(lines[0], `{"object":"chat.completion"`) {
			kind = "application/json"
		}
		w.Header().Set("Content-Type", kind)
		for _, line := range lines {
			io.WriteString(w, line)
			w.(http.Flusher).Flush()
		}
	}))
	t.Cleanup(s.Close)
	return s
}

func (s *site) config(d dialect, more string) string {
	return fmt.Sprintf(`{"model": "here/m", "providers": {"here": {"type": %q, "base_url": %q%s}}}`, d.kind, s.URL+d.path, more)
}

// TestDialects has each kind of server run a tool and answer. What it thinks is not
// told.
func TestDialects(t *testing.T) {
	for name, d := range dialects {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := serveDialect(t, d, 4096)
			p := newPlace(t, map[string]string{
				"w/profiles/ida/soul.md":             "You are Ida.\n",
				"w/profiles/ida/backstory/harbor.md": "# The harbour\n\nThe boat in the harbour is called Petrel.\n",
				"home/backstory/config.json":         s.config(d, ""),
			})
			out := p.run("chat", "--profile", "ida", "--once", "What is the boat called?")
			if strings.TrimSpace(out) != theAnswer+" [1]\n\n[1] /harbor.md, line 3" || len(s.asked) != 2 || !strings.Contains(s.asked[1], "in the harbour is called Petrel") {
				t.Errorf("%q after %d requests", out, len(s.asked))
			}
		})
	}
}

// TestTheSoulSurvives gives servers that cut from the front a backstory of 32,000
// tokens: what the model gets begins with the soul and ends with the question.
func TestTheSoulSurvives(t *testing.T) {
	var long strings.Builder
	for i := 0; long.Len() < 32_000*4; i++ {
		fmt.Fprintf(&long, "## Day %d\n\nThe keeper wrote that the wind was from the north, and that lamp number %d had burned all night.\n\n", i, i)
	}
	for name, c := range map[string]struct {
		more   string
		window int // of the server, where nobody asks for another one
		asks   int // for a window
		says   string
	}{
		"ollama":                {"", 4096, 32768, ""},
		"llama.cpp":             {"", 16384, 0, ""},
		"LM Studio":             {"", 16384, 0, ""},
		"vLLM":                  {"", 16384, 0, ""},
		"LocalAI":               {"", 4096, 0, "here/m does not say how many tokens it takes: no more than 4096 are sent"},
		"ollama, as configured": {`, "window": 16384, "keep_alive": "30m"`, 4096, 16384, ""},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			kind, _, _ := strings.Cut(name, ",")
			d := dialects[kind]
			s := serveDialect(t, d, c.window)
			p := newPlace(t, map[string]string{
				"w/profiles/ida/soul.md":          "You are Ida, who never leaves the lighthouse.\n",
				"w/profiles/ida/backstory/log.md": "# The log\n\n" + long.String(),
				"home/backstory/config.json":      s.config(d, c.more),
			})
			cmd := p.command("chat", "--profile", "ida", "--once", "What is the boat called?")
			talk, err := os.Create(filepath.Join(t.TempDir(), "talk"))
			if err != nil {
				t.Fatal(err)
			}
			defer talk.Close()
			cmd.Stderr = talk
			out, err := cmd.Output()
			if err != nil {
				t.Errorf("%v", err)
			}
			said, err := os.ReadFile(talk.Name())
			if err != nil || !strings.Contains(string(said), c.says) || c.says == "" && strings.Contains(string(said), "does not say") {
				t.Errorf("%v: %s", err, said)
			}
			if strings.TrimSpace(string(out)) != theAnswer+"\n\nNot found in your documents: “"+theAnswer+"”" {
				t.Errorf("%q\n%s", out, said)
			}
			for i, got := range s.asked {
				if !strings.Contains(got, "You are Ida, who never leaves the lighthouse.") || !strings.Contains(got, "What is the boat called?") {
					t.Errorf("request %d: of %d bytes the model gets: %.300s …", i, len(got), got)
				}
				if s.wide[i] != c.asks {
					t.Errorf("request %d asks for a window of %d", i, s.wide[i])
				}
			}
		})
	}
}
