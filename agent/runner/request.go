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
	"github.com/seed353dc258/backstory/prompt"
)

// request is what is sent now: the prompt as it was kept, and what was said.
func (c *Thread) request() (*model.Request, error) {
	r := &model.Request{
		Model: c.model(), System: model.Blocks(c.epoch.Blocks()), Messages: c.history.messages(), Answer: c.cast.Answer, Wishes: c.client.Wishes,
	}
	if err := c.client.setTools(r, c.epoch); err != nil {
		return nil, err
	}
	if n := len(r.Messages); n > 0 {
		r.Messages[n-1].Cache = true
	}
	bound(r, c.Caps())
	if most := c.client.maxTokens; most > 0 && (r.MaxTokens == 0 || most < r.MaxTokens) {
		r.MaxTokens = most
	}
	return r, nil
}

// Preview returns a session as it would continue with a cast, to look at: its prompt
// is that of the cast. One without an id has said nothing yet.
func (r *Runner) Preview(ctx context.Context, sc scope.Scope, s store.Session, cast Cast) (*Thread, error) {
	c := &Thread{r: r, scope: sc, session: s}
	if s.ID != "" {
		var err error
		if c, err = r.Open(ctx, sc, s.ID); err != nil {
			return nil, err
		}
	}
	c.cast, c.epoch = cast, cast.Epoch
	return c, nil
}

// Request returns the bytes of the request in which a person's words would be
// sent. Nothing is kept.
func (c *Thread) Request(in Input) ([]byte, error) {
	said := c.history.said
	defer func() { c.history.said = said }()
	c.heard(asked(in), 0, c.history.seq, 0)
	r, err := c.request()
	if err != nil {
		return nil, err
	}
	return c.asker().wire(Utility{c.provider(), c.model()}).Encode(r)
}

// asked is the message of a person's words.
func asked(in Input) model.Message {
	m := model.Message{Role: model.User}
	for i := range in.Results {
		m.Parts = append(m.Parts, model.Part{Result: &in.Results[i]})
	}
	if in.Text == "" && len(in.Images) == 0 {
		return m
	}
	head, skills := in.Head, prompt.TurnInputs{Skills: in.Head.Skills}
	head.Skills = nil
	for _, part := range []struct {
		of    prompt.TurnInputs
		class model.Class
	}{{head, model.Head}, {skills, model.Skill}} {
		if text := prompt.Turn(part.of); text != "" {
			m.Parts = append(m.Parts, model.Part{Text: text + "\n\n", Class: part.class})
		}
	}
	if text := prompt.Recall(in.Head.Passages); text != "" {
		m.Parts = append(m.Parts, model.Part{Text: text + "\n", Class: model.Retrieved})
	}
	m.Parts = append(m.Parts, in.Material...)
	for i := range in.Images {
		m.Parts = append(m.Parts, model.Part{Image: &in.Images[i]})
	}
	if in.Text != "" {
		m.Parts = append(m.Parts, model.Part{Text: in.Text})
	}
	return m
}

// setTools takes the tools as the epoch has them, byte for byte.
func (w *wishes) setTools(r *model.Request, epoch *prompt.Epoch) error {
	defer func() {
		r.Tools = append(r.Tools, w.tools...)
		slices.SortFunc(r.Tools, func(a, b model.Tool) int { return strings.Compare(a.Name, b.Name) })
	}()
	if epoch.Tools == "" {
		return nil
	}
	var list []struct {
		Name        string          `json:"name"`
		Description string          `json:"description"`
		Schema      json.RawMessage `json:"input_schema"`
	}
	if err := json.Unmarshal([]byte(epoch.Tools), &list); err != nil {
		return fmt.Errorf("reading the tools of the prompt: %w: %w", store.ErrDamaged, err)
	}
	for _, t := range list {
		r.Tools = append(r.Tools, model.Tool{Name: t.Name, Description: t.Description, Schema: t.Schema})
	}
	return nil
}

// wishes are what a client asks of a turn.
type wishes struct {
	tools     []model.Tool // of its own, lent to the model
	maxTokens int          // of an answer
	model.Wishes
}

// has reports whether a tool is the client's.
func (w *wishes) has(name string) bool {
	return slices.ContainsFunc(w.tools, func(t model.Tool) bool { return t.Name == name })
}

// handOver parts the calls of the client's tools from those of ours. One whose
// arguments are no object is told to the model as ours are.
func (w *wishes) handOver(calls []model.Call) (own, handed []model.Call) {
	for _, call := range calls {
		if call.Wrong == "" && w.has(call.Name) {
			handed = append(handed, call)
		} else {
			own = append(own, call)
		}
	}
	return own, handed
}
