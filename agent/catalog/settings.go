package catalog

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"

	"github.com/seed353dc258/backstory/agent/model"
	"github.com/seed353dc258/backstory/agent/proposal"
)

// Settings is what a configuration says of the world outside: which model
// answers, where providers are, which servers have tools. It holds no key, only
// the names of the environment variables in which keys are.
type Settings struct {
	Schema    string              `json:"$schema"`   // of the file, for editors
	Model     string              `json:"model"`     // where nothing else names one
	Utility   string              `json:"utility"`   // sums up sessions; default: the session's
	Embedding string              `json:"embedding"` // gives vectors to clients of a server and to searches; default: nobody
	Fallback  []string            `json:"fallback"`  // models that answer where the chosen one does not
	Aliases   map[string]string   `json:"aliases"`   // short names of models
	Providers map[string]Provider `json:"providers"` // by the name that is in front of a model's
	Servers   map[string]Server   `json:"mcp"`       // of tools, by name
	OpenID    OpenID              `json:"openid"`    // logs people in to a server
	// Budget bounds what is asked of models, and Prices says what they cost for a
	// million tokens: by provider/name, or by a beginning of that and an asterisk.
	Budget model.Budget `json:"budget"`
	// Unattended says what scheduled tasks may do.
	Unattended Unattended             `json:"unattended"`
	Prices     map[string]model.Price `json:"prices"`
	Proposals  proposal.Settings      `json:"proposals"` // of agents, to change their own files
	Limits     map[string]int64       `json:"limits"`    // of builds, by name; see docs/limits.md
	Cache      SharedCache            `json:"cache"`     // as --cache and --cache-namespace of builds
	Isolate    string                 `json:"isolate"`   // as --isolate of builds: binary, pdf, all, none or reduced
	// Passwords names files with passwords, one a line, by patterns of the sources that these open.
	Passwords map[string]string `json:"passwords"`
	// ProjectRoot is the folder up to which the files of a project are read; default:
	// the root of its repository.
	ProjectRoot string `json:"project_root"`
}

// Unattended says what tasks of schedules may do, which nobody watches.
type Unattended struct {
	Tools []string     `json:"tools"` // names of tools beside those that read alone
	Day   model.Limits `json:"day"`   // default: 100 requests and 500,000 tokens
}

// Provider says where models are. Its zero value is that of a well-known one,
// by the name that it is listed under.
type Provider struct {
	Type      string `json:"type"`       // one of [Types]; default: what the name says
	BaseURL   string `json:"base_url"`   // default: the maker's
	KeyEnv    string `json:"key_env"`    // variable that holds the key; default: the usual one of the type
	Model     string `json:"model"`      // where the provider is named without a model
	Window    int    `json:"window"`     // tokens; default: what the server says of the model, or a table of the maker's
	MaxOutput int    `json:"max_output"` // tokens; likewise
	Images    *bool  `json:"images"`     // whether models take images; likewise
	Tools     string `json:"tools"`      // how models are told of tools: native, text or none
	KeepAlive string `json:"keep_alive"` // how long Ollama keeps a model loaded, such as 30m; default: what the server does
	Script    string `json:"script"`     // of the offline provider: a file beside the configuration
}

// SharedCache is where chapters are taken from that others converted.
type SharedCache struct {
	Address   string `json:"address"`   // https://… or s3://BUCKET/PREFIX
	Namespace string `json:"namespace"` // of those who share it
}

// Server is a server of tools, in the Model Context Protocol: a command to run,
// or an address.
type Server struct {
	Command  []string `json:"command"`   // program and arguments
	Env      []string `json:"env"`       // names of variables that the command is given
	URL      string   `json:"url"`       // streamable HTTP
	TokenEnv string   `json:"token_env"` // variable that holds the bearer token of the URL
	Tools    []string `json:"tools"`     // names of the tools that are taken; default: all
	Auto     []string `json:"auto"`      // names of those that run without asking
	Reads    []string `json:"reads"`     // names of those that run without asking, and only read
	Progress []string `json:"progress"`  // names of those that tell how far something is: see [tool.Tool]
	Seconds  int      `json:"seconds"`   // how long a call may take, and the start; default: 60, and 20
	// Dir is the folder in which the command runs: that of the configuration
	// which names it, never the one that is worked in.
	Dir string `json:"-"`
}

// ConfigName is the configuration's name in its folder.
const ConfigName = "config.json"

// maxSettings is how large a configuration may be, and maxEntries how many
// providers, servers or aliases it may have.
const (
	maxSettings = 1 << 20
	maxEntries  = 256
)

// Folder returns the folder of the user's own configuration: backstory in
// $XDG_CONFIG_HOME, ~/.config, or what the system has for that.
func Folder() (string, error) {
	dir, err := os.UserConfigDir()
	if err != nil {
		return "", fmt.Errorf("finding the configuration: %w", err)
	}
	return filepath.Join(dir, "backstory"), nil
}

// closed reports whether a file is in a folder that this user may not enter, as
// where HOME is that of another user, which is common in containers.
func closed(path string) bool {
	_, err := os.Lstat(path)
	return errors.Is(err, fs.ErrPermission)
}

// Place says in which folder the commands of the servers run.
func (s *Settings) Place(dir string) {
	for name, server := range s.Servers {
		server.Dir = dir
		s.Servers[name] = server
	}
}

// IsEmpty reports whether the settings say nothing.
func (s *Settings) IsEmpty() bool {
	return s.Model == "" && s.Utility == "" && s.Embedding == "" && len(s.Aliases)+len(s.Providers)+len(s.Servers) == 0
}

// OpenID is an OpenID provider with which people log in to a server. Without an
// issuer there is none.
type OpenID struct {
	Issuer          string `json:"issuer"`            // its address, as it calls itself
	ClientID        string `json:"client_id"`         // what it calls the server
	ClientSecretEnv string `json:"client_secret_env"` // variable that holds the client's secret
	RedirectURL     string `json:"redirect_url"`      // address of the server's callback, as browsers reach it
	Org             string `json:"org"`               // in which people work after logging in; default: the first of their own
}
