package memory

import (
	"context"
	"errors"
	"strings"
	"time"

	"github.com/seed353dc258/backstory/agent/api"
	rules "github.com/seed353dc258/backstory/agent/org/memory"
	"github.com/seed353dc258/backstory/agent/store"
)

// sharedRoutes are those of what the members of an organisation share.
func (s *server) sharedRoutes() {
	const tag, base = "org-memory", "/api/v2/org-memory"
	const proposals, versions = base + "/proposals", base + "/versions"
	api.Add(s.Server, api.Route{ID: "get-org-memory", Method: "GET", Path: base, Right: api.Read, Tag: tag, Summary: "Show what the organisation shares"}, s.shown)
	api.Add(s.Server, api.Route{ID: "create-org-memory", Method: "POST", Path: base + "/entries", Right: api.Write, Tag: tag, Summary: "Share an entry", Status: 201, Errors: []int{409}}, s.share)
	api.Add(s.Server, api.Route{ID: "delete-org-memory", Method: "DELETE", Path: base + "/entries/{id}", Right: api.Write, Tag: tag, Summary: "Stop sharing an entry", Status: 204, Errors: []int{404, 409}}, s.unshare)
	api.Add(s.Server, api.Route{ID: "undo-org-memory", Method: "POST", Path: base + "/undo", Right: api.Write, Tag: tag, Summary: "Undo the last change; undoing again goes further back", Status: 204, Errors: []int{404, 409}}, s.undo)
	api.Add(s.Server, api.Route{ID: "list-org-memory-versions", Method: "GET", Path: versions, Right: api.Read, Tag: tag, Summary: "List the versions that are kept, the newest first"}, s.sharedVersions)
	api.Add(s.Server, api.Route{ID: "restore-org-memory", Method: "POST", Path: versions + "/{number}/restore", Right: api.Write, Tag: tag, Summary: "Restore a version", Status: 204, Errors: []int{404, 409}}, s.restore)
	api.Add(s.Server, api.Route{ID: "list-org-memory-proposals", Method: "GET", Path: proposals, Right: api.Read, Tag: tag, Summary: "List the entries that members propose: an admin sees all, a member their own"}, s.sharedProposals)
	api.Add(s.Server, api.Route{ID: "create-org-memory-proposal", Method: "POST", Path: proposals, Right: api.Chat, Tag: tag, Summary: "Propose an entry to share", Status: 201, Errors: []int{409}}, s.propose)
	api.Add(s.Server, api.Route{ID: "approve-org-memory-proposal", Method: "POST", Path: proposals + "/{id}/approve", Right: api.Approve, Tag: tag, Summary: "Share an entry that was proposed", Status: 204, Errors: []int{404, 409}}, s.approveShared)
	api.Add(s.Server, api.Route{ID: "reject-org-memory-proposal", Method: "POST", Path: proposals + "/{id}/reject", Right: api.Approve, Tag: tag, Summary: "Reject an entry that was proposed", Status: 204, Errors: []int{404, 409}}, s.rejectShared)
}

func (s *server) rules() *rules.Service { return &rules.Service{Store: s.Store()} }

// OrgMemory is what an organisation shares.
type OrgMemory struct {
	Version int        `json:"version" doc:"0 where nothing was shared yet"`
	Entries []OrgEntry `json:"entries" nullable:"false" doc:"the newest first"`
}

// OrgEntry is something that is shared.
type OrgEntry struct {
	ID      string    `json:"id"`
	Text    string    `json:"text"`
	Author  string    `json:"author"`
	Pinned  bool      `json:"pinned" doc:"prompts have it before the others"`
	Created time.Time `json:"created"`
}

func entryOf(e store.SharedEntry) OrgEntry {
	return OrgEntry{e.ID, e.Text, e.Author, e.Pinned, e.Created}
}

// changed is the answer to a change, which says no more than that it is made.
func changed(_ store.SharedVersion, err error) (*struct{}, error) { return nil, sharedProblem(err) }

func sharedProblem(err error) error {
	switch {
	case errors.Is(err, rules.ErrText):
		return api.NewProblem(422, "", err.Error())
	case errors.Is(err, store.ErrChanged):
		return api.NewProblem(409, "", "somebody else decided or changed it first")
	case errors.Is(err, store.ErrQuota):
		return api.NewProblem(409, "", "too many proposals wait: let an admin decide some first")
	}
	return err
}

func (s *server) shown(ctx context.Context, _ *struct{}) (*api.Answer[OrgMemory], error) {
	v, err := s.rules().Show(ctx, api.ActorOf(ctx).Caller())
	return &api.Answer[OrgMemory]{Body: OrgMemory{v.Number, api.Mapped(v.Entries, entryOf)}}, err
}

