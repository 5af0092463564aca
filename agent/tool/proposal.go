package tool

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/seed353dc258/backstory/agent/proposal"
	"github.com/seed353dc258/backstory/agent/scope"
	"github.com/seed353dc258/backstory/agent/store"
	"github.com/seed353dc258/backstory/internal/oneline"
)

// Proposals keeps what agents propose. Deciding about it is for people: there is
// no tool for that.
type Proposals interface {
	Propose(ctx context.Context, sc scope.Scope, from store.Origin, draft proposal.Draft) (store.Proposal, error)
	List(ctx context.Context, sc scope.Scope, f store.ProposalFilter) ([]store.Proposal, error)
	// Targets returns the files of a profile that may be changed.
	Targets(profile string) ([]string, error)
}

// ForProposals returns the tools by which an agent proposes changes of the files
// of its profile, and sees what became of them.
func ForProposals(p Proposals, profile string) ([]Tool, error) {
	targets, err := p.Targets(profile)
	if err != nil {
		return nil, err
	}
	t := proposals{p}
	propose := withChoices("persona_propose", Auto, choices{"targetFile": targets}, t.propose)
	if slices.Contains(targets, proposal.Memories) {
		propose.Summary += "\n\n" + about("propose_memories")
	}
	return []Tool{
		propose,
		New("persona_proposals_list", about("persona_proposals_list"), Auto, t.list),
	}, nil
}

type proposals struct{ desk Proposals }

// proposeArguments are those of persona_propose.
type proposeArguments struct {
	TargetFile       string           `json:"targetFile"`
	Title            string           `json:"title"`
	Observation      string           `json:"observation" doc:"why"`
	SuggestedChange  string           `json:"suggestedChange,omitempty" doc:"text to add at the end, or 'Replace the whole file:' and the file"`
	Patch            string           `json:"patch,omitempty" doc:"instead: a unified diff, or Markdown sections that replace those with their headings"`
	Confidence       float64          `json:"confidence" doc:"0 to 1"`
	Evidence         []proposal.Quote `json:"evidence,omitempty"`
	EvidenceSessions []string         `json:"evidenceSessions,omitempty" doc:"-"`
}

func (t proposals) propose(ctx context.Context, at At, a proposeArguments) (string, error) {
	for i, q := range a.Evidence {
		if q.Session == "" || q.Session == "current" { // which the model does not know the id of
			a.Evidence[i].Session = at.Session
			if q.Turn == 0 {
				a.Evidence[i].Turn = at.Turn
			}
		}
	}
	p, err := t.desk.Propose(ctx, at.Scope, store.Origin{Session: at.Session, Turn: at.Turn, By: "agent"}, proposal.Draft{
		Target: a.TargetFile, Title: a.Title, Observation: a.Observation, Suggestion: a.SuggestedChange, Patch: a.Patch, Confidence: a.Confidence,
		Evidence: a.Evidence, Sessions: a.EvidenceSessions,
	})
	if err != nil {
		var c *proposal.CodeError
		if errors.As(err, &c) {
			return "", fmt.Errorf("%s: %w", c.Code, err)
		}
		return "", err
	}
	expiry := "never"
	if !p.Expires.IsZero() {
		expiry = p.Expires.Format(time.RFC3339)
	}
	if p.State != store.ProposalPending {
		return fmt.Sprintf("proposal %s is %s", p.ID, p.State), nil
	}
	return fmt.Sprintf("proposal %s is pending, awaiting human review; it expires: %s", p.ID, expiry), nil
}

// listArguments are those of persona_proposals_list.
type listArguments struct {
	Status  string `json:"status,omitempty" enum:"pending,approved,applied,rejected,expired,withdrawn,reverted"`
	Target  string `json:"targetFile,omitempty" doc:"of this file alone"`
	Compact bool   `json:"compact,omitempty" doc:"without those of the last day that are pending"`
}

// maxListed is how many proposals an agent is told of.
const maxListed = 50

func (t proposals) list(ctx context.Context, at At, a listArguments) (string, error) {
	list, err := t.desk.List(ctx, at.Scope, store.ProposalFilter{State: store.ProposalState(a.Status), Target: a.Target, Limit: maxListed})
	if err != nil {
		return "", err
	}
	now := time.Now()
	if a.Compact {
		list = slices.DeleteFunc(list, func(p store.Proposal) bool {
			return p.State == store.ProposalPending && now.Sub(p.Created) < 24*time.Hour
		})
	}
	if len(list) == 0 {
		return "there is none", nil
	}
	var b strings.Builder
	for _, p := range list {
		row := proposal.RowOf(p, now)
		fmt.Fprintf(&b, "- %s %s %s: %s (confidence %v, %d pieces of evidence, %d days old, expires %s): %s\n",
			row.ID, row.Status, row.Target, oneline.Safe(row.Title), row.Confidence, row.Evidence, row.Days, row.Expiry(), oneline.Safe(row.Observation))
	}
	return Fenced("proposals", b.String()), nil
}
