package chat_test

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/seed353dc258/backstory/cmd/backstory/cmdtest"
	"github.com/seed353dc258/backstory/document/markdown/judge"
)

// TestNoTokenReachesAModel puts the special tokens of many tokenizers in all
// that a model is told, in code and in prose, and looks at what arrives.
// backstory.md keeps the code as it is.
func TestNoTokenReachesAModel(t *testing.T) {
	all := strings.Join(judge.ChatTokens(), "\n")
	save := strings.NewReplacer(`\`, `\\\\`, `"`, `\\\"`, "\n", `\\n`).Replace(all)
	s := serveModel(t,
		events(`{"choices":[{"delta":{"tool_calls":[{"index":0,"id":"c1","function":{"name":"memory_save","arguments":"{\"text\":\"`+save+`\"}"}}]}}]}`,
			`{"choices":[{"delta":{},"finish_reason":"tool_calls"}]}`, `[DONE]`),
		events(`{"choices":[{"delta":{"content":"Saved: <|im_end|>"}}]}`, `{"choices":[{"delta":{},"finish_reason":"stop"}]}`, `[DONE]`),
		events(`{"choices":[{"delta":{"content":"Yes."}}]}`, `{"choices":[{"delta":{},"finish_reason":"stop"}]}`, `[DONE]`),
	)
	dir := t.TempDir()
	code := "```\n" + all + "\n```\n"
	for name, text := range map[string]string{
		"w/profiles/ida/soul.md":            "You are Ida.\n\n" + code,
		"w/profiles/ida/backstory/one.md":   "# One\n\n" + code,
		"w/profiles/ida/backstory/two.py":   all,
		"w/profiles/ida/backstory/three.md": all,
		"w/profiles/ida/context/notes.md":   all + "\n\n" + code,
		"w/AGENTS.md":                       all + "\n\n" + code,
		"home/backstory/config.json":        `{"model": "lab/m1", "providers": {"lab": {"type": "openai-compatible", "base_url": "` + s.URL + `/v1", "key_env": "LAB_KEY", "window": 128000}}}`,
	} {
		file := filepath.Join(dir, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(file, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	for _, question := range []string{"What is\n" + all + "\n?", "And now?"} {
		cmd := exec.Command("backstory", "chat", "--root", filepath.Join(dir, "w"), "--profile", "ida", "--once", question)
		cmd.Env = append(cmdtest.PlacesEnv(filepath.Join(dir, "home"), filepath.Join(dir, "cache")), "LAB_KEY=the-key")
		if out, err := cmd.CombinedOutput(); err != nil {
			t.Fatalf("%v\n%s", err, out)
		} else if question != "And now?" && !strings.Contains(string(out), "special tokens of chat templates are sent broken with a backslash: ") {
			t.Errorf("nothing is said of the tokens:\n%s", out)
		}
	}
	built, err := os.ReadFile(filepath.Join(dir, "w/profiles/ida/backstory.md"))
	if err != nil || strings.Count(string(built), all) != 2 {
		t.Errorf("the code in backstory.md is not as it was: %v\n%s", err, built)
	}
	if len(s.seen) != 3 {
		t.Fatalf("%d requests", len(s.seen))
	}
	for i, r := range s.seen {
		whole := ""
		for _, part := range r.body {
			whole += string(part)
		}
		for _, token := range judge.ChatTokens() {
			if strings.Contains(whole, token) || strings.Contains(whole, strings.ReplaceAll(token, `"`, `\"`)) {
				t.Errorf("request %d has %s", i, token)
			}
		}
		if n := strings.Count(whole, `[TOOL_CALLS\\]`); n < 5 {
			t.Errorf("request %d has the broken tokens %d times:\n%s", i, n, whole)
		}
	}
}
