package model_test

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/seed353dc258/backstory/agent/model"
	"github.com/seed353dc258/backstory/document/markdown/judge"
)

// sent returns every text in JSON that is sent, and those in texts that are
// JSON themselves, as the arguments of calls are.
func sent(t *testing.T, body string) []string {
	t.Helper()
	var v any
	if err := json.Unmarshal([]byte(body), &v); err != nil {
		t.Fatal(err)
	}
	var out []string
	var walk func(any)
	walk = func(v any) {
		switch v := v.(type) {
		case string:
			out = append(out, v)
			if strings.HasPrefix(v, "{") {
				out = append(out, sent(t, v)...)
			}
		case []any:
			for _, e := range v {
				walk(e)
			}
		case map[string]any:
			for k, e := range v {
				out = append(out, k)
				walk(e)
			}
		}
	}
	walk(v)
	return out
}

// TestNoTokenIsSentWhole puts the tokens of many tokenizers in every place of a
// request, also escaped, and looks at what arrives.
func TestNoTokenIsSentWhole(t *testing.T) {
	all := strings.Join(judge.ChatTokens(), " a ") + strings.Join(judge.ChatTokens(), "")
	arguments, err := json.Marshal(map[string]any{"text": all, "[INST]": []any{all, 1.50, nil}}) // < as \u003c
	if err != nil {
		t.Fatal(err)
	}
	for _, p := range protocols {
		r := question()
		r.System[0].Text += all
		r.Tools[0].Description = all
		r.Tools[0].Schema, _ = json.Marshal(map[string]any{"type": "object", "description": all})
		r.Messages[0].Parts[0].Text = all
		r.Messages[1].Parts[0].Text = all
		r.Messages[1].Parts[1].Call.Arguments = arguments
		r.Messages[2].Parts[0].Result.Text = "```\n" + all + "\n```"
		s := serve(t, says(p.answer()...))
		if _, err := collect(t, p.make(s.at()), t.Context(), r); err != nil {
			t.Fatal(err)
		}
		places := 0
		for _, text := range sent(t, s.got()[0].body) {
			for _, token := range judge.ChatTokens() {
				if strings.Contains(text, token) {
					t.Errorf("%s is sent in %.80q", token, text)
				}
			}
			if strings.Contains(text, `<|im_end|\>`) {
				places++
			}
		}
		if places < 8 {
			t.Errorf("the tokens arrive in %d places", places)
		}
		if r.Messages[0].Parts[0].Text != all {
			t.Error("the request itself was changed")
		}
		if n, want := r.Messages[2].ChatTokens(), 2*len(judge.ChatTokens()); n != want {
			t.Errorf("%d tokens are counted, want %d", n, want)
		}
	}
}

// TestArgumentsStayAsTheyAre where there is nothing to break in them.
func TestArgumentsStayAsTheyAre(t *testing.T) {
	r := question()
	r.Messages[1].Parts[1].Call.Arguments = json.RawMessage(`{"z":1.50,"a":"\u003cb\u003e"}`)
	body, err := model.NewAnthropic(model.Endpoint{}).Encode(r)
	if err != nil || !strings.Contains(string(body), `{"z":1.50,"a":"\u003cb\u003e"}`) {
		t.Errorf("%v: %s", err, body)
	}
}
