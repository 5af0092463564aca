package model_test

import (
	"encoding/json"
	"io"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/seed353dc258/backstory/agent/model"
)

// typed answers with a body of a type.
func typed(kind, body string) http.HandlerFunc {
	return func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", kind)
		io.WriteString(w, body)
	}
}

// Servers and proxies that answer with something else say so once, and the key
// is in no error.
func TestAnswersThatAreNoStream(t *testing.T) {
	for _, p := range protocols {
		for name, c := range map[string]struct {
			reply http.HandlerFunc
			kind  model.Kind
			want  string
		}{
			"an error":         {typed("application/json; charset=utf-8", p.refuse), model.KindAuth, "bad key (key)"},
			"an empty object":  {typed("application/json", `{}`), model.KindBroken, "{}"},
			"a page":           {typed("text/html", "<html>\x1b[31mlog\nin "+key+"</html>"), model.KindBroken, "<html> [31mlog in (key)</html>"},
			"a text":           {refuses(500+1, "\u202eboom\x00 "+strings.Repeat("x", 10_000)), model.KindOverloaded, "boom xxx"},
			"an error as text": {refuses(400, `{"error":"model not loaded, `+key+`"}`), model.KindInvalid, "(key)"},
		} {
			s := serve(t, c.reply, c.reply, c.reply, c.reply)
			_, err := collect(t, p.make(s.at()), t.Context(), question())
			if !model.IsKind(err, c.kind) || !strings.Contains(err.Error(), c.want) || strings.Contains(err.Error(), key) || strings.ContainsAny(err.Error(), "\x1b\x00\n\u202e") || len(err.Error()) > 1000 {
				t.Errorf("%s, %s: %v", p.name, name, err)
			}
			if passes := c.kind == model.KindOverloaded; passes != (len(s.got()) == 4) {
				t.Errorf("%s, %s: %d requests", p.name, name, len(s.got()))
			}
		}
	}
}

func TestErrorsInListsAndTexts(t *testing.T) {
	for body, want := range map[string]string{
		`[{"error":{"code":429,"message":"slow down","status":"RESOURCE_EXHAUSTED"}}]`: "slow down",
		`{"error":"no such model"}`: "no such model",
		`[]`:                        "[]",
		`nothing`:                   "nothing",
	} {
		s := serve(t, refuses(400, body))
		if _, err := collect(t, model.NewOpenAI(s.at()), t.Context(), question()); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v", body, err)
		}
	}
	s := serve(t, says("data: {\"error\":\"out of memory, "+key+"\"}\n\n"))
	at := s.at()
	at.Tries = 1
	if _, err := collect(t, model.NewOpenAI(at), t.Context(), question()); err == nil || !strings.Contains(err.Error(), "out of memory, (key)") {
		t.Errorf("%v", err)
	}
}

// A server that asks for more time than a person waits is not asked again.
func TestLongPausesAreNotWaitedFor(t *testing.T) {
	for _, p := range protocols {
		s := serve(t, refuses(429, "", "Retry-After", "3600"))
		_, err := collect(t, p.make(s.at()), t.Context(), question())
		if !model.IsKind(err, model.KindRateLimit) || len(s.got()) != 1 {
			t.Errorf("%s: %d requests, %v", p.name, len(s.got()), err)
		}
		s = serve(t, refuses(503, "", "Retry-After", "1"), says(p.answer()...))
		begin := time.Now()
		if _, err := collect(t, p.make(s.at()), t.Context(), question()); err != nil || time.Since(begin) < time.Second {
			t.Errorf("%s: after %v, %v", p.name, time.Since(begin), err)
		}
		s = serve(t, refuses(503, "", "Retry-After", time.Now().Add(time.Hour).UTC().Format(http.TimeFormat)))
		if _, err := collect(t, p.make(s.at()), t.Context(), question()); err == nil || len(s.got()) != 1 {
			t.Errorf("%s: a date: %d requests, %v", p.name, len(s.got()), err)
		}
	}
}

