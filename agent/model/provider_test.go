package model_test

import (
	"context"
	"encoding/json"
	"errors"
	"io"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/seed353dc258/backstory/agent/model"
)

// server answers each request with the next of its replies.
type server struct {
	*httptest.Server
	mu      sync.Mutex
	replies []http.HandlerFunc
	asked   []asked
}

type asked struct {
	path, auth string
	body       string
}

func serve(t *testing.T, replies ...http.HandlerFunc) *server {
	t.Helper()
	s := &server{replies: replies}
	s.Server = httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		body, _ := io.ReadAll(r.Body)
		s.mu.Lock()
		n := len(s.asked)
		s.asked = append(s.asked, asked{r.URL.Path, r.Header.Get("X-Api-Key") + r.Header.Get("Authorization"), string(body)})
		s.mu.Unlock()
		if n >= len(s.replies) {
			t.Errorf("request %d was not expected", n+1)
			return
		}
		s.replies[n](w, r)
	}))
	t.Cleanup(s.Close)
	return s
}

// says streams lines as they are.
func says(lines ...string) http.HandlerFunc {
	return func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "text/event-stream")
		for _, line := range lines {
			io.WriteString(w, line)
			w.(http.Flusher).Flush()
		}
	}
}

// breaks streams lines and drops the connection.
func breaks(lines ...string) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		says(lines...)(w, r)
		panic(http.ErrAbortHandler)
	}
}

func refuses(status int, body string, header ...string) http.HandlerFunc {
	return func(w http.ResponseWriter, _ *http.Request) {
		for i := 0; i+1 < len(header); i += 2 {
			w.Header().Set(header[i], header[i+1])
		}
		w.WriteHeader(status)
		io.WriteString(w, body)
	}
}

// got returns what was asked so far.
func (s *server) got() []asked {
	s.mu.Lock()
	defer s.mu.Unlock()
	return slices.Clone(s.asked)
}

const key = "sk-secret-1234"

func (s *server) at() model.Endpoint {
	return model.Endpoint{URL: s.URL + "/v1/", Key: key, Wait: time.Millisecond}
}

func question() *model.Request {
	return &model.Request{
		Model:  "some-model",
		System: []model.Block{{Text: "You are <Caelum> & know it.", Cache: true}, {Text: "Be brief.", Cache: true}},
		Tools: []model.Tool{
			{Name: "look", Description: "Look.", Schema: json.RawMessage(`{"type":"object"}`)},
		},
		Messages: []model.Message{
			{Role: model.User, Parts: []model.Part{{Text: "Look!"}}},
			{Role: model.Assistant, Parts: []model.Part{{Text: "I do."}, {Call: &model.Call{ID: "c1", Name: "look", Arguments: json.RawMessage(`{"at":"sea"}`)}}}},
			{Role: model.User, Parts: []model.Part{{Result: &model.Result{CallID: "c1", Text: "fog", Failed: true}}}, Cache: true},
		},
		MaxTokens: 100,
	}
}

// collect returns what a stream gives, with pieces of text joined.
func collect(t testing.TB, p model.Provider, ctx context.Context, r *model.Request) ([]model.Event, error) {
	t.Helper()
	var all []model.Event
	for e, err := range p.Stream(ctx, r) {
		if err != nil {
			return all, err
		}
		if n := len(all); n > 0 && e.Text != "" && all[n-1].Text != "" {
			all[n-1].Text += e.Text
			continue
		}
		all = append(all, e)
	}
	return all, nil
}

func event(name, data string) string { return "event: " + name + "\ndata: " + data + "\n\n" }

func anthropicAnswer() []string {
	return []string{
		event("message_start", `{"type":"message_start","message":{"usage":{"input_tokens":3,"cache_read_input_tokens":40,"cache_creation_input_tokens":5,"output_tokens":1}}}`),
		event("content_block_start", `{"index":0,"content_block":{"type":"text","text":""}}`),
		event("ping", `{}`),
		event("content_block_delta", `{"index":0,"delta":{"type":"text_delta","text":"Fog, "}}`),
		event("content_block_delta", `{"index":0,"delta":{"type":"text_delta","text":"<still>."}}`),
		event("content_block_stop", `{"index":0}`),
		event("content_block_start", `{"index":1,"content_block":{"type":"tool_use","id":"c2","name":"look"}}`),
		event("content_block_delta", `{"index":1,"delta":{"type":"input_json_delta","partial_json":"{\"at\":"}}`),
		event("content_block_delta", `{"index":1,"delta":{"type":"input_json_delta","partial_json":"\"land\"}"}}`),
		event("content_block_stop", `{"index":1}`),
		event("message_delta", `{"delta":{"stop_reason":"tool_use"},"usage":{"output_tokens":12}}`),
		event("message_stop", `{}`),
	}
}

