package model_test

import (
	"encoding/json"
	"net/http"
	"strings"
	"sync"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/seed353dc258/backstory/agent/model"
)

// streamed is an answer in pieces, as the Chat Completions protocol has it.
func streamed(pieces ...string) []string {
	var all []string
	for _, piece := range pieces {
		text, _ := json.Marshal(piece) // a text always has a form
		all = append(all, `data: {"choices":[{"delta":{"content":`+string(text)+"}}]}\n\n")
	}
	return append(all, `data: {"choices":[{"delta":{},"finish_reason":"stop"}]}`+"\n\n", "data: [DONE]\n\n")
}

// heard is the text of an answer, without what turned out to be thought.
func heard(t testing.TB, events []model.Event) string {
	t.Helper()
	text := ""
	for _, e := range events {
		text += e.Text
		text = text[:len(text)-e.Thought]
	}
	return text
}

// A thought is no part of an answer, in whatever pieces it comes. A mark in code
// is text.
func TestThoughtsAreNoAnswer(t *testing.T) {
	for name, c := range map[string]struct{ text, want string }{
		"none":                {"The boat <b>is</b> red.", "The boat <b>is</b> red."},
		"at the start":        {"<think>\nHidden.\n</think>\n\nThe boat.", "The boat."},
		"blank":               {"<think>\n\n</think>\n\nThe boat.", "The boat."},
		"no opening mark":     {"Hidden, as ` may be.\n\nMore.\n</think>\n\nThe boat.", "The boat."},
		"several":             {"<think>a</think>The <think>b</think>boat.", "The boat."},
		"other marks":         {"[THINK]a[/THINK]The boat.", "The boat."},
		"in a span":           {"Write `<think>` and `</think>` around it.", "Write `<think>` and `</think>` around it."},
		"in a fence":          {"So:\n\n```xml\n<think>\na\n</think>\n```\nDone.", "So:\n\n```xml\n<think>\na\n</think>\n```\nDone."},
		"behind a fence":      {"~~~\n<think>\n~~~\n<think>b</think>Done.", "~~~\n<think>\n~~~\nDone."},
		"behind a lone tick":  {"It is 5` long.\n\n<think>b</think>Done.", "It is 5` long.\n\nDone."},
		"one that has no end": {"The mark <think> opens it.", "The mark <think> opens it."},
		"a word about it":     {"<think>a</think>It ends with </think> there.", "It ends with </think> there."},
		"nearly a mark":       {"a <thin> b <", "a <thin> b <"},
	} {
		for size := 1; size <= len(c.text); size++ {
			var pieces []string
			for rest := c.text; rest != ""; rest = rest[min(size, len(rest)):] {
				pieces = append(pieces, rest[:min(size, len(rest))])
			}
			at := model.Endpoint{URL: "http://127.0.0.1", Client: &http.Client{Transport: canned(strings.Join(streamed(pieces...), ""))}}
			got, err := collect(t, model.NewOpenAI(at), t.Context(), question())
			if text := heard(t, got); err != nil || text != c.want {
				t.Fatalf("%s, in pieces of %d: %q, %v", name, size, text, err)
			}
		}
	}
}

// An answer whose thought has no opening mark is taken back once; then the model is
// known for it, and so is one that does not think.
func TestWhichModelsThinkIsRemembered(t *testing.T) {
	const bare = "Hidden.\n</think>\nThe boat."
	for name, want := range map[string][2]int{"some-model": {1, 0}, "DeepSeek-R1-Distill": {0, 0}} {
		known := &sync.Map{}
		for turn, n := range want {
			s := serve(t, says(streamed("Hidden.\n", "</think>", "\nThe boat.")...))
			at := s.at()
			at.Thinks = known
			r := question()
			r.Model = name
			got, err := collect(t, model.NewOpenAI(at), t.Context(), r)
			back := 0
			for _, e := range got {
				if e.Thought > 0 {
					back++
				}
			}
			if text := heard(t, got); err != nil || text != "The boat." || back != n {
				t.Errorf("%s, turn %d of %q: %q, taken back %d times, %v", name, turn, bare, text, back, err)
			}
		}
	}
}

