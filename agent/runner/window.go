package runner

import (
	"context"
	"errors"
	"fmt"

	"github.com/seed353dc258/backstory/agent/model"
	"github.com/seed353dc258/backstory/agent/model/picture"
	"github.com/seed353dc258/backstory/internal/oneline"
	"github.com/seed353dc258/backstory/internal/tokens"
	"github.com/seed353dc258/backstory/prompt"
)

// A window holds a request and its answer. A request has four fifths of it: what
// is left is for the answer, and for what the estimate of tokens is off.
const (
	requestParts = 4
	windowParts  = 5
)

// requestRoom is how many tokens a request may have in a window.
func requestRoom(window int) int { return window / windowParts * requestParts }

// ErrFull says that a request would be longer than the window allows.
var ErrFull = errors.New("the model's window is full")

// FullError says how much was said, and how much there was room for. It is an
// [ErrFull].
type FullError struct {
	Model                     string
	Window, Fixed, Said, Room int  // tokens; Fixed is the prompt with its tools
	Guessed                   bool // nobody knows the window
}

// Error implements error.
func (e *FullError) Error() string {
	text := e.text()
	if e.Guessed {
		text += `; its server does not say how many tokens it takes: "window" of its provider in config.json does`
	}
	return text
}

func (e *FullError) text() string {
	if e.Fixed >= requestRoom(e.Window) {
		return fmt.Sprintf("%v: the prompt and the tools have about %d tokens of the %d of %s: ask a model with a larger window (/model), or switch off tools and sections in preferences.json",
			ErrFull, e.Fixed, e.Window, e.Model)
	}
	return fmt.Sprintf("%v: the message has about %d tokens, and there is room for %d in the window of %d of %s: shorten it, put it into a file of the profile's backstory/ folder, which is read in parts, or ask a model with a larger window (/model)",
		ErrFull, e.Said, max(0, e.Room), e.Window, e.Model)
}

// Unwrap returns [ErrFull].
func (e *FullError) Unwrap() error { return ErrFull }

// fixed is the cost of what comes before the conversation, in tokens.
func fixed(epoch *prompt.Epoch) int {
	if epoch == nil {
		return 0
	}
	return epoch.Tokens + epoch.ToolCost
}

// Room is how many tokens the next request may still get, besides what was said.
// It is a negative number where it has too many already, and ok is false where
// no window is known.
func (c *Thread) Room() (room int, ok bool) {
	window := c.Caps().Window
	return requestRoom(window) - c.Tokens(), window > 0
}

// Refuse returns a [FullError] where so many tokens do not fit even when all
// that was said is summed up in so many others.
func (c *Thread) Refuse(said, summary int) error {
	window := c.Caps().Window
	room := requestRoom(window) - fixed(c.epoch) - summary
	if window <= 0 || said <= room {
		return nil
	}
	return &FullError{Guessed: c.Caps().Guessed, Model: c.model(), Window: window, Fixed: fixed(c.epoch), Said: said, Room: room}
}

// Cost estimates what a message of a person costs, in tokens.
func Cost(in Input) int {
	n := tokens.Estimate(in.Text) + perPart
	if head := prompt.Turn(in.Head); head != "" {
		n += tokens.Estimate(head) + perPart
	}
	for _, p := range in.Material {
		n += partSize(p)
	}
	n += len(in.Images) * (picture.Tokens + perPart)
	for i := range in.Results {
		n += partSize(model.Part{Result: &in.Results[i]})
	}
	for _, t := range in.Tools {
		n += toolSize(t)
	}
	return n
}

func toolSize(t model.Tool) int {
	return tokens.Estimate(t.Name) + tokens.Estimate(t.Description) + tokens.Estimate(string(t.Schema)) + perPart
}

// bound says how long the answer to a request may be: what is configured, and
// never more than the window has room for.
func bound(r *model.Request, caps model.Caps) {
	r.Window = caps.Window
	if caps.MaxOutput <= 0 {
		return
	}
	room := caps.MaxOutput
	if caps.Window > 0 {
		room = max(1, caps.Window-size(r)-caps.Window/estimateOff)
	}
	if caps.Limited || room < caps.MaxOutput {
		r.MaxTokens = min(room, caps.MaxOutput)
	}
}

// estimateOff is the part of a window by which an estimate may be off, where the
// answer has all that is left: one in so many.
const estimateOff = 25

// size estimates what a request costs, in tokens.
func size(r *model.Request) int {
	n := 0
	for i := range r.System {
		n += tokens.Estimate(r.System[i].Text)
	}
	for _, t := range r.Tools {
		n += toolSize(t)
	}
	for _, m := range r.Messages {
		for _, p := range m.Parts {
			n += partSize(p)
		}
	}
	return n
}

func partSize(p model.Part) int {
	switch {
	case p.Result != nil:
		return tokens.Estimate(p.Result.Text) + perPart
	case p.Call != nil:
		return tokens.Estimate(p.Call.Name) + tokens.Estimate(string(p.Call.Arguments)) + perPart
	case p.Image != nil:
		return picture.Tokens + perPart
	}
	return tokens.Estimate(p.Text) + perPart
}

