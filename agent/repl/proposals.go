package repl

import (
	"context"
	"errors"
	"strings"

	"github.com/seed353dc258/backstory/agent/host"
	"github.com/seed353dc258/backstory/agent/proposal"
	"github.com/seed353dc258/backstory/agent/proposal/triage"
	"github.com/seed353dc258/backstory/agent/store"
)

// maxProposals is how many proposals a list shows.
const maxProposals = 50

// cmdProposals is what a person decides about what agents propose. Signing is
// for the command line: no key is read in a conversation.
func (s *Shell) cmdProposals(ctx context.Context, args string) error {
	verb, rest, _ := strings.Cut(args, " ")
	id, reason, _ := strings.Cut(strings.TrimSpace(rest), " ")
	desk, by := s.Host.Desk, proposal.Reviewer{Name: host.Person(), User: host.Person()}
	switch {
	case verb == "" || verb == "list":
		list, err := desk.List(ctx, s.scope, store.ProposalFilter{State: store.ProposalState(id), Limit: maxProposals})
		if err != nil {
			return err
		}
		rows := make([]proposal.Row, len(list))
		for i, p := range list {
			rows[i] = proposal.RowOf(p, s.Host.Now())
		}
		return proposal.WriteList(s.Out, rows)
	case verb == "triage" && rest == "":
		sweep, err := desk.Triage(ctx, s.scope, proposal.TriageOptions{Policy: triage.Cautious})
		return errors.Join(err, proposal.WriteSweep(s.Out, sweep))
	case id == "":
		return usage("proposals")
	case verb == "show":
		sc, p, err := desk.Find(ctx, s.scope, id)
		if err != nil {
			return err
		}
		diff, err := desk.Diff(ctx, sc, p)
		return errors.Join(err, proposal.WriteProposal(s.Out, p, diff))
	}
	if _, err := desk.Recover(ctx, s.scope); err != nil {
		return err
	}
	switch verb {
	case "approve":
		p, err := desk.Approve(ctx, s.scope, id, by)
		return s.decided(p, err)
	case "reject":
		if reason = strings.TrimSpace(reason); reason == "" {
			return errors.New("say why: /proposals reject ID REASON")
		}
		p, err := desk.Reject(ctx, s.scope, id, reason, by)
		return s.decided(p, err)
	case "rebase":
		p, err := desk.Rebase(ctx, s.scope, id, by.Name)
		return s.decided(p, err)
	case "apply":
		o, err := desk.Apply(ctx, s.scope, id, by.Name)
		return s.decided(o.Proposal, err)
	case "revert":
		o, err := desk.Revert(ctx, s.scope, id, by)
		return s.decided(o.Proposal, err)
	}
	return usage("proposals")
}

func (s *Shell) decided(p store.Proposal, err error) error {
	if err != nil {
		return err
	}
	return s.say("proposal %s is %s", p.ID, p.State)
}
