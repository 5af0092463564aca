package store

import (
	"context"
	"encoding/json"
	"errors"
	"time"

	"github.com/seed353dc258/backstory/agent/scope"
)

// ErrKeyUsed says that an idempotency key came again with another request.
var ErrKeyUsed = errors.New("the key was used for another request")

// Token lets a client of a server in. The secret itself is not kept.
type Token struct {
	ID      string
	Name    string // for people; may be empty
	Prefix  string // the start of the secret, by which it is looked up; unique
	Hash    string // SHA-256 of the whole secret, in hexadecimal
	Org     string
	User    string
	Scopes  []string
	Created time.Time
	Expires time.Time // zero where it does not
	Used    time.Time // zero before the first use
	Revoked time.Time // zero while it holds
}

// Tokens keeps who may use a server.
type Tokens interface {
	// AddToken keeps a token for the scope's organisation and user.
	AddToken(ctx context.Context, sc scope.Scope, t Token) (Token, error)
	// FindToken looks a token up by its prefix. It takes no scope, since one is
	// made of what it returns. Revoked and expired tokens are found, too.
	FindToken(ctx context.Context, prefix string) (Token, error)
	// ListTokens returns all tokens of the scope's organisation, oldest first.
	ListTokens(ctx context.Context, sc scope.Scope) ([]Token, error)
	RevokeToken(ctx context.Context, sc scope.Scope, id string) error
	// EndTokens revokes all tokens that a user has in the scope's organisation.
	EndTokens(ctx context.Context, sc scope.Scope, user string) error
	// UseToken notes that a token of the scope's organisation was used now.
	UseToken(ctx context.Context, sc scope.Scope, id string) error
}

// TurnEvent is what a server told of a turn, in the order of Number, which
// begins with 1 in each turn.
type TurnEvent struct {
	Number int
	Type   string
	Data   json.RawMessage
}

// The types of events that have a meaning here: a piece of the answer, its
// "text", that so many "bytes" of it were thought, and the two that end a turn.
const (
	Delta   = "delta"
	thought = "thought"
	Done    = "done"
	Failed  = "error"
)

// Heard returns the text that events tell of.
func Heard(events []TurnEvent) string {
	var text []byte
	for _, e := range events {
		var d struct {
			Text  string
			Bytes int
		}
		if e.Type != Delta && e.Type != thought || json.Unmarshal(e.Data, &d) != nil {
			continue
		}
		text = append(text, d.Text...)
		text = text[:max(0, len(text)-d.Bytes)]
	}
	return string(text)
}

// Events keeps what was told of turns, so that a client that lost its
// connection can read on.
type Events interface {
	// AddEvents adds events to a turn, all or none, and returns them with their
	// numbers. A turn that an event ended takes no more: that is an [ErrClosed].
	AddEvents(ctx context.Context, sc scope.Scope, session string, turn int, events []TurnEvent) ([]TurnEvent, error)
	// TurnEvents returns those after a number, at most limit (0 means all).
	TurnEvents(ctx context.Context, sc scope.Scope, session string, turn, after, limit int) ([]TurnEvent, error)
}

// Reply is the answer to a request that had an idempotency key. While the
// request is worked on, Status is 0.
type Reply struct {
	Key     string
	Route   string // method and path
	Actor   string // the token's id
	Digest  string // of the request's body
	Holder  string // the process that works on it, as runner.Owner names it
	Status  int
	Header  json.RawMessage
	Body    []byte
	Session string // of the turn that it began
	Turn    int
	Created time.Time // or the last sign of life of who works on it
}

// Replies keeps answers for a day, so that a request that comes twice is
// carried out once.
type Replies interface {
	// BeginReply claims a key for a request. Where it is claimed already, fresh is
	// false and the reply is the one that is there; with another digest it is an
	// [ErrKeyUsed]. A claim without an answer is taken over where gone is it: has
	// its holder, and its last sign of life.
	BeginReply(ctx context.Context, sc scope.Scope, r, gone Reply) (reply Reply, fresh bool, err error)
	// RenewReply is a sign of life of who works on a request. Like the next two,
	// it is an [ErrNotFound] where another holder has taken the claim over; this
	// one, also where there is an answer.
	RenewReply(ctx context.Context, sc scope.Scope, r Reply) error
	// EndReply keeps the answer, or the turn that was begun.
	EndReply(ctx context.Context, sc scope.Scope, r Reply) error
	// DropReply gives a key free again: the request was not carried out.
	DropReply(ctx context.Context, sc scope.Scope, r Reply) error
}

// Clients keeps which session a client without state continues.
type Clients interface {
	// ClientSession returns the session under a client's key, or an
	// [ErrNotFound].
	ClientSession(ctx context.Context, sc scope.Scope, actor, key string) (session string, err error)
	// SetClientSession has some keys of a client mean a session.
	SetClientSession(ctx context.Context, sc scope.Scope, actor, session string, keys ...string) error
}

// Server is what a server keeps beside conversations.
type Server interface {
	Tokens
	Events
	Replies
	Clients
}
