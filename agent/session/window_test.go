package session_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"iter"
	"maps"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/seed353dc258/backstory/agent/model"
	"github.com/seed353dc258/backstory/agent/model/modeltest"
	"github.com/seed353dc258/backstory/agent/runner"
	"github.com/seed353dc258/backstory/agent/session"
	"github.com/seed353dc258/backstory/agent/tool"
	"github.com/seed353dc258/backstory/internal/soak"
	"github.com/seed353dc258/backstory/internal/tokens"
	"github.com/seed353dc258/backstory/prompt"
)

// A message that cannot fit is refused before anything is sent, summed up or
// kept, with sizes and what can be done.
func TestAMessageLongerThanTheWindowIsRefused(t *testing.T) {
	k := newKit(t, "")
	s := modeltest.New(t, func(*modeltest.Ask) modeltest.Reply { return modeltest.Says("I see.") })
	k.speaks(s, modeltest.OpenAI, 12_000)
	c, _ := k.talk("caelum", k.resolve("caelum").Session.ID)
	k.turn(c, "One")
	k.turn(c, "Two")
	before := c.Session()
	_, err := c.Turn(t.Context(), runner.Input{Text: strings.Repeat("Fog at sea, and the lamp turns. ", 11_000)}, nil)
	var full *runner.FullError
	if !errors.As(err, &full) || full.Window != 12_000 || full.Said < 60_000 || full.Room < 5_000 || full.Room > 9_600 {
		t.Fatalf("%v", err)
	}
	for _, want := range []string{fmt.Sprint(full.Said), "12000", "/model", "backstory/"} {
		if !strings.Contains(err.Error(), want) {
			t.Errorf("%q is not in: %v", want, err)
		}
	}
	if now := c.Session(); now.Seq != before.Seq || len(s.Asks()) != 2 {
		t.Errorf("%d messages, %d requests", now.Seq, len(s.Asks()))
	}
	k.turn(c, "Three")
}

// One that fits when what was before is summed up is answered.
func TestAMessageThatNeedsRoomGetsIt(t *testing.T) {
	k := newKit(t, "")
	s := modeltest.New(t, func(a *modeltest.Ask) modeltest.Reply {
		if isAsideAsked(a) {
			return modeltest.Says(aSummary)
		}
		return modeltest.Says(strings.Repeat("Fog at sea. ", 100))
	})
	s.Window = 6000
	k.speaks(s, modeltest.Anthropic, s.Window)
	c, _ := k.talk("caelum", k.resolve("caelum").Session.ID)
	for i := range 4 {
		k.turn(c, fmt.Sprint("Question ", i))
	}
	k.turn(c, strings.Repeat("The lamp turns. ", 700))
	k.turn(c, "And then?")
	if s.Over() > 0 {
		t.Errorf("%d requests over the window", s.Over())
	}
	// A session in which all was summed up is read again as it is.
	again, _ := k.talk("caelum", c.Session().ID)
	if a, b := fmt.Sprint(c.History()), fmt.Sprint(again.History()); a != b {
		t.Errorf("%.500s\n%.500s", a, b)
	}
}

// A server that says that a request is too long, in whatever words, has the
// session summed up and gets a shorter one in the same turn. Its window is
// remembered: the next session keeps to it.
func TestARefusalForLengthIsRemembered(t *testing.T) {
	for _, p := range modeltest.Protocols() {
		for _, words := range modeltest.Wordings(p) {
			k := newKit(t, "")
			s := modeltest.New(t, func(a *modeltest.Ask) modeltest.Reply {
				if isAsideAsked(a) {
					return modeltest.Says(aSummary)
				}
				return modeltest.Says(strings.Repeat("Fog at sea. ", 100))
			})
			s.Window, s.Words = 5000, words
			k.speaks(s, p, 100_000)
			c, _ := k.talk("caelum", k.resolve("caelum").Session.ID)
			told := ""
			for i := range 12 {
				_, err := c.Turn(t.Context(), runner.Input{Text: fmt.Sprint("Question ", i)}, func(e runner.Event) { told += e.Notice + "\n" })
				if err != nil {
					t.Fatalf("%s: turn %d: %v", words, i, err)
				}
			}
			if s.Over() < 1 || s.Over() > 3 || !strings.Contains(told, "its window is remembered as") {
				t.Errorf("%s: %d requests over the window: %s", words, s.Over(), told)
			}
			over := s.Over()
			made, err := k.New(t.Context(), k.scope("caelum"), session.Want{})
			k.ok(err)
			c, _ = k.talk("caelum", made.Session.ID)
			for i := range 6 {
				k.turn(c, fmt.Sprint("Question ", i))
			}
			if _, window := c.Tokens(); window > 5000 || s.Over() != over {
				t.Errorf("%s: the window is %d, %d more requests are over it", words, window, s.Over()-over)
			}
		}
	}
}

