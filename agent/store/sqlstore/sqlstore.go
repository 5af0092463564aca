// Package sqlstore has the statements of stores that are databases. They are
// the same for each; what a database does in its own way is a [Database].
//
//   - sqlstore.go: the store and its parts
//   - rows.go: taking an organisation out and bringing it in
//   - shared.go: what the members of an organisation share
//   - search.go, purge.go, memory.go: what is learned, and forgetting
//   - triages.go, proposals.go: changes of files that wait for people
//   - epoch.go, turn.go: what is said in sessions
//   - check.go: whether rows fit each other
//   - members.go, orgs.go, people.go: organisations and people
//   - server.go: tokens, events, replies and clients of a server
//   - spending.go: what was asked of models
//   - schedules.go: what is done at times
//   - audit.go: what was decided
//   - lease.go, session.go: sessions, their branches, and who may continue one
//   - base.go: what a database is asked for, and ids that sort in the order they were made
//
// Statements are those that all databases have: the parameters are ?, what is
// there already is met by ON CONFLICT, no function is one database's alone, and
// the organisation is the first column of every key.
package sqlstore

import "time"

// Store is a store in a database, but for what is done with all of it: a type for
// each of its parts, which has the statements of its tables.
type Store struct {
	sessions
	turns
	memories
	sharing
	audit
	spending
	schedules
	proposals
	triages
	server
	orgs
	people
	members
	rows
	checks
}

// New returns the store in a database, which tells the time by a clock.
func New(db Database, now func() time.Time) *Store {
	b := &base{Database: db, now: now}
	return &Store{
		sessions{b},
		turns{b},
		memories{b},
		sharing{b},
		audit{b},
		spending{b},
		schedules{b},
		proposals{b},
		triages{b},
		server{b},
		orgs{b},
		people{b},
		members{b},
		rows{b},
		checks{b},
	}
}
