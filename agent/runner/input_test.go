package runner_test

import (
	"errors"
	"strings"
	"testing"

	"github.com/seed353dc258/backstory/agent/model/picture"
	"github.com/seed353dc258/backstory/agent/runner"
	"github.com/seed353dc258/backstory/prompt"
)

func TestATurnNeedsWordsAndAPrompt(t *testing.T) {
	b := newBench(t)
	c, err := b.runner.Open(t.Context(), b.scope, b.session.ID)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := c.Turn(t.Context(), runner.Input{Text: "x"}, b.told); !errors.Is(err, runner.ErrNoPrompt) {
		t.Errorf("it went without a prompt: %v", err)
	}
	if _, err := b.open().Turn(t.Context(), runner.Input{Text: " \n"}, b.told); !errors.Is(err, runner.ErrNoWords) {
		t.Errorf("it went without words: %v", err)
	}
	if _, err := b.open().Turn(t.Context(), runner.Input{Text: strings.Repeat("x", 1<<20+1)}, b.told); !errors.Is(err, runner.ErrTooLong) {
		t.Errorf("it went with too many words: %v", err)
	}
	b.runner.Provider = nil
	if _, err := b.open().Turn(t.Context(), runner.Input{Text: "x"}, b.told); !errors.Is(err, runner.ErrNoModel) {
		t.Errorf("it went without a model: %v", err)
	}
	if n := len(b.turns()); n != 0 {
		t.Errorf("%d turns", n)
	}
}

func TestAnImageNeedsNoWords(t *testing.T) {
	b := newBench(t)
	c := b.open()
	if _, err := c.Turn(t.Context(), runner.Input{Images: []picture.Image{{Type: "image/png", Data: []byte("\x89PNG\r\n\x1a\n")}}}, b.told); err != nil {
		t.Fatal(err)
	}
	if p := c.History()[0].Parts; len(p) != 1 || p[0].Image == nil {
		t.Error(p)
	}
}

func TestTheHeadOfATurnIsInTheMessage(t *testing.T) {
	b := newBench(t)
	c := b.open()
	if _, err := c.Turn(t.Context(), runner.Input{Text: "hello", Head: prompt.TurnInputs{Date: "2026-03-04 UTC"}}, b.told); err != nil {
		t.Fatal(err)
	}
	if p := c.History()[0].Parts; len(p) != 2 || !strings.Contains(p[0].Text, "2026-03-04") || p[1].Text != "hello" {
		t.Error(p)
	}
	if strings.Contains(c.Epoch().System, "2026-03-04") {
		t.Error("the date is in the system text")
	}
}
