package runner

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"github.com/seed353dc258/backstory/agent/model"
	"github.com/seed353dc258/backstory/agent/scope"
	"github.com/seed353dc258/backstory/agent/store"
	"github.com/seed353dc258/backstory/internal/oneline"
	"github.com/seed353dc258/backstory/prompt"
)

// history is what was said, as far as it is sent.
type history struct {
	from    int   // the first message that is sent as it was said
	summary *said // of those before
	said    []said
	seq     int // of the last message that was read
}

// said is a message with its place.
type said struct {
	model.Message
	seq, turn, tokens int
}

// messages returns what is sent of what was said, with the results of tools. A
// summary is at the head of the first message of a person.
func (h *history) messages() []model.Message {
	out := make([]model.Message, len(h.said), len(h.said)+1)
	for i := range h.said {
		out[i] = h.said[i].Message
	}
	if h.summary == nil {
		return out
	}
	head := model.Part{Text: summaryHead(words(h.summary.Message))}
	if len(out) == 0 || out[0].Role != model.User {
		return append([]model.Message{{Role: model.User, Parts: []model.Part{head}}}, out...)
	}
	out[0].Parts = append([]model.Part{head}, out[0].Parts...)
	return out
}

// read reads what was said after a message.
func (h *history) read(ctx context.Context, st Keeper, scope scope.Scope, session string, after int) error {
	list, err := st.Messages(ctx, scope, session, after, 0)
	if err != nil {
		return err
	}
	for _, m := range list {
		h.seq = m.Seq
		if m.Role == store.SummaryRole {
			continue
		}
		s, err := parse(m)
		if err != nil {
			return err
		}
		h.said = append(h.said, s)
	}
	return nil
}

// cut returns how many of the messages are summed up: those before the last
// turns that fit. What it leaves begins with the words of
// a person, so that no call is parted from its result.
func (h *history) cut(keep int) int {
	if keep < 0 {
		return len(h.said)
	}
	sum, cut := 0, 0
	for i := len(h.said) - 1; i > 0; i-- {
		sum += h.said[i].tokens
		if sum > keep && cut > 0 {
			break
		}
		if begins(h.said[i].Message) {
			cut = i
		}
	}
	return cut
}

// waiting returns the calls that have no result yet.
func (h *history) waiting() []model.Call {
	done := map[string]bool{}
	for i := len(h.said) - 1; i >= 0; i-- {
		var calls []model.Call
		for _, p := range h.said[i].Parts {
			switch {
			case p.Result != nil:
				done[p.Result.CallID] = true
			case p.Call != nil && !done[p.Call.ID]:
				calls = append(calls, *p.Call)
			}
		}
		if h.said[i].Role == model.Assistant {
			return calls
		}
	}
	return nil
}

// settled returns a message in which each call that waits has a result, and
// nothing else has: no provider takes a history where that is not so. A result
// whose call was summed up is material.
func (h *history) settled(m model.Message) model.Message {
	waiting := h.waiting()
	out := model.Message{Role: m.Role}
	var rest []model.Part
	for _, p := range m.Parts {
		at := -1
		if p.Result != nil {
			at = slices.IndexFunc(waiting, func(call model.Call) bool { return call.ID == p.Result.CallID })
		}
		switch {
		case at >= 0:
			waiting = slices.Delete(waiting, at, at+1)
			out.Parts = append(out.Parts, p)
		case p.Result != nil:
			rest = append(rest, Material(model.Retrieved, "the result of a tool", p.Result.Text))
		default:
			rest = append(rest, p)
		}
	}
	for _, call := range waiting {
		out.Parts = append(out.Parts, model.Part{Result: &model.Result{CallID: call.ID, Text: whyUnanswered, Failed: true}})
	}
	out.Parts = append(out.Parts, rest...)
	return out
}

// unanswered returns the message that gives the calls of the last one that have
// no result one that says why. No provider takes a history in which they have
// none.
func (h *history) unanswered(why string) []model.Message {
	if len(h.said) == 0 {
		return nil
	}
	var parts []model.Part
	for _, p := range h.said[len(h.said)-1].Parts {
		if p.Call != nil {
			parts = append(parts, model.Part{Result: &model.Result{CallID: p.Call.ID, Text: why, Failed: true}})
		}
	}
	if len(parts) == 0 {
		return nil
	}
	return []model.Message{{Role: model.User, Parts: parts}}
}

// hasResults reports whether tools have returned something in a turn that begins, or
// continues.
func (h *history) hasResults(turn int) bool {
	return slices.ContainsFunc(h.said, func(s said) bool {
		return s.turn == turn && slices.ContainsFunc(s.Parts, func(p model.Part) bool { return p.Result != nil })
	})
}

// row returns a prompt as a store has it, with what it changes.
func (h *history) row(was, e *prompt.Epoch, reason prompt.Reason) (store.Epoch, error) {
	record, err := json.Marshal(e.Bare())
	if err != nil {
		return store.Epoch{}, fmt.Errorf("keeping the prompt: %w", err)
	}
	row := store.Epoch{Hash: e.Hash, System: e.System, Tools: e.Tools, Record: record, Reason: string(reason), From: h.from}
	if h.summary != nil {
		row.Summary = h.summary.seq
	}
	if was != nil {
		for _, change := range prompt.Compare(was, e) {
			row.Changed = append(row.Changed, change.Section)
		}
	}
	return row, nil
}

// begins reports whether a message begins a turn: a person's words, behind
// which no call waits for its result.
func begins(m model.Message) bool {
	return m.Role == model.User && !has(m, func(p model.Part) bool { return p.Result != nil })
}

func has(m model.Message, what func(model.Part) bool) bool {
	for _, p := range m.Parts {
		if what(p) {
			return true
		}
	}
	return false
}

// whyUnanswered is the result of a call that the client gave none for.
const whyUnanswered = "the client gave no result"

// words returns the text of a message.
func words(m model.Message) string {
	text := ""
	for _, p := range m.Parts {
		text += p.Text
	}
	return text
}

func summaryHead(text string) string { return prompt.Quote("what was said before, in short", text) }

// Material returns a text that comes with a person's words, fenced, under its
// name.
func Material(class model.Class, name, text string) model.Part {
	return model.Part{Text: oneline.Safe(name) + ":\n" + strings.TrimRight(prompt.Quote(name, text), "\n") + "\n\n", Class: class}
}

func parse(m store.Message) (said, error) {
	s := said{Message: model.Message{Role: model.Role(m.Role)}, seq: m.Seq, turn: m.Turn, tokens: m.Tokens}
	if err := json.Unmarshal(m.Body, &s.Parts); err != nil {
		return s, fmt.Errorf("reading message %d: %w: %w", m.Seq, store.ErrDamaged, err)
	}
	return s, nil
}
