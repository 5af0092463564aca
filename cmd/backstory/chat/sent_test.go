package chat_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/seed353dc258/backstory/agent/model/modeltest"
	"github.com/seed353dc258/backstory/cmd/backstory/cmdtest"
	"github.com/seed353dc258/backstory/internal/soak"
)

// place is a workspace with a configuration, in which the program is run.
type place struct {
	*testing.T
	dir string
}

func newPlace(t *testing.T, files map[string]string) *place {
	t.Helper()
	p := &place{t, t.TempDir()}
	for name, text := range files {
		file := filepath.Join(p.dir, filepath.FromSlash(name))
		if err := errors.Join(os.MkdirAll(filepath.Dir(file), 0o755), os.WriteFile(file, []byte(text), 0o644)); err != nil {
			t.Fatal(err)
		}
	}
	return p
}

func (p *place) command(args ...string) *exec.Cmd {
	cmd := exec.Command("backstory", append([]string{"--root", filepath.Join(p.dir, "w")}, args...)...)
	cmd.Env = append(cmdtest.PlacesEnv(filepath.Join(p.dir, "home"), filepath.Join(p.dir, "cache")), "TZ=UTC")
	return cmd
}

// run runs the program and returns its output.
func (p *place) run(args ...string) string {
	p.Helper()
	cmd := p.command(args...)
	var e strings.Builder
	cmd.Stderr = &e
	out, err := cmd.Output()
	if err != nil {
		p.Fatalf("%v: %v\n%s\n%s", args, err, out, e.String())
	}
	return string(out)
}

// TestHelloCostsLittle asks a profile that has nothing but an empty soul.
func TestHelloCostsLittle(t *testing.T) {
	for _, protocol := range modeltest.Protocols() {
		for mode, most := range map[string]int{"full": 1200, "minimal": 300} {
			s := modeltest.New(t, modeltest.Script(modeltest.Says("Hello.")))
			p := newPlace(t, map[string]string{"w/profiles/ida/soul.md": "", "home/backstory/config.json": s.Config(protocol, "")})
			p.run("chat", "--profile", "ida", "--mode", mode, "--once", "Hello")
			a := s.Asks()[0]
			if n := a.Tokens(); n > most {
				t.Errorf("%s, %s: %d tokens, of %d bytes", protocol, mode, n, len(a.Body))
			} else {
				t.Logf("%s, %s: %d tokens, %d bytes, %d tools", protocol, mode, n, len(a.Body), len(a.Tools))
			}
		}
	}
}

// TestThePromptNamesTheModelThatIsAsked: a session that keeps the prompt it began
// with offline says so of the model that is asked now.
func TestThePromptNamesTheModelThatIsAsked(t *testing.T) {
	s := modeltest.New(t, modeltest.Script(modeltest.Says("Hello.")))
	p := newPlace(t, map[string]string{"w/profiles/ida/soul.md": "", "w/backstory.json": `{"agents": {"defaults": {"prompt": {"refresh": "never"}}}}`})
	if out := p.say("Hello", "/prompt tree"); !strings.Contains(out, "mode full, model offline\n") {
		t.Errorf("before: %s", out)
	}
	if err := errors.Join(os.MkdirAll(filepath.Join(p.dir, "home/backstory"), 0o755), os.WriteFile(filepath.Join(p.dir, "home/backstory/config.json"), []byte(s.Config(modeltest.OpenAI, "")), 0o644)); err != nil {
		t.Fatal(err)
	}
	trees := p.run("prompt", "--profile", "ida", "--tree") + p.say("/prompt tree", "Hello", "/why", "/model test/m", "/prompt tree")
	if strings.Contains(trees, "odel offline") || strings.Count(trees, "odel test/m") < 3 || len(s.Asks()) != 1 {
		t.Errorf("%d requests, %s", len(s.Asks()), trees)
	}
}

// dated is what the time of a request is in: the line that tells it, and the name
// of the fence around that.
var dated = regexp.MustCompile(`material-[0-9a-f]{16}|Date: [^\\]*\\n`)

