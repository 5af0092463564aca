package runner

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"github.com/seed353dc258/backstory/agent/model"
	"github.com/seed353dc258/backstory/internal/tokens"
	"github.com/seed353dc258/backstory/prompt"
)

// ErrNoCut says that nothing can be summed up: what was said is one turn at
// most.
var ErrNoCut = errors.New("there is nothing to sum up")

// Compact has a text of a model stand in the place of what was said before the
// last turns. The write function is given what it is of and makes it; the session
// is held meanwhile. Of the turns it keeps the last ones, whole, as
// long as they have no more than so many tokens together, but one at least. The
// prompt is renewed with it: e, or the one in use where e is nil. Where writing
// fails, the session stays as it was.
func (c *Conversation) Compact(ctx context.Context, e *prompt.Epoch, keep int, write func(context.Context, Past) (string, error)) error {
	ctx, release, err := c.hold(ctx)
	if err != nil {
		return err
	}
	defer release()
	if e == nil {
		e = c.epoch
	}
	if e == nil {
		return ErrNoPrompt
	}
	cut := c.cut(keep)
	if cut == 0 {
		return ErrNoCut
	}
	text, err := write(ctx, c.past(cut))
	if err != nil {
		return err
	}
	if strings.TrimSpace(text) == "" {
		return errors.New("the summary is empty")
	}
	summary := model.Message{Parts: []model.Part{{Text: text}}}
	line, err := kept(summary)
	if err != nil {
		return err
	}
	row, err := c.row(e, prompt.Compaction)
	if err != nil {
		return err
	}
	row.From = c.said[cut].seq
	if row, err = c.r.Store.Compact(ctx, c.scope, *c.lease, row, line); err != nil {
		return err
	}
	c.epoch, c.session.Epoch, c.prefix = e, row.Number, prefix{}
	c.from, c.summary, c.said = row.From, &said{Message: summary, seq: row.Summary, tokens: line.Tokens}, c.said[cut:]
	c.seq, c.session.Seq = row.Summary, row.Summary
	return nil
}

// Past is what is summed up.
type Past struct {
	Summary  string          // of what was before, or empty
	Messages []model.Message // whole turns
	Tokens   int
	c        *Conversation
}

func (c *Conversation) past(cut int) Past {
	p := Past{c: c}
	if c.summary != nil {
		p.Summary, p.Tokens = words(c.summary.Message), c.summary.tokens
	}
	for i := range c.said[:cut] {
		p.Messages = append(p.Messages, c.said[i].Message)
		p.Tokens += c.said[i].tokens
	}
	return p
}

// cut returns how many of the messages are summed up: those before the last
// turns that fit, and never all of them. What it leaves begins with the words of
// a person, so that no call is parted from its result.
func (c *Conversation) cut(keep int) int {
	sum, cut := 0, 0
	for i := len(c.said) - 1; i > 0; i-- {
		sum += c.said[i].tokens
		if sum > keep && cut > 0 {
			break
		}
		if begins(c.said[i].Message) {
			cut = i
		}
	}
	return cut
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

// Ask puts a question behind the past, to the model that is configured for
// such, and returns what it says. Where the past is too long for that one, or it
// fails, or accept does not take its answer, the session's own model is asked.
// The prompt stands before the question as it was sent, so that the session's own
// provider has it in its cache. Tools are not called. Nothing of it is kept in
// the session.
func (p Past) Ask(ctx context.Context, question string, accept func(text string) error) (string, error) {
	if p.c.epoch == nil {
		return "", ErrNoPrompt
	}
	own, by := Utility{p.c.provider(), p.c.model()}, p.utility()
	if p.c.cast.Utility.Provider == nil {
		return p.askOf(ctx, own, question, accept)
	}
	err := p.fits(by, question)
	if err == nil {
		var text string
		if text, err = p.askOf(ctx, by, question, accept); err == nil || ctx.Err() != nil {
			return text, err
		}
	}
	text, again := p.askOf(ctx, own, question, accept)
	if again != nil {
		return "", fmt.Errorf("%w; %s: %w", again, by.Model, err)
	}
	return text, nil
}

// fits reports whether a model takes the past with a question, and has room for
// an answer.
func (p Past) fits(by Utility, question string) error {
	const answer = maxAside / bytesPerToken
	caps := by.Provider.Caps(by.Model)
	room := caps.Window
	if caps.MaxOutput > 0 {
		room -= min(caps.MaxOutput, answer)
	}
	need := p.c.epoch.Tokens + p.c.epoch.ToolCost + p.Tokens + tokens.Estimate(question)
	if caps.Window > 0 && need > room {
		return fmt.Errorf("what was said has %d tokens, and the model takes %d", need, max(room, 0))
	}
	return nil
}

// bytesPerToken is how long a token is, about.
const bytesPerToken = 4

// askOf puts a question to one model.
func (p Past) askOf(ctx context.Context, by Utility, question string, accept func(text string) error) (string, error) {
	r := &model.Request{Model: by.Model, System: model.Blocks(p.c.epoch.Blocks())}
	if err := p.c.tools(r); err != nil {
		return "", err
	}
	if p.Summary != "" {
		r.Messages = append(r.Messages, model.Message{Role: model.User, Parts: []model.Part{{Text: summaryHead(p.Summary)}}})
	}
	r.Messages = append(r.Messages, p.Messages...)
	r.Messages = append(r.Messages, model.Message{Role: model.User, Parts: []model.Part{{Text: question}}})
	var text strings.Builder
	for e, err := range by.Provider.Stream(ctx, r) {
		switch {
		case err != nil:
			return "", err
		case e.Call != nil:
			return "", fmt.Errorf("the model called %q when it was to answer", e.Call.Name)
		case text.Len()+len(e.Text) > maxAside:
			return "", fmt.Errorf("the model said more than %d bytes", maxAside)
		case e.Stop == model.StopLength || e.Stop == model.StopRefused:
			return "", fmt.Errorf("the model stopped: %s", e.Stop)
		}
		text.WriteString(e.Text)
	}
	said := strings.TrimSpace(text.String())
	if accept == nil {
		return said, nil
	}
	return said, accept(said)
}

// Offline reports whether no model answers.
func (p Past) Offline() bool { return p.utility().Provider.Name() == "offline" }

// utility is the model that is asked beside the conversation.
func (p Past) utility() Utility {
	if u := p.c.cast.Utility; u.Provider != nil {
		return u
	}
	return Utility{p.c.provider(), p.c.model()}
}

// maxAside is how much a model may say to a question beside the conversation,
// in bytes.
const maxAside = 32 << 10

func summaryHead(text string) string { return prompt.Quote("what was said before, in short", text) }

// Past returns all that is sent of what was said, to have it summed up. What is
// open at its end is answered.
func (c *Conversation) Past() Past {
	p := c.past(len(c.said))
	p.Messages = append(p.Messages, c.unanswered(whyCut)...)
	return p
}

// Last returns the last turns of what was said, with the words before them left
// out.
func (p Past) Last(turns int) Past {
	cut := len(p.Messages)
	for i := len(p.Messages) - 1; i >= 0 && turns > 0; i-- {
		if begins(p.Messages[i]) {
			cut, turns = i, turns-1
		}
	}
	last := p
	last.Summary, last.Messages, last.Tokens = "", p.Messages[cut:], 0
	for i := cut; i < min(len(p.Messages), len(p.c.said)); i++ {
		last.Tokens += p.c.said[i].tokens
	}
	return last
}

// Turn returns the number of the last turn.
func (p Past) Turn() int {
	if n := len(p.c.said); n > 0 {
		return p.c.said[n-1].turn
	}
	return 0
}
