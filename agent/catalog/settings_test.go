package catalog_test

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"reflect"
	"runtime"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/seed353dc258/backstory/agent/catalog"
)

func TestSettingsAreRead(t *testing.T) {
	got, err := catalog.Parse([]byte(`// mine
{
  "model": "work/large",
  "aliases": {"fast": "ollama/llama3.2"},
  "providers": {
    "ollama": {},
    "work": {"type": "openai-compatible", "base_url": "https://models.example/v1", "key_env": "WORK_KEY", "window": 32000},
  },
  "mcp": {"files": {"command": ["server", "--all"], "env": ["HOME"], "auto": ["list"]}, "web": {"url": "http://127.0.0.1:9/mcp", "token_env": "T"}},
}`))
	if err != nil {
		t.Fatal(err)
	}
	want := catalog.Settings{
		Model:   "work/large",
		Aliases: map[string]string{"fast": "ollama/llama3.2"},
		Providers: map[string]catalog.Provider{
			"ollama": {}, "work": {Type: "openai-compatible", BaseURL: "https://models.example/v1", KeyEnv: "WORK_KEY", Window: 32000},
		},
		Servers: map[string]catalog.Server{
			"files": {Command: []string{"server", "--all"}, Env: []string{"HOME"}, Auto: []string{"list"}},
			"web":   {URL: "http://127.0.0.1:9/mcp", TokenEnv: "T"},
		},
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
}

// openID is a configuration with an OpenID provider.
func openID(issuer, id, env, redirect, of string) string {
	return fmt.Sprintf(`{"openid": {"issuer": "%s", "client_id": "%s", "client_secret_env": "%s", "redirect_url": "%s", "org": "%s"}}`, issuer, id, env, redirect, of)
}

func TestTheSecretOfALoginIsInTheEnvironment(t *testing.T) {
	s, err := catalog.Parse([]byte(openID("https://a.example", "b", "S", "https://b.example"+catalog.CallbackPath, "acme")))
	if err != nil {
		t.Fatal(err)
	}
	env := map[string]string{"S": " hush\n"}
	c := catalog.New(catalog.Options{User: s, Getenv: func(name string) string { return env[name] }})
	if o, secret, err := c.OpenID(); err != nil || secret != "hush" || o.Issuer != "https://a.example" || o.Org != "acme" {
		t.Errorf("%+v %q %v", o, secret, err)
	}
	delete(env, "S")
	if _, _, err := c.OpenID(); !errors.Is(err, catalog.ErrNoKey) || !strings.Contains(err.Error(), "variable S ") {
		t.Errorf("%v", err)
	}
	c.Replace(catalog.Settings{}, nil)
	if o, _, err := c.OpenID(); err != nil || o.Issuer != "" {
		t.Errorf("%+v %v", o, err)
	}
}

func TestSettingsAreStrict(t *testing.T) {
	const key = "sk-ant-api03-secret-of-mine"
	for text, want := range map[string]string{
		`{"provider": {}}`: `1:2: unknown field "provider"`,
		"\n// ours\n{\"providers\": {\n  \"x\": {\"api_key\": \"\"}}}": `4:9: unknown field "api_key": keys live in the environment: name the variable in "key_env"`,
		`{"model": 1}`:                 "model: a number is where a string should",
		`[]`:                           "a array is where a object should",
		`{"model": "a", "model": "b"}`: `"model" occurs twice`,
		`{`:                            "",
		`{"providers": {"x": {}}}`:     "providers.x.type: it is one of anthropic, openai",
		`{"providers": {"ollama": {"tools": "few"}}}`:                                                           "native, text or none",
		`{"fallback": [""]}`:                                                                                    "fallback: it is a list of models",
		`{"budget": {"day": {"cost": -1}}}`:                                                                     "budget: a limit is a number above zero",
		`{"prices": {"a/b": {"input": -1}}}`:                                                                    "prices.a/b: a price is a number above zero",
		`{"providers": {"X": {"type": "ollama"}}}`:                                                              "small letters",
		`{"providers": {"a/b": {"type": "ollama"}}}`:                                                            "small letters",
		`{"providers": {"anthropic": {"key_env": "` + key + `"}}}`:                                              "not a name of an environment variable",
		`{"providers": {"anthropic": {"key": "` + key + `"}}}`:                                                  `unknown field "key"`,
		`{"providers": {"w": {"type": "openai-compatible"}}}`:                                                   "base_url: this type needs one",
		`{"providers": {"w": {"type": "openai-compatible", "base_url": "http://far.example", "key_env": "K"}}}`: "unprotected",
		`{"providers": {"w": {"type": "openai-compatible", "base_url": "https://` + key + `@far.example"}}}`:    "do not belong",
		`{"providers": {"w": {"type": "openai-compatible", "base_url": "file:///etc"}}}`:                        "not an http or https URL",
		`{"providers": {"offline": {"key_env": "K"}}}`:                                                          "neither an address nor a key",
		`{"providers": {"ollama": {"script": "s"}}}`:                                                            "only the offline provider",

		`{"mcp": {"a": {}}}`:                           "either a command or a url",
		`{"openid": {"client_id": "b"}}`:               "openid.issuer: it is not an http or https URL",
		`{"openid": {"client_secret": "` + key + `"}}`: `unknown field "client_secret"`,

		openID("http://far.example", "b", "S", "https://b.example"+catalog.CallbackPath, ""):         "openid.issuer: a key would be sent unprotected",
		openID("https://a.example", "", "S", "https://b.example"+catalog.CallbackPath, ""):           "openid.client_id",
		openID("https://a.example", "b", key, "https://b.example"+catalog.CallbackPath, ""):          "openid.client_secret_env: it is the name",
		openID("https://a.example", "b", "S", "https://b.example/", ""):                              "openid.redirect_url: it ends with",
		openID("https://a.example", "b", "S", "http://b.example"+catalog.CallbackPath, ""):           "openid.redirect_url: a key would be sent unprotected",
		openID("https://a.example", "b", "S", "https://b.example"+catalog.CallbackPath, "a\\u0000b"): "openid.org",
		`{"mcp": {"a": {"command": ["x"], "url": "http://x"}}}`:                                      "either a command or a url",
		`{"mcp": {"a_b": {"command": ["x"]}}}`:                                                       "letters, digits and hyphens",
		`{"mcp": {"a": {"command": ["x"], "env": ["A=` + key + `"]}}}`:                               "not what they hold",
		`{"mcp": {"a": {"url": "http://far.example/mcp", "token_env": "T"}}}`:                        "unprotected",
		`{"aliases": {"": "x"}}`:                                                   "are words",
		`{"mcp": {"a": {"command": ["x"], "seconds": 100000}}}`:                    "up to 3600",
		`{"providers": {"w": {"type": "ollama", "window": -1}}}`:                   "above zero",
		strings.Repeat("[", 20_000):                                                "too many brackets",
		`{"providers": {"w": {"type": "ollama", "base_url": "http://[::1]:bad"}}}`: "not an http or https URL",
	} {
		_, err := catalog.Parse([]byte(text))
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%.80s: %v", text, err)
		}
		if err != nil && strings.Contains(err.Error(), key) {
			t.Errorf("%.80s: the key is told: %v", text, err)
		}
	}
}

