package runner_test

import (
	"math/rand/v2"
	"strings"
	"testing"
	"time"

	"github.com/seed353dc258/backstory/agent/model"
	"github.com/seed353dc258/backstory/agent/model/modeltest"
	"github.com/seed353dc258/backstory/agent/runner"
)

// provider asks a server in a protocol, once and without pauses.
func provider(s *modeltest.Server, p modeltest.Protocol) model.Provider {
	at := model.Endpoint{URL: s.Base(), Tries: 1, Wait: time.Millisecond}
	if p == modeltest.Anthropic {
		return model.NewAnthropic(at)
	}
	return model.NewOpenAI(at)
}

// Whatever fails, a server that wants the sides to take turns takes the next
// request, and what it was sent before is in front of it.
func TestSidesTakeTurnsWhateverFailed(t *testing.T) {
	faults := []func() modeltest.Reply{
		func() modeltest.Reply { return modeltest.Refuses(500, `{"error":{"message":"out of memory"}}`) },
		func() modeltest.Reply { return modeltest.Refuses(401, `{"error":{"message":"no"}}`) },
		func() modeltest.Reply { return modeltest.Says() },
		func() modeltest.Reply { return modeltest.Says("\n") },
		func() modeltest.Reply { return modeltest.Reply{Chunks: []string{"Fog a"}, Cut: true} },
		func() modeltest.Reply { return modeltest.Reply{Cut: true} },
		func() modeltest.Reply { return modeltest.CallsTool("look", `{"place":"sea"}`) },
		func() modeltest.Reply { return modeltest.CallsTool("look", `{"place":`) },
		func() modeltest.Reply {
			r := modeltest.CallsTool("look", `{}`)
			r.Cut = true
			return r
		},
		func() modeltest.Reply { return modeltest.Says("Fog.") },
	}
	for _, p := range modeltest.Protocols() {
		for seed := range uint64(6) {
			b, chance := newBench(t), rand.New(rand.NewPCG(seed, 1))
			last := ""
			s := modeltest.New(t, func(a *modeltest.Ask) modeltest.Reply {
				var all strings.Builder
				for _, m := range a.Messages {
					all.WriteString("\n" + m.Role + ": " + m.Text)
					for _, r := range m.Results {
						all.WriteString(r.Text)
					}
				}
				if !strings.HasPrefix(all.String(), last) {
					t.Errorf("%s, seed %d: before there was\n%s\nand now\n%s", p, seed, last, all.String())
				}
				last = all.String()
				return faults[chance.IntN(len(faults))]()
			})
			b.runner.Provider = provider(s, p)
			c := b.open()
			for n := range 12 {
				if n%5 == 4 {
					c = b.open() // another process
				}
				c.Turn(t.Context(), runner.Input{Text: "Is there fog?"}, nil) // it may fail
			}
			if len(s.Asks()) < 12 {
				t.Errorf("%s, seed %d: %d requests", p, seed, len(s.Asks()))
			}
		}
	}
}