// What a tool gives is cut to the room that there is, and a turn that fills the
// window goes on when it was summed up.
func TestAToolCannotFillTheWindow(t *testing.T) {
	k := newKit(t, "")
	var err error
	k.tools, err = tool.NewRegistry(tool.New("look", "Look.", tool.Auto, func(context.Context, tool.At, struct{}) (string, error) {
		return tool.Fenced("the sea", strings.Repeat("Fog at sea.\n", 3000)), nil
	}))
	k.ok(err)
	rounds := 0
	s := modeltest.New(t, func(a *modeltest.Ask) modeltest.Reply {
		switch {
		case isAsideAsked(a):
			return modeltest.Says(aSummary)
		case rounds < 6:
			rounds++
			return modeltest.Reply{Calls: []modeltest.Call{{ID: fmt.Sprint("a", rounds), Name: "look", Arguments: "{}"}, {ID: fmt.Sprint("b", rounds), Name: "look", Arguments: "{}"}}}
		}
		return modeltest.Says("There is fog.")
	})
	s.Window = 8000
	k.speaks(s, modeltest.OpenAI, s.Window)
	c, _ := k.talk("caelum", k.resolve("caelum").Session.ID)
	a, err := c.Turn(t.Context(), runner.Input{Text: "What is at sea?"}, nil)
	if err != nil || a.Text != "There is fog." || s.Over() > 0 || rounds != 6 {
		t.Errorf("%v, %d rounds, %d over the window", err, rounds, s.Over())
	}
	cut := s.Asks()[1].Messages[2].Results[0].Text
	if !strings.HasPrefix(cut, "<material-") || strings.Count(cut, "material-") != 2 || !strings.Contains(cut, "[cut: it has ") {
		t.Errorf("%s", cut)
	}
	again := s.Asks()[len(s.Asks())-1]
	if !strings.Contains(again.Messages[0].Text, "What is at sea?") && !strings.Contains(again.Last(), "What is at sea?") {
		t.Errorf("the request is not said again: %+v", again.Messages)
	}
}

// What is configured for the length of an answer is asked for, and never more
// than there is room for.
func TestAnAnswerHasItsLimit(t *testing.T) {
	for _, p := range modeltest.Protocols() {
		k := newKit(t, "")
		s := modeltest.New(t, func(*modeltest.Ask) modeltest.Reply { return modeltest.Says("I see.") })
		s.Window = 5000
		k.speaks(s, p, s.Window)
		k.provider = limited{k.provider, 4000}
		c, _ := k.talk("caelum", k.resolve("caelum").Session.ID)
		k.turn(c, "One")
		if got := s.Asks()[0].MaxTokens; got != 4000 {
			t.Errorf("%s: %d", p, got)
		}
		k.turn(c, strings.Repeat("The lamp turns. ", 400))
		if got := s.Asks()[1].MaxTokens; got < 1000 || got >= 4000 || s.Over() > 0 {
			t.Errorf("%s: %d, %d over the window", p, got, s.Over())
		}
	}
}

// limited is a provider for whose answers a length is configured.
type limited struct {
	model.Provider
	most int
}

func (l limited) Caps(name string) model.Caps {
	caps := l.Provider.Caps(name)
	caps.MaxOutput, caps.Limited = l.most, true
	return caps
}

