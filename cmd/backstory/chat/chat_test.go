package chat_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/seed353dc258/backstory/agent/model"
	"github.com/seed353dc258/backstory/agent/model/modeltest"
	"github.com/seed353dc258/backstory/cmd/backstory/chat"
	"github.com/seed353dc258/backstory/cmd/backstory/cli"
	"github.com/seed353dc258/backstory/cmd/backstory/cmdtest"
)

// modelServer is a server that speaks a provider's protocol from a script: each
// question gets the next answer. Nothing else is there to be asked.
type modelServer struct {
	*httptest.Server
	mu      sync.Mutex
	answers []string
	seen    []seenRequest
}

type seenRequest struct {
	key  string
	body map[string]json.RawMessage
}

func serveModel(t *testing.T, answers ...string) *modelServer {
	t.Helper()
	s := &modelServer{answers: answers}
	s.Server = httptest.NewServer(s)
	t.Cleanup(s.Close)
	return s
}

func (s *modelServer) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	if !strings.HasSuffix(r.URL.Path, "/chat/completions") && !strings.HasSuffix(r.URL.Path, "/messages") {
		http.NotFound(w, r)
		return
	}
	content, _ := io.ReadAll(r.Body)
	s.mu.Lock()
	defer s.mu.Unlock()
	seen := seenRequest{key: r.Header.Get("Authorization") + r.Header.Get("X-Api-Key")}
	_ = json.Unmarshal(content, &seen.body)
	s.seen = append(s.seen, seen)
	if len(s.answers) == 0 {
		http.Error(w, "no answer is left", http.StatusInternalServerError)
		return
	}
	answer := s.answers[0]
	s.answers = s.answers[1:]
	if status, text, ok := strings.Cut(answer, "!"); ok && len(status) == 3 {
		w.Header().Set("Retry-After", "0")
		code := 0
		fmt.Sscan(status, &code)
		http.Error(w, text, code)
		return
	}
	w.Header().Set("Content-Type", "text/event-stream")
	io.WriteString(w, answer)
}

// events makes a stream of data lines.
func events(data ...string) string {
	var b strings.Builder
	for _, d := range data {
		var kind struct{ Type string }
		if json.Unmarshal([]byte(d), &kind) == nil && kind.Type != "" {
			b.WriteString("event: " + kind.Type + "\n")
		}
		b.WriteString("data: " + d + "\n\n")
	}
	return b.String()
}

// The answers of the two protocols: a call of memory_save, then words.
func openAIAnswers() []string {
	return []string{
		`429!slow down`,
		events(`{"choices":[{"delta":{"tool_calls":[{"index":0,"id":"c1","function":{"name":"memory_save","arguments":"{\"text\":\"The kettle"}}]}}]}`,
			`{"choices":[{"delta":{"tool_calls":[{"index":0,"function":{"arguments":" is blue.\"}"}}]}}]}`,
			`{"choices":[{"delta":{},"finish_reason":"tool_calls"}]}`, `[DONE]`),
		events(`{"choices":[{"delta":{"content":"I will "}}]}`, `{"choices":[{"delta":{"content":"remember."}}]}`,
			`{"choices":[{"delta":{},"finish_reason":"stop"}],"usage":{"prompt_tokens":9,"completion_tokens":3}}`, `[DONE]`),
		events(`{"choices":[{"delta":{"content":"Half of"}}]}`), // and the stream breaks off
		events(`{"choices":[{"delta":{"content":"Blue."}}]}`, `{"choices":[{"delta":{},"finish_reason":"stop"}]}`, `[DONE]`),
	}
}

func anthropicAnswers() []string {
	const start = `{"type":"message_start","message":{"usage":{"input_tokens":9}}}`
	const end = `{"type":"message_stop"}`
	text := func(words string) string {
		return events(start, `{"type":"content_block_start","index":0,"content_block":{"type":"text","text":""}}`,
			`{"type":"content_block_delta","index":0,"delta":{"type":"text_delta","text":"`+words+`"}}`,
			`{"type":"content_block_stop","index":0}`, `{"type":"message_delta","delta":{"stop_reason":"end_turn"},"usage":{"output_tokens":3}}`, end)
	}
	return []string{
		`529!overloaded`,
		events(start, `{"type":"content_block_start","index":0,"content_block":{"type":"tool_use","id":"c1","name":"memory_save","input":{}}}`,
			`{"type":"content_block_delta","index":0,"delta":{"type":"input_json_delta","partial_json":"{\"text\":\"The kettle is"}}`,
			`{"type":"content_block_delta","index":0,"delta":{"type":"input_json_delta","partial_json":" blue.\"}"}}`,
			`{"type":"content_block_stop","index":0}`, `{"type":"message_delta","delta":{"stop_reason":"tool_use"},"usage":{"output_tokens":9}}`, end),
		text("I will remember."),
		events(start, `{"type":"content_block_start","index":0,"content_block":{"type":"text","text":""}}`,
			`{"type":"content_block_delta","index":0,"delta":{"type":"text_delta","text":"Half of"}}`),
		text("Blue."),
	}
}

