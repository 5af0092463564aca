package runner

import (
	"encoding/json"
	"fmt"

	"github.com/seed353dc258/backstory/agent/model"
	"github.com/seed353dc258/backstory/agent/store"
)

// History returns what is sent of what was said, with the results of tools. A
// summary stands at the head of the first message of a person.
func (c *Conversation) History() []model.Message {
	out := make([]model.Message, len(c.said), len(c.said)+1)
	for i := range c.said {
		out[i] = c.said[i].Message
	}
	if c.summary == nil {
		return out
	}
	head := model.Part{Text: summaryHead(words(c.summary.Message))}
	if len(out) == 0 || out[0].Role != model.User {
		return append([]model.Message{{Role: model.User, Parts: []model.Part{head}}}, out...)
	}
	out[0].Parts = append([]model.Part{head}, out[0].Parts...)
	return out
}

// words returns the text of a message.
func words(m model.Message) string {
	text := ""
	for _, p := range m.Parts {
		text += p.Text
	}
	return text
}

// request is what is sent now: the prompt as it was kept, and what was said.
func (c *Conversation) request() (*model.Request, error) {
	r := &model.Request{Model: c.model(), System: model.Blocks(c.epoch.Blocks()), Messages: c.History()}
	if err := c.tools(r); err != nil {
		return nil, err
	}
	if n := len(r.Messages); n > 0 {
		r.Messages[n-1].Cache = true
	}
	return r, nil
}

// tools takes the tools as the epoch has them, byte for byte.
func (c *Conversation) tools(r *model.Request) error {
	if c.epoch.Tools == "" {
		return nil
	}
	var list []struct {
		Name        string          `json:"name"`
		Description string          `json:"description"`
		Schema      json.RawMessage `json:"input_schema"`
	}
	if err := json.Unmarshal([]byte(c.epoch.Tools), &list); err != nil {
		return fmt.Errorf("reading the tools of the prompt: %w: %w", store.ErrDamaged, err)
	}
	for _, t := range list {
		r.Tools = append(r.Tools, model.Tool{Name: t.Name, Description: t.Description, Schema: t.Schema})
	}
	return nil
}
