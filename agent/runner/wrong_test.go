package runner_test

import (
	"context"
	"strings"
	"testing"

	"github.com/seed353dc258/backstory/agent/model"
	"github.com/seed353dc258/backstory/agent/model/modeltest"
	"github.com/seed353dc258/backstory/agent/runner"
)

// What is wrong with a call is told to the model, before anybody is asked, and
// the turn goes on.
func TestAWrongCallIsToldToTheModel(t *testing.T) {
	for _, p := range modeltest.Protocols() {
		for call, want := range map[[2]string]string{
			{"look", `{"place": "Skar`}:         "not a JSON object",
			{"look", `["Skarv"]`}:               "not a JSON object",
			{"look", `"Skarv"`}:                 "not a JSON object",
			{"look", `{"place":"x","depth":1}`}: `unknown field "depth"`,
			{"look", `{"place":7}`}:             "wrong arguments",
			{"look", `{}`}:                      "wrong arguments",
			{"sing", `{}`}:                      `there is no tool "sing"; there are: burn, look, round`,
			{"burn", `{"all":true}`}:            `unknown field "all"`,
		} {
			b := newBench(t)
			b.runner.Approve = func(context.Context, runner.Question) (bool, error) {
				t.Errorf("%s: a person is asked about %+v", p, call)
				return true, nil
			}
			told := ""
			s := modeltest.New(t, func(a *modeltest.Ask) modeltest.Reply {
				if results := a.Messages[len(a.Messages)-1].Results; len(results) > 0 {
					told = results[0].Text
					return modeltest.Says("I see.")
				}
				return modeltest.CallsTool(call[0], call[1])
			})
			if b.runner.Provider = model.NewOpenAI(model.Endpoint{URL: s.Base()}); p == modeltest.Anthropic {
				b.runner.Provider = model.NewAnthropic(model.Endpoint{URL: s.Base()})
			}
			if a := b.turn(b.open(), "look"); a.Text != "I see." || !strings.Contains(told, want) {
				t.Errorf("%s, %+v: %q, %q", p, call, a.Text, told)
			}
		}
	}
}