// Who asks is never given nothing in the place of an answer.
func TestEmptyAnswersAreErrors(t *testing.T) {
	for name, c := range map[string]struct {
		lines []string
		want  string
	}{
		"nothing":       {streamed(), `the answer is empty; the last piece is {"choices":[{"delta":{},"finish_reason":"stop"}]}`},
		"blanks":        {streamed(" ", "\n"), "the answer is empty"},
		"a thought":     {streamed("<think>Hidden", "</think>\n"), "the model thought, and did not answer"},
		"a long one":    {streamed("<think>Hidden and so on"), "the model thought, and did not answer"},
		"all its room":  {[]string{`data: {"choices":[{"delta":{"reasoning_content":"Hidden"},"finish_reason":"length"}]}` + "\n\n"}, "max_output"},
		"no choices":    {[]string{"data: {\"choices\":[]}\n\n", "data: [DONE]\n\n"}, "without a reason"},
		"another form":  {[]string{"data: {\"choices\": \"yes, " + key + "\"}\n\n"}, `not the JSON that is expected`},
		"a whole piece": {[]string{"data: {\"choices\": \"yes, " + key + "\"}\n\n"}, `"yes, (key)"`},
	} {
		s := serve(t, says(c.lines...))
		got, err := collect(t, model.NewOpenAI(s.at()), t.Context(), question())
		if !model.IsKind(err, model.KindBroken) || !strings.Contains(err.Error(), c.want) || strings.Contains(err.Error(), key) {
			t.Errorf("%s: %+v, %v", name, got, err)
		}
	}
}

