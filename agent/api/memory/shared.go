package memory

import (
	"context"
	"errors"
	"strings"
	"time"

	"github.com/seed353dc258/backstory/agent/api"
	rules "github.com/seed353dc258/backstory/agent/org/memory"
	"github.com/seed353dc258/backstory/agent/store"
	"github.com/seed353dc258/backstory/internal/lint/secrets"
)

// shared has the routes of what the members of an organisation share.
type shared struct{ server *server }

func (x *shared) routes() {
	const tag, base = "org-memory", "/api/v2/org-memory"
	const proposals, versions = base + "/proposals", base + "/versions"
	api.Add(x.server.Server, api.Route{ID: "get-org-memory", Method: "GET", Path: base, Right: api.Read, Tag: tag, Summary: "Show what the organisation shares"}, x.shown)
	api.Add(x.server.Server, api.Route{ID: "create-org-memory", Method: "POST", Path: base + "/entries", Right: api.Write, Tag: tag, Summary: "Share an entry", Status: 201, Errors: []int{409}}, x.share)
	api.Add(x.server.Server, api.Route{ID: "delete-org-memory", Method: "DELETE", Path: base + "/entries/{id}", Right: api.Write, Tag: tag, Summary: "Stop sharing an entry", Status: 204, Errors: []int{404, 409}}, x.unshare)
	api.Add(x.server.Server, api.Route{ID: "undo-org-memory", Method: "POST", Path: base + "/undo", Right: api.Write, Tag: tag, Summary: "Undo the last change; undoing again goes further back", Status: 204, Errors: []int{404, 409}}, x.undo)
	api.Add(x.server.Server, api.Route{ID: "list-org-memory-versions", Method: "GET", Path: versions, Right: api.Read, Tag: tag, Summary: "List the versions that are kept, the newest first"}, x.sharedVersions)
	api.Add(x.server.Server, api.Route{ID: "restore-org-memory", Method: "POST", Path: versions + "/{number}/restore", Right: api.Write, Tag: tag, Summary: "Restore a version", Status: 204, Errors: []int{404, 409}}, x.restore)
	api.Add(x.server.Server, api.Route{ID: "list-org-memory-proposals", Method: "GET", Path: proposals, Right: api.Read, Tag: tag, Summary: "List the entries that members propose: an admin sees all, a member their own"}, x.sharedProposals)
	api.Add(x.server.Server, api.Route{ID: "create-org-memory-proposal", Method: "POST", Path: proposals, Right: api.Chat, Tag: tag, Summary: "Propose an entry to share", Status: 201, Errors: []int{409}}, x.propose)
	api.Add(x.server.Server, api.Route{ID: "approve-org-memory-proposal", Method: "POST", Path: proposals + "/{id}/approve", Right: api.Approve, Tag: tag, Summary: "Share an entry that was proposed", Status: 204, Errors: []int{404, 409}}, x.approveShared)
	api.Add(x.server.Server, api.Route{ID: "reject-org-memory-proposal", Method: "POST", Path: proposals + "/{id}/reject", Right: api.Approve, Tag: tag, Summary: "Reject an entry that was proposed", Status: 204, Errors: []int{404, 409}}, x.rejectShared)
}

func (x *shared) rules() *rules.Service { return &rules.Service{Store: x.server.Store()} }

// leak refuses a text that reads like a secret, unless the client insists: memories go
// into prompts.
func leak(text string, insist bool) error {
	if kinds := secrets.Kinds(text); kinds != "" && !insist {
		return api.NewProblem(422, "secret", "this reads like a secret ("+kinds+"), and memories go into prompts: leave it out, or send insist")
	}
	return nil
}

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

func (x *shared) shown(ctx context.Context, _ *struct{}) (*api.Answer[OrgMemory], error) {
	v, err := x.rules().Show(ctx, api.ActorOf(ctx).Caller())
	return &api.Answer[OrgMemory]{Body: OrgMemory{v.Number, api.Mapped(v.Entries, entryOf)}}, err
}

func (x *shared) share(ctx context.Context, in *struct {
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
	v, err := x.rules().Add(ctx, api.ActorOf(ctx).Caller(), in.Body.Text, in.Body.Pinned)
	if err != nil {
		return nil, sharedProblem(err)
	}
	return &api.Answer[OrgEntry]{Body: entryOf(v.Entries[0])}, nil // the newest is first
}

// SharedAt names something that is shared, or a proposal of it.
type SharedAt struct {
	ID string `path:"id" maxLength:"64"`
}

func (x *shared) unshare(ctx context.Context, in *SharedAt) (*struct{}, error) {
	return changed(x.rules().Remove(ctx, api.ActorOf(ctx).Caller(), in.ID))
}

func (x *shared) undo(ctx context.Context, _ *struct{}) (*struct{}, error) {
	return changed(x.rules().Undo(ctx, api.ActorOf(ctx).Caller()))
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

func (x *shared) sharedVersions(ctx context.Context, _ *struct{}) (*api.Answer[OrgVersions], error) {
	list, err := x.rules().History(ctx, api.ActorOf(ctx).Caller())
	return &api.Answer[OrgVersions]{Body: OrgVersions{api.Mapped(list, func(v store.SharedVersion) OrgVersion {
		return OrgVersion{v.Number, v.Source, v.Action, v.Author, v.At}
	})}}, err
}

func (x *shared) restore(ctx context.Context, in *struct {
	Number int `path:"number" minimum:"1"`
},
) (*struct{}, error) {
	return changed(x.rules().Restore(ctx, api.ActorOf(ctx).Caller(), in.Number))
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

func (x *shared) sharedProposals(ctx context.Context, in *struct {
	api.Cursor
	State string `query:"state" enum:"pending,approved,rejected" doc:"those of this state alone"`
},
) (*api.Listing[OrgProposal], error) {
	list, err := x.rules().Proposals(ctx, api.ActorOf(ctx).Caller(), store.SharedState(in.State))
	return api.Listed(in.Cursor, api.Mapped(list, proposalOf)), err
}

func (x *shared) propose(ctx context.Context, in *struct {
	Body struct {
		Text   string `json:"text" minLength:"1" maxLength:"2048"`
		Insist bool   `json:"insist,omitempty" doc:"propose a text that reads like a secret"`
	}
},
) (*api.Answer[OrgProposal], error) {
	if err := leak(in.Body.Text, in.Body.Insist); err != nil {
		return nil, err
	}
	p, err := x.rules().Propose(ctx, api.ActorOf(ctx).Caller(), in.Body.Text)
	return &api.Answer[OrgProposal]{Body: proposalOf(p)}, sharedProblem(err)
}

func (x *shared) approveShared(ctx context.Context, in *struct {
	SharedAt
	Body struct {
		Pin bool `json:"pin,omitempty" doc:"put it before the others"`
	} `required:"false"`
},
) (*struct{}, error) {
	return changed(x.rules().Approve(ctx, api.ActorOf(ctx).Caller(), in.ID, in.Body.Pin))
}

func (x *shared) rejectShared(ctx context.Context, in *struct {
	SharedAt
	Body struct {
		Reason string `json:"reason,omitempty" maxLength:"1000"`
	} `required:"false"`
},
) (*struct{}, error) {
	return nil, sharedProblem(x.rules().Reject(ctx, api.ActorOf(ctx).Caller(), in.ID, strings.TrimSpace(in.Body.Reason)))
}
