package catalog

import (
	"errors"
	"fmt"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/seed353dc258/backstory/agent/model"
)

// maxCost is how high a price or a limit of cost may be.
const maxCost = 1e9

// maxFallback is how many models may be asked one after the other.
const maxFallback = 8

// check says what is wrong with the settings.
func (s *Settings) check() error {
	if max(len(s.Aliases), len(s.Providers), len(s.Servers), len(s.Prices)) > maxEntries {
		return fmt.Errorf("it has more than %d aliases, providers, servers or prices", maxEntries)
	}
	if s.ProjectRoot != "" && !filepath.IsAbs(s.ProjectRoot) {
		return errors.New("project_root: it must be an absolute path")
	}
	if err := s.Proposals.Check(); err != nil {
		return err
	}
	if err := s.OpenID.check(); err != nil {
		return fmt.Errorf("openid%w", err)
	}
	for _, l := range []model.Limits{s.Budget.Turn, s.Budget.Session, s.Budget.Day, s.Unattended.Day} {
		if l.Requests < 0 || l.Tokens < 0 || l.Cost < 0 || l.Cost > maxCost {
			return errors.New("budget: a limit is a number above zero")
		}
	}
	if err := s.checkLists(); err != nil {
		return err
	}
	if len(s.Fallback) > maxFallback || slices.Contains(s.Fallback, "") {
		return fmt.Errorf("fallback: it is a list of models, %d at most", maxFallback)
	}
	return nil
}

// checkLists says what is wrong with prices, providers, servers and aliases.
func (s *Settings) checkLists() error {
	for _, name := range sorted(s.Prices) {
		p := s.Prices[name]
		if min(p.Input, p.Output, p.CacheRead, p.CacheWrite) < 0 || max(p.Input, p.Output, p.CacheRead, p.CacheWrite) > maxCost {
			return fmt.Errorf("prices.%s: a price is a number above zero, for a million tokens", shown(name))
		}
	}
	for _, name := range sorted(s.Providers) {
		if err := s.Providers[name].check(name); err != nil {
			return fmt.Errorf("providers.%s%w", shown(name), err)
		}
	}
	for _, name := range sorted(s.Servers) {
		if err := s.Servers[name].check(name); err != nil {
			return fmt.Errorf("mcp.%s%w", shown(name), err)
		}
	}
	for _, alias := range sorted(s.Aliases) {
		if alias == "" || s.Aliases[alias] == "" {
			return fmt.Errorf("aliases.%s: an alias and its model are words", shown(alias))
		}
	}
	return nil
}

// shown is a name as an error has it.
func shown(name string) string { return strings.Trim(fmt.Sprintf("%+.64q", name), `"`) }

func (p Provider) check(name string) error {
	kind, err := p.kind(name)
	if err != nil {
		return err
	}
	offline := kind.name == Offline
	for _, rule := range []struct {
		broken bool
		says   string
	}{
		{!word(name, "._-", 64), ": a name has small letters, digits, dot, hyphen and underscore"},
		{p.KeyEnv != "" && !isVariable(p.KeyEnv), ".key_env: it is not a name of an environment variable; a configuration never holds a key itself"},
		{p.Window < 0 || p.MaxOutput < 0, ": window and max_output are numbers above zero"},
		{!slices.Contains([]string{"", "native", "text", "none"}, p.Tools), ".tools: it is native, text or none"},
		{p.KeepAlive != "" && kind.name != "ollama", ".keep_alive: only a provider of the type ollama has one"},
		{p.KeepAlive != "" && !isDuration(p.KeepAlive), ".keep_alive: it is a time such as 30m, 0, or -1 for ever"},
		{p.Script != "" && !offline, ".script: only the offline provider has one"},
		{offline && (p.BaseURL != "" || p.KeyEnv != ""), ": the offline provider has neither an address nor a key"},
		{!offline && p.BaseURL == "" && kind.url == "", ".base_url: this type needs one"},
	} {
		if rule.broken {
			return errors.New(rule.says)
		}
	}
	if p.BaseURL == "" {
		return nil
	}
	return checkURL(".base_url", p.BaseURL, p.KeyEnv != "")
}

func (s Server) check(name string) error {
	if !word(name, "-", 24) {
		return errors.New(": a name has small letters, digits and hyphens, up to 24")
	}
	if (len(s.Command) == 0) == (s.URL == "") {
		return errors.New(": it has either a command or a url")
	}
	if len(s.Command) > 0 && (s.Command[0] == "" || s.TokenEnv != "") {
		return errors.New(".command: it begins with a program, and token_env is for a url")
	}
	if s.Seconds < 0 || s.Seconds > 3600 {
		return errors.New(".seconds: it is a number up to 3600")
	}
	if s.URL != "" && len(s.Env) > 0 {
		return errors.New(".env: it is for a command")
	}
	for _, v := range append(slices.Clone(s.Env), s.TokenEnv) {
		if v != "" && !isVariable(v) {
			return errors.New(".env: it holds names of environment variables, not what they hold")
		}
	}
	if s.URL == "" {
		return nil
	}
	return checkURL(".url", s.URL, s.TokenEnv != "")
}

// isDuration reports whether Ollama takes a text as a time.
func isDuration(text string) bool {
	_, asNumber := strconv.Atoi(text)
	_, asTime := time.ParseDuration(text)
	return asNumber == nil || asTime == nil
}
