package teams

import (
	"context"
	"time"

	"github.com/seed353dc258/backstory/agent/api"
	"github.com/seed353dc258/backstory/agent/org"
	"github.com/seed353dc258/backstory/agent/store"
)

// members has the routes of members and invitations.
type members struct{ server *server }

func (x *members) routes() {
	const one = "/v1/orgs/{org}"
	conflict := []int{409}
	api.AddOf(x.server.Server, api.Route{ID: "list-members", Method: "GET", Path: one + "/members", Right: api.Read, Tag: tag, Summary: "List the members of an organisation"}, x.members)
	api.AddOf(x.server.Server, api.Route{
		ID: "put-member", Method: "PUT", Path: one + "/members/{user}", Right: api.Write, Tag: tag, Status: 204, Errors: conflict,
		Summary: "Give a member another role; a user who is none becomes one by an admin of the platform alone",
	}, x.putMember)
	api.AddOf(x.server.Server, api.Route{
		ID: "delete-member", Method: "DELETE", Path: one + "/members/{user}", Right: api.Write, Tag: tag, Status: 204, Errors: conflict,
		Summary: "End a membership, with the user's tokens in the organisation",
	}, x.deleteMember)
	api.AddOf(x.server.Server, api.Route{ID: "list-invites", Method: "GET", Path: one + "/invites", Right: api.Read, Tag: tag, Summary: "List the invites to an organisation"}, x.invites)
	api.AddOf(x.server.Server, api.Route{
		ID: "create-invite", Method: "POST", Path: one + "/invites", Right: api.Write, Tag: tag, Status: 201,
		Summary: "Make an invite; its token is in this answer and nowhere else",
	}, x.invite)
	api.AddOf(x.server.Server, api.Route{ID: "revoke-invite", Method: "DELETE", Path: one + "/invites/{invite}", Right: api.Write, Tag: tag, Status: 204, Summary: "Revoke an invite that is open"}, x.revokeInvite)
	api.Add(x.server.Server, api.Route{
		ID: "accept-invite", Method: "POST", Path: "/v1/invites/accept", Tag: tag,
		Summary: "Become a member by the token of an invite: as a new user, or as one who is known by their password",
	}, x.accept)
}

// Member is who belongs to an organisation.
type Member struct {
	User    string    `json:"user"`
	Role    string    `json:"role" enum:"platform-admin,admin,member,viewer"`
	Created time.Time `json:"created"`
}

func (x *members) members(ctx context.Context, by org.Caller, in *struct {
	OrgAt
	Cursor
},
) (*api.Listing[Member], error) {
	list, err := x.server.Host(ctx).Orgs.Members(ctx, by, in.After, in.Limit+1)
	return paged(list, in.Cursor, func(m store.Member) string { return m.User }, func(m store.Member) Member { return Member{m.User, m.Role, m.Created} }), err
}

// MemberAt names a member in a path.
type MemberAt struct {
	OrgAt
	User string `path:"user" maxLength:"63"`
}

func (x *members) putMember(ctx context.Context, by org.Caller, in *struct {
	MemberAt
	Body struct {
		Role string `json:"role" enum:"admin,member,viewer"`
	}
},
) (*struct{}, error) {
	return nil, x.server.Host(ctx).Orgs.SetMember(ctx, by, in.User, org.Role(in.Body.Role))
}

func (x *members) deleteMember(ctx context.Context, by org.Caller, in *MemberAt) (*struct{}, error) {
	return nil, x.server.Host(ctx).Orgs.RemoveMember(ctx, by, in.User)
}

// Invite lets somebody become a member.
type Invite struct {
	ID      string    `json:"id"`
	Role    string    `json:"role" enum:"admin,member,viewer" doc:"that the member gets"`
	State   string    `json:"state" enum:"open,accepted,revoked,expired"`
	By      string    `json:"by" doc:"who made it"`
	User    string    `json:"user" doc:"who accepted it; empty before"`
	Created time.Time `json:"created"`
	Expires time.Time `json:"expires"`
}

func inviteOf(i store.Invite) Invite {
	return Invite{i.ID, i.Role, string(i.State(time.Now())), i.By, i.User, i.Created, i.Expires}
}

func (x *members) invites(ctx context.Context, by org.Caller, in *struct {
	OrgAt
	Cursor
},
) (*api.Listing[Invite], error) {
	list, err := x.server.Host(ctx).Orgs.Invites(ctx, by, in.After, in.Limit+1)
	return paged(list, in.Cursor, func(i store.Invite) string { return i.ID }, inviteOf), err
}

// NewInvite is an invite with its token.
type NewInvite struct {
	Invite
	Token string `json:"token" doc:"for who is invited"`
}

type newInvite struct {
	Cache string `header:"Cache-Control"`
	Body  NewInvite
}

func (x *members) invite(ctx context.Context, by org.Caller, in *struct {
	OrgAt
	Body struct {
		Role string `json:"role" enum:"admin,member,viewer"`
	}
},
) (*newInvite, error) {
	secret, i, err := x.server.Host(ctx).Orgs.Invite(ctx, by, org.Role(in.Body.Role))
	return &newInvite{Cache: "no-store", Body: NewInvite{inviteOf(i), secret}}, err
}

func (x *members) revokeInvite(ctx context.Context, by org.Caller, in *struct {
	OrgAt
	Invite string `path:"invite" maxLength:"64"`
},
) (*struct{}, error) {
	return nil, x.server.Host(ctx).Orgs.RevokeInvite(ctx, by, in.Invite)
}

// Joined is a membership that began.
type Joined struct {
	Org  string `json:"org"`
	User string `json:"user"`
	Role string `json:"role" enum:"admin,member,viewer"`
}

func (x *members) accept(ctx context.Context, in *struct {
	Body struct {
		Token    string `json:"token" maxLength:"512" doc:"of the invite"`
		Name     string `json:"name" maxLength:"63" doc:"of the user: one that is new, or one's own"`
		Password string `json:"password" maxLength:"1024" doc:"at least 8 characters; of a user who is known, theirs"`
		Display  string `json:"display,omitempty" maxLength:"100" doc:"the name of a new user for people"`
	}
},
) (*api.Answer[Joined], error) {
	m, err := x.server.Host(ctx).Orgs.Accept(ctx, in.Body.Token, org.NewUser{Name: in.Body.Name, Password: in.Body.Password, Display: in.Body.Display})
	return &api.Answer[Joined]{Body: Joined{m.Org, m.User, m.Role}}, err
}
