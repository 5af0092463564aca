package door

import (
	"context"
	"net/http"
	"net/url"
	"path"
	"strings"
	"time"

	"github.com/seed353dc258/backstory/agent/api"
	"github.com/seed353dc258/backstory/agent/host"
	"github.com/seed353dc258/backstory/agent/model"
	"github.com/seed353dc258/backstory/agent/runner"
	"github.com/seed353dc258/backstory/agent/scope"
	"github.com/seed353dc258/backstory/agent/store"
	"github.com/seed353dc258/backstory/internal/tokens"
)

// Turn is an answer on its way.
type Turn struct {
	Point
	Began time.Time
	door  *Door
	run   *api.Running
	aside *aside
	drop  func() // what is to be forgotten
}

// step is a step of an answer. Of the fields one is set, or none where nothing
// happened for a while.
type step struct {
	Text string
	Done *Done
}

// Done is how an answer ended.
type Done struct {
	Text    string
	Calls   []model.Call // of the client's own tools
	Sources []host.Source
	Usage   model.Usage
	Stop    model.Stop
}

// follow hands over the events of an answer, until its last one, which has Done.
// The turn goes on when the reader goes. Texts that the model said between calls
// of tools are paragraphs.
func (t *Turn) follow(ctx context.Context, give func(step) error) error {
	if t.aside != nil {
		return t.aside.follow(ctx, give)
	}
	if t.drop != nil {
		defer func() {
			t.run.Wait()
			t.drop()
		}()
	}
	text, apart := "", false
	return t.run.Follow(ctx, func(s api.Step) error {
		switch {
		case s.Text != "":
			if apart && text != "" {
				s.Text = "\n\n" + s.Text
			}
			apart = false
			text += s.Text
			return give(step{Text: s.Text})
		case s.Thought > 0:
			text, apart = text[:max(0, len(text)-s.Thought)], text != ""
		case s.Tool:
			apart = true
		case s.Last:
			a, err := t.run.Answer()
			if err != nil {
				return err
			}
			return give(step{Done: &Done{
				Text: text, Calls: a.Handed, Sources: t.run.Sources(ctx, text), Stop: a.Stop, Usage: usageOf(a.Turn),
			}})
		}
		return nil
	}, func() error { return give(step{}) })
}

// Write names the session in the head of an answer. A front end's own request has
// none, and neither has what is to be forgotten.
func (t *Turn) Write(h http.Header) {
	if t.Session != "" && t.drop == nil {
		h.Set(sessionHeader, t.Session)
	}
}

// Whole waits for the answer.
func (t *Turn) Whole(ctx context.Context) (*Done, error) {
	var done *Done
	err := t.follow(ctx, func(e step) error {
		if e.Done != nil {
			done = e.Done
		}
		return nil
	})
	if err == nil && done == nil {
		err = api.NewProblem(500, "", "the answer has no end")
	}
	return done, err
}

func usageOf(t store.Turn) model.Usage {
	return model.Usage{Input: t.Input, Output: t.Output, CacheRead: t.CacheRead, CacheWrite: t.CacheWrite}
}

// SourceURL is the address of a source of a model: of a profile, and so of no
// server.
func SourceURL(of string, s host.Source) string {
	name, _, _ := strings.Cut(of, ":")
	u := url.URL{Scheme: "backstory", Host: name, Path: path.Join("/source", s.Path)}
	return u.String()
}

// Count estimates how many tokens a request has, with the prompt of its profile.
func (d *Door) Count(ctx context.Context, a Ask) (int, error) {
	sc, role, err := d.choose(ctx, a.Model)
	if err != nil {
		return 0, err
	}
	cast, err := d.Host(ctx).Cast(ctx, sc, store.Session{Kind: store.Client, Role: role})
	if err != nil {
		return 0, err
	}
	n := cast.Epoch.Tokens + cast.Epoch.ToolCost + tokens.Estimate(a.Program) + runner.Cost(runner.Input{Tools: a.Tools})
	for _, l := range a.Said {
		n += runner.Cost(runner.Input{Text: l.Text, Images: l.Images, Results: l.Results})
		for _, c := range l.Calls {
			n += tokens.Estimate(c.Name) + tokens.Estimate(string(c.Arguments))
		}
	}
	return n, nil
}

// aside is the answer to a front end's own request.
type aside struct {
	door    *Door
	scope   scope.Scope
	by      runner.Utility
	request *model.Request
}

// beginAside has a front end's own request answered by the model for such
// things, without the profile, its memories and a session.
func (d *Door) beginAside(ctx context.Context, sc scope.Scope, a Ask) (*Turn, error) {
	i, err := d.Host(ctx).Identity(sc.Profile())
	if err != nil {
		return nil, err
	}
	by, err := d.Host(ctx).Utility(i)
	if err != nil {
		return nil, err
	}
	r := &model.Request{Model: by.Model, Tools: a.Tools, MaxTokens: a.MaxTokens, Wishes: a.Wishes}
	if a.Program != "" {
		r.System = model.Blocks([]string{a.Program})
	}
	for _, l := range a.Said {
		r.Messages = append(r.Messages, model.Message{Role: l.Role, Parts: []model.Part{{Text: l.Text}}})
	}
	return &Turn{door: d, aside: &aside{d, sc, by, r}}, nil
}

func (a *aside) follow(ctx context.Context, give func(step) error) error {
	done := &Done{Stop: model.StopEnd, Sources: []host.Source{}}
	for e, err := range a.door.Host(ctx).Runner.Aside(ctx, a.scope, a.by, a.request) {
		switch {
		case err != nil:
			return err
		case e.Text != "":
			done.Text += e.Text
			if err := give(step{Text: e.Text}); err != nil {
				return err
			}
		case e.Thought > 0:
			done.Text = done.Text[:max(0, len(done.Text)-e.Thought)]
		case e.Call != nil:
			done.Calls = append(done.Calls, *e.Call)
		case e.Usage != nil:
			done.Usage = *e.Usage
		case e.Stop != "":
			done.Stop = e.Stop
		}
	}
	return give(step{Done: done})
}
