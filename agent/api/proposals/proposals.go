// Package proposals has the routes of what agents propose to change of their own
// files. Deciding needs a right of its own, which no chatting client has.
package proposals

import (
	"cmp"
	"context"
	"errors"
	"time"

	"github.com/seed353dc258/backstory/agent/api"
	"github.com/seed353dc258/backstory/agent/host"
	"github.com/seed353dc258/backstory/agent/proposal"
	"github.com/seed353dc258/backstory/agent/proposal/approval"
	"github.com/seed353dc258/backstory/agent/proposal/triage"
	"github.com/seed353dc258/backstory/agent/scope"
	"github.com/seed353dc258/backstory/agent/store"
)

// server is the one whose routes these are.
type server struct{ *api.Server }

// Routes adds the routes to a server.
func Routes(to *api.Server) {
	s := &server{to}
	const tag, base = "proposals", "/api/v2/proposals"
	wrong := []int{404, 409}
	api.Add(to, api.Route{ID: "list-proposals", Method: "GET", Path: base, Right: api.Read, Tag: tag, Summary: "List proposals, the newest first", Errors: []int{404}}, s.list)
	api.AddOf(to, api.Route{ID: "get-proposal", Method: "GET", Path: base + "/{id}", Right: api.Read, Tag: tag, Summary: "Show a proposal, with what it changes", Errors: []int{404}}, s.get)
	api.AddOf(to, api.Route{ID: "proposal-effect", Method: "GET", Path: base + "/{id}/effect", Right: api.Read, Tag: tag, Summary: "Show what a proposal does to the prompt of its profile", Errors: []int{404}}, s.effect)
	api.Add(to, api.Route{ID: "proposal-payload", Method: "GET", Path: base + "/{id}/payload", Right: api.Approve, Tag: tag, Summary: "Get what to sign to approve a proposal, or to revert it", Errors: wrong}, s.payload)
	api.Add(to, api.Route{ID: "review-proposal", Method: "POST", Path: base + "/{id}/review", Right: api.Approve, Tag: tag, Summary: "Approve or reject a proposal; its file does not change", Errors: wrong}, s.review)
	api.Add(to, api.Route{ID: "apply-proposal", Method: "POST", Path: base + "/{id}/apply", Right: api.Approve, Tag: tag, Summary: "Make the change of an approved proposal", Errors: wrong}, s.apply)
	api.Add(to, api.Route{ID: "rebase-proposal", Method: "POST", Path: base + "/{id}/rebase", Right: api.Approve, Tag: tag, Summary: "Bind a proposal to its file as it is now", Errors: wrong}, s.rebase)
	api.Add(to, api.Route{ID: "revert-proposal", Method: "POST", Path: base + "/{id}/revert", Right: api.Approve, Tag: tag, Summary: "Restore the bytes that a file had before a proposal", Errors: wrong}, s.revert)
	api.Add(to, api.Route{ID: "triage-proposals", Method: "POST", Path: "/api/v2/proposal-triage", Right: api.Approve, Tag: tag, Summary: "Decide on pending proposals by rules", Errors: wrong}, s.triage)
}

// Proposal is a proposal as clients see it.
type Proposal struct {
	ID          string              `json:"id"`
	Profile     string              `json:"profile"`
	Status      store.ProposalState `json:"status"`
	Target      string              `json:"target" doc:"the file, relative to the profile's folder"`
	Title       string              `json:"title"`
	Observation string              `json:"observation"`
	Confidence  float64             `json:"confidence"`
	Origin      store.Origin        `json:"origin"`
	Base        string              `json:"base" doc:"SHA-256 of the file before; empty where it is new"`
	Result      string              `json:"result"`
	Evidence    []store.Evidence    `json:"evidence"`
	Reviews     []Review            `json:"reviews"`
	Reason      string              `json:"reason"`
	Created     time.Time           `json:"created"`
	Expires     *time.Time          `json:"expires" doc:"null where it does not"`
	Diff        string              `json:"diff,omitempty"`
	Approvals   *proposal.Standing  `json:"approvals,omitempty" doc:"who approved it as it is, and how many have to; where one proposal is shown"`
}

// Review is what somebody decided.
type Review struct {
	By       string    `json:"by"`
	Decision string    `json:"decision"`
	At       time.Time `json:"at"`
	Signed   bool      `json:"signed"`
}

func proposalOf(p store.Proposal, diff string) Proposal {
	p = p.Redacted()
	out := Proposal{
		ID: p.ID, Profile: p.Profile, Status: p.State, Target: p.Target, Title: p.Title, Observation: p.Observation, Confidence: p.Confidence,
		Origin: p.Origin, Base: p.Change.Base, Result: p.Change.Result, Evidence: append([]store.Evidence{}, p.Evidence...), Reviews: api.Mapped(p.Reviews, func(r store.Review) Review { return Review{r.By, r.Decision, r.At, r.Signer != ""} }),
		Reason: p.Reason, Created: p.Created, Diff: diff,
	}
	if !p.Expires.IsZero() {
		out.Expires = &p.Expires
	}
	return out
}

