package runner

import (
	"context"
	"encoding/json"
	"fmt"

	"github.com/seed353dc258/backstory/agent/model"
	"github.com/seed353dc258/backstory/agent/scope"
	"github.com/seed353dc258/backstory/agent/store"
	"github.com/seed353dc258/backstory/agent/tool"
	"github.com/seed353dc258/backstory/prompt"
)

// Thread is a session as one process sees it. It is held while a turn or
// a change goes on, and no longer: in between another process may continue
// it, which is seen before the next turn. It is for one goroutine at a time.
type Thread struct {
	r     *Runner
	scope scope.Scope
	cast  Cast

	session store.Session
	epoch   *prompt.Epoch // in use, nil before the first
	prefix  prefix
	mended  []store.Turn
	lease   *store.Lease // while it is held
	spare   int          // how many models did not answer in this turn
	ended   bool         // nothing was in the middle when it was held last
	client  wishes       // in this turn
	history history
}

// Open reads a session. Nobody is kept from going on with it.
func (r *Runner) Open(ctx context.Context, sc scope.Scope, id string) (*Thread, error) {
	c := &Thread{r: r, scope: sc, session: store.Session{ID: id}}
	if err := c.read(ctx); err != nil {
		return nil, err
	}
	return c, nil
}

// Play says what the session is played with from now on. The prompt in use
// stays until [Thread.Use].
func (c *Thread) Play(cast Cast) { c.cast, c.spare = cast, 0 }

// Session returns the session as it was last read.
func (c *Thread) Session() store.Session { return c.session }

// Epoch returns the prompt in use, or nil.
func (c *Thread) Epoch() *prompt.Epoch { return c.epoch }

// History returns what is sent of what was said, with the results of tools.
func (c *Thread) History() []model.Message { return c.history.messages() }

// Mended returns the turns that a process had left in the middle and that were
// brought to an end since the session was opened.
func (c *Thread) Mended() []store.Turn { return append([]store.Turn(nil), c.mended...) }

// Tokens estimates how long the next request is, without what is asked.
func (c *Thread) Tokens() int {
	n := fixed(c.epoch)
	if c.history.summary != nil {
		n += c.history.summary.tokens
	}
	for i := range c.history.said {
		n += c.history.said[i].tokens
	}
	return n
}

// Caps says what the model of the session can do.
func (c *Thread) Caps() model.Caps { return c.r.caps(c.provider(), c.model()) }

func (c *Thread) provider() model.Provider {
	if c.spare > 0 {
		return c.cast.Fallback[c.spare-1].Provider
	}
	if c.cast.Provider != nil {
		return c.cast.Provider
	}
	return c.r.Provider
}

func (c *Thread) model() string {
	if c.spare > 0 {
		return c.cast.Fallback[c.spare-1].Model
	}
	if c.cast.Model != "" {
		return c.cast.Model
	}
	return c.session.Model
}

// find returns a tool by its name, if the session has it.
func (c *Cast) find(name string) (*tool.Tool, bool) {
	if c.Tools == nil {
		return nil, false
	}
	return c.Tools.Find(name)
}

// read brings the conversation to where the session is: with the messages that
// it does not have yet, or all of it where another prompt is in use or a text
// was taken out of what was said.
func (c *Thread) read(ctx context.Context) error {
	now, err := c.r.Store.Session(ctx, c.scope, c.session.ID)
	if err != nil {
		return err
	}
	was := c.session
	c.session = now
	if was.Epoch != now.Epoch || was.Purged != now.Purged {
		if err := c.readEpoch(ctx); err != nil {
			c.session = was
			return err
		}
	}
	if now.Seq == c.history.seq {
		return nil
	}
	if err := c.history.read(ctx, c.r.Store, c.scope, c.session.ID, max(c.history.seq, c.history.from-1)); err != nil {
		c.session = was
		return err
	}
	return nil
}

// readEpoch takes the prompt in use, byte for byte as it was sent, and forgets
// what was said, which is to be read again.
func (c *Thread) readEpoch(ctx context.Context) error {
	c.epoch, c.history.from, c.history.summary, c.history.said, c.history.seq, c.prefix = nil, 0, nil, nil, 0, prefix{}
	if c.session.Epoch == 0 {
		return nil
	}
	kept, err := c.r.Store.Epoch(ctx, c.scope, c.session.ID, 0)
	if err != nil {
		return err
	}
	if c.epoch, err = unpack(kept); err != nil || kept.Summary == 0 {
		return err
	}
	list, err := c.r.Store.Messages(ctx, c.scope, c.session.ID, kept.Summary-1, 1)
	if err != nil {
		return err
	}
	if len(list) != 1 || list[0].Seq != kept.Summary {
		return fmt.Errorf("reading the summary: %w: message %d is missing", store.ErrDamaged, kept.Summary)
	}
	summary, err := parse(list[0])
	if err != nil {
		return err
	}
	c.history.from, c.history.summary = kept.From, &summary
	return nil
}

// unpack returns a prompt as it was composed. The record has all but the bytes,
// which are kept once; a memory that was forgotten may be gone from them, so
// their digest need not hold.
func unpack(kept store.Epoch) (*prompt.Epoch, error) {
	e := &prompt.Epoch{}
	if err := json.Unmarshal(kept.Record, e); err != nil {
		return nil, fmt.Errorf("reading the prompt: %w: %w", store.ErrDamaged, err)
	}
	e.System, e.Tools = kept.System, kept.Tools
	return e, nil
}

// caps says what a model of a provider can do, with what its server has said of
// its window.
func (r *Runner) caps(p model.Provider, name string) model.Caps {
	caps := p.Caps(name)
	if known := r.Window(name); known > 0 && (caps.Window <= 0 || known < caps.Window) {
		caps.Window = known
	}
	return caps
}
