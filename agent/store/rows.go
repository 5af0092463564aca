package store

import (
	"context"

	"github.com/seed353dc258/backstory/agent/scope"
)

// Row is a row of a table, by the names of its columns without that of the
// organisation: texts, whole numbers (int64), other numbers (float64) and bytes.
type Row struct {
	Table  string
	Values map[string]any
}

// Rows takes out and brings in all that is kept of an organisation. Secrets are
// none of it: tokens, invites, logins and passwords.
type Rows interface {
	// EachRow passes on the rows of the scope's organisation, each behind those that
	// it refers to, in the order of their keys; with a user's name, those of that
	// user alone: as they are at one moment. What is written meanwhile is left out.
	EachRow(ctx context.Context, sc scope.Scope, user string, give func(Row) error) error
	// AddRows adds rows that EachRow passed on to the scope's organisation, all or
	// none, until next says that there are no more. An organisation that is there
	// is an [ErrExists].
	AddRows(ctx context.Context, sc scope.Scope, next func() (Row, bool, error)) error
	// EraseUser removes what is kept of a user in the scope's organisation, with the
	// membership. The audit keeps what was done. The last admin is an [ErrLast].
	EraseUser(ctx context.Context, sc scope.Scope, user, admin string) error
}
