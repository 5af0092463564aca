package store

import (
	"context"

	"github.com/seed353dc258/backstory/agent/scope"
)

// Spending is what was asked of models.
type Spending struct {
	Requests int64
	Tokens   int64 // sent and received
	Cost     int64 // in millionths of the currency of the user's prices
}

// Add adds to what was spent.
func (s *Spending) Add(more Spending) {
	s.Requests += more.Requests
	s.Tokens += more.Tokens
	s.Cost += more.Cost
}

// Spendings keeps what was spent. It stays when a session is deleted.
type Spendings interface {
	// Spend adds to what was spent on a day (2006-01-02) in a session. The agents
	// that a session starts spend in its name.
	Spend(ctx context.Context, sc scope.Scope, day, session string, s Spending) error
	// Spent returns what the scope's user spent: on one day, in one session;
	// where either is empty, on all days or in all sessions.
	Spent(ctx context.Context, sc scope.Scope, day, session string) (Spending, error)
}
