package host

import (
	"context"
	"errors"

	"github.com/seed353dc258/backstory/agent/catalog"
	"github.com/seed353dc258/backstory/agent/model"
	"github.com/seed353dc258/backstory/agent/proposal/generate"
	"github.com/seed353dc258/backstory/agent/runner"
	"github.com/seed353dc258/backstory/agent/scope"
	"github.com/seed353dc258/backstory/agent/store"
	"github.com/seed353dc258/backstory/agent/tool"
	"github.com/seed353dc258/backstory/prompt"
)

// Generate makes proposals of what the scope's user said in sessions that have
// ended: see [generate.Run]. A model is asked where one is configured, or named.
func (h *Host) Generate(ctx context.Context, sc scope.Scope, named string, dry bool) (generate.Result, error) {
	h, err := h.of(sc)
	if err != nil {
		return generate.Result{}, err
	}
	i, err := h.Identity(sc.Profile())
	if err != nil {
		return generate.Result{}, err
	}
	s := store.Session{Kind: store.Child, Title: "looking for proposals"}
	if s.Model, err = h.Catalog.Named(i, named, ""); err != nil {
		return generate.Result{}, err
	}
	choice, err := h.Catalog.ChooseFor(i, s)
	if err != nil {
		return generate.Result{}, err
	}
	o := generate.Options{Dry: dry}
	if choice.Full != catalog.Offline {
		o.Ask = func(ctx context.Context, question, material string, tools []tool.Tool) error {
			return speaker{h, sc, i}.inquire(ctx, s, question, material, tools)
		}
	}
	r, err := generate.Run(ctx, h.Desk, sc, o)
	r.Called = i.Called()
	return r, err
}

// inquire has a model answer a question in a session of its own, in which nobody
// talks, with some tools alone. It costs what other turns cost.
func (sp speaker) inquire(ctx context.Context, s store.Session, question, material string, tools []tool.Tool) (err error) {
	registry, err := tool.NewRegistry(tools...)
	if err != nil {
		return err
	}
	cast, err := sp.cast(ctx, s, registry)
	if err != nil {
		return err
	}
	s.Model = cast.Model
	if s, err = sp.h.Store.CreateSession(ctx, sp.sc, s); err != nil {
		return err
	}
	defer func() {
		reason := "generated"
		if err != nil {
			reason = "failed"
		}
		err = errors.Join(err, sp.h.Store.CloseSession(context.WithoutCancel(ctx), sp.sc, s.ID, store.Closed, reason))
	}()
	c, err := sp.h.Runner.Open(ctx, sp.sc, s.ID)
	if err != nil {
		return err
	}
	c.Play(cast)
	if err := c.Use(ctx, cast.Epoch, prompt.NewSession); err != nil {
		return err
	}
	_, err = c.Turn(ctx, runner.Input{Text: question, Material: []model.Part{runner.Material(model.Retrieved, "what was said", material)}}, nil)
	return err
}
