package model_test

import (
	"errors"
	"strings"
	"testing"
	"time"

	"github.com/seed353dc258/backstory/agent/model"
	"github.com/seed353dc258/backstory/agent/model/modeltest"
)

// A request that is too long is known as one, in the words of each server, with
// the window where the server names it. It is not sent again.
func TestARequestThatIsTooLongIsKnown(t *testing.T) {
	unnamed := map[string]bool{"llama.cpp": true, "ollama": true, "ollama, prompt": true, "anthropic, size": true, "bedrock": true}
	for _, p := range modeltest.Protocols() {
		for _, words := range modeltest.Wordings(p) {
			s := modeltest.New(t, modeltest.Script(modeltest.TooLong(words, 8100, 4096)))
			var provider model.Provider = model.NewOpenAI(model.Endpoint{URL: s.Base(), Wait: time.Millisecond})
			if p == modeltest.Anthropic {
				provider = model.NewAnthropic(model.Endpoint{URL: s.Base(), Wait: time.Millisecond})
			}
			_, err := collect(t, provider, t.Context(), question())
			want := 4096
			if unnamed[words] {
				want = 0
			}
			var e *model.Error
			if !errors.As(err, &e) || e.Kind != model.KindTooLong || e.Window != want || len(s.Asks()) != 1 {
				t.Errorf("%s: %v, asked %d times", words, err, len(s.Asks()))
			}
			if strings.Contains(e.Message, `{"`) && want > 0 && words != "mistral, nested" {
				t.Errorf("%s: the message is not words: %s", words, e.Message)
			}
		}
	}
}

// What sounds like it is not taken for it.
func TestWhatIsNotTooLongIsNotTakenForIt(t *testing.T) {
	for body, status := range map[string]int{
		`{"error":{"message":"max_tokens is too large: 8192. This model supports at most 4096 completion tokens","type":"invalid_request_error"}}`:           400,
		`{"error":{"message":"Request too large for m on tokens per min (TPM): Limit 10000, Requested 12000","type":"tokens","code":"rate_limit_exceeded"}}`: 429,
		`{"error":{"message":"messages: roles must alternate","type":"invalid_request_error"}}`:                                                              400,
	} {
		s := modeltest.New(t, func(*modeltest.Ask) modeltest.Reply { return modeltest.Refuses(status, body) })
		_, err := collect(t, model.NewOpenAI(model.Endpoint{URL: s.Base(), Wait: time.Millisecond}), t.Context(), question())
		if err == nil || model.IsKind(err, model.KindTooLong) {
			t.Errorf("%s: %v", body, err)
		}
	}
}

// A server that has a problem is told from one that has too much to do, with how
// often it was asked.
func TestAServersProblemIsSaid(t *testing.T) {
	for _, c := range []struct {
		e    model.Error
		want string
	}{
		{model.Error{Provider: "lab", Kind: model.KindOverloaded, Status: 500, Message: "boom", Tries: 4}, "lab: server error (status 500): boom; tried 4 times"},
		{model.Error{Provider: "lab", Kind: model.KindOverloaded, Status: 529, Tries: 1}, "lab: overloaded (status 529)"},
		{model.Error{Provider: "lab", Kind: model.KindRateLimit, Status: 429, Tries: 2}, "lab: rate limit (status 429); tried 2 times"},
	} {
		if got := c.e.Error(); got != c.want {
			t.Errorf("%q, want %q", got, c.want)
		}
	}
}