func openAIAnswer() []string {
	return []string{
		"data: {\"choices\":[{\"delta\":{\"role\":\"assistant\",\"content\":\"\"}}]}\n\n",
		"data: {\"choices\":[{\"delta\":{\"content\":\"Fog, \"}}]}\n\n",
		"data: {\"choices\":[{\"delta\":{\"content\":\"<still>.\"}}]}\n\n",
		"data: {\"choices\":[{\"delta\":{\"tool_calls\":[{\"index\":0,\"id\":\"c2\",\"type\":\"function\",\"function\":{\"name\":\"look\",\"arguments\":\"\"}}]}}]}\n\n",
		"data: {\"choices\":[{\"delta\":{\"tool_calls\":[{\"index\":0,\"function\":{\"arguments\":\"{\\\"at\\\":\"}}]}}]}\n\n",
		"data: {\"choices\":[{\"delta\":{\"tool_calls\":[{\"index\":0,\"function\":{\"arguments\":\"\\\"land\\\"}\"}}]}}]}\n\n",
		"data: {\"choices\":[{\"delta\":{},\"finish_reason\":\"tool_calls\"}]}\n\n",
		"data: {\"choices\":[],\"usage\":{\"prompt_tokens\":48,\"completion_tokens\":12,\"prompt_tokens_details\":{\"cached_tokens\":40}}}\n\n",
		"data: [DONE]\n\n",
	}
}

// protocols are the two clients with an answer in the words of each.
var protocols = []struct {
	name   string
	make   func(model.Endpoint) model.Provider
	path   string
	answer func() []string
	usage  model.Usage
	auth   string
	refuse string // the text of an error, with the key in it
	midway string // an error in the middle of an answer
}{
	{
		"anthropic", func(e model.Endpoint) model.Provider { return model.NewAnthropic(e) }, "/v1/messages", anthropicAnswer,
		model.Usage{Input: 3, Output: 12, CacheRead: 40, CacheWrite: 5},
		key,
		`{"type":"error","error":{"type":"authentication_error","message":"bad key ` + key + `"}}`,
		event("error", `{"type":"error","error":{"type":"overloaded_error","message":"too many"}}`),
	},
	{
		"openai", func(e model.Endpoint) model.Provider { return model.NewOpenAI(e) }, "/v1/chat/completions", openAIAnswer,
		model.Usage{Input: 8, Output: 12, CacheRead: 40},
		"Bearer " + key,
		`{"error":{"type":"invalid_request_error","code":"invalid_api_key","message":"bad key ` + key + `"}}`,
		"data: {\"error\":{\"type\":\"server_error\",\"code\":503,\"message\":\"too many\"}}\n\n",
	},
}

func TestAnswersAreRead(t *testing.T) {
	for _, p := range protocols {
		t.Run(p.name, func(t *testing.T) {
			s := serve(t, says(p.answer()...))
			got, err := collect(t, p.make(s.at()), t.Context(), question())
			if err != nil {
				t.Fatal(err)
			}
			want := []model.Event{
				{Text: "Fog, <still>."},
				{Call: &model.Call{ID: "c2", Name: "look", Arguments: json.RawMessage(`{"at":"land"}`)}},
				{Usage: &p.usage},
				{Stop: model.StopCalls},
			}
			if diff := cmp.Diff(want, got); diff != "" {
				t.Error(diff)
			}
			if a := s.got()[0]; a.path != p.path || a.auth != p.auth {
				t.Errorf("asked at %s with %q", a.path, a.auth)
			}
			body, err := p.make(s.at()).Encode(question())
			if err != nil || s.got()[0].body != string(body) {
				t.Errorf("sent %s, encoded %s, %v", s.got()[0].body, body, err)
			}
		})
	}
}

func TestTriesAgainWhileItMayPass(t *testing.T) {
	for _, p := range protocols {
		for name, first := range map[string]http.HandlerFunc{
			"rate limit":  refuses(429, "", "Retry-After", "0"),
			"overloaded":  refuses(529, ""),
			"bad gateway": refuses(502, "<html>"),
			"lost":        breaks(),
		} {
			s := serve(t, first, first, says(p.answer()...))
			got, err := collect(t, p.make(s.at()), t.Context(), question())
			if err != nil || len(got) != 4 || len(s.got()) != 3 {
				t.Errorf("%s, %s: %d events of %d requests, %v", p.name, name, len(got), len(s.got()), err)
			}
			if s.got()[0].body != s.got()[2].body {
				t.Errorf("%s, %s: the second request is another one", p.name, name)
			}
		}
	}
}