// TestAModelIsAsked talks with a model through each protocol, in three
// processes: one that is told to wait and then calls a tool, one whose answer
// breaks off, and one that goes on. What was sent before is sent again byte for
// byte, so that a provider's cache of prefixes holds.
func TestAModelIsAsked(t *testing.T) {
	for kind, answers := range map[string][]string{"openai-compatible": openAIAnswers(), "anthropic": anthropicAnswers()} {
		t.Run(kind, func(t *testing.T) {
			s := serveModel(t, answers...)
			dir := t.TempDir()
			path := "/v1"
			if kind == "anthropic" {
				path = ""
			}
			for name, text := range map[string]string{
				"w/profiles/ida/soul.md":          "You are Ida.\n",
				"w/profiles/ida/backstory/one.md": "The lamp is old.\n",
				"home/backstory/config.json":      `{"model": "lab/m1", "providers": {"lab": {"type": "` + kind + `", "base_url": "` + s.URL + path + `", "key_env": "LAB_KEY", "window": 128000}}}`,
			} {
				file := filepath.Join(dir, filepath.FromSlash(name))
				if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
					t.Fatal(err)
				}
				if err := os.WriteFile(file, []byte(text), 0o644); err != nil {
					t.Fatal(err)
				}
			}
			ask := func(question string) (out, talk string, err error) {
				cmd := exec.Command("backstory", "chat", "--root", filepath.Join(dir, "w"), "--profile", "ida", "-c", "--once", question)
				cmd.Env = append(cmdtest.PlacesEnv(filepath.Join(dir, "home"), filepath.Join(dir, "cache")), "LAB_KEY=the-key")
				var o, e strings.Builder
				cmd.Stdout, cmd.Stderr = &o, &e
				err = cmd.Run()
				return o.String(), e.String(), err
			}
			if out, talk, err := ask("The kettle is blue."); err != nil || out != "I will remember.\n" || !strings.Contains(talk, "→ memory_save") {
				t.Errorf("%v\n%s\n%s", err, out, talk)
			}
			if out, talk, err := ask("What colour is it?"); err == nil || out != "Half of\n" || !strings.Contains(talk, "backstory: ") {
				t.Errorf("a stream that breaks off: %v\n%s\n%s", err, out, talk)
			}
			if out, talk, err := ask("And now?"); err != nil || out != "Blue.\n" {
				t.Errorf("%v\n%s\n%s", err, out, talk)
			}
			s.check(t)
		})
	}
}

// check holds that each request goes on from the one before, in one epoch.
func (s *modelServer) check(t *testing.T) {
	t.Helper()
	if len(s.seen) != 5 {
		t.Fatalf("%d requests", len(s.seen))
	}
	var before []json.RawMessage
	for i, r := range s.seen {
		if !strings.HasSuffix(r.key, "the-key") {
			t.Errorf("request %d has the key %q", i, r.key)
		}
		var messages []json.RawMessage
		if err := json.Unmarshal(r.body["messages"], &messages); err != nil {
			t.Fatal(err)
		}
		for n := range before {
			if n >= len(messages) || bare(messages[n]) != bare(before[n]) && n > 0 {
				t.Errorf("request %d differs in message %d:\n%s\n%s", i, n, before[n], messages[n])
			}
		}
		before = messages
	}
}

// bare is a message without the marks of a cache, which move on.
func bare(m json.RawMessage) string {
	return strings.ReplaceAll(string(m), `,"cache_control":{"type":"ephemeral"}`, "")
}