// A loop of tools: what is asked for is answered, and the second request goes
// on from the first one byte for byte.
func TestLoopsOfTools(t *testing.T) {
	last := map[string][]string{
		"anthropic": {
			event("message_start", `{"message":{"usage":{"input_tokens":3}}}`),
			event("content_block_start", `{"index":0,"content_block":{"type":"text"}}`),
			event("content_block_delta", `{"index":0,"delta":{"type":"text_delta","text":"Land."}}`),
			event("content_block_stop", `{"index":0}`),
			event("message_delta", `{"delta":{"stop_reason":"end_turn"},"usage":{"output_tokens":2,"input_tokens":7,"cache_read_input_tokens":50}}`),
			event("message_stop", `{}`),
		},
		"openai": {
			"data: {\"choices\":[{\"delta\":{\"content\":\"Land.\"},\"finish_reason\":\"stop\"}],\"usage\":{\"prompt_tokens\":57,\"completion_tokens\":2,\"prompt_tokens_details\":{\"cached_tokens\":50}}}\n\n",
			"data: [DONE]\n\n",
		},
	}
	for _, p := range protocols {
		s := serve(t, says(p.answer()...), says(last[p.name]...))
		provider := p.make(s.at())
		r := question()
		for i := range r.Messages {
			r.Messages[i].Cache = false // marks move on, and are no part of what is said
		}
		got, err := collect(t, provider, t.Context(), r)
		if err != nil || got[1].Call == nil {
			t.Fatalf("%s: %v, %v", p.name, got, err)
		}
		r.Messages = append(r.Messages,
			model.Message{Role: model.Assistant, Parts: []model.Part{{Text: got[0].Text}, {Call: got[1].Call}}},
			model.Message{Role: model.User, Parts: []model.Part{{Result: &model.Result{CallID: got[1].Call.ID, Text: "rocks"}}}})
		got, err = collect(t, provider, t.Context(), r)
		want := []model.Event{{Text: "Land."}, {Usage: &model.Usage{Input: 7, Output: 2, CacheRead: 50}}, {Stop: model.StopEnd}}
		if diff := cmp.Diff(want, got); diff != "" || err != nil {
			t.Errorf("%s: %v\n%s", p.name, err, diff)
		}
		first, second := s.got()[0].body, s.got()[1].body
		if end := strings.LastIndex(first, `],"stream"`); !strings.HasPrefix(second, first[:end]) || !strings.Contains(second[end:], "rocks") {
			t.Errorf("%s:\n%s\n%s", p.name, first, second)
		}
	}
}

// Servers that give every call the same index, or no ids.
func TestCallsAreToldApart(t *testing.T) {
	s := serve(t, says(
		"data: {\"choices\":[{\"delta\":{\"tool_calls\":[{\"index\":0,\"id\":\"a\",\"function\":{\"name\":\"one\",\"arguments\":\"{\\\"x\\\":1}\"}}]}}]}\n\n",
		"data: {\"choices\":[{\"delta\":{\"tool_calls\":[{\"index\":0,\"id\":\"b\",\"function\":{\"name\":\"two\",\"arguments\":\"{\"}}]}}]}\n\n",
		"data: {\"choices\":[{\"delta\":{\"tool_calls\":[{\"index\":0,\"id\":\"b\",\"function\":{\"arguments\":\"}\"}}]}}]}\n\n",
		"data: {\"choices\":[{\"delta\":{\"tool_calls\":[{\"index\":1,\"function\":{\"name\":\"three\",\"arguments\":null}}]},\"finish_reason\":\"stop\"}]}\n\n",
		"data: [DONE]\n\n",
	))
	got, err := collect(t, model.NewOpenAI(s.at()), t.Context(), question())
	want := []model.Event{
		{Call: &model.Call{ID: "a", Name: "one", Arguments: json.RawMessage(`{"x":1}`)}},
		{Call: &model.Call{ID: "b", Name: "two", Arguments: json.RawMessage(`{}`)}},
		{Call: &model.Call{ID: "call_3_3", Name: "three", Arguments: json.RawMessage(`{}`)}},
		{Usage: &model.Usage{}},
		{Stop: model.StopCalls},
	}
	if diff := cmp.Diff(want, got); diff != "" || err != nil {
		t.Errorf("%v\n%s", err, diff)
	}
}

