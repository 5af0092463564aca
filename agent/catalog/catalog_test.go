package catalog_test

import (
	"errors"
	"io"
	"net/http"
	"net/http/httptest"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/seed353dc258/backstory/agent/catalog"
	"github.com/seed353dc258/backstory/agent/model"
	"github.com/seed353dc258/backstory/profile"
)

func settings(t testing.TB, text string) catalog.Settings {
	t.Helper()
	s, err := catalog.Parse([]byte(text))
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// env is an environment.
func env(pairs ...string) func(string) string {
	return func(name string) string {
		for i := 0; i+1 < len(pairs); i += 2 {
			if pairs[i] == name {
				return pairs[i+1]
			}
		}
		return ""
	}
}

const mine = `{
	"model": "ollama/llama3.2",
	"aliases": {"fast": "ollama/qwen3"},
	"providers": {"anthropic": {}, "openai": {}, "ollama": {"window": 4096}, "work": {"type": "openai-compatible", "base_url": "https://w.example/v1", "model": "house"}},
}`

func TestNames(t *testing.T) {
	c := catalog.New(catalog.Options{User: settings(t, mine), Getenv: env("ANTHROPIC_API_KEY", "k")})
	for name, want := range map[string]struct {
		provider, full string
		remote         bool
	}{
		"anthropic/claude-sonnet-4": {"anthropic", "anthropic/claude-sonnet-4", true},
		"claude-sonnet-4":           {"anthropic", "anthropic/claude-sonnet-4", true},
		"fast":                      {"ollama", "ollama/qwen3", false},
		"work":                      {"work", "work/house", true},
		"work/org/model:8b":         {"work", "work/org/model:8b", true},
		"offline":                   {"offline", "offline", false},
		"offline/any":               {"offline", "offline/any", false},
	} {
		m, err := c.Find(name)
		if err != nil || m.Provider.Name() != want.provider || m.Full != want.full || m.Remote != want.remote {
			t.Errorf("%s: %+v, %v", name, m, err)
		}
	}
	for name, want := range map[string]error{
		"openai/gpt-4o": catalog.ErrNoKey, "gpt-4o": catalog.ErrNoKey, "gemini-2.5-pro": catalog.ErrUnknown,
		"gemini/gemini-2.5-pro": catalog.ErrUnknown, "x": catalog.ErrUnknown, "": catalog.ErrUnknown,
	} {
		if _, err := c.Find(name); !errors.Is(err, want) {
			t.Errorf("%s: %v", name, err)
		}
	}
	if m, _ := c.Find("fast"); m.Caps.Window != 4096 || m.Caps.MaxOutput == 0 {
		t.Errorf("%+v", m.Caps)
	}
	if _, err := c.Find("ollama"); err == nil || !strings.Contains(err.Error(), "ollama/NAME") {
		t.Errorf("%v", err)
	}
}

func identity(config profile.Config, soul string, roles ...profile.Role) *profile.Identity {
	return &profile.Identity{
		Name: "caelum", Config: config, Roles: roles,
		Soul: profile.Soul{Model: soul, File: profile.File{Path: "soul.md", Found: true}},
	}
}

// coqui: 199, 200, 205, 206
func TestWhoseWordCounts(t *testing.T) {
	config := profile.Config{
		Model: "openai/primary", Roles: []profile.RoleModel{{Role: "coder", Model: "openai/configured"}},
		Aliases: []profile.Alias{{Name: "big", Model: "openai/aliased"}},
	}
	reviewer := profile.Role{Name: "reviewer", Model: "openai/of-role", File: profile.File{Path: "roles/reviewer.md"}}
	c := catalog.New(catalog.Options{User: settings(t, mine), Getenv: env("OPENAI_API_KEY", "k")})
	for name, x := range map[string]struct {
		want catalog.Want
		full string
		from string
	}{
		"flag":             {catalog.Want{Flag: "fast", Session: "openai/s", Identity: identity(config, "openai/soul")}, "ollama/qwen3", "--model"},
		"flag, of them":    {catalog.Want{Flag: "big", Identity: identity(config, "")}, "openai/aliased", "--model"},
		"session":          {catalog.Want{Session: "openai/s", Identity: identity(config, "openai/soul")}, "openai/s", "the session"},
		"role file":        {catalog.Want{Role: "reviewer", Identity: identity(config, "openai/soul", reviewer)}, "openai/of-role", "roles/reviewer.md"},
		"role, configured": {catalog.Want{Role: "Coder", Identity: identity(config, "openai/soul")}, "openai/configured", "agents.defaults.roles.coder"},
		"soul":             {catalog.Want{Identity: identity(config, "big")}, "openai/aliased", "soul.md"},
		"workspace":        {catalog.Want{Identity: identity(config, "")}, "openai/primary", "agents.defaults.model.primary"},
		"user":             {catalog.Want{Identity: identity(profile.Config{}, "")}, "ollama/llama3.2", "model in config.json"},
		"none":             {catalog.Want{}, "ollama/llama3.2", "model in config.json"},
	} {
		got, err := c.Choose(x.want)
		if err != nil || got.Full != x.full || got.From != x.from || got.Notes != nil {
			t.Errorf("%s: %s from %s, %v, %v", name, got.Full, got.From, got.Notes, err)
		}
	}
}

func TestWhatCannotBeUsedIsPassedOver(t *testing.T) {
	i := identity(profile.Config{}, "gemini/gemini-2.5-pro")
	c := catalog.New(catalog.Options{User: settings(t, `{"model": "anthropic/claude", "providers": {"anthropic": {}}}`), Getenv: env("GEMINI_API_KEY", "g")})
	got, err := c.Choose(catalog.Want{Session: "openai/x", Identity: i})
	if err != nil || got.Full != "offline" || got.From != "the default" {
		t.Fatalf("%+v, %v", got, err)
	}
	want := []string{
		`the session: model "openai/x": no such provider; available: anthropic, offline (providers of config.json)`,
		`soul.md: model "gemini/gemini-2.5-pro": no such provider; available: anthropic, offline (providers of config.json)`,
		`model in config.json: provider anthropic: no key: the environment variable ANTHROPIC_API_KEY is not set`,
	}
	if diff := cmp.Diff(want, got.Notes); diff != "" {
		t.Error(diff)
	}
	if _, err := c.Choose(catalog.Want{Flag: "openai/x"}); !errors.Is(err, catalog.ErrNoKey) {
		t.Errorf("a flag was passed over: %v", err)
	}
	got, err = c.Choose(catalog.Want{Flag: "gemini/gemini-2.5-pro"})
	if err != nil || got.Provider.Name() != "gemini" {
		t.Errorf("a user's own word needs no configuration: %v", err)
	}
}

func TestUtilityModels(t *testing.T) {
	chosen := catalog.Choice{From: "x"}
	c := catalog.New(catalog.Options{User: settings(t, `{"utility": "fast", "aliases": {"fast": "ollama/q"}, "providers": {"ollama": {}}}`)})
	if got := c.Utility(catalog.Want{}, chosen); got.Full != "ollama/q" {
		t.Errorf("%+v", got)
	}
	c = catalog.New(catalog.Options{User: settings(t, `{"providers": {"ollama": {}}}`)})
	if got := c.Utility(catalog.Want{Identity: identity(profile.Config{Utility: "ollama/w"}, "")}, chosen); got.Full != "ollama/w" {
		t.Errorf("%+v", got)
	}
	if got := c.Utility(catalog.Want{Identity: identity(profile.Config{Utility: "openai/w"}, "")}, chosen); got.From != "x" {
		t.Errorf("%+v", got)
	}
}

// A workspace says where a model is; only what the user has is asked, and the
// usual key of a maker goes to the maker alone.
func TestKeysGoWhereTheUserSays(t *testing.T) {
	var got []string
	s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		got = append(got, r.Header.Get("Authorization")+r.Header.Get("X-Api-Key"))
		w.WriteHeader(http.StatusUnauthorized)
		io.WriteString(w, `{"error":{"message":"no `+r.Header.Get("Authorization")+`"}}`)
	}))
	defer s.Close()
	keys := env("ANTHROPIC_API_KEY", "anthropic-key", "OPENAI_API_KEY", "openai-key", "LOCAL_KEY", "local-key")
	user := settings(t, `{"providers": {"plain": {"type": "openai", "base_url": "`+s.URL+`"}, "keyed": {"type": "openai-compatible", "base_url": "`+s.URL+`", "key_env": "LOCAL_KEY"}}}`)
	trusted := settings(t, `{"providers": {"keyed": {"type": "anthropic", "base_url": "`+s.URL+`", "key_env": "ANTHROPIC_API_KEY"}, "anthropic": {"base_url": "`+s.URL+`"}}}`)
	c := catalog.New(catalog.Options{User: user, Trusted: &trusted, Getenv: keys})
	for _, name := range []string{"plain/m", "keyed/m", "anthropic/m"} {
		m, err := c.Find(name)
		if err != nil {
			t.Fatal(err)
		}
		for _, err := range m.Provider.Stream(t.Context(), &model.Request{Model: m.Name}) {
			if err == nil || strings.Contains(err.Error(), "-key") {
				t.Errorf("%s: %v", name, err)
			}
		}
	}
	if diff := cmp.Diff([]string{"", "Bearer local-key", ""}, got); diff != "" {
		t.Error(diff)
	}
}

