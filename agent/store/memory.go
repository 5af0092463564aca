package store

import (
	"context"
	"time"

	"github.com/seed353dc258/backstory/agent/scope"
)

// Memory is something to be remembered over sessions.
type Memory struct {
	ID         string
	Profile    string // whose it is; empty for all of the user's profiles
	Text       string
	Area       string // what it is about, in one word
	Session    string // where it was learned
	Turn       int
	Confidence float64 // 0 to 1
	Pinned     bool
	Promoted   bool   // a person said that it holds
	Superseded string // the memory that holds instead
	Created    time.Time
	Archived   time.Time // zero while prompts have it
	Why        string    // it was archived
}

// Memories keeps what is learned.
type Memories interface {
	// SaveMemory keeps a memory for the scope's profile. One with a time in Archived
	// is made in the archive, with the Why; the time is that of saving.
	SaveMemory(ctx context.Context, sc scope.Scope, m Memory) (Memory, error)
	Memory(ctx context.Context, sc scope.Scope, id string) (Memory, error)
	// ListMemories returns what the scope's profile may see, pinned ones first,
	// then the newest: its own and those of no profile. Where no profile speaks
	// it is the latter alone, unless all are asked for.
	ListMemories(ctx context.Context, sc scope.Scope, all bool, limit int) ([]Memory, error)
	// SearchMemories returns those of them that have most to do with a text.
	SearchMemories(ctx context.Context, sc scope.Scope, text string, all bool, limit int) ([]Memory, error)
	// Supersede says that another memory holds instead.
	Supersede(ctx context.Context, sc scope.Scope, id, by string) error
	// Promote marks a memory as confirmed by a person.
	Promote(ctx context.Context, sc scope.Scope, id string) error
	// Forget removes a memory. With purge its text goes from messages and kept
	// prompts too.
	Forget(ctx context.Context, sc scope.Scope, id string, purge bool) error
}
