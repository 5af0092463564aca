package sqlstore

import (
	"context"

	"github.com/seed353dc258/backstory/agent/scope"
	"github.com/seed353dc258/backstory/agent/store"
)

// spending is what was asked of models.
type spending struct{ db *base }

// Spend implements [store.Spendings].
func (s spending) Spend(ctx context.Context, sc scope.Scope, day, session string, n store.Spending) error {
	return s.db.note(ctx, sc, "counting a request", func(w *work) {
		w.exec(`INSERT INTO spending (org, user, day, session, requests, tokens, cost) VALUES (?, ?, ?, ?, ?, ?, ?)
			ON CONFLICT (org, user, day, session) DO UPDATE SET requests = spending.requests + excluded.requests,
			tokens = spending.tokens + excluded.tokens, cost = spending.cost + excluded.cost`,
			sc.Org(), sc.User(), day, session, n.Requests, n.Tokens, n.Cost)
	})
}

// Spent implements [store.Spendings].
func (s spending) Spent(ctx context.Context, sc scope.Scope, day, session string) (n store.Spending, err error) {
	return one(ctx, s.db, sc, "reading what was spent", func(n *store.Spending) to { return to{&n.Requests, &n.Tokens, &n.Cost} },
		`SELECT coalesce(sum(requests), 0), coalesce(sum(tokens), 0), coalesce(sum(cost), 0) FROM spending
		WHERE org = ? AND user = ? AND (day = ? OR ? = '') AND (session = ? OR ? = '')`,
		sc.Org(), sc.User(), day, day, session, session)
}