// problem says what a refusal is to a client.
func problem(err error) error {
	var refused *proposal.CodeError
	var clash *proposal.ClashError
	switch {
	case errors.As(err, &refused) && (refused.Code == proposal.CodeReviewer || refused.Code == proposal.CodeSigner):
		return api.NewProblem(403, refused.Code, refused.Message)
	case errors.As(err, &refused):
		return api.NewProblem(409, refused.Code, refused.Message)
	case errors.As(err, &clash):
		return api.NewProblem(409, proposal.CodeConflict, clash.Error()+"\n\n"+clash.Sides())
	case errors.Is(err, store.ErrChanged):
		return api.NewProblem(409, "changed", "somebody else decided at the same time")
	}
	return err
}

func (s *server) desk(ctx context.Context) *proposal.Desk { return s.Host(ctx).Desk }

func (s *server) list(ctx context.Context, in *struct {
	Profile string `query:"profile" maxLength:"128" doc:"those of this profile"`
	Status  string `query:"status" enum:"pending,approved,applied,rejected,expired,withdrawn,reverted"`
	Target  string `query:"target" maxLength:"200" doc:"those of this file"`
	api.Cursor
},
) (*api.Listing[Proposal], error) {
	sc, err := s.Speaking(ctx, in.Profile)
	if err != nil {
		return nil, err
	}
	found, err := s.desk(ctx).List(ctx, sc, store.ProposalFilter{State: store.ProposalState(in.Status), Target: in.Target, Limit: min(in.Most(), 1000)})
	return api.Listed(in.Cursor, api.Mapped(found, func(p store.Proposal) Proposal { return proposalOf(p, "") })), problem(err)
}

// At names a proposal.
type At struct {
	ID string `path:"id" maxLength:"64" pattern:"^[0-9a-z]+$" doc:"of a proposal"`
}

// found is the proposal that a request names.
type found struct {
	store.Proposal
	scope scope.Scope // of its profile
}

// Find finds a proposal of the actor.
func (at At) Find(ctx context.Context, s *api.Server) (of found, err error) {
	if of.scope, err = api.ActorOf(ctx).Scope(""); err == nil {
		of.scope, of.Proposal, err = s.Host(ctx).Desk.Find(ctx, of.scope, at.ID)
	}
	return of, problem(err)
}

func (s *server) get(ctx context.Context, of found, _ *At) (*api.Answer[Proposal], error) {
	shown, err := s.desk(ctx).Show(ctx, of.scope, of.Proposal, true)
	out := proposalOf(of.Proposal, shown.Diff)
	out.Approvals = shown.Approvals
	return &api.Answer[Proposal]{Body: out}, err
}

func (s *server) effect(ctx context.Context, of found, _ *At) (*api.Answer[host.Effect], error) {
	e, err := s.Host(ctx).Effect(ctx, of.scope, of.Proposal)
	return &api.Answer[host.Effect]{Body: e}, err
}

// decide has the actor do something with a proposal. What processes began that
// are gone is ended first.
func (s *server) decide(ctx context.Context, signed Signature, do func(d *proposal.Desk, sc scope.Scope, by proposal.Reviewer) (store.Proposal, error)) (*api.Answer[Proposal], error) {
	sc, err := api.ActorOf(ctx).Scope("")
	if err != nil {
		return nil, err
	}
	d := s.desk(ctx)
	if _, err := d.Recover(ctx, sc); err != nil {
		return nil, problem(err)
	}
	by, err := signed.reviewer(sc.User())
	if err != nil {
		return nil, problem(err)
	}
	p, err := do(d, sc, by)
	return &api.Answer[Proposal]{Body: proposalOf(p, "")}, problem(err)
}

// Signature is an approval that a client signed. No key comes to the server.
type Signature struct {
	Payload   string `json:"payload,omitempty" maxLength:"16384" doc:"what was signed, as it came from .../payload"`
	Signature string `json:"signature,omitempty" maxLength:"16384" doc:"what ssh-keygen -Y sign -n backstory-approval made of it"`
}

// reviewer returns who decides: whom the record names that was signed, else the
// user.
func (s Signature) reviewer(user string) (proposal.Reviewer, error) {
	if s == (Signature{}) {
		return proposal.Reviewer{Name: user, User: user}, nil
	}
	r, err := approval.Parse([]byte(s.Payload))
	if err != nil {
		return proposal.Reviewer{}, &proposal.CodeError{Code: proposal.CodeSigner, Message: "payload: " + err.Error()}
	}
	return proposal.Reviewer{Name: r.Signer, User: user, Signed: &proposal.Signed{Record: []byte(s.Payload), Signature: []byte(s.Signature)}}, nil
}

