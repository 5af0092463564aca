package runner_test

import (
	"context"
	"strings"
	"testing"

	"github.com/seed353dc258/backstory/agent/model"
	"github.com/seed353dc258/backstory/agent/model/modeltest"
	"github.com/seed353dc258/backstory/agent/runner"
	"github.com/seed353dc258/backstory/agent/scope"
	"github.com/seed353dc258/backstory/agent/store"
)

// Where a model does not answer, the next one of the list does, for that turn,
// and a line says so. One that began is not passed over.
func TestAnotherModelAnswersWhereOneDoesNot(t *testing.T) {
	for fault, passes := range map[int]bool{401: true, 404: true, 429: true, 500: true, 400: false} {
		b := newBench(t)
		down := modeltest.New(t, func(*modeltest.Ask) modeltest.Reply { return modeltest.Refuses(fault, `{"error":{"message":"no"}}`) })
		half := modeltest.New(t, func(*modeltest.Ask) modeltest.Reply { return modeltest.Reply{Cut: true} })
		up := modeltest.New(t, func(*modeltest.Ask) modeltest.Reply { return modeltest.Says("Fog.") })
		cast := b.runner.Cast
		b.runner.Cast = func(ctx context.Context, sc scope.Scope, s store.Session) (runner.Cast, error) {
			c, err := cast(ctx, sc, s)
			c.Provider, c.Model = provider(down, modeltest.OpenAI), "first"
			c.Fallback = []runner.Utility{
				{Provider: provider(half, modeltest.Anthropic), Model: "second"},
				{Provider: provider(up, modeltest.Anthropic), Model: "third"},
			}
			return c, err
		}
		c, err := b.runner.Open(t.Context(), b.scope, b.session.ID)
		if err != nil {
			t.Fatal(err)
		}
		played, err := b.runner.Cast(t.Context(), b.scope, b.session)
		if err != nil {
			t.Fatal(err)
		}
		c.Play(played)
		if err := c.Use(t.Context(), played.Epoch, "new"); err != nil {
			t.Fatal(err)
		}
		for n := 1; n < 3; n++ {
			var notes []string
			a, err := c.Turn(t.Context(), runner.Input{Text: "Is there fog?"}, func(e runner.Event) {
				if e.Notice != "" {
					notes = append(notes, e.Notice)
				}
			})
			if !passes {
				if !model.IsKind(err, model.KindInvalid) || len(up.Asks()) > 0 {
					t.Errorf("%d: %v", fault, err)
				}
				break
			}
			told := strings.Join(notes, "\n")
			if err != nil || a.Text != "Fog." || len(down.Asks()) != n || len(up.Asks()) != n || up.Asks()[0].Model != "third" ||
				!strings.HasPrefix(told, "first does not answer (") || !strings.Contains(told, "): third does") {
				t.Errorf("%d: %v, %+v, %s", fault, err, a, told)
			}
		}
	}
}
