package chat_test

import (
	"bytes"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/seed353dc258/backstory/agent/model/modeltest"
	"github.com/seed353dc258/backstory/cmd/backstory/cli"
	"github.com/seed353dc258/backstory/cmd/backstory/program"
)

// When a key is refused, the error says which model was asked, which setting named it,
// and where the key came from.
func TestARefusedKeyIsExplained(t *testing.T) {
	s := modeltest.New(t, func(*modeltest.Ask) modeltest.Reply {
		return modeltest.Refuses(http.StatusUnauthorized, `{"error":{"type":"authentication_error","message":"invalid key very-secret"}}`)
	})
	dir := t.TempDir()
	for name, text := range map[string]string{
		"w/profiles/ida/soul.md":     "---\nmodel: test/m\n---\nYou are Ida.\n",
		"home/backstory/config.json": s.Config(modeltest.OpenAI, `"key_env": "LAB_KEY"`),
	} {
		path := filepath.Join(dir, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	t.Setenv("LAB_KEY", "very-secret")
	t.Chdir(filepath.Join(dir, "w"))
	var out, talk bytes.Buffer
	code := program.Run(t.Context(), []string{
		"chat", "--profile", "ida",
		"--config", filepath.Join(dir, "home", "backstory", "config.json"), "--once", "Is there fog?",
	}, &cli.Terminal{In: strings.NewReader(""), Out: &out, Err: &talk})
	told := talk.String()
	if code != 2 || !strings.Contains(told, "model test/m (profiles/ida/soul.md)") || !strings.Contains(told, "environment variable LAB_KEY") || strings.Contains(told, "very-secret") {
		t.Errorf("code %d, %s", code, told)
	}
}