func TestWorkspaceSettings(t *testing.T) {
	got, err := catalog.ParseWorkspace([]byte(`{"agents": {"defaults": {"model": "x/y"}}, "providers": {"ollama": {}}, "model": "x"}`))
	if err != nil || got.Model != "" || len(got.Providers) != 1 {
		t.Errorf("%+v, %v", got, err)
	}
	for _, text := range []string{
		`{"providers": {"offline": {"script": "/etc/passwd"}}}`, `{"providers": {"ollama": {"key": "x"}}}`, `[]`, `{"mcp": []}`, `{"mcp": {}, "mcp": {}}`,
	} {
		if _, err := catalog.ParseWorkspace([]byte(text)); err == nil {
			t.Errorf("%s was taken", text)
		}
	}
}

func TestTheUsersFile(t *testing.T) {
	home := t.TempDir()
	t.Setenv("XDG_CONFIG_HOME", home)
	if s, err := catalog.Load(""); err != nil || !s.IsEmpty() {
		t.Errorf("no file: %+v, %v", s, err)
	}
	path := filepath.Join(home, "backstory", "config.json")
	if _, err := catalog.Load(path); err == nil {
		t.Error("a file that is named and not there was read")
	}
	write(t, path, `{"model": "offline", "providers": {"offline": {"script": "offline.yaml"}}}`)
	s, err := catalog.Load("")
	if err != nil || s.Providers["offline"].Script != filepath.Join(home, "backstory", "offline.yaml") {
		t.Errorf("%+v, %v", s, err)
	}
	if err := os.Chmod(path, 0o666); err != nil {
		t.Fatal(err)
	}
	if _, err := catalog.Load(""); runtime.GOOS != "windows" && (err == nil || !strings.Contains(err.Error(), "chmod")) {
		t.Errorf("a file that everyone can write: %v", err)
	}
	if _, err := catalog.Load(home); err == nil {
		t.Error("a folder was read")
	}
}

