package runner_test

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/seed353dc258/backstory/agent/model"
	"github.com/seed353dc258/backstory/agent/model/modeltest"
	"github.com/seed353dc258/backstory/agent/runner"
	"github.com/seed353dc258/backstory/agent/tool"
)

// A model that makes the same call again and again is told, and then stopped. One
// that does something else in between goes on, and so does one that looks how far
// something is.
func TestRepetitionsEndATurn(t *testing.T) {
	for name, c := range map[string]struct {
		call  func(n int) (name, arguments string)
		asked int    // requests, of which the last is the answer where there is one
		ends  string // what the person is told; empty for an answer
	}{
		"the same":          {func(int) (string, string) { return "look", `{"place":"sea"}` }, 5, `5 times in a row with the same result: look {"place":"sea"}`},
		"a wrong one":       {func(int) (string, string) { return "sing", `{}` }, 5, "5 times in a row"},
		"others in between": {func(n int) (string, string) { return "look", fmt.Sprintf(`{"place":"%d"}`, n/4) }, 31, ""},
		"another result":    {func(int) (string, string) { return "round", `{}` }, 31, ""},
		"progress":          {func(int) (string, string) { return "build", `{}` }, 60, "looked 60 times how far something is: build {}"},
		"no progress":       {func(int) (string, string) { return "stuck", `{}` }, 5, "5 times in a row"},
	} {
		b := newBench(t)
		n := 0
		add := func(name, text string) tool.Tool {
			one := tool.New(name, "Says how far it is.", tool.Auto, func(context.Context, tool.At, struct{}) (string, error) {
				return strings.Replace(text, "N", fmt.Sprint(n), 1), nil
			})
			one.Progress = true
			return one
		}
		tools, err := tool.NewRegistry(append(b.tools.List(), add("build", "N of 100"), add("stuck", "none"))...)
		if err != nil {
			t.Fatal(err)
		}
		b.tools = tools
		told := 0
		s := modeltest.New(t, func(a *modeltest.Ask) modeltest.Reply {
			n++
			if results := a.Messages[len(a.Messages)-1].Results; len(results) > 0 && strings.Contains(results[0].Text, "3 times in a row") {
				told = n
			}
			if n == 31 && c.ends == "" {
				return modeltest.Says("Done.")
			}
			return modeltest.CallsTool(c.call(n))
		})
		b.runner.Provider = model.NewOpenAI(model.Endpoint{URL: s.Base()})
		a, err := b.open().Turn(t.Context(), runner.Input{Text: "go"}, b.told)
		if n != c.asked || (c.ends == "") != (err == nil) || err != nil && (!errors.Is(err, runner.ErrIterations) || !strings.Contains(err.Error(), c.ends)) {
			t.Errorf("%s: %d requests, %q, %v", name, n, a.Text, err)
		}
		if c.asked == 5 && told != 4 {
			t.Errorf("%s: the model was told at request %d", name, told)
		}
	}
}