func TestGivesUp(t *testing.T) {
	for _, p := range protocols {
		for name, c := range map[string]struct {
			reply http.HandlerFunc
			kind  model.Kind
			tries int
		}{
			"overloaded":   {refuses(503, ""), model.KindOverloaded, 4},
			"no key":       {refuses(401, p.refuse), model.KindAuth, 1},
			"too long":     {refuses(413, ""), model.KindTooLong, 1},
			"unknown":      {refuses(404, ""), model.KindNotFound, 1},
			"redirected":   {refuses(302, "", "Location", "http://127.0.0.1:1/"), model.KindInvalid, 1},
			"broken JSON":  {says("event: message_start\ndata: {\n\n"), model.KindBroken, 1},
			"never begins": {breaks(), model.KindConnection, 4},
		} {
			s := serve(t, c.reply, c.reply, c.reply, c.reply)
			_, err := collect(t, p.make(s.at()), t.Context(), question())
			if !model.IsKind(err, c.kind) || len(s.got()) != c.tries {
				t.Errorf("%s, %s: %d requests, %v", p.name, name, len(s.got()), err)
			}
			if err != nil && strings.Contains(err.Error(), "; tried 4 times") != (c.tries == 4) {
				t.Errorf("%s, %s: it is not said how often: %v", p.name, name, err)
			}
			if err != nil && strings.Contains(err.Error(), key) {
				t.Errorf("%s, %s: the key is in the error: %v", p.name, name, err)
			}
		}
	}
}

// What began to come is not asked for again: it would be told twice.
func TestBrokenAnswersKeepWhatCame(t *testing.T) {
	for _, p := range protocols {
		for name, reply := range map[string]http.HandlerFunc{
			"lost":  breaks(p.answer()[:4]...),
			"ended": says(p.answer()[:4]...),
			"error": says(append(append([]string(nil), p.answer()[:4]...), p.midway)...),
		} {
			s := serve(t, reply)
			got, err := collect(t, p.make(s.at()), t.Context(), question())
			if err == nil || len(got) != 1 || !strings.HasPrefix(got[0].Text, "Fog") || len(s.got()) != 1 {
				t.Errorf("%s, %s: %v, %d requests, %v", p.name, name, got, len(s.got()), err)
			}
		}
	}
}

func TestAnswersCanBeStopped(t *testing.T) {
	for _, p := range protocols {
		hang := func(w http.ResponseWriter, r *http.Request) {
			says(p.answer()[:4]...)(w, r)
			<-r.Context().Done()
		}
		s := serve(t, hang)
		ctx, cancel := context.WithCancelCause(t.Context())
		why := errors.New("enough of that")
		var last error
		for e, err := range p.make(s.at()).Stream(ctx, question()) {
			if e.Text != "" {
				cancel(why)
			}
			last = err
		}
		if !errors.Is(last, why) {
			t.Errorf("%s: %v", p.name, last)
		}
		cancel(nil)

		s = serve(t, says(p.answer()...))
		for range p.make(s.at()).Stream(t.Context(), question()) {
			break // nobody listens any more
		}
	}
}

func TestSilentServersAreLeft(t *testing.T) {
	for _, p := range protocols {
		synctest.Test(t, func(t *testing.T) { // whose clock goes on when all wait
			asked := 0
			silent := silence(func(r *http.Request) (*http.Response, error) {
				asked++
				<-r.Context().Done()
				return nil, context.Cause(r.Context())
			})
			at := model.Endpoint{URL: "http://silent.example/v1", Client: &http.Client{Transport: silent}, Tries: 2}
			begun := time.Now()
			_, err := collect(t, p.make(at), t.Context(), question())
			if took := time.Since(begun); !model.IsKind(err, model.KindConnection) || asked != 2 || took < 4*time.Minute || took > 5*time.Minute {
				t.Errorf("%s: %d requests in %v, %v", p.name, asked, took, err)
			}
		})
	}
}

// silence is a way to a server that does not answer.
type silence func(*http.Request) (*http.Response, error)

func (s silence) RoundTrip(r *http.Request) (*http.Response, error) { return s(r) }