func (s *server) share(ctx context.Context, in *struct {
	Body struct {
		Text   string `json:"text" minLength:"1" maxLength:"2048"`
		Pinned bool   `json:"pinned,omitempty"`
		Insist bool   `json:"insist,omitempty" doc:"share a text that reads like a secret"`
	}
},
) (*api.Answer[OrgEntry], error) {
	if err := leak(in.Body.Text, in.Body.Insist); err != nil {
		return nil, err
	}
	v, err := s.rules().Add(ctx, api.ActorOf(ctx).Caller(), in.Body.Text, in.Body.Pinned)
	if err != nil {
		return nil, sharedProblem(err)
	}
	return &api.Answer[OrgEntry]{Body: entryOf(v.Entries[0])}, nil // the newest is first
}

// SharedAt names something that is shared, or a proposal of it.
type SharedAt struct {
	ID string `path:"id" maxLength:"64"`
}

func (s *server) unshare(ctx context.Context, in *SharedAt) (*struct{}, error) {
	return changed(s.rules().Remove(ctx, api.ActorOf(ctx).Caller(), in.ID))
}

func (s *server) undo(ctx context.Context, _ *struct{}) (*struct{}, error) {
	return changed(s.rules().Undo(ctx, api.ActorOf(ctx).Caller()))
}

// OrgVersion is a version of what an organisation shares.
type OrgVersion struct {
	Number int       `json:"number"`
	Source int       `json:"source" doc:"the version that it restores; -1 for what was before the first; its own number where it restores none"`
	Action string    `json:"action"`
	Author string    `json:"author"`
	At     time.Time `json:"at"`
}

// OrgVersions are those that are kept.
type OrgVersions struct {
	Data []OrgVersion `json:"data" nullable:"false" doc:"the newest first"`
}

func (s *server) sharedVersions(ctx context.Context, _ *struct{}) (*api.Answer[OrgVersions], error) {
	list, err := s.rules().History(ctx, api.ActorOf(ctx).Caller())
	return &api.Answer[OrgVersions]{Body: OrgVersions{api.Mapped(list, func(v store.SharedVersion) OrgVersion {
		return OrgVersion{v.Number, v.Source, v.Action, v.Author, v.At}
	})}}, err
}

func (s *server) restore(ctx context.Context, in *struct {
	Number int `path:"number" minimum:"1"`
},
) (*struct{}, error) {
	return changed(s.rules().Restore(ctx, api.ActorOf(ctx).Caller(), in.Number))
}

// OrgProposal is something that a member would share.
type OrgProposal struct {
	ID      string    `json:"id"`
	Text    string    `json:"text"`
	Author  string    `json:"author"`
	State   string    `json:"state" enum:"pending,approved,rejected"`
	Reason  string    `json:"reason" doc:"why it was rejected"`
	Decider string    `json:"decider" doc:"empty while it is pending"`
	Created time.Time `json:"created"`
}

func proposalOf(p store.SharedProposal) OrgProposal {
	return OrgProposal{p.ID, p.Text, p.Author, string(p.State), p.Reason, p.Decider, p.Created}
}

func (s *server) sharedProposals(ctx context.Context, in *struct {
	api.Cursor
	State string `query:"state" enum:"pending,approved,rejected" doc:"those of this state alone"`
},
) (*api.Listing[OrgProposal], error) {
	list, err := s.rules().Proposals(ctx, api.ActorOf(ctx).Caller(), store.SharedState(in.State))
	if err != nil {
		return nil, err
	}
	return api.Listed(in.Cursor, api.Mapped(list, proposalOf)), nil
}

func (s *server) propose(ctx context.Context, in *struct {
	Body struct {
		Text   string `json:"text" minLength:"1" maxLength:"2048"`
		Insist bool   `json:"insist,omitempty" doc:"propose a text that reads like a secret"`
	}
},
) (*api.Answer[OrgProposal], error) {
	if err := leak(in.Body.Text, in.Body.Insist); err != nil {
		return nil, err
	}
	p, err := s.rules().Propose(ctx, api.ActorOf(ctx).Caller(), in.Body.Text)
	return &api.Answer[OrgProposal]{Body: proposalOf(p)}, sharedProblem(err)
}

func (s *server) approveShared(ctx context.Context, in *struct {
	SharedAt
	Body struct {
		Pin bool `json:"pin,omitempty" doc:"put it before the others"`
	} `required:"false"`
},
) (*struct{}, error) {
	return changed(s.rules().Approve(ctx, api.ActorOf(ctx).Caller(), in.ID, in.Body.Pin))
}

func (s *server) rejectShared(ctx context.Context, in *struct {
	SharedAt
	Body struct {
		Reason string `json:"reason,omitempty" maxLength:"1000"`
	} `required:"false"`
},
) (*struct{}, error) {
	return nil, sharedProblem(s.rules().Reject(ctx, api.ActorOf(ctx).Caller(), in.ID, strings.TrimSpace(in.Body.Reason)))
}