func TestKeysThatAreNone(t *testing.T) {
	c := catalog.New(catalog.Options{User: settings(t, `{"providers": {"openai": {}}}`), Getenv: env("OPENAI_API_KEY", "two words\nhere")})
	_, err := c.Find("openai/m")
	if !errors.Is(err, catalog.ErrNoKey) || strings.Contains(err.Error(), "words") {
		t.Errorf("%v", err)
	}
}

func TestTheOfflineScript(t *testing.T) {
	path := filepath.Join(t.TempDir(), "offline.yaml")
	write(t, path, "rules: [{match: hello, reply: [{text: Well met.}]}]")
	c := catalog.New(catalog.Options{User: catalog.Settings{Providers: map[string]catalog.Provider{"offline": {Script: path}}}})
	m, err := c.Find("offline")
	if err != nil {
		t.Fatal(err)
	}
	text := ""
	for e := range m.Provider.Stream(t.Context(), &model.Request{Messages: []model.Message{{Role: model.User, Parts: []model.Part{{Text: "hello"}}}}}) {
		text += e.Text
	}
	if text != "Well met." {
		t.Error(text)
	}
	again, err := c.Find("offline/x")
	if err != nil || again.Provider != m.Provider {
		t.Errorf("another provider: %v", err)
	}
	c = catalog.New(catalog.Options{User: catalog.Settings{Providers: map[string]catalog.Provider{"offline": {Script: path + "x"}}}})
	if _, err := c.Find("offline"); err == nil {
		t.Error("a script that is not there was read")
	}
}

func TestServersOfBoth(t *testing.T) {
	user := settings(t, `{"mcp": {"a": {"command": ["mine"]}, "b": {"command": ["mine"]}}}`)
	trusted := settings(t, `{"mcp": {"b": {"command": ["theirs"]}, "c": {"command": ["theirs"]}}}`)
	got := catalog.New(catalog.Options{User: user, Trusted: &trusted}).Servers()
	if len(got) != 3 || got["a"].Command[0] != "mine" || got["b"].Command[0] != "mine" || got["c"].Command[0] != "theirs" {
		t.Errorf("%v", got)
	}
	if len(user.Servers) != 2 || len(trusted.Servers) != 2 {
		t.Error("the settings have changed")
	}
	if got := catalog.New(catalog.Options{}).Servers(); got == nil || len(got) != 0 {
		t.Errorf("%v", got)
	}
}
