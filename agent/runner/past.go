package runner

import (
	"context"
	"fmt"
	"iter"
	"strings"

	"github.com/seed353dc258/backstory/agent/model"
	"github.com/seed353dc258/backstory/internal/tokens"
)

// Past is what is summed up.
type Past struct {
	Summary  string          // of what was before, or empty
	Messages []model.Message // whole turns
	Tokens   int
	c        *Thread
}

func (c *Thread) past(cut int) Past {
	p := Past{c: c}
	if c.history.summary != nil {
		p.Summary, p.Tokens = words(c.history.summary.Message), c.history.summary.tokens
	}
	for i := range c.history.said[:cut] {
		p.Messages = append(p.Messages, c.history.said[i].Message)
		p.Tokens += c.history.said[i].tokens
	}
	return p
}

// Ask puts a question behind the past, to the model that is configured for
// such, and returns what it says. Where the past is too long for that one, or it
// fails, or accept does not take its answer, the session's own model is asked.
// Accept is also given what an answer has that is cut off by its length, or that
// calls a tool. The prompt is before the question as it was sent, so that the
// session's own provider has it in its cache; where the past does not fit beside
// it, its long texts are cut. Tools are not called. Nothing of it is kept in the
// session.
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

// fits reports whether a model takes the past with a question.
func (p Past) fits(by Utility, question string) error {
	room := p.room(by, question)
	if room >= 0 && p.Tokens > room {
		return fmt.Errorf("what was said has %d tokens, and the model takes %d", p.Tokens, room)
	}
	return nil
}

// room is how many tokens the past may have beside the prompt and a question; a
// negative number where no window is known.
func (p Past) room(by Utility, question string) int {
	caps := p.c.r.caps(by.Provider, by.Model)
	if caps.Window <= 0 {
		return -1
	}
	return max(0, requestRoom(caps.Window)-fixed(p.c.epoch)-tokens.Estimate(question))
}

// Window is that of the session's model, in tokens; 0 where none is known.
func (p Past) Window() int { return p.c.Caps().Window }

// askOf puts a question to one model.
func (p Past) askOf(ctx context.Context, by Utility, question string, accept func(text string) error) (string, error) {
	r := &model.Request{Model: by.Model, System: model.Blocks(p.c.epoch.Blocks())}
	if err := p.c.client.setTools(r, p.c.epoch); err != nil {
		return "", err
	}
	messages := p.Messages
	if room := p.room(by, question); room >= 0 && p.Tokens > room {
		messages = lean(messages, room-tokens.Estimate(p.Summary))
		if len(messages) == 0 {
			return "", fmt.Errorf("what was said has %d tokens, and beside the prompt the model takes %d", p.Tokens, room)
		}
	}
	if p.Summary != "" {
		r.Messages = append(r.Messages, model.Message{Role: model.User, Parts: []model.Part{{Text: summaryHead(p.Summary)}}})
	}
	r.Messages = append(r.Messages, messages...)
	r.Messages = append(r.Messages, model.Message{Role: model.User, Parts: []model.Part{{Text: question}}})
	bound(r, p.c.r.caps(by.Provider, r.Model))
	said, cut, err := p.hear(p.c.asker().stream(ctx, by, r, nil))
	if err != nil {
		return "", err
	}
	if accept == nil {
		return said, cut
	}
	if err := accept(said); err != nil {
		if cut != nil {
			err = fmt.Errorf("%w: %w", err, cut)
		}
		return said, err
	}
	return said, nil
}

// hear reads an answer. cut says why it is not what was asked for, or not all of
// it.
func (p Past) hear(events iter.Seq2[model.Event, error]) (said string, cut, err error) {
	text := ""
	for e, err := range events {
		switch {
		case err != nil:
			return "", nil, err
		case e.Call != nil:
			cut = fmt.Errorf("the model called %q when it was to answer", e.Call.Name)
		case len(text)+len(e.Text) > maxAside:
			return strings.TrimSpace(text), fmt.Errorf("the model said more than %d bytes", maxAside), nil
		case e.Stop == model.StopRefused:
			return "", nil, fmt.Errorf("the model stopped: %s", e.Stop)
		case e.Stop == model.StopLength:
			cut = fmt.Errorf("the model stopped: %s", e.Stop)
		}
		text += e.Text
		text = text[:max(0, len(text)-e.Thought)]
	}
	return strings.TrimSpace(text), cut, nil
}

// lean returns messages of at most so many tokens: long texts are cut, the
// longest first, and then the first turns go. Calls keep their results.
func lean(messages []model.Message, most int) []model.Message {
	for length := leanFrom; ; length /= 2 {
		for from := 0; from < len(messages); from++ {
			if !begins(messages[from]) {
				continue
			}
			cut, sum := shortened(messages[from:], length)
			if sum <= most {
				return cut
			}
			if length > leanTo {
				break
			}
		}
		if length <= leanTo {
			return nil
		}
	}
}

// leanFrom and leanTo are how long a text is cut to, in bytes: from the one
// down to the other.
const (
	leanFrom = 8 << 10
	leanTo   = 128
)

// shortened returns messages in which no text is longer than so many bytes, and
// what they cost.
func shortened(messages []model.Message, length int) (out []model.Message, cost int) {
	cut := func(text string) string {
		if len(text) > length {
			text = strings.ToValidUTF8(text[:length], "") + " […]"
		}
		cost += tokens.Estimate(text) + perPart
		return text
	}
	for _, m := range messages {
		short := model.Message{Role: m.Role}
		for _, p := range m.Parts {
			switch {
			case p.Result != nil:
				result := *p.Result
				result.Text = cut(result.Text)
				p.Result = &result
			case p.Call != nil:
				call := *p.Call
				if len(call.Arguments) > length {
					call.Arguments = []byte(`{"cut":true}`)
				}
				cost += tokens.Estimate(call.Name) + tokens.Estimate(string(call.Arguments)) + perPart
				p.Call = &call
			case p.Image != nil:
				cost += partSize(p)
			default:
				p.Text = cut(p.Text)
			}
			short.Parts = append(short.Parts, p)
		}
		out = append(out, short)
	}
	return out, cost
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

// Past returns all that is sent of what was said, to have it summed up. What is
// open at its end is answered.
func (c *Thread) Past() Past {
	p := c.past(len(c.history.said))
	p.Messages = append(p.Messages, c.history.unanswered(whyCut)...)
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
	for i := cut; i < min(len(p.Messages), len(p.c.history.said)); i++ {
		last.Tokens += p.c.history.said[i].tokens
	}
	return last
}

// Said returns the past with the words of both sides alone: what came with them,
// and what tools gave, is left out.
func (p Past) Said() Past {
	said := p
	said.Messages = nil
	for _, m := range p.Messages {
		own := model.Message{Role: m.Role}
		for _, part := range m.Parts {
			switch {
			case part.Class == model.Head:
				continue
			case part.Class != "":
				part.Text = "[left out: " + string(part.Class) + "]\n\n"
			case part.Result != nil:
				result := *part.Result
				result.Text = "[left out]"
				part.Result = &result
			}
			own.Parts = append(own.Parts, part)
		}
		said.Messages = append(said.Messages, own)
	}
	return said
}

// Turn returns the number of the last turn.
func (p Past) Turn() int {
	if n := len(p.c.history.said); n > 0 {
		return p.c.history.said[n-1].turn
	}
	return 0
}