func write(t testing.TB, path, text string) {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
}

func FuzzSettings(f *testing.F) {
	f.Add(`{"providers": {"w": {"type": "ollama", "base_url": "http://127.0.0.1"}}, "mcp": {"a": {"command": ["x"]}}, "aliases": {"a": "b"}}`)
	f.Fuzz(func(_ *testing.T, text string) {
		s, err := catalog.Parse([]byte(text))
		if err != nil {
			return
		}
		c := catalog.New(catalog.Options{User: s, Getenv: func(string) string { return "k" }})
		for _, name := range c.Names() {
			_, _ = c.Find(name + "/m") // no panic, whatever was taken
		}
	})
}

func TestNamesOfVariables(t *testing.T) {
	for name, ok := range map[string]bool{
		"KEY": true, "_k2": true, "a_B": true, "2K": false, "A-B": false, "A B": false, "KÉ": false, "A=B": false, "$A": false,
		strings.Repeat("A", 128): true, strings.Repeat("A", 129): false,
	} {
		_, err := catalog.Parse([]byte(`{"providers": {"openai": {"key_env": "` + name + `"}}}`))
		if (err == nil) != ok {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// The documentation names every field, and its example is one.
func TestTheConfigurationIsDocumented(t *testing.T) {
	content, err := os.ReadFile(filepath.Join("..", "..", "docs", "configuration.md"))
	if err != nil {
		t.Fatal(err)
	}
	text := string(content)
	for _, v := range []any{catalog.Settings{}, catalog.Provider{}, catalog.Server{}} {
		of := reflect.TypeOf(v)
		for i := range of.NumField() {
			if name := of.Field(i).Tag.Get("json"); name != "-" && !strings.Contains(text, "`"+name+"`") {
				t.Errorf("%s of %s is not documented", name, of.Name())
			}
		}
	}
	_, example, _ := strings.Cut(text, "```json\n")
	example, _, _ = strings.Cut(example, "```")
	if s, err := catalog.Parse([]byte(example)); err != nil || len(s.Servers) != 2 || len(s.Providers) != 3 {
		t.Errorf("the example: %+v, %v", s, err)
	}
}

// TestErrorsOfAConfigurationHaveTheirPlace: line and column, of the field that is
// named or of the nearest around it.
func TestErrorsOfAConfigurationHaveTheirPlace(t *testing.T) {
	for _, c := range []struct{ text, want string }{
		{"{\n  \"model\": 3}", "2:12: model: a number is where a string should be"},
		{"{\"provders\": {}}", `1:2: unknown field "provders"`},
		{"{\n\n]}", "3:1: "},
		{"{\n \"providers\": {\"lab\": {\n   \"type\": \"opnai\"}}}", "3:12: providers.lab.type: it is one of anthropic, openai"},
		{"{\"model\": \"a\",\n\"model\": \"b\"}", `2:1: "model" occurs twice`},
		{"{\"fallback\": [\"\"]}", "1:14: fallback: it is a list"},
		{"{\"providers\": {\"lab\": {\"type\": \"openai-compatible\"}}}", "1:23: providers.lab.base_url: "},
	} {
		if _, err := catalog.Parse([]byte(c.text)); err == nil || !strings.HasPrefix(err.Error(), c.want) {
			t.Errorf("%s: %v, want %s", c.text, err, c.want)
		}
	}
}
