package door

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"net/http"
	"sync"
)

// The headers that name sessions.
const (
	sessionHeader = "X-Backstory-Session" // what a client calls its session; answers have its id
	ignoredHeader = "X-Backstory-Ignored" // the fields of a request that do nothing

	openWebUIChat = "X-OpenWebUI-Chat-Id"
	openWebUIUser = "X-OpenWebUI-User-Id"
)

// Key says which session of a client goes on. The zero value is that of a client
// that says nothing: its request is a session of its own.
type Key struct {
	User  string // of the client
	Kind  string // where the name comes from; empty for no key
	Value string
}

// KeyOf returns the key of a request: what a header names, else the user with
// the conversation that the body names, else the user with what was said first.
func KeyOf(r *http.Request, user, conversation, first string) Key {
	if user == "" {
		user = r.Header.Get(openWebUIUser)
	}
	for _, from := range []struct{ kind, value string }{
		{"session", r.Header.Get(sessionHeader)}, {"chat", r.Header.Get(openWebUIChat)}, {"conversation", conversation},
	} {
		if from.value != "" {
			return Key{User: user, Kind: from.kind, Value: from.value}
		}
	}
	if user != "" && first != "" {
		return Key{User: user, Kind: "first", Value: first}
	}
	return Key{User: user}
}

// Named is the key of a session's own id, which answers have in
// [sessionHeader].
func (k Key) Named(id string) Key { return Key{User: k.User, Kind: "session", Value: id} }

// IsZero reports whether a request has no key.
func (k Key) IsZero() bool { return k.Kind == "" }

// In returns the key as it is kept, for a role.
func (k Key) In(role string) string {
	text, _ := json.Marshal([]string{k.User, k.Kind, k.Value, role}) // texts can be marshalled
	sum := sha256.Sum256(text)
	return hex.EncodeToString(sum[:])
}

// Conversation returns what the metadata of a request call its conversation.
func Conversation(metadata map[string]json.RawMessage) string {
	for _, name := range []string{"conversation_id", "chat_id", "session_id", "thread_id"} {
		var value string
		if json.Unmarshal(metadata[name], &value) == nil && value != "" {
			return value
		}
	}
	return ""
}

// keys has one request of a key choose its session at a time.
type keys struct {
	mu   sync.Mutex
	held map[string]chan struct{}
}

// hold takes a key, and returns what gives it back.
func (k *keys) hold(ctx context.Context, key string) (func(), error) {
	for {
		k.mu.Lock()
		if k.held == nil {
			k.held = map[string]chan struct{}{}
		}
		other := k.held[key]
		if other == nil {
			mine := make(chan struct{})
			k.held[key] = mine
			k.mu.Unlock()
			return func() {
				k.mu.Lock()
				delete(k.held, key)
				k.mu.Unlock()
				close(mine)
			}, nil
		}
		k.mu.Unlock()
		select {
		case <-other:
		case <-ctx.Done():
			return nil, context.Cause(ctx)
		}
	}
}