// Servers stream calls and answers in their own ways.
func TestStreamsOfOtherServers(t *testing.T) {
	call := func(args string) []model.Event {
		return []model.Event{{Call: &model.Call{ID: "k1", Name: "look", Arguments: json.RawMessage(args)}}, {Usage: &model.Usage{}}, {Stop: model.StopCalls}}
	}
	text := []model.Event{{Text: "Fog."}, {Usage: &model.Usage{Input: 3, Output: 2}}, {Stop: model.StopEnd}}
	const usage = `"usage":{"prompt_tokens":3,"completion_tokens":2}`
	piece := func(delta string) string { return `data: {"choices":[{"delta":` + delta + "}]}\n\n" }
	end := `data: {"choices":[{"delta":{},"finish_reason":"tool_calls"}]}` + "\n\ndata: [DONE]\n\n"
	for name, c := range map[string]struct {
		lines []string
		want  []model.Event
	}{
		"name and id in each piece": {[]string{
			piece(`{"tool_calls":[{"index":0,"id":"k1","function":{"name":"look","arguments":""}}]}`),
			piece(`{"tool_calls":[{"index":0,"id":"k1","function":{"name":"look","arguments":"{\"at\":"}}]}`),
			piece(`{"tool_calls":[{"index":0,"function":{"name":"look","arguments":"\"sea\"}"}}]}`), end,
		}, call(`{"at":"sea"}`)},
		"another id in each piece": {[]string{
			piece(`{"tool_calls":[{"index":0,"id":"k0","function":{"name":"look","arguments":"{\"at\":"}}]}`),
			piece(`{"tool_calls":[{"index":0,"id":"k1","function":{"name":"look","arguments":"\"sea\"}"}}]}`), end,
		}, call(`{"at":"sea"}`)},
		"arguments as an object":    {[]string{piece(`{"tool_calls":[{"index":0,"id":"k1","function":{"name":"look","arguments":{"at":"sea"}}}]}`), end}, call(`{"at":"sea"}`)},
		"no arguments":              {[]string{piece(`{"tool_calls":[{"index":0,"id":"k1","function":{"name":"look"}}]}`), end}, call(`{}`)},
		"an index as a string":      {[]string{piece(`{"tool_calls":[{"index":"0","id":"k1","function":{"name":"look","arguments":"{"}}]}`), piece(`{"tool_calls":[{"index":"0","function":{"arguments":"}"}}]}`), end}, call(`{}`)},
		"no index":                  {[]string{piece(`{"tool_calls":[{"id":"k1","function":{"name":"look","arguments":"{"}}]}`), piece(`{"tool_calls":[{"id":"k1","function":{"arguments":"}"}}]}`), end}, call(`{}`)},
		"no index and no id later":  {[]string{piece(`{"tool_calls":[{"id":"k1","function":{"name":"look","arguments":"{"}}]}`), piece(`{"tool_calls":[{"function":{"name":"look","arguments":"}"}}]}`), end}, call(`{}`)},
		"the whole call again":      {[]string{piece(`{"tool_calls":[{"index":0,"id":"k1","function":{"name":"look","arguments":"{\"at\":\"sea\"}"}}]}`), piece(`{"tool_calls":[{"index":0,"id":"k1","function":{"name":"look","arguments":"{\"at\":\"sea\"}"}}]}`), end}, call(`{"at":"sea"}`)},
		"a call in a message":       {[]string{`data: {"choices":[{"message":{"tool_calls":[{"id":"k1","function":{"name":"look","arguments":"{}"}}]},"finish_reason":"tool_calls"}]}` + "\n\n"}, call(`{}`)},
		"a call and its message":    {[]string{piece(`{"tool_calls":[{"id":"k1","function":{"name":"look","arguments":"{}"}}]}`), `data: {"choices":[{"message":{"tool_calls":[{"id":"k1","function":{"name":"look","arguments":"{}"}}]},"finish_reason":"tool_calls"}]}` + "\n\n"}, call(`{}`)},
		"an answer in a message":    {[]string{`data: {"choices":[{"message":{"content":"Fog."},"finish_reason":"stop"}],` + usage + "}\n\n"}, text},
		"an answer and its message": {[]string{piece(`{"content":"Fog."}`), `data: {"choices":[{"message":{"content":"Fog."},"finish_reason":"stop"}],` + usage + "}\n\n"}, text},
		"empty choices, comments, blank events": {[]string{
			": waiting\n\n", "data:\n\n", "\n\n", `data:{"choices":[]}` + "\n\n", `data:{"choices":null,"usage":null}` + "\n\n", piece(`{"role":"assistant","content":null}`),
			piece(`{"content":"Fog."}`), `data: {"choices":[{"delta":{},"finish_reason":"stop"}]}` + "\n\n", `data: {"choices":[],` + usage + "}\n\n", "data:[DONE]\n\n",
		}, text},
		"parts":        {[]string{piece(`{"content":[{"type":"thinking","thinking":[{"type":"text","text":"Hidden"}]},{"type":"text","text":"Fog."}]}`), `data: {"choices":[{"delta":{},"finish_reason":"stop"}],` + usage + "}\n\n"}, text},
		"no reason":    {[]string{piece(`{"content":"Fog."}`), `data: {"choices":[],` + usage + "}\n\n", "data: [DONE]\n\n"}, text},
		"lines":        {[]string{`{"choices":[{"delta":{"content":"Fog."},"finish_reason":"stop"}],` + usage + "}\n"}, text},
		"no last line": {[]string{`data: {"choices":[{"delta":{"content":"Fog."},"finish_reason":"stop"}],` + usage + "}"}, text},
	} {
		s := serve(t, says(c.lines...))
		got, err := collect(t, model.NewOpenAI(s.at()), t.Context(), question())
		if diff := cmp.Diff(c.want, got); diff != "" || err != nil {
			t.Errorf("%s: %v\n%s", name, err, diff)
		}
	}
	s := serve(t, typed("application/json", `{"choices":[{"message":{"content":"<think>Hidden</think>Fog."},"finish_reason":"stop"}],`+usage+"}"))
	got, err := collect(t, model.NewOpenAI(s.at()), t.Context(), question())
	if diff := cmp.Diff(text, got); diff != "" || err != nil {
		t.Errorf("whole: %v\n%s", err, diff)
	}
}

// A server that says in the middle that it failed is heard.
func TestErrorsInTheMiddleOfStreams(t *testing.T) {
	for name, line := range map[string]string{
		"a type":    "event: error\ndata: {\"message\": \"out of memory\"}\n\n",
		"an object": "data: {\"object\":\"error\",\"message\":\"out of memory\",\"code\":500}\n\n",
		"a reason":  "data: {\"choices\":[{\"delta\":{\"content\":\"\"},\"finish_reason\":\"error\",\"error\":\"out of memory\"}]}\n\n",
	} {
		s := serve(t, says(streamed("Fo")[0], line))
		if _, err := collect(t, model.NewOpenAI(s.at()), t.Context(), question()); !model.IsKind(err, model.KindOverloaded) || !strings.Contains(err.Error(), "out of memory") {
			t.Errorf("%s: %v", name, err)
		}
	}
}