// Payload is what is signed.
type Payload struct {
	Payload   string `json:"payload" doc:"sign these bytes, line feed at the end included"`
	Namespace string `json:"namespace" doc:"of the signature: ssh-keygen -Y sign -n"`
}

func (s *server) payload(ctx context.Context, in *struct {
	At
	Decision string `query:"decision" enum:"approve,revert" default:"approve"`
	Signer   string `query:"signer" maxLength:"200" doc:"the name in the list of signers; without it, the user's"`
},
) (*api.Answer[Payload], error) {
	sc, err := api.ActorOf(ctx).Scope("")
	if err != nil {
		return nil, err
	}
	decision := approval.Approved
	if in.Decision == "revert" {
		decision = approval.Reverted
	}
	content, err := s.desk(ctx).Payload(ctx, sc, in.ID, decision, proposal.Reviewer{Name: cmp.Or(in.Signer, sc.User())})
	return &api.Answer[Payload]{Body: Payload{string(content), approval.Namespace}}, problem(err)
}

func (s *server) review(ctx context.Context, in *struct {
	At
	Body struct {
		Signature
		Decision string `json:"decision" enum:"approve,reject"`
		Reason   string `json:"reason,omitempty" maxLength:"5000" doc:"why it is rejected"`
	}
},
) (*api.Answer[Proposal], error) {
	return s.decide(ctx, in.Body.Signature, func(d *proposal.Desk, sc scope.Scope, by proposal.Reviewer) (store.Proposal, error) {
		if in.Body.Decision == proposal.Reject {
			return d.Reject(ctx, sc, in.ID, in.Body.Reason, by)
		}
		return d.Approve(ctx, sc, in.ID, by)
	})
}

func (s *server) apply(ctx context.Context, in *At) (*api.Answer[Proposal], error) {
	return s.decide(ctx, Signature{}, func(d *proposal.Desk, sc scope.Scope, by proposal.Reviewer) (store.Proposal, error) {
		o, err := d.Apply(ctx, sc, in.ID, by.Name)
		return o.Proposal, err
	})
}

func (s *server) rebase(ctx context.Context, in *At) (*api.Answer[Proposal], error) {
	return s.decide(ctx, Signature{}, func(d *proposal.Desk, sc scope.Scope, by proposal.Reviewer) (store.Proposal, error) {
		return d.Rebase(ctx, sc, in.ID, by.Name)
	})
}

func (s *server) revert(ctx context.Context, in *struct {
	At
	Body *Signature `required:"false"`
},
) (*api.Answer[Proposal], error) {
	signed := Signature{}
	if in.Body != nil {
		signed = *in.Body
	}
	return s.decide(ctx, signed, func(d *proposal.Desk, sc scope.Scope, by proposal.Reviewer) (store.Proposal, error) {
		o, err := d.Revert(ctx, sc, in.ID, by)
		return o.Proposal, err
	})
}

// Decision is what a triage decided about a proposal.
type Decision struct {
	ID     string `json:"id"`
	Action string `json:"action"`
	Reason string `json:"reason"`
	Risk   string `json:"risk"`
	Rule   int    `json:"rule"`
}

// Triage is what a triage decided.
type Triage struct {
	Policy    string     `json:"policy"`
	Applied   bool       `json:"applied" doc:"what was decided was done"`
	Decisions []Decision `json:"decisions"`
}

func (s *server) triage(ctx context.Context, in *struct {
	Body struct {
		Profile string `json:"profile,omitempty" maxLength:"128"`
		Policy  string `json:"policy,omitempty" enum:"report-only,cautious,apply-safe" doc:"without it, report-only"`
		Apply   bool   `json:"apply,omitempty" doc:"do what is decided; without it nothing is written"`
		Max     int    `json:"max,omitempty" minimum:"1" maximum:"1000" doc:"without it, 20"`
	}
},
) (*api.Answer[Triage], error) {
	sc, err := s.Speaking(ctx, in.Body.Profile)
	if err != nil {
		return nil, err
	}
	o := proposal.TriageOptions{Apply: in.Body.Apply, Policy: triage.Policy(in.Body.Policy), Max: in.Body.Max, By: sc.User()}
	if o.Policy == "" {
		o.Policy = triage.ReportOnly
	}
	found, err := s.desk(ctx).Triage(ctx, sc, o)
	return &api.Answer[Triage]{Body: Triage{string(found.Policy), found.Applied, api.Mapped(found.Decisions, func(d proposal.Decided) Decision {
		return Decision{d.ID, string(d.Action), d.Reason, string(d.Risk), d.Rule}
	})}}, problem(err)
}
