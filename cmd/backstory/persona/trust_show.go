package persona

import (
	"fmt"
	"io"
	"maps"
	"slices"
	"strconv"
	"strings"

	"github.com/seed353dc258/backstory/agent/catalog"
	"github.com/seed353dc258/backstory/agent/trust"
	"github.com/seed353dc258/backstory/internal/oneline"
)

// tellWanted writes what a workspace asks for. It was written by anybody, so
// that characters which nobody sees are shown by their numbers.
func tellWanted(to io.Writer, w *trust.Workspace) {
	fmt.Fprintf(to, "%s asks for:\n", oneline.Safe(w.Dir))
	for _, name := range slices.Sorted(maps.Keys(w.Settings.Servers)) {
		for _, line := range serverLines(w.Settings.Servers[name]) {
			fmt.Fprintf(to, "  server %s: %s\n", name, line)
		}
	}
	what := "file of a command"
	if w.Kind == trust.Conduct {
		what = "skill or schedule"
	}
	for _, f := range w.Files {
		fmt.Fprintf(to, "  %s: %s %.12s\n", what, strconv.QuoteToASCII(f.Path), f.Digest)
	}
	for _, name := range slices.Sorted(maps.Keys(w.Settings.Providers)) {
		address, variable := w.Settings.Providers[name].Reach(name)
		line := "sends what is said to " + strconv.QuoteToASCII(address)
		if address == "" {
			line = "answers on this machine"
		}
		if variable != "" {
			line += ", with the key in " + variable
		}
		fmt.Fprintf(to, "  provider %s: %s\n", name, line)
	}
	fmt.Fprintf(to, "  SHA-256 %s\n", w.Digest)
}

// serverLines say what a server runs and what it is given.
func serverLines(s catalog.Server) []string {
	line := "speaks with " + strconv.QuoteToASCII(s.URL)
	if len(s.Command) > 0 {
		words := make([]string, len(s.Command))
		for i, word := range s.Command {
			words[i] = strconv.QuoteToASCII(word)
		}
		line = "runs " + strings.Join(words, " ")
	}
	lines := []string{line}
	if s.TokenEnv != "" {
		lines = append(lines, "is sent the token in "+s.TokenEnv)
	}
	if len(s.Env) > 0 {
		lines = append(lines, "is given what is in "+strings.Join(s.Env, ", "))
	}
	if len(s.Auto) > 0 {
		lines = append(lines, "is called without asking for "+strconv.QuoteToASCII(strings.Join(s.Auto, ", ")))
	}
	return lines
}

// The JSON of trust --json.

type trustJSON struct {
	Dir       string             `json:"dir"`
	State     trust.State        `json:"state"`
	Conduct   conductJSON        `json:"conduct"`
	Digest    string             `json:"sha256,omitempty"`
	Files     []trust.File       `json:"files"`
	Servers   []trustServerJSON  `json:"servers"`
	Providers []trustProvideJSON `json:"providers"`
}

// conductJSON is what is said of skills and schedules.
type conductJSON struct {
	State  trust.State  `json:"state"`
	Digest string       `json:"sha256,omitempty"`
	Files  []trust.File `json:"files"`
}

type trustServerJSON struct {
	Name    string   `json:"name"`
	Command []string `json:"command,omitempty"`
	Env     []string `json:"env,omitempty"`
	URL     string   `json:"url,omitempty"`
	Token   string   `json:"token_env,omitempty"`
	Auto    []string `json:"auto,omitempty"`
}

type trustProvideJSON struct {
	Name string `json:"name"`
	URL  string `json:"url,omitempty"`
	Key  string `json:"key_env,omitempty"`
}

func trustedJSON(dir string, w *trust.Workspace, state trust.State, own *trust.Workspace, conduct trust.State) trustJSON {
	out := trustJSON{Conduct: conductJSON{State: conduct, Files: []trust.File{}}, Dir: dir, State: state, Files: []trust.File{}, Servers: []trustServerJSON{}, Providers: []trustProvideJSON{}}
	if own != nil {
		out.Dir, out.Conduct.Digest, out.Conduct.Files = own.Dir, own.Digest, own.Files
	}
	if w == nil {
		return out
	}
	out.Dir, out.Digest, out.Files = w.Dir, w.Digest, append(out.Files, w.Files...)
	for _, name := range slices.Sorted(maps.Keys(w.Settings.Servers)) {
		s := w.Settings.Servers[name]
		out.Servers = append(out.Servers, trustServerJSON{name, s.Command, s.Env, s.URL, s.TokenEnv, s.Auto})
	}
	for _, name := range slices.Sorted(maps.Keys(w.Settings.Providers)) {
		url, key := w.Settings.Providers[name].Reach(name)
		out.Providers = append(out.Providers, trustProvideJSON{name, url, key})
	}
	return out
}
