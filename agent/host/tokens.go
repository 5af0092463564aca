package host

import (
	"context"
	"strconv"
	"sync"
	"time"

	"golang.org/x/sync/singleflight"

	"github.com/seed353dc258/backstory/agent/scope"
	"github.com/seed353dc258/backstory/agent/store"
)

const (
	// tokenAge is how long a token is known without asking the store: what another
	// process revokes holds for so long at most.
	tokenAge = 2 * time.Second
	// maxTokens is how many are known at once. Beyond it all are looked up anew.
	maxTokens = 1000
)

// tokenCache is a store that remembers for a moment what it found of a token: each
// request of a server asks for one. What is revoked through it is known at once.
type tokenCache struct {
	store.Store
	now     func() time.Time
	flights singleflight.Group

	mu      sync.Mutex
	known   map[string]knownToken // by prefix
	changes int                   // made through it; a look-up that one overtook is not remembered
}

type knownToken struct {
	store.Token
	at time.Time
}

func newTokenCache(s store.Store, now func() time.Time) *tokenCache {
	return &tokenCache{Store: s, now: now, known: map[string]knownToken{}}
}

// FindToken implements [store.Tokens].
func (c *tokenCache) FindToken(ctx context.Context, prefix string) (store.Token, error) {
	began := c.now()
	c.mu.Lock()
	k, ok := c.known[prefix]
	changes := c.changes
	c.mu.Unlock()
	if age := began.Sub(k.at); ok && age >= 0 && age < tokenAge {
		return k.Token, nil
	}
	found, err, _ := c.flights.Do(strconv.Itoa(changes)+" "+prefix, func() (any, error) {
		t, err := c.Store.FindToken(context.WithoutCancel(ctx), prefix) // others wait for it
		if err == nil {
			c.keep(prefix, knownToken{t, began}, changes)
		}
		return t, err
	})
	return found.(store.Token), err
}

func (c *tokenCache) keep(prefix string, k knownToken, changes int) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if changes != c.changes {
		return
	}
	if len(c.known) >= maxTokens {
		clear(c.known)
	}
	c.known[prefix] = k
}

// RevokeToken implements [store.Tokens].
func (c *tokenCache) RevokeToken(ctx context.Context, sc scope.Scope, id string) error {
	defer c.forget(id)
	return c.Store.RevokeToken(ctx, sc, id)
}

// UseToken implements [store.Tokens].
func (c *tokenCache) UseToken(ctx context.Context, sc scope.Scope, id string) error {
	defer c.forget(id)
	return c.Store.UseToken(ctx, sc, id)
}

// changed is another number when something was changed through this store that
// says who may do what.
func (c *tokenCache) changed() int {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.changes
}

// forgetAll has all tokens looked up anew, and what users are.
func (c *tokenCache) forgetAll() {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.changes++
	clear(c.known)
}

// EndTokens implements [store.Tokens].
func (c *tokenCache) EndTokens(ctx context.Context, sc scope.Scope, name string) error {
	defer c.forgetAll()
	return c.Store.EndTokens(ctx, sc, name)
}

// EraseUser implements [store.Rows].
func (c *tokenCache) EraseUser(ctx context.Context, sc scope.Scope, name, admin string) error {
	defer c.forgetAll()
	return c.Store.EraseUser(ctx, sc, name, admin)
}

// SetMember implements [store.Members].
func (c *tokenCache) SetMember(ctx context.Context, sc scope.Scope, name, role, admin string) error {
	defer c.forgetAll()
	return c.Store.SetMember(ctx, sc, name, role, admin)
}

// RemoveMember implements [store.Members].
func (c *tokenCache) RemoveMember(ctx context.Context, sc scope.Scope, name, admin string) error {
	defer c.forgetAll()
	return c.Store.RemoveMember(ctx, sc, name, admin)
}

// DisableUser implements [store.Users].
func (c *tokenCache) DisableUser(ctx context.Context, sc scope.Scope, name string, disabled bool) error {
	defer c.forgetAll()
	return c.Store.DisableUser(ctx, sc, name, disabled)
}

// ArchiveOrg implements [store.Orgs].
func (c *tokenCache) ArchiveOrg(ctx context.Context, sc scope.Scope, archived bool) error {
	defer c.forgetAll()
	return c.Store.ArchiveOrg(ctx, sc, archived)
}

// forget has a token looked up anew.
func (c *tokenCache) forget(id string) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.changes++
	for prefix, k := range c.known {
		if k.ID == id {
			delete(c.known, prefix)
		}
	}
}