// Window returns what a server has said of the window of a model, or 0.
func (r *Runner) Window(name string) int {
	if n, ok := r.models.windows.Load(name); ok {
		return n.(int)
	}
	return 0
}

// Know keeps what is known of the window of a model.
func (r *Runner) Know(name string, window int) { r.models.windows.Store(name, window) }

// learn keeps what a refusal says of the model's window. Where it has no number,
// or one that does not help, what was sent says it.
func (t *turn) learn(refused error) {
	known, window := t.thread.Caps().Window, t.sent*2/3
	if known > 0 {
		window = min(window, known*3/4)
	}
	var e *model.Error
	if errors.As(refused, &e) && e.Window > 0 && (known <= 0 || e.Window < known) {
		window = e.Window
	}
	t.thread.r.Know(t.thread.model(), window)
	if t.thread.r.Learned != nil {
		t.thread.r.Learned(t.thread.model(), window)
	}
	t.emit.note(fmt.Sprintf("%s takes less than was sent: its window is remembered as %d tokens", t.thread.model(), window))
}

// maxRoom is how often room is made in one turn.
const maxRoom = 3

// askFitting sends what was said so far, when it fits the window: before, room
// is made where there is none, and again where the server says that it was too
// long.
func (t *turn) askFitting(ctx context.Context) ([]model.Call, error) {
	for {
		err := t.full()
		if err == nil {
			var calls []model.Call
			calls, err = t.ask(ctx)
			if t.takesNoTools(err) || t.passOn(err) {
				continue
			}
			if !model.IsKind(err, model.KindTooLong) || len(t.rest) > 0 {
				return calls, err
			}
			t.learn(err)
		}
		if t.rooms++; t.rooms > maxRoom || t.in.MakeRoom == nil {
			return nil, err
		}
		if failed := t.makeRoom(ctx); failed != nil {
			return nil, errors.Join(err, failed)
		}
	}
}

// passOn has the next model of the list answer, where the one that was asked did
// not begin to and another one may.
func (t *turn) passOn(err error) bool {
	var e *model.Error
	if !errors.As(err, &e) || len(t.rest) > 0 || t.thread.spare == len(t.thread.cast.Fallback) {
		return false
	}
	switch e.Kind {
	case model.KindTooLong, model.KindInvalid, model.KindScripted:
		return false
	}
	was := t.thread.model()
	t.thread.spare++
	t.emit.note(fmt.Sprintf("%s does not answer (%v): %s does", was, err, t.thread.model()))
	return true
}

// full returns an error where the next request is longer than it may be.
func (t *turn) full() error {
	if room, ok := t.thread.Room(); !ok || room >= 0 {
		return nil
	}
	return fmt.Errorf("%w: the next request has about %d tokens of the %d of %s: /new begins another session, /model asks another model", ErrFull, t.thread.Tokens(), t.thread.Caps().Window, t.thread.model())
}

// makeRoom has what was said summed up in the middle of a turn. Where that is
// of the turn as well, the model is told to continue with what it was asked.
func (t *turn) makeRoom(ctx context.Context) error {
	if err := t.in.MakeRoom(ctx, t.emit); err != nil {
		return err
	}
	t.a.Turn.Epoch = t.thread.session.Epoch
	if len(t.thread.history.said) > 0 {
		return nil
	}
	return t.thread.say(ctx, &t.a.Turn, model.Message{Role: model.User, Parts: []model.Part{
		{Text: "What was said so far, also in this turn, was summed up by the program. Go on with this request of the person.\n\n"},
		{Text: oneline.Cut(t.in.Text, maxRequest)},
	}})
}

// maxRequest is how much of a request is said again, in bytes.
const maxRequest = 2 << 10

// fit cuts the results of calls to what there is room for in the window, the
// longest first.
func (t *turn) fit(results []model.Result) {
	room, ok := t.thread.Room()
	if !ok {
		return
	}
	costs, sum := make([]int, len(results)), 0
	for i := range results {
		costs[i] = partSize(model.Part{Result: &results[i]}) + perResult
		sum += costs[i]
	}
	share := room
	for sum > room && share > 0 {
		share = share * 3 / 4
		sum = 0
		for _, n := range costs {
			sum += min(n, share)
		}
	}
	for i := range results {
		if costs[i] > share {
			results[i].Text = prompt.Shorten(results[i].Text, max(0, share-perPart-perResult))
		}
	}
}

// perResult is what a result costs more where it is kept, in tokens: its marks
// as JSON.
const perResult = 16

// perPart is the cost of what surrounds a part of a message, in tokens.
const perPart = 8

// takesNoTools reports whether a server refused the tools of a request: from now
// on they are told in words.
func (t *turn) takesNoTools(err error) bool {
	if !model.IsKind(err, model.KindNoTools) || len(t.rest) > 0 {
		return false
	}
	if _, known := t.thread.r.models.noTools.LoadOrStore(t.thread.model(), true); known {
		return false
	}
	t.emit.note(fmt.Sprintf(`%s takes no tools: they are told in words ("tools": "text" for its provider in config.json does so from the start)`, t.thread.model()))
	return true
}
