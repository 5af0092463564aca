package org

import (
	"fmt"
	"slices"
	"strings"

	"github.com/seed353dc258/backstory/agent/scope"
)

// Role is what a user is in an organisation. Each may do what those after it may.
type Role string

// The roles, the highest first.
const (
	PlatformAdmin Role = "platform-admin" // of all organisations; a member of the platform
	Admin         Role = "admin"
	Member        Role = "member"
	Viewer        Role = "viewer"
)

// Action is something that takes a role.
type Action string

// The actions.
const (
	Read            Action = "read"
	Chat            Action = "chat"
	Propose         Action = "propose changes"
	WriteSoul       Action = "write the files of a profile"
	Approve         Action = "approve changes"
	ManageMembers   Action = "manage members"
	ReadAudit       Action = "read the audit"
	ManageProfiles  Action = "make and delete profiles"
	ManageOrgs      Action = "manage organisations"
	ManageUsers     Action = "manage users"
	MoveData        Action = "export and import"
	ManageOwnTokens Action = "make tokens for oneself"
)

// rule is a row of the table of roles and actions.
type rule struct {
	action Action
	least  Role // the lowest role that may
}

// rules are all of them. What is not listed nobody may.
var rules = [...]rule{
	{Read, Viewer},
	{ManageOwnTokens, Viewer},
	{Chat, Member},
	{Propose, Member},
	{WriteSoul, Admin},
	{Approve, Admin},
	{ManageMembers, Admin},
	{ReadAudit, Admin},
	{ManageProfiles, PlatformAdmin},
	{ManageOrgs, PlatformAdmin},
	{ManageUsers, PlatformAdmin},
	{MoveData, PlatformAdmin},
}

// ranks are the roles, the highest first, with the scopes that a token of such a
// user may have.
var ranks = [...]struct {
	role   Role
	scopes []string
}{
	{PlatformAdmin, []string{"read", "chat", "write", "approve", "admin"}},
	{Admin, []string{"read", "chat", "write", "approve"}},
	{Member, []string{"read", "chat"}},
	{Viewer, []string{"read"}},
}

func rank(r Role) int {
	for i, one := range ranks {
		if one.role == r {
			return i
		}
	}
	return len(ranks)
}

func isRole(r Role) bool { return rank(r) < len(ranks) }

// least returns the lowest role that may do something.
func least(a Action) Role {
	for _, r := range rules {
		if r.action == a {
			return r.least
		}
	}
	return "of nobody"
}

// May reports whether a role allows something.
func (r Role) May(a Action) bool { return isRole(r) && rank(r) <= rank(least(a)) && isRole(least(a)) }

// Grants reports whether a token of a user with this role may have a scope: its
// rights are those that both of them give.
func (r Role) Grants(scope string) bool {
	return isRole(r) && slices.Contains(ranks[rank(r)].scopes, scope)
}

// ParseRole reads the role of a member of an organisation. The platform has
// members of one role, which no other organisation has.
func ParseRole(org, text string) (Role, error) {
	r, known := Role(text), []string{string(Admin), string(Member), string(Viewer)}
	if org == scope.Platform {
		known = []string{string(PlatformAdmin)}
	}
	if !slices.Contains(known, text) {
		return "", fmt.Errorf("%q is not a role of %s; there are %s", text, org, strings.Join(known, ", "))
	}
	return r, nil
}
