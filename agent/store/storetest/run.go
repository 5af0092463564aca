package storetest

import (
	"testing"

	"github.com/seed353dc258/backstory/agent/store"
)

// Run runs the suite; open gives an empty store that tells the time by a clock.
func Run(t *testing.T, open func(t *testing.T, clock *Clock) store.Store) {
	for _, test := range []struct {
		name string
		run  func(*kit)
	}{
		{"a profile has one active session", (*kit).oneActive},
		{"sessions are listed by what they are", (*kit).listed},
		{"sessions of one millisecond are listed with the newest first", (*kit).inOrder},
		{"a session moves to another profile", (*kit).moved},
		{"a session is closed for a reason and can be reopened", (*kit).closed},
		{"a session is held by one at a time", (*kit).leased},
		{"a hold is taken from who is gone", (*kit).seized},
		{"a session branches", (*kit).branched},
		{"messages are added in order, all or none", (*kit).appended},
		{"texts are kept byte for byte", (*kit).oddTexts},
		{"turns and prompts are kept", (*kit).turned},
		{"what is deleted is gone", (*kit).deleted},
		{"memories are seen by those whose they are", (*kit).seen},
		{"memories are found", (*kit).found},
		{"memories change", (*kit).changed},
		{"to forget is to forget", (*kit).forgotten},
		{"nothing is seen of another user or organisation", (*kit).strangers},
		{"no scope, no answer", (*kit).scopeless},
		{"what is asked for too late is not done", (*kit).ended},
		{"decisions are kept in a chain", (*kit).audited},
		{"what was spent is counted", (*kit).spent},
		{"a time of a schedule is claimed once", (*kit).scheduled},
		{"a proposal changes with its entry in the audit", (*kit).proposed},
		{"proposals are listed by what they are", (*kit).proposalsListed},
		{"a triage decides once", (*kit).triaged},
		{"one of many decides", (*kit).decidedOnce},
		{"versions of files are kept", (*kit).versions},
		{"quotes are forgotten", (*kit).quotesForgotten},
		{"proposals change memories", (*kit).memoriesProposed},
		{"a token is found by its prefix until it is deleted", (*kit).tokens},
		{"events of a turn are numbered", (*kit).events},
		{"a request with a key is carried out once", (*kit).replies},
		{"a request with a key begins one turn", (*kit).turnOfARequest},
		{"a client finds its session again", (*kit).clients},
		{"what an organisation shares has versions", (*kit).shared},
		{"what a member would share is decided once", (*kit).sharedProposals},
		{"memories are archived, all or none", (*kit).archived},
		{"an organisation has a default profile", (*kit).orgs},
		{"profiles have an id in their organisation", (*kit).orgProfiles},
		{"people are known to the platform", (*kit).users},
		{"an organisation keeps its last admin", (*kit).members},
		{"of two admins who leave at once one stays", (*kit).lastAdmins},
		{"an invite is accepted once", (*kit).invites},
		{"a login ends", (*kit).logins},
		{"an organisation is taken out and brought in", (*kit).rows},
		{"of a user who is erased nothing is left", (*kit).erased},
		{"many write at once", (*kit).crowded},
		{"a copy is whole", (*kit).copied},
	} {
		t.Run(test.name, func(t *testing.T) {
			clock := NewClock()
			k := &kit{T: t, Store: open(t, clock), clock: clock, ctx: t.Context()}
			k.me = k.scope("local", "ida", "caelum")
			test.run(k)
			if err := k.Check(k.ctx); err != nil {
				t.Error(err)
			}
		})
	}
}
