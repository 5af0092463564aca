package profile

import (
	"bytes"
	"cmp"
	"encoding/json"
	"fmt"
	"strconv"
	"strings"

	"github.com/seed353dc258/backstory/profile/lenient"
)

// DefaultModel answers where nothing names a model.
const DefaultModel = "offline"

// DefaultIterations is how often the agent may go round in one turn where
// nothing says otherwise.
const DefaultIterations = 48

// Config is what backstory.json says, with openclaw.json for what it does not
// say. The zero value is that of a workspace without either.
type Config struct {
	Profile      string // of a session that names none
	Nobody       bool   // there is none on purpose: null, which other configurations do not fill
	Model        string // agents.defaults.model.primary
	Utility      string // agents.defaults.model.utility
	Iterations   int
	Roles        []RoleModel
	Aliases      []Alias
	PromptTokens int    // most tokens of a system prompt; 0 for no cap of its own
	Refresh      string // what a changed identity does: startup, ask or never; "" is startup
}

// RoleModel is the model that the configuration gives a role.
type RoleModel struct{ Role, Model string }

// Alias is a short name of a model.
type Alias struct{ Name, Model string }

// Resolve returns the model that an alias stands for, or the name itself.
func (c *Config) Resolve(model string) string {
	for _, a := range c.Aliases {
		if a.Name == model {
			return a.Model
		}
	}
	return model
}

// RoleModel returns the model of a role, or "".
func (c *Config) RoleModel(role string) string {
	for _, r := range c.Roles {
		if r.Role == role {
			return r.Model
		}
	}
	return ""
}

// over fills what c leaves open from other.
func (c Config) over(other Config) Config {
	if !c.Nobody {
		c.Profile, c.Nobody = cmp.Or(c.Profile, other.Profile), c.Profile == "" && other.Nobody
	}
	c.Model = cmp.Or(c.Model, other.Model)
	c.Utility = cmp.Or(c.Utility, other.Utility)
	c.Refresh = cmp.Or(c.Refresh, other.Refresh)
	if c.Iterations == 0 {
		c.Iterations = other.Iterations
	}
	if c.PromptTokens == 0 {
		c.PromptTokens = other.PromptTokens
	}
	c.Roles = append(c.Roles, other.Roles...) // the first one found holds
	c.Aliases = append(c.Aliases, other.Aliases...)
	return c
}

// ParseConfig reads the text of a configuration file: JSON with comments and
// trailing commas. Of agents.defaults it knows profile (persona), model,
// models, roles, maxIterations and prompt; other fields are others' business.
func ParseConfig(file string, content []byte) (Config, []Problem) {
	r := configReader{file: file}
	plain, err := lenient.Standard(content)
	if err != nil {
		r.problem("", "invalid JSON: %s; the file is ignored", strings.TrimPrefix(err.Error(), "hujson: "))
		return r.Config, r.problems
	}
	if _, ok := lenient.Members(plain); !ok {
		r.problem("", "must be an object; the file is ignored")
		return r.Config, r.problems
	}
	agents := r.object("agents", field(plain, "agents"))
	for _, m := range r.object("agents.defaults", find(agents, "defaults")) {
		r.field(m)
	}
	return r.Config, r.problems
}

type configReader struct {
	Config
	file     string
	problems []Problem
}

func (r *configReader) problem(field, format string, args ...any) {
	r.problems = append(r.problems, Problem{File: r.file, Field: field, Message: fmt.Sprintf(format, args...)})
}

// object returns the fields of an object; null and nothing have none.
func (r *configReader) object(at string, raw json.RawMessage) []lenient.Member {
	if len(raw) == 0 || string(raw) == "null" {
		return nil
	}
	fields, ok := lenient.Members(raw)
	if !ok {
		r.problem(at, "must be an object: it is ignored")
	}
	return fields
}

func (r *configReader) field(m lenient.Member) {
	at := "agents.defaults." + m.Key
	switch m.Key {
	case "profile", "persona":
		r.Profile, r.Nobody = r.string(at, m.Raw), string(m.Raw) == "null"
	case "model":
		if s, ok := lenient.Text(m.Raw); ok {
			r.Model = s
			return
		}
		fields := r.object(at, m.Raw)
		r.Model = r.string(at+".primary", find(fields, "primary"))
		r.Utility = r.string(at+".utility", find(fields, "utility"))
	case "maxIterations":
		r.Iterations = r.number(at, m.Raw)
	case "roles":
		for _, role := range r.object(at, m.Raw) {
			r.role(at+"."+role.Key, role)
		}
	case "models":
		for _, model := range r.object(at, m.Raw) {
			if alias := find(r.object(at+"."+model.Key, model.Raw), "alias"); alias != nil {
				r.Aliases = append(r.Aliases, Alias{r.string(at+"."+model.Key+".alias", alias), model.Key})
			}
		}
	case "prompt":
		for _, p := range r.object(at, m.Raw) {
			r.prompt(at+"."+p.Key, p)
		}
	}
}

func (r *configReader) role(at string, m lenient.Member) {
	model, ok := lenient.Text(m.Raw)
	if !ok {
		model = r.string(at+".model", find(r.object(at, m.Raw), "model"))
	}
	if model != "" {
		r.Roles = append(r.Roles, RoleModel{RoleKey(m.Key), model})
	}
}

func (r *configReader) prompt(at string, m lenient.Member) {
	switch m.Key {
	case "maxTokens":
		r.PromptTokens = r.number(at, m.Raw)
	case "refresh":
		switch s := r.string(at, m.Raw); s {
		case "startup", "ask", "never":
			r.Refresh = s
		default:
			r.problem(at, `must be "startup", "ask" or "never": "startup" is used`)
		}
	default:
		r.problem(at, "unknown field: it is ignored")
	}
}

func (r *configReader) string(at string, raw json.RawMessage) string {
	if len(raw) == 0 || string(raw) == "null" {
		return ""
	}
	s, ok := lenient.Text(raw)
	if !ok {
		r.problem(at, "must be a string: it is ignored")
	}
	return s
}

func (r *configReader) number(at string, raw json.RawMessage) int {
	n, err := strconv.Atoi(string(bytes.TrimSpace(raw)))
	if err != nil || n < 1 {
		r.problem(at, "must be a whole number above zero: it is ignored")
		return 0
	}
	return n
}

// positive is a number of characters; 0 for what is none.
func positive(raw json.RawMessage) int {
	n, err := strconv.ParseFloat(string(raw), 64)
	if err != nil || n < 1 || n > 1e9 {
		return 0
	}
	return int(n)
}

func field(raw json.RawMessage, key string) json.RawMessage {
	fields, _ := lenient.Members(raw)
	return find(fields, key)
}

func find(fields []lenient.Member, key string) json.RawMessage {
	for _, m := range fields {
		if m.Key == key {
			return bytes.TrimSpace(m.Raw)
		}
	}
	return nil
}
