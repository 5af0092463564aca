package runner_test

import (
	"context"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/seed353dc258/backstory/agent/model"
	"github.com/seed353dc258/backstory/agent/runner"
	"github.com/seed353dc258/backstory/agent/store"
	"github.com/seed353dc258/backstory/agent/tool"
)

const together = `
rules:
  - match: together
    reply:
      - call: {id: a, name: meet}
      - call: {id: b, name: meet}
      - call: {id: c, name: alone}
      - call: {id: d, name: alone}
      - call: {id: e, name: quick}
  - match: wait
    reply:
      - call: {id: a, name: quick}
      - call: {id: b, name: deaf}
      - call: {id: c, name: late}
  - match: .
    reply: [{text: Well.}]
`

// with gives the bench other tools and another script.
func (b *bench) with(script string, tools ...tool.Tool) {
	b.Helper()
	rules, err := model.ReadScript([]byte(script))
	if err != nil {
		b.Fatal(err)
	}
	b.runner.Provider = model.NewOffline(rules)
	if b.tools, err = tool.NewRegistry(tools...); err != nil {
		b.Fatal(err)
	}
}

type none = struct{}

// Tools that may be are called beside one another, others by themselves; the
// results are in the order of the calls.
func TestToolsAreCalledTogether(t *testing.T) {
	b := newBench(t)
	met := make(chan none)
	var now, most atomic.Int32
	alone := tool.New("alone", "", tool.Auto, func(context.Context, tool.At, none) (string, error) {
		most.Store(max(most.Load(), now.Add(1)))
		time.Sleep(5 * time.Millisecond)
		now.Add(-1)
		return "alone", nil
	})
	alone.Serial = true
	b.with(together, alone,
		tool.New("meet", "", tool.Auto, func(ctx context.Context, _ tool.At, _ none) (string, error) {
			select { // each waits for the other
			case met <- none{}:
			case <-met:
			case <-ctx.Done():
				return "", ctx.Err()
			}
			return "met", nil
		}),
		tool.New("quick", "", tool.Auto, func(context.Context, tool.At, none) (string, error) { return "quick", nil }),
	)
	ctx, cancel := context.WithTimeout(t.Context(), patience)
	defer cancel()
	if _, err := b.open().Turn(ctx, runner.Input{Text: "together"}, b.told); err != nil {
		t.Fatal(err)
	}
	if got := b.results(); got != "met\nmet\nalone\nalone\nquick" || most.Load() != 1 {
		t.Errorf("%q, %d at once", got, most.Load())
	}
}

// An interrupt keeps the results that are there, and does not wait for a tool
// that does not hear it.
func TestAnInterruptKeepsResults(t *testing.T) {
	b := newBench(t)
	release, called := make(chan none), make(chan none, 2)
	left := make(chan none)
	late := tool.New("late", "", tool.Auto, func(context.Context, tool.At, none) (string, error) {
		t.Error("a tool was called after the interrupt")
		return "", nil
	})
	late.Serial = true
	b.with(together, late,
		tool.New("quick", "", tool.Auto, func(context.Context, tool.At, none) (string, error) {
			called <- none{}
			return "quick", nil
		}),
		tool.New("deaf", "", tool.Auto, func(context.Context, tool.At, none) (string, error) {
			called <- none{}
			<-release
			close(left)
			return "", nil
		}),
	)
	ctx, cancel := context.WithCancel(t.Context())
	go func() {
		<-called
		<-called
		cancel()
	}()
	c := b.open()
	if _, err := c.Turn(ctx, runner.Input{Text: "wait"}, b.told); err == nil {
		t.Error("the turn was not cut off") // one that waits for the tool hangs
	}
	got := strings.Split(b.results(), "\n")
	if len(got) != 3 || got[0] != "quick" || !strings.Contains(got[1], "did not stop") || !strings.Contains(got[2], "before the call") {
		t.Errorf("%q", got)
	}
	if all := b.turns(); all[0].State != store.TurnInterrupted {
		t.Errorf("%+v", all)
	}
	if err := matched(c.History()); err != nil {
		t.Error(err)
	}
	b.turn(c, "hello")
	close(release)
	<-left
}

// A tool that panics is an error that the model is told, and the turn goes on.
func TestAToolThatPanicsDoesNotEndTheTurn(t *testing.T) {
	b := newBench(t)
	b.with("rules:\n  - match: together\n    reply:\n      - call: {id: a, name: boom}\n  - match: .\n    reply: [{text: Well.}]\n",
		tool.New("boom", "", tool.Auto, func(context.Context, tool.At, none) (string, error) { panic("boom") }))
	b.turn(b.open(), "together")
	if !strings.Contains(b.results(), "boom") {
		t.Errorf("%q", b.results())
	}
}
