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
		{"a profile has one active session", oneActive},
		{"sessions are listed by what they are", listed},
		{"sessions of one millisecond are listed with the newest first", inOrder},
		{"a session moves to another profile", moved},
		{"a session is closed for a reason and can be reopened", closed},
		{"a session is held by one at a time", leased},
		{"a hold is taken from who is gone", seized},
		{"a session branches", branched},
		{"messages are added in order, all or none", appended},
		{"texts are kept byte for byte", oddTexts},
		{"turns and prompts are kept", turned},
		{"what is deleted is gone", deleted},
		{"memories are seen by those whose they are", seen},
		{"memories are found", found},
		{"memories change", changed},
		{"to forget is to forget", forgotten},
		{"nothing is seen of another user or organisation", strangers},
		{"no scope, no answer", scopeless},
		{"what is asked for too late is not done", ended},
		{"decisions are kept in a chain", audited},
		{"what was spent is counted", spent},
		{"a time of a schedule is claimed once", scheduled},
		{"a proposal changes with its entry in the audit", proposed},
		{"proposals are listed by what they are", proposalsListed},
		{"a triage decides once", triaged},
		{"one of many decides", decidedOnce},
		{"versions of files are kept", versions},
		{"quotes are forgotten", quotesForgotten},
		{"proposals change memories", memoriesProposed},
		{"a token is found by its prefix until it is deleted", tokens},
		{"events of a turn are numbered", events},
		{"a request with a key is carried out once", replies},
		{"a request with a key begins one turn", turnOfARequest},
		{"a client finds its session again", clients},
		{"what an organisation shares has versions", shared},
		{"what a member would share is decided once", sharedProposals},
		{"memories are archived, all or none", archived},
		{"an organisation has a default profile", orgs},
		{"profiles have an id in their organisation", orgProfiles},
		{"people are known to the platform", users},
		{"an organisation keeps its last admin", members},
		{"of two admins who leave at once one stays", lastAdmins},
		{"an invite is accepted once", invites},
		{"a login ends", logins},
		{"an organisation is taken out and brought in", rows},
		{"of a user who is erased nothing is left", erased},
		{"many write at once", crowded},
		{"a copy is whole", copied},
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
