package profile

import (
	"bytes"
	"cmp"
	"encoding/json"
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

// configFile is a configuration file. Other fields are others' business.
type configFile struct {
	_      struct{} `null:"none"`
	Agents struct {
		_        struct{} `null:"none"`
		Defaults struct {
			_          struct{}   `null:"none"`
			Profile    speaker    `json:"profile" also:"persona"`
			Model      modelNames `json:"model"`
			Iterations int        `json:"maxIterations"`
			Roles      []struct {
				Key   string
				Value modelNames
			} `json:"roles"`
			Models []struct {
				Key   string
				Value struct {
					_     struct{} `null:"none"`
					Alias string   `json:"alias"`
				}
			} `json:"models"`
			Prompt struct {
				_         struct{} `null:"none" unknown:"unknown field: it is ignored"`
				MaxTokens int      `json:"maxTokens"`
				Refresh   refresh  `json:"refresh"`
			} `json:"prompt"`
		} `json:"defaults"`
	} `json:"agents"`
}

// ParseConfig reads the text of a configuration file: JSON with comments and
// trailing commas. Of agents.defaults it knows profile (persona), model,
// models, roles, maxIterations and prompt.
func ParseConfig(file string, content []byte) (Config, []Problem) {
	var problems []Problem
	report := func(field, message string) {
		problems = append(problems, Problem{File: file, Field: field, Message: message})
	}
	plain, err := lenient.Standard(content)
	if err != nil {
		report("", "invalid JSON: "+strings.TrimPrefix(err.Error(), "hujson: ")+"; the file is ignored")
		return Config{}, problems
	}
	if _, ok := lenient.Members(plain); !ok {
		report("", "must be an object; the file is ignored")
		return Config{}, problems
	}
	var f configFile
	lenient.Decode("", plain, &f, report)
	d := &f.Agents.Defaults
	c := Config{
		Profile: d.Profile.name, Nobody: d.Profile.nobody, Model: cmp.Or(d.Model.text, d.Model.Primary), Utility: d.Model.Utility,
		Iterations: d.Iterations, PromptTokens: d.Prompt.MaxTokens, Refresh: string(d.Prompt.Refresh),
	}
	for _, r := range d.Roles {
		if model := cmp.Or(r.Value.text, r.Value.Model); model != "" {
			c.Roles = append(c.Roles, RoleModel{RoleKey(r.Key), model})
		}
	}
	for _, m := range d.Models {
		if m.Value.Alias != "" {
			c.Aliases = append(c.Aliases, Alias{m.Value.Alias, m.Key})
		}
	}
	return c, problems
}

// speaker is the profile that speaks; null is none on purpose.
type speaker struct {
	name   string
	nobody bool
}

// ReadJSON implements [lenient.Reader].
func (s *speaker) ReadJSON(at string, raw json.RawMessage, report lenient.Report) {
	*s = speaker{nobody: string(raw) == "null"}
	if !s.nobody {
		lenient.Decode(at, raw, &s.name, report)
	}
}

// modelNames is the name of a model, or an object with names of models.
type modelNames struct {
	_       struct{} `null:"none"`
	text    string
	Primary string `json:"primary"`
	Utility string `json:"utility"`
	Model   string `json:"model"`
}

// ReadJSON implements [lenient.Reader].
func (n *modelNames) ReadJSON(at string, raw json.RawMessage, report lenient.Report) {
	type fields modelNames // which does not read itself
	if text, ok := lenient.Text(raw); ok {
		n.text = text
	} else {
		lenient.Decode(at, raw, (*fields)(n), report)
	}
}

// refresh says when a changed identity is used.
type refresh string

// ReadJSON implements [lenient.Reader].
func (r *refresh) ReadJSON(at string, raw json.RawMessage, report lenient.Report) {
	switch name, _ := lenient.Text(raw); name {
	case "startup", "ask", "never":
		*r = refresh(name)
	default:
		report(at, `must be "startup", "ask" or "never": "startup" is used`)
	}
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