// TestSoakNoRequestIsOverTheWindow has sessions of random turns in random
// windows, with tools, long messages, odd summaries and refusals: nothing that is
// sent is longer than the window, with the answer that it allows.
func TestSoakNoRequestIsOverTheWindow(t *testing.T) {
	const perSession = 25
	turns := soak.Size(t, 10_000)
	summaries := odd()
	var names []string
	for _, name := range slices.Sorted(maps.Keys(summaries)) { // so that a seed draws the same
		if summaries[name].Status == 0 && !summaries[name].Cut {
			names = append(names, name)
		}
	}
	refused, summed, sent := 0, 0, 0
	for seed := range (turns + perSession - 1) / perSession {
		r := rand.New(rand.NewPCG(19, uint64(seed)))
		w := &wild{Rand: r, window: 4000 + int(float64(196_000)*r.Float64()*r.Float64()*r.Float64()), names: names, replies: summaries}
		k := newKit(t, "")
		k.provider = w
		k.identity.Soul.Body += strings.Repeat("Keeps charts. ", r.IntN(w.window/40))
		var err error
		look := tool.New("look", w.text(r.IntN(100)), tool.Auto, func(context.Context, tool.At, struct{}) (string, error) {
			return tool.Fenced("sea", w.text(r.IntN(w.window))), nil
		})
		look.Serial = true // it draws from the one source of random numbers
		k.tools, err = tool.NewRegistry(look)
		k.ok(err)
		k.composed = prompt.Budget{Window: w.window}
		c, _ := k.talk("caelum", k.resolve("caelum").Session.ID)
		for turn := range perSession {
			in := runner.Input{Text: "Question. " + w.text(r.IntN(1+w.window>>r.IntN(8)))}
			for range r.IntN(4) {
				in.Head.Notices = append(in.Head.Notices, w.text(10))
			}
			_, err := c.Turn(t.Context(), in, func(e runner.Event) {
				if strings.Contains(e.Notice, "summed up") {
					summed++
				}
			})
			var full *runner.FullError
			switch {
			case errors.As(err, &full):
				refused++
				if need := runner.Cost(in); need < w.window/3 {
					t.Errorf("seed %d, turn %d: %d tokens are refused: %v", seed, turn, need, err)
				}
			case err != nil && !errors.Is(err, errWild) && !errors.Is(err, runner.ErrIterations) && !errors.Is(err, runner.ErrFull):
				t.Errorf("seed %d, turn %d: %v", seed, turn, err)
			}
		}
		sent += w.sent
		if w.over > 0 {
			t.Errorf("seed %d: %d of %d requests are over the window of %d, by %d tokens at most", seed, w.over, w.sent, w.window, w.by)
		}
	}
	t.Logf("%d turns: %d requests, %d messages refused, %d times summed up", turns, sent, refused, summed)
	if refused == 0 || summed == 0 {
		t.Error("nothing was refused, or nothing summed up")
	}
}

var errWild = errors.New("gone")

// wild is a model that answers at random: words, calls, errors; and to a question
// for a summary one of the odd ones. It holds requests to its window.
type wild struct {
	*rand.Rand
	window, sent, over, by int
	names                  []string
	replies                map[string]modeltest.Reply
}

func (w *wild) Name() string { return "wild" }

func (w *wild) Caps(string) model.Caps {
	return model.Caps{Window: w.window, MaxOutput: 8192}
}

func (w *wild) Encode(r *model.Request) ([]byte, error) { return json.Marshal(r) }

// text returns about so many tokens of words, digits, code, or other letters.
func (w *wild) text(most int) string {
	kinds := []string{"Fog at sea. ", "x3f9a0", "{\"a\": [1, 2]},\n", "潮が満ちる", "\u00c6r\u00f8sk\u00f8bing \n\n", "\\\"<&>"}
	one := kinds[w.IntN(len(kinds))]
	return strings.Repeat(one, 1+most/max(1, tokens.Estimate(one)))
}

func (w *wild) Stream(_ context.Context, r *model.Request) iter.Seq2[model.Event, error] {
	w.sent++
	need := r.MaxTokens
	for _, b := range r.System {
		need += tokens.Estimate(b.Text)
	}
	for _, t := range r.Tools {
		need += tokens.Estimate(t.Name + t.Description + string(t.Schema))
	}
	for _, m := range r.Messages {
		need += 4
		for _, p := range m.Parts {
			need += tokens.Estimate(p.Text)
			if p.Call != nil {
				need += tokens.Estimate(string(p.Call.Arguments))
			}
			if p.Result != nil {
				need += tokens.Estimate(p.Result.Text)
			}
		}
	}
	if need > w.window {
		w.over++
		w.by = max(w.by, need-w.window)
	}
	most := 8192
	if r.MaxTokens > 0 {
		most = r.MaxTokens
	}
	return func(yield func(model.Event, error) bool) {
		if strings.Contains(last(r), "not part of the conversation") || strings.Contains(last(r), "could not use that") {
			reply := w.replies[w.names[w.IntN(len(w.names))]]
			_ = yield(model.Event{Text: strings.Join(reply.Chunks, "")}, nil) && yield(model.Event{Stop: model.StopEnd}, nil)
			return
		}
		if !yield(model.Event{Text: w.text(w.IntN(1 + most>>w.IntN(10)))}, nil) {
			return
		}
		switch w.IntN(10) {
		case 0:
			yield(model.Event{}, errWild)
			return
		case 1, 2, 3, 4:
			for i := range 1 + w.IntN(3) {
				if !yield(model.Event{Call: &model.Call{ID: fmt.Sprint("c", w.sent, i), Name: "look", Arguments: json.RawMessage("{}")}}, nil) {
					return
				}
			}
		}
		yield(model.Event{Stop: model.StopEnd}, nil)
	}
}
