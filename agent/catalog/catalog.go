// Package catalog says which provider and which model a name means. Names come
// from anywhere; where providers are and what their keys are called comes from
// the user alone.
//
//   - openid.go: the provider that logs people in
//   - catalog.go, open.go: from a name to a provider, and to its key
//   - type_table.go: the kinds of providers
//   - measure.go: what servers say that their models take
//   - choose.go: whose word counts when several name a model
//   - load.go, check.go, strict.go, settings.go: the user's configuration
package catalog

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"net/http"
	"os"
	"slices"
	"strings"
	"sync"
	"sync/atomic"

	"github.com/seed353dc258/backstory/agent/model"
	"github.com/seed353dc258/backstory/agent/model/measure"
)

// Offline is the provider that is always there, and the name of its model.
const Offline = model.OfflineName

// The errors of names. Each is wrapped in words that say what to do.
var (
	ErrUnknown = errors.New("no such provider")
	ErrNoKey   = errors.New("no key")
)

// Options are what a catalog is made of. The zero value knows the offline
// provider alone.
type Options struct {
	User    Settings  // the user's own configuration ([Load])
	Trusted *Settings // that of a workspace, if the user trusts it
	// Getenv reads an environment variable. Default: [os.Getenv].
	Getenv func(string) string
	// Client sends requests. Default: one that follows no redirects.
	Client *http.Client
	// Script is for the offline provider, where the configuration names none.
	Script *model.Script
}

// Catalog finds providers. Several may use it at once.
type Catalog struct {
	now     atomic.Pointer[Options]
	mu      sync.Mutex
	offline model.Provider // kept: it remembers what it was asked
	thinks  sync.Map       // by address, what [model.Endpoint] remembers
	said    answers        // what servers said of their models
}

// New returns a catalog.
func New(o Options) *Catalog {
	if o.Getenv == nil {
		o.Getenv = os.Getenv
	}
	if o.Trusted == nil {
		o.Trusted = &Settings{}
	}
	c := &Catalog{}
	c.now.Store(&o)
	return c
}

func (c *Catalog) options() *Options { return c.now.Load() }

// Replace has the catalog say what other settings do, from the next question on.
func (c *Catalog) Replace(user Settings, trusted *Settings) {
	next := *c.options()
	next.User, next.Trusted = user, trusted
	if trusted == nil {
		next.Trusted = &Settings{}
	}
	c.now.Store(&next)
}

// Model is a model of a provider, ready to be asked.
type Model struct {
	Provider model.Provider
	Name     string // as the provider calls it, for [model.Request]
	Full     string // provider/name, for people and to be kept
	Caps     model.Caps
	At       string // address of its server; empty of the offline one
	// Remote says that what is asked leaves the machine.
	Remote bool

	at     model.Endpoint // of a server that is asked what its models take; zero for others
	ask    func(ctx context.Context, at model.Endpoint, name string, images bool) measure.Told
	images *bool // what the user says of them
}

// kind returns the type of a provider that is listed under a name.
func (p Provider) kind(name string) (providerType, error) {
	wanted := p.Type
	if wanted == "" {
		wanted = name
	}
	for _, t := range types {
		if t.name == wanted {
			return t, nil
		}
	}
	return providerType{}, fmt.Errorf(".type: it is one of %s", strings.Join(Types(), ", "))
}

// Names returns the names of the providers that are configured, and the
// offline one, sorted.
func (c *Catalog) Names() []string {
	names := append(sorted(c.options().User.Providers), sorted(c.options().Trusted.Providers)...)
	names = append(names, Offline)
	slices.Sort(names)
	return slices.Compact(names)
}

// provider returns what is configured under a name: the user's word comes
// before the workspace's. The offline one is always there.
func (o *Options) provider(name string) (Provider, bool) {
	if p, ok := o.User.Providers[name]; ok {
		return p, true
	}
	if name == Offline {
		return Provider{}, true
	}
	p, ok := o.Trusted.Providers[name]
	return p, ok
}

// Servers returns the servers of tools: the user's, and those of a workspace that
// they trust, as far as they have none of the name themselves.
func (c *Catalog) Servers() map[string]Server {
	all := maps.Clone(c.options().Trusted.Servers)
	if all == nil {
		all = map[string]Server{}
	}
	maps.Copy(all, c.options().User.Servers)
	return all
}

// User returns the user's own configuration.
func (c *Catalog) User() Settings { return c.options().User }

// Price returns what a model costs, by its full name, as the user says: that of
// the name itself, else of the longest beginning with an asterisk.
func (c *Catalog) Price(full string) (model.Price, bool) {
	if p, ok := c.options().User.Prices[full]; ok {
		return p, true
	}
	best := ""
	for _, name := range sorted(c.options().User.Prices) {
		begin, ok := strings.CutSuffix(name, "*")
		if ok && strings.HasPrefix(full, begin) && len(name) > len(best) {
			best = name
		}
	}
	p, ok := c.options().User.Prices[best]
	return p, ok
}

// alias returns what a user's alias stands for, or the name itself.
func (o *Options) alias(name string) string {
	if full, ok := o.User.Aliases[name]; ok {
		return full
	}
	return name
}

// Find returns the model that a name means: an alias of the user's, a provider
// and a model with a slash between them, a provider alone that has a model of
// its own, or a model that says by its name whose it is. Only providers that
// are configured are found.
func (c *Catalog) Find(name string) (Model, error) { return c.find(name, false) }

// find is Find; well-known providers need no configuration where the user
// names them themselves.
func (c *Catalog) find(name string, known bool) (Model, error) {
	o := c.options()
	full := o.alias(strings.TrimSpace(name))
	of, rest, slash := strings.Cut(full, "/")
	p, ok := o.lookUp(of, known)
	if !ok && !slash {
		for _, t := range types {
			if begins(full, t.find) {
				of, rest = t.name, full
				p, ok = o.lookUp(of, known)
				slash = ok
			}
		}
	}
	if !ok {
		return Model{}, fmt.Errorf("model %+.100q: %w; available: %s (providers of %s)", full, ErrUnknown, strings.Join(c.Names(), ", "), ConfigName)
	}
	if !slash {
		if rest = p.Model; rest == "" && of != Offline {
			return Model{}, fmt.Errorf("model %+.100q: the provider has no model of its own: write %s/NAME", full, of)
		}
	}
	return c.open(of, rest, p)
}

// lookUp returns a provider that is configured, or one that is well-known.
func (o *Options) lookUp(name string, known bool) (Provider, bool) {
	p, ok := o.provider(name)
	if ok || !known {
		return p, ok
	}
	kind, err := p.kind(name)
	return p, err == nil && kind.url != ""
}

// begins reports whether a name has one of the beginnings.
func begins(name, beginnings string) bool {
	for _, b := range strings.Fields(beginnings) {
		if strings.HasPrefix(strings.ToLower(name), b) {
			return true
		}
	}
	return false
}
