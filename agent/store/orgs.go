package store

import (
	"context"
	"time"

	"github.com/seed353dc258/backstory/agent/scope"
)

// Org is an organisation.
type Org struct {
	Slug     string // its key, and the name of its folder
	Name     string // for people
	Created  time.Time
	Archived time.Time // zero while it is in use
	Shared   time.Time // its members read each other's conversations that began since; zero for none
}

// User is a person, known to the platform. What they may do is said by their
// memberships.
type User struct {
	Name     string // its key
	Display  string // for people
	Password string // a hash; empty where none was set
	Subject  string // issuer and subject of an OpenID provider; empty, or unique
	Created  time.Time
	Disabled time.Time // zero while they may log in
}

// Member is what a user is in an organisation.
type Member struct {
	Org     string
	User    string
	Role    string
	Created time.Time
}

// InviteState says whether an invite can be accepted.
type InviteState string

// The states of an invite.
const (
	InviteOpen     InviteState = "open"
	InviteAccepted InviteState = "accepted"
	InviteRevoked  InviteState = "revoked"
	InviteExpired  InviteState = "expired"
)

// Invite lets somebody become a member. The secret itself is not kept.
type Invite struct {
	ID       string
	Org      string
	Role     string // that the member gets
	Prefix   string // the start of the secret, by which it is looked up
	Hash     string // SHA-256 of the whole secret, in hexadecimal
	By       string // who made it
	User     string // who accepted it
	Created  time.Time
	Expires  time.Time
	Accepted time.Time // zero before
	Revoked  time.Time // zero while it holds
}

// State says whether the invite can be accepted at a time.
func (i Invite) State(now time.Time) InviteState {
	switch {
	case !i.Accepted.IsZero():
		return InviteAccepted
	case !i.Revoked.IsZero():
		return InviteRevoked
	case !now.Before(i.Expires):
		return InviteExpired
	}
	return InviteOpen
}

// NotOpenError says why an invite cannot be accepted: its state.
type NotOpenError struct{ State InviteState }

// Error implements error.
func (e *NotOpenError) Error() string { return "the invite is " + string(e.State) }

// Login is a browser in which a user is logged in. The secret itself is not
// kept.
type Login struct {
	ID      string
	Prefix  string // the start of the secret, by which it is looked up
	Hash    string // SHA-256 of the whole secret, in hexadecimal
	User    string
	Org     string // in which they work now; empty for the first of theirs
	Created time.Time
	Expires time.Time
	Ended   time.Time // zero while it holds
}

// OrgProfile is a profile of an organisation. What it says of itself is in its
// folder.
type OrgProfile struct {
	ID      string // unique in its organisation, in small letters; the name of its folder
	Name    string // for people
	Default bool   // of each organisation one
	Created time.Time
}

// Orgs keeps organisations. Each change of these and of the following
// interfaces adds an entry to the audit of the scope's organisation, in the same
// step.
type Orgs interface {
	// CreateOrg makes the scope's organisation with its default profile, and others.
	// One that is there is an [ErrExists].
	CreateOrg(ctx context.Context, sc scope.Scope, name string, first OrgProfile, more ...OrgProfile) (Org, error)
	// Org returns the scope's organisation.
	Org(ctx context.Context, sc scope.Scope) (Org, error)
	// ListOrgs returns those after a slug, at most limit, by slug: all in the scope
	// of the platform, in another one its own.
	ListOrgs(ctx context.Context, sc scope.Scope, after string, limit int) ([]Org, error)
	RenameOrg(ctx context.Context, sc scope.Scope, name string) error
	// ArchiveOrg takes the scope's organisation out of use, or back into it.
	ArchiveOrg(ctx context.Context, sc scope.Scope, archived bool) error
	// ShareOrg says whether the conversations that begin from now on are shared with
	// the members. Where they are already nothing changes.
	ShareOrg(ctx context.Context, sc scope.Scope, shared bool) error
}

