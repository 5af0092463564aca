package persona_test

import (
	"archive/zip"
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime"
	"strings"
	"testing"

	"github.com/seed353dc258/backstory/cmd/backstory/cmdtest"
)

// movers are small persons of other systems, where docs/migrate.md has them.
var movers = map[string]string{
	".openclaw/workspace/SOUL.md":                "Be direct.\n",
	".openclaw/workspace/IDENTITY.md":            "- **Name:** Molty\n",
	".openclaw/workspace/memory/2026-01-02.md":   "Talked of clocks.\n",
	".moltis/IDENTITY.md":                        "---\nname: Rex\n---\n",
	".moltis/SOUL.md":                            "You explain bones.\n",
	"coqui/profiles/lyra/soul.md":                "# Lyra\n\nSings.\n",
	"coqui/profiles/lyra/backstory/01-sea.md":    "# Sea\n\nBorn there.\n",
	".tinyclaw/orgs/acme/profiles/desk/SOUL.md":  "# Desk\n\nKeeps the desk.\n",
	".tinyclaw/orgs/acme/profiles/desk/STYLE.md": "Short.\n",
	"work/.claude/agents/reviewer.md":            "---\nname: code-reviewer\ndescription: Reviews code.\n---\nYou review.\n",
	"work/anna.af":                               `{"agents":[{"name":"Anna"}],"blocks":[{"label":"persona","value":"You are Anna."}]}`,
	"work/ada.json":                              `{"name":"Ada","description":"Mends clocks.","first_mes":"Yes?"}`,
	"work/conversations.json":                    `[{"name":"Tea","chat_messages":[{"sender":"human","text":"Green?","created_at":"2026-01-02T10:00:00Z"}]}]`,
}

// words are those of a command line, in quotes or not.
var words = regexp.MustCompile(`"[^"]*"|\S+`)

// TestTheMigrationPageRuns runs every command of docs/migrate.md, in its order, in
// a home with a persona of each system.
func TestTheMigrationPageRuns(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("the page is written for a shell with a ~")
	}
	home := t.TempDir()
	work := filepath.Join(home, "work")
	for name, text := range movers {
		file := filepath.Join(home, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(file, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	backstory := func(line string) {
		t.Helper()
		args := words.FindAllString(strings.ReplaceAll(line, "~", home), -1)
		for i := range args {
			args[i] = strings.Trim(args[i], `"`)
		}
		cmd := exec.Command(args[0], args[1:]...)
		cmd.Dir = work
		cmd.Env = append(os.Environ(), "HOME="+home, "XDG_CACHE_HOME="+filepath.Join(home, "cache"), "XDG_CONFIG_HOME="+filepath.Join(home, "config"))
		if out, err := cmd.CombinedOutput(); err != nil {
			t.Fatalf("%s: %v\n%s", line, err, out)
		}
	}
	backstory("backstory import card ada.json --as drawn --yes") // a picture with a card in it
	backstory("backstory export drawn --as card-png -o ada.png")
	var b bytes.Buffer
	z := zip.NewWriter(&b)
	w, err := z.Create("conversations.json")
	if err == nil {
		_, err = w.Write([]byte(movers["work/conversations.json"]))
	}
	if err == nil {
		err = z.Close()
	}
	if err == nil {
		err = os.WriteFile(filepath.Join(work, "chatgpt.zip"), b.Bytes(), 0o644)
	}
	page, readErr := os.ReadFile(filepath.Join(cmdtest.Top, "docs", "migrate.md"))
	if err != nil || readErr != nil {
		t.Fatal(err, readErr)
	}
	commands := 0
	for line := range strings.Lines(string(page)) {
		if line, ok := strings.CutPrefix(line, "$ "); ok {
			backstory(strings.TrimSpace(line))
			commands++
		}
	}
	if commands < 25 {
		t.Errorf("%d commands, want all of the page", commands)
	}
}