// TestSoakWhatIsShownIsWhatIsSent shows the prompt of profiles made at random,
// and the request of a question, and then asks it: they are the same bytes. So
// they are when something was said and remembered.
func TestSoakWhatIsShownIsWhatIsSent(t *testing.T) {
	for seed := range soak.Size(t, 100) * 4 {
		if seed >= 100 || testing.Short() && seed > 0 {
			break
		}
		r := rand.New(rand.NewPCG(194, uint64(seed)))
		protocol := modeltest.Protocols()[seed%2]
		s := modeltest.New(t, func(*modeltest.Ask) modeltest.Reply { return modeltest.Says("I see <|im_end|>.") })
		files := wildProfile(r)
		files["home/backstory/config.json"] = s.Config(protocol, fmt.Sprintf(`"window": %d, "max_output": %d`, 6000+r.IntN(30_000), 500+r.IntN(1000)))
		p := newPlace(t, files)
		p.run("build", filepath.Join(p.dir, "w/profiles/ida"))
		for round := range 2 {
			shown := p.run("prompt", "--profile", "ida")
			request := p.run("prompt", "--profile", "ida", "--request", "What is at sea?")
			p.say("What is at sea?")
			asks := s.Asks()
			a := asks[len(asks)-1]
			var body struct{ Tools json.RawMessage }
			if err := json.Unmarshal(a.Body, &body); err != nil {
				t.Fatal(err)
			}
			want := a.System
			if len(body.Tools) > 0 {
				want += "\n" + string(body.Tools) + "\n"
			}
			if shown != want {
				t.Errorf("seed %d, round %d: shown\n%.3000s\nsent\n%.3000s", seed, round, shown, want)
			}
			if got, want := dated.ReplaceAllString(strings.TrimSuffix(request, "\n"), ""), dated.ReplaceAllString(string(a.Body), ""); got != want {
				at := 0
				for at < min(len(got), len(want)) && got[at] == want[at] {
					at++
				}
				t.Errorf("seed %d, round %d: from byte %d on the request shown is\n%.300s\nand sent\n%.300s", seed, round, at, got[max(0, at-100):], want[max(0, at-100):])
			}
			file := filepath.Join(p.dir, fmt.Sprintf("prompt-%d-%d.md", seed, round))
			whole := p.say("/prompt", "/prompt export "+file, "/memory save The kettle <|im_start|> is blue.")
			exported, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			whole += string(exported)
			_, rest, found := strings.Cut(whole, "\n"+want)
			if between := strings.TrimRight(a.System, "\n") + "\n\n" + strings.Repeat("=", 80) + "\n\n" + string(body.Tools); !found || !strings.Contains(rest, between) {
				t.Errorf("seed %d, round %d: /prompt and /prompt export show\n%.3000s\nsent\n%.3000s", seed, round, whole, want)
			}
		}
	}
}

// say says lines to ida in a chat and returns the output.
func (p *place) say(lines ...string) string {
	p.Helper()
	cmd := p.command("chat", "--profile", "ida")
	cmd.Stdin = strings.NewReader(strings.Join(lines, "\n") + "\n")
	out, err := cmd.Output()
	if err != nil {
		p.Fatalf("%v: %v\n%s", lines, err, out)
	}
	return string(out)
}

// wildProfile makes the files of a profile at random.
func wildProfile(r *rand.Rand) map[string]string {
	words := []string{"Fog at sea. ", "<|im_end|> ", "{{display_name}} ", "# Heading\n\n", "- a point\n", "<b>&amp;</b> ", "\u00c6r\u00f8 ", "潮が満ちる ", "\"quoted\" \\ ", "\n\n"}
	text := func(most int) string {
		var b strings.Builder
		for range 1 + r.IntN(most) {
			b.WriteString(words[r.IntN(len(words))])
		}
		return b.String()
	}
	files := map[string]string{"w/profiles/ida/soul.md": text(20)}
	for _, f := range []struct {
		name string
		most int
	}{
		{"backstory/a.md", 2000}, {"backstory/b.txt", 200}, {"context/notes.md", 300}, {"base.md", 20}, {"security.md", 20}, {"done.md", 10}, {"tools/mine.md", 30},
	} {
		if content := text(f.most); r.IntN(2) == 0 {
			files["w/profiles/ida/"+f.name] = content
		}
	}
	features := map[string]bool{}
	for _, name := range []string{"todos", "artifacts", "loops", "background_tasks", "projects"} {
		if r.IntN(3) == 0 {
			features[name] = false
		}
	}
	sections := map[string]any{}
	for _, name := range []string{"base", "tools", "done", "memory", "backstory"} {
		if n := r.IntN(6); n < 2 {
			sections[name] = []any{false, "stub"}[n]
		}
	}
	raw, err := json.Marshal(map[string]any{
		"prompt_directives": map[string]string{"tone": text(3)}, "prompts": map[string]any{"features": features, "prompt_sections": sections},
	})
	if err != nil {
		panic(err)
	}
	files["w/profiles/ida/preferences.json"] = string(raw)
	return files
}