// Servers differ in what they leave out.
func TestOpenAIServersThatDiffer(t *testing.T) {
	for name, c := range map[string]struct {
		lines []string
		calls []string
		stop  model.Stop
	}{
		"no [DONE]": {[]string{"data: {\"choices\":[{\"delta\":{\"content\":\"x\"},\"finish_reason\":\"stop\"}]}\n\n"}, nil, model.StopEnd},
		"whole calls without index, and the wrong reason": {
			[]string{
				"data: {\"choices\":[{\"delta\":{\"tool_calls\":[{\"id\":\"a\",\"function\":{\"name\":\"one\",\"arguments\":\"{}\"}},{\"id\":\"b\",\"function\":{\"name\":\"two\",\"arguments\":\"\"}}]},\"finish_reason\":\"stop\"}]}\n\n",
				"data: [DONE]\n\n",
			},
			[]string{"one {}", "two {}"},
			model.StopCalls,
		},
		"calls in turn": {
			[]string{
				"data: {\"choices\":[{\"delta\":{\"tool_calls\":[{\"index\":0,\"id\":\"a\",\"function\":{\"name\":\"one\",\"arguments\":\"{\"}},{\"index\":1,\"id\":\"b\",\"function\":{\"name\":\"two\",\"arguments\":\"{}\"}}]}}]}\n\n",
				"data: {\"choices\":[{\"delta\":{\"tool_calls\":[{\"index\":0,\"function\":{\"arguments\":\"}\"}}]},\"finish_reason\":\"tool_calls\"}]}\n\n",
				"data: [DONE]\n\n",
			},
			[]string{"one {}", "two {}"},
			model.StopCalls,
		},
	} {
		s := serve(t, says(c.lines...))
		got, err := collect(t, model.NewOpenAI(s.at()), t.Context(), question())
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		var calls []string
		for _, e := range got {
			if e.Call != nil {
				calls = append(calls, e.Call.Name+" "+string(e.Call.Arguments))
			}
		}
		if diff := cmp.Diff(c.calls, calls); diff != "" || got[len(got)-1].Stop != c.stop {
			t.Errorf("%s: %s, stop %q", name, diff, got[len(got)-1].Stop)
		}
	}
}

func TestEncodings(t *testing.T) {
	for _, c := range []struct {
		provider model.Provider
		want     string
	}{
		{model.NewAnthropic(model.Endpoint{}), `{"model":"some-model","max_tokens":100,` +
			`"tools":[{"name":"look","description":"Look.","input_schema":{"type":"object"},"cache_control":{"type":"ephemeral"}}],` +
			`"system":[{"type":"text","text":"You are <Caelum> & know it.","cache_control":{"type":"ephemeral"}},` +
			`{"type":"text","text":"Be brief.","cache_control":{"type":"ephemeral"}}],` +
			`"messages":[{"role":"user","content":[{"type":"text","text":"Look!"}]},` +
			`{"role":"assistant","content":[{"type":"text","text":"I do."},{"type":"tool_use","id":"c1","name":"look","input":{"at":"sea"}}]},` +
			`{"role":"user","content":[{"type":"tool_result","tool_use_id":"c1","content":"fog","is_error":true,"cache_control":{"type":"ephemeral"}}]}],` +
			`"stream":true}`},
		{model.NewOpenAI(model.Endpoint{}), `{"model":"some-model",` +
			`"tools":[{"type":"function","function":{"name":"look","description":"Look.","parameters":{"type":"object"}}}],` +
			`"messages":[{"role":"system","content":"You are <Caelum> & know it.Be brief."},{"role":"user","content":"Look!"},` +
			`{"role":"assistant","content":"I do.","tool_calls":[{"id":"c1","type":"function","function":{"name":"look","arguments":"{\"at\":\"sea\"}"}}]},` +
			`{"role":"tool","content":"Error: fog","tool_call_id":"c1"}],` +
			`"stream":true,"stream_options":{"include_usage":true},"max_completion_tokens":100}`},
	} {
		got, err := c.provider.Encode(question())
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(c.want, string(got)); diff != "" {
			t.Errorf("%s:\n%s", c.provider.Name(), diff)
		}
	}
}

// A request that goes on from another one has its bytes as a prefix, up to the
// end of the messages: that is what caches live on.
func TestRequestsGrowAtTheEnd(t *testing.T) {
	for _, p := range protocols {
		provider := p.make(model.Endpoint{})
		r := question()
		for i := range r.Messages {
			r.Messages[i].Cache = false
		}
		before, err := provider.Encode(r)
		if err != nil {
			t.Fatal(err)
		}
		r.Messages = append(r.Messages, model.Message{Role: model.User, Parts: []model.Part{{Text: "And now?"}}})
		now, err := provider.Encode(r)
		if err != nil {
			t.Fatal(err)
		}
		end := strings.LastIndex(string(before), `],"stream"`)
		if !strings.HasPrefix(string(now), string(before[:end])) {
			t.Errorf("%s:\n%s\n%s", p.name, before, now)
		}
	}
}

func TestCapsGoByTheLongestName(t *testing.T) {
	p := model.NewOpenAI(model.Endpoint{})
	for name, window := range map[string]int{
		"gpt-4": 8_192, "openai/gpt-4o-mini": 128_000, "GPT-4.1": 1_047_576, "claude-sonnet-4-5": 200_000, "who-knows": 128_000,
	} {
		if got := p.Caps(name).Window; got != window {
			t.Errorf("%s: %d tokens, want %d", name, got, window)
		}
	}
}