// Users keeps people. All take a scope of the platform, and find nobody in
// another one.
type Users interface {
	// CreateUser makes a user; a name or subject that is taken is an [ErrExists].
	CreateUser(ctx context.Context, sc scope.Scope, u User) (User, error)
	User(ctx context.Context, sc scope.Scope, name string) (User, error)
	// FindUser looks a user up by the subject.
	FindUser(ctx context.Context, sc scope.Scope, subject string) (User, error)
	// ListUsers returns those after a name, at most limit, by name.
	ListUsers(ctx context.Context, sc scope.Scope, after string, limit int) ([]User, error)
	// UpdateUser sets what is for people, the password's hash and the subject.
	UpdateUser(ctx context.Context, sc scope.Scope, u User) error
	// DisableUser ends a user's logins and keeps them from new ones, or lets them in
	// again. The last admin of the platform who is not disabled is an [ErrLast].
	DisableUser(ctx context.Context, sc scope.Scope, name string, disabled bool) error
	// RemoveUser removes a user with their logins. One who is an admin of the platform
	// is an [ErrExists]: their membership is removed first.
	RemoveUser(ctx context.Context, sc scope.Scope, name string) error
}

// Members keeps who belongs to the scope's organisation.
type Members interface {
	// SetMember makes a user a member, or gives them another role. Where they are the
	// last one of the role that is named as admin, that is an [ErrLast].
	SetMember(ctx context.Context, sc scope.Scope, user, role, admin string) error
	// RemoveMember ends a membership, and revokes the tokens of the user in the
	// organisation. The last admin is an [ErrLast].
	RemoveMember(ctx context.Context, sc scope.Scope, user, admin string) error
	Member(ctx context.Context, sc scope.Scope, user string) (Member, error)
	// ListMembers returns those after a user's name, at most limit, by name.
	ListMembers(ctx context.Context, sc scope.Scope, after string, limit int) ([]Member, error)
	// Memberships returns what the scope's user is, in all organisations, by their
	// slugs.
	Memberships(ctx context.Context, sc scope.Scope) ([]Member, error)
}

// Invites keeps who may become a member of the scope's organisation.
type Invites interface {
	AddInvite(ctx context.Context, sc scope.Scope, i Invite) (Invite, error)
	// FindInvite looks an invite up by its prefix, whatever its state.
	FindInvite(ctx context.Context, sc scope.Scope, prefix string) (Invite, error)
	// ListInvites returns those after an id, at most limit, oldest first.
	ListInvites(ctx context.Context, sc scope.Scope, after string, limit int) ([]Invite, error)
	// RevokeInvite revokes an open invite; another one is a [NotOpenError].
	RevokeInvite(ctx context.Context, sc scope.Scope, id string) error
	// AcceptInvite makes the scope's user a member, once: later it is a
	// [NotOpenError]. One who is a member is an [ErrExists].
	AcceptInvite(ctx context.Context, sc scope.Scope, id string) (Member, error)
}

// Logins keeps in which browsers users are logged in. All take a scope of the
// platform.
type Logins interface {
	// AddLogin keeps a login of the scope's user.
	AddLogin(ctx context.Context, sc scope.Scope, l Login) (Login, error)
	// FindLogin looks a login up by its prefix. Ended and expired ones are found,
	// too.
	FindLogin(ctx context.Context, sc scope.Scope, prefix string) (Login, error)
	// SwitchLogin says in which organisation the user works now.
	SwitchLogin(ctx context.Context, sc scope.Scope, id, org string) error
	EndLogin(ctx context.Context, sc scope.Scope, id string) error
	// EndLogins ends all logins of a user.
	EndLogins(ctx context.Context, sc scope.Scope, user string) error
}

// OrgProfiles keeps the profiles of the scope's organisation.
type OrgProfiles interface {
	// AddProfile adds a profile that is not the default one; an id that is taken
	// is an [ErrExists].
	AddProfile(ctx context.Context, sc scope.Scope, p OrgProfile) (OrgProfile, error)
	// OrgProfile returns a profile by its id, or the default one without.
	OrgProfile(ctx context.Context, sc scope.Scope, id string) (OrgProfile, error)
	// OrgProfiles returns all, the default one first, then by name.
	OrgProfiles(ctx context.Context, sc scope.Scope) ([]OrgProfile, error)
	// SetDefaultProfile makes a profile the default one instead of that which is.
	SetDefaultProfile(ctx context.Context, sc scope.Scope, id string) error
	// DeleteProfile removes a profile from the list; the default one is an
	// [ErrDefault].
	DeleteProfile(ctx context.Context, sc scope.Scope, id string) error
}

// Teams is what is kept of organisations and people.
type Teams interface {
	Orgs
	Users
	Members
	Invites
	Logins
	OrgProfiles
}