// What follows the end of an answer is not read, and arguments
// that are no object are kept apart, for the model to hear of.
func TestStrangeAnswers(t *testing.T) {
	for _, p := range protocols {
		s := serve(t, says(append(p.answer(), "data: {{{\n\n", "more of it")...))
		if got, err := collect(t, p.make(s.at()), t.Context(), question()); err != nil || len(got) != 4 {
			t.Errorf("%s, more behind the end: %v, %v", p.name, got, err)
		}
		for _, args := range []string{`[1]`, `{\"a\"`, `1`, `null`, `{} {}`} {
			s := serve(t, says(calls(p.name, args)...))
			got, err := collect(t, p.make(s.at()), t.Context(), question())
			if err != nil || len(got) != 3 || got[0].Call == nil || string(got[0].Call.Arguments) != "{}" || got[0].Call.Wrong != strings.ReplaceAll(args, `\"`, `"`) {
				t.Errorf("%s, %s: %+v, %v", p.name, args, got, err)
			}
		}
		s = serve(t, says("data: "+strings.Repeat("x", 5<<20)))
		if _, err := collect(t, p.make(s.at()), t.Context(), question()); !model.IsKind(err, model.KindBroken) {
			t.Errorf("%s, a long line: %v", p.name, err)
		}
	}
	var many []string
	for range 200 {
		many = append(many, event("content_block_start", `{"content_block":{"type":"tool_use","id":"x","name":"y"}}`), event("content_block_stop", `{}`))
	}
	s := serve(t, says(many...))
	if got, err := collect(t, model.NewAnthropic(s.at()), t.Context(), question()); !model.IsKind(err, model.KindBroken) || len(got) != 128 {
		t.Errorf("%d calls, %v", len(got), err)
	}
}

// calls is an answer with one call.
func calls(protocol, args string) []string {
	if protocol == "openai" {
		return []string{
			"data: {\"choices\":[{\"delta\":{\"tool_calls\":[{\"index\":0,\"id\":\"a\",\"function\":{\"name\":\"one\",\"arguments\":\"" + args + "\"}}]},\"finish_reason\":\"tool_calls\"}]}\n\n",
			"data: [DONE]\n\n",
		}
	}
	return []string{
		event("content_block_start", `{"content_block":{"type":"tool_use","id":"a","name":"one"}}`),
		event("content_block_delta", `{"delta":{"type":"input_json_delta","partial_json":"`+args+`"}}`),
		event("content_block_stop", `{}`),
		event("message_delta", `{"delta":{"stop_reason":"tool_use"}}`),
		event("message_stop", `{}`),
	}
}

func TestOldNamesOfLimits(t *testing.T) {
	for old, want := range map[bool]string{true: `"max_tokens":100}`, false: `"max_completion_tokens":100}`} {
		body, err := model.NewOpenAI(model.Endpoint{Old: old}).Encode(question())
		if err != nil || !strings.HasSuffix(string(body), want) || strings.Count(string(body), "tokens\":100") != 1 {
			t.Errorf("%s, %v", body, err)
		}
	}
}

// FuzzAnswers gives both clients whatever a server may send: each answer ends
// with a reason or with an error, and nothing hangs.
func FuzzAnswers(f *testing.F) {
	for _, p := range protocols {
		f.Add(p.name == "openai", strings.Join(p.answer(), ""))
		f.Add(p.name == "openai", strings.Join(calls(p.name, "{}"), "")+p.midway)
	}
	f.Fuzz(func(t *testing.T, openAI bool, text string) {
		client := &http.Client{Transport: canned(text)}
		at := model.Endpoint{URL: "http://127.0.0.1", Client: client, Tries: 1}
		provider := model.Provider(model.NewAnthropic(at))
		if openAI {
			provider = model.NewOpenAI(at)
		}
		ended := 0
		for e, err := range provider.Stream(t.Context(), question()) {
			if e.Stop != "" || err != nil {
				ended++
			}
			if e.Call != nil && !json.Valid(e.Call.Arguments) {
				t.Errorf("%s", e.Call.Arguments)
			}
		}
		if ended != 1 {
			t.Errorf("%d ends", ended)
		}
	})
}

// canned is a server without a network.
type canned string

func (c canned) RoundTrip(r *http.Request) (*http.Response, error) {
	return &http.Response{
		StatusCode: http.StatusOK, Header: http.Header{"Content-Type": {"text/event-stream"}}, Request: r,
		Body: io.NopCloser(strings.NewReader(string(c))),
	}, nil
}

// The protocol takes four marks. The last message has one, whatever is
// before it.
func TestMarksOfTheCache(t *testing.T) {
	r := question()
	for range 8 {
		r.System = append(r.System, model.Block{Text: "More.", Cache: true})
	}
	body, err := model.NewAnthropic(model.Endpoint{}).Encode(r)
	const mark = `"cache_control":{"type":"ephemeral"}`
	if err != nil || strings.Count(string(body), mark) != 4 || !strings.HasSuffix(string(body), mark+`}]}],"stream":true}`) {
		t.Errorf("%s, %v", body, err)
	}
}