// TestAWindowIsRememberedAcrossProcesses has a server refuse a request for its
// length: the session is summed up, the turn is answered, and the next process
// keeps to the window that the server named. The length of answers that is
// configured is asked for.
func TestAWindowIsRememberedAcrossProcesses(t *testing.T) {
	for _, p := range modeltest.Protocols() {
		s := modeltest.New(t, func(*modeltest.Ask) modeltest.Reply { return modeltest.Says(strings.Repeat("Fog at sea. ", 300)) })
		s.Window = 6000
		dir := t.TempDir()
		for name, text := range map[string]string{"w/profiles/ida/soul.md": "You are Ida.\n", "home/backstory/config.json": s.Config(p, `"max_output": 1000`)} {
			file := filepath.Join(dir, filepath.FromSlash(name))
			if err := errors.Join(os.MkdirAll(filepath.Dir(file), 0o755), os.WriteFile(file, []byte(text), 0o644)); err != nil {
				t.Fatal(err)
			}
		}
		talk := ""
		for n := range 8 {
			cmd := exec.Command("backstory", "chat", "--root", filepath.Join(dir, "w"), "--profile", "ida", "-c", "--once", fmt.Sprint("Question ", n))
			cmd.Env = cmdtest.PlacesEnv(filepath.Join(dir, "home"), filepath.Join(dir, "cache"))
			var e strings.Builder
			cmd.Stderr = &e
			if out, err := cmd.Output(); err != nil || !strings.Contains(string(out), "Fog at sea.") {
				t.Fatalf("%s: question %d: %v\n%s\n%s", p, n, err, out, e.String())
			}
			talk += e.String()
		}
		if s.Over() != 1 || strings.Count(talk, "its window is remembered as 6000 tokens") != 1 {
			t.Errorf("%s: %d requests were over the window:\n%s", p, s.Over(), talk)
		}
		for _, a := range s.Asks() {
			if a.MaxTokens > 1000 || a.MaxTokens < 100 {
				t.Errorf("%s: request %d allows an answer of %d tokens", p, a.N, a.MaxTokens)
			}
		}
	}
}

func TestStandardInputIsTextOrRefused(t *testing.T) {
	for in, want := range map[string]string{"": "", " \n": "", "\xff\xfe": "not UTF-8", strings.Repeat("x", chat.MaxStdin+1): "more than"} {
		material, err := chat.StdinMaterial(&cli.Terminal{In: strings.NewReader(in)})
		if len(material) > 0 || (err == nil) != (want == "") || err != nil && !strings.Contains(err.Error(), want) {
			t.Errorf("%.10q: %v, %v", in, material, err)
		}
	}
	if m, err := chat.StdinMaterial(&cli.Terminal{In: strings.NewReader("a")}); err != nil || len(m) != 1 || m[0].Class != model.Stdin {
		t.Errorf("%v, %v", m, err)
	}
}

// TestScriptsAskAtOnce has 20 processes ask in a workspace that is new: each
// gets an answer, in a session of its own, with what was piped into it.
func TestScriptsAskAtOnce(t *testing.T) {
	s := modeltest.New(t, func(*modeltest.Ask) modeltest.Reply { return modeltest.Says("Fog.") })
	dir := t.TempDir()
	for name, text := range map[string]string{
		"w/profiles/ida/soul.md": "You are Ida.\n", "w/profiles/ida/backstory/a.md": "Fog.\n",
		"home/backstory/config.json": s.Config(modeltest.Protocols()[0], ""),
	} {
		file := filepath.Join(dir, filepath.FromSlash(name))
		if err := errors.Join(os.MkdirAll(filepath.Dir(file), 0o755), os.WriteFile(file, []byte(text), 0o644)); err != nil {
			t.Fatal(err)
		}
	}
	const many = 20
	sessions := make([]string, many)
	var group sync.WaitGroup
	for i := range many {
		group.Go(func() {
			cmd := exec.Command("backstory", "chat", "--root", filepath.Join(dir, "w"), "--profile", "ida", "--json", "--once", fmt.Sprint("Question ", i))
			cmd.Env = cmdtest.PlacesEnv(filepath.Join(dir, "home"), filepath.Join(dir, "cache"))
			cmd.Stdin = strings.NewReader(fmt.Sprint("piped ", i))
			var e strings.Builder
			cmd.Stderr = &e
			out, err := cmd.Output()
			var got struct{ Session, Answer string }
			if err != nil || json.Unmarshal(out, &got) != nil || got.Answer != "Fog." {
				t.Errorf("%d: %v\n%s\n%s", i, err, out, e.String())
			}
			sessions[i] = got.Session
		})
	}
	group.Wait()
	slices.Sort(sessions)
	if n := len(slices.Compact(sessions)); n != many {
		t.Errorf("%d sessions", n)
	}
	for _, a := range s.Asks() {
		if text := string(a.Body); !strings.Contains(text, "piped ") || !strings.Contains(text, "Question ") {
			t.Errorf("what was asked: %s", text)
		}
	}
}
