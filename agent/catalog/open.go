package catalog

import (
	"fmt"
	"io"
	"os"
	"strings"
	"sync"

	"github.com/seed353dc258/backstory/agent/model"
	"github.com/seed353dc258/backstory/agent/model/measure"
)

// open makes a provider.
func (c *Catalog) open(name, of string, p Provider) (Model, error) {
	kind, err := p.kind(name)
	if err != nil {
		return Model{}, fmt.Errorf("providers.%s%w", name, err)
	}
	m := Model{Name: of, Full: name + "/" + of, images: p.Images}
	if kind.name == Offline {
		if m.Provider, err = c.openOffline(p); err != nil {
			return Model{}, err
		}
		if of == "" {
			m.Name, m.Full = Offline, name
		}
		m.Caps = p.over(m.Provider.Caps(m.Name))
		return m, nil
	}
	at := model.Endpoint{
		Provider: name, URL: p.BaseURL, Client: c.options().Client, Old: kind.old, Window: p.Window, KeepAlive: p.KeepAlive,
	}
	if at.URL == "" {
		at.URL = kind.url
	}
	foreign := (kind.old || strings.TrimRight(at.URL, "/") != kind.url) && kind.name != "anthropic"
	if foreign {
		known, _ := c.thinks.LoadOrStore(at.URL, &sync.Map{})
		at.Thinks = known.(*sync.Map)
	}
	if at.Key, err = c.options().key(name, p, kind); err != nil {
		return Model{}, err
	}
	if at.Key != "" {
		at.KeyFrom = p.variable(kind)
	}
	m.ask = measure.OpenAI
	switch kind.name {
	case "anthropic":
		m.Provider = model.NewAnthropic(at)
	case "ollama":
		m.Provider, m.ask = model.NewOllama(at), measure.Ollama
	default:
		m.Provider = model.NewOpenAI(at)
	}
	m.Caps, m.At, m.Remote = p.over(m.Provider.Caps(of)), at.URL, !isLocal(host(at.URL))
	if foreign {
		_, known := at.Thinks.Load(of)
		m.Caps.Unsure, m.at = !known, at
		if p.Window == 0 {
			m.Caps.Window, m.Caps.Guessed = certain(at.URL), true
		}
	}
	return m, nil
}

// key reads a provider's key.
func (o *Options) key(name string, p Provider, kind providerType) (string, error) {
	variable := p.variable(kind)
	if variable == "" {
		return "", nil
	}
	key := strings.TrimSpace(o.Getenv(variable))
	if key == "" {
		return "", fmt.Errorf("provider %s: %w: the environment variable %s is not set", name, ErrNoKey, variable)
	}
	if strings.ContainsFunc(key, func(r rune) bool { return r <= ' ' || r > '~' }) {
		return "", fmt.Errorf("provider %s: %w: the environment variable %s holds something else", name, ErrNoKey, variable)
	}
	return key, nil
}

// variable returns the name of the variable in which the key is. The usual one
// of a maker holds for the maker's address alone.
func (p Provider) variable(kind providerType) string {
	if p.KeyEnv == "" && (p.BaseURL == "" || strings.TrimRight(p.BaseURL, "/") == kind.url) {
		return kind.key
	}
	return p.KeyEnv
}

// Reach returns where a provider is, and the variable whose key goes there. Each
// is empty where there is none.
func (p Provider) Reach(name string) (address, variable string) {
	kind, err := p.kind(name)
	if err != nil {
		return p.BaseURL, p.KeyEnv
	}
	if address = p.BaseURL; address == "" {
		address = kind.url
	}
	return address, p.variable(kind)
}

// over puts what is configured of a model in the place of what a table says.
func (p Provider) over(caps model.Caps) model.Caps {
	if p.Window > 0 {
		caps.Window = p.Window
	}
	if p.Tools == "text" || p.Tools == "none" {
		caps.Tools = model.ToolMode(p.Tools)
	}
	if p.MaxOutput > 0 {
		caps.MaxOutput, caps.Limited = p.MaxOutput, true
	}
	return caps
}

// openOffline returns the offline provider, always the same.
func (c *Catalog) openOffline(p Provider) (model.Provider, error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.offline != nil {
		return c.offline, nil
	}
	script := c.options().Script
	if p.Script != "" {
		f, err := os.Open(p.Script)
		if err != nil {
			return nil, fmt.Errorf("reading the script: %w", err)
		}
		defer f.Close()
		content, err := io.ReadAll(io.LimitReader(f, maxSettings+1))
		if err != nil {
			return nil, fmt.Errorf("reading the script: %w", err)
		}
		if script, err = model.ReadScript(content); err != nil {
			return nil, fmt.Errorf("%s: %w", p.Script, err)
		}
	}
	c.offline = model.NewOffline(script)
	return c.offline, nil
}
