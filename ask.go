package backstory

import (
	"context"

	"github.com/seed353dc258/backstory/agent/find"
	"github.com/seed353dc258/backstory/profile"
	"github.com/seed353dc258/backstory/prompt"
)

// Passage is a passage of a document.
type Passage struct {
	Source   string   // path of the document, relative to backstory/; empty of what is no document
	Place    string   // in the document, such as line 12 or sheet Data, row 9; empty where it is not known
	Headings []string // over it, the outermost first
	Text     string   // at most 1,200 characters; the row of a table has its header
	Score    float64  // higher is better; of this query alone
	Answers  bool     // it covers what the query is about, if that is a question
}

// Search returns the passages of a profile that have most to do with a query, at most limit
// of them, 1 to 100, the best first; there may be none. What is searched is what the last
// build wrote.
func Search(ctx context.Context, dir, query string, limit int, o Options) ([]Passage, error) {
	b, p, err := o.open(dir)
	if err != nil {
		return nil, err
	}
	defer p.Close()
	identity, err := profile.Load(nil, p)
	if err != nil {
		return nil, failed("", err)
	}
	hits, err := find.Search(ctx, b, p, identity, find.Query{Text: query, Limit: limit})
	if err != nil {
		return nil, failed("", err)
	}
	var all []Passage
	for _, h := range hits {
		all = append(all, Passage{h.Source, h.Place, h.Headings, h.Text, h.Score, h.Answers})
	}
	return all, nil
}

// PromptOptions say which prompt is composed. The zero value is that of an
// orchestrator whose model has a window of 128,000 tokens.
type PromptOptions struct {
	Role      string
	Model     string // provider/model; empty for what the profile says
	Layout    string // backstory, without it, or coqui, moltis, openclaw or tinyclaw
	MaxTokens int    // of the prompt; 0 is a quarter of the window
	Window    int    // of the model, in tokens
}

// SystemPrompt is a prompt that was composed.
type SystemPrompt struct {
	Text     string
	Tokens   int // of the text, estimated
	Limit    int // how many it may have
	Sections []Section
	Omitted  []Omitted // what did not fit
}

// Section is a part of a prompt, or what could have been one.
type Section struct {
	ID       string
	Title    string
	Source   string // the file that it is from
	Tokens   int
	Included bool
	Why      string // it is included, or not, in words
}

// Omitted is something that did not fit.
type Omitted struct {
	Section string // its ID
	Path    string // of the document; empty of what is none
	Title   string
	Tokens  int
}

// Prompt composes the system prompt of a profile, without tools, memories and the project.
// Where what must be there does not fit, that is an error.
func Prompt(ctx context.Context, dir string, o PromptOptions) (*SystemPrompt, error) {
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	p, err := profile.Open(dir)
	if err != nil {
		return nil, err
	}
	defer p.Close()
	identity, err := profile.Load(nil, p)
	if err != nil {
		return nil, failed("", err)
	}
	epoch, err := prompt.Compose(prompt.Inputs{
		Identity: identity, Role: o.Role, Model: o.Model, Layout: o.Layout, Budget: prompt.Budget{Cap: o.MaxTokens, Window: o.Window},
	})
	if err != nil {
		return nil, err
	}
	out := &SystemPrompt{Text: epoch.System, Tokens: epoch.Tokens, Limit: epoch.Limit}
	for i := range epoch.Sections {
		s := &epoch.Sections[i]
		out.Sections = append(out.Sections, Section{s.ID, s.Title, s.Source, s.Tokens, s.Included, s.Rationale})
	}
	for _, m := range epoch.Omitted {
		out.Omitted = append(out.Omitted, Omitted{m.Section, m.Path, m.Title, m.Tokens})
	}
	return out, nil
}
