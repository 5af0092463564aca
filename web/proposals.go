package web

import (
	"net/http"
	"slices"
	"strconv"

	"github.com/seed353dc258/backstory/agent/api"
	"github.com/seed353dc258/backstory/agent/proposal"
	"github.com/seed353dc258/backstory/agent/store"
)

// maxProposals is how many proposals are listed.
const maxProposals = 200

// listProposals lists what the agent proposes to change, what waits for a decision first.
func listProposals(r *http.Request, o *opened, v *view) error {
	list, err := o.server.Host(r.Context()).Desk.List(r.Context(), o.scope, store.ProposalFilter{Limit: maxProposals})
	if err != nil {
		return err
	}
	slices.SortStableFunc(list, func(a, b store.Proposal) int { return waits(b.State) - waits(a.State) })
	body := &proposalsBody{}
	for i := range list {
		one := list[i].Redacted()
		body.Rows = append(body.Rows, proposalRow{proposal.Visible(one.Title), proposalAddress(o.key, one.ID), one.Target, string(one.State), one.Created})
	}
	v.Body = body.node(v.Profile)
	return nil
}

// waits says how much a proposal waits for a person.
func waits(state store.ProposalState) int {
	switch state {
	case store.ProposalPending:
		return 2
	case store.ProposalApproved:
		return 1
	}
	return 0
}

func proposalAddress(key, id string) string { return at(key) + "proposals/" + id }

// showProposal shows a proposal for whoever decides about it.
func showProposal(r *http.Request, o *opened, v *view) error {
	desk := o.server.Host(r.Context()).Desk
	found, err := desk.Store.Proposal(r.Context(), o.scope, r.PathValue("id"))
	if err != nil {
		return err
	}
	if found.Profile != o.scope.Profile() {
		return api.NotFound()
	}
	shown, err := desk.Show(r.Context(), o.scope, found, true)
	if err != nil {
		return err
	}
	body := &proposalBody{Shown: shown, Here: proposalAddress(o.key, found.ID)}
	for _, e := range shown.Proposal.Evidence {
		one := evidence{Quote: proposal.Visible(e.Quote), Class: e.Class, Withdrawn: e.Withdrawn}
		if e.Session != "" && !e.Withdrawn {
			one.Address = sessionAddress(o.key, e.Session) + "?all"
			if e.Turn > 0 {
				one.Address += "#turn-" + strconv.Itoa(e.Turn)
			}
		}
		body.Evidence = append(body.Evidence, one)
	}
	v.Title = proposal.Visible(shown.Proposal.Title) + " · " + v.Profile.Display
	v.Body = body.node(v.Profile)
	return nil
}
