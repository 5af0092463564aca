package browser

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"
)

// Where the page is served already, another backstory open leads to it, and ends.
func TestAnotherOpenLeadsHere(t *testing.T) {
	s := open(t, lamps())
	again := exec.Command(os.Getenv("BACKSTORY_PROGRAM"), "open", s.dir, "--no-browser")
	again.Env = s.env()
	out, err := again.Output()
	link := strings.TrimSpace(string(out))
	if err != nil || !strings.HasPrefix(link, s.base+"/open/") {
		t.Fatalf("another open: %v, %q, not below %s", err, out, s.base)
	}
	other := &site{t: t, base: s.base, dir: s.dir, home: s.home}
	other.window()
	other.run(chromedp.Navigate(link))
	other.until("location.pathname === '/p/papers/'")
	other.to("/p/papers/read/lamp.md")
	other.has(".lines", "Skarv")
}

// The back and forward buttons lead through the views, and the answer is still there.
func TestBackAndForward(t *testing.T) {
	s := open(t, lamps())
	s.ask("Who lit the lamp of Skarv?")
	s.has(".turn:last-child a", "What the model was sent")
	talk := s.eval("location.pathname")
	s.click(".answer a, .turn a", "lamp.md")
	s.has(".lines", "Ida Holm")
	s.click("nav a", "Prompt")
	s.has("h1", "What the next request begins with")
	s.eval("history.back()")
	s.has(".lines", "Ida Holm")
	s.eval("history.back()")
	s.has(".answer", "Ida Holm")
	if at := s.eval("location.pathname"); at != talk {
		t.Errorf("back at %v, not at %v", at, talk)
	}
	s.eval("history.forward()")
	s.has(".lines", "Ida Holm")
}

// A question shows the passages that were weighed, and one leads to its place.
func TestPassagesOfAQuestion(t *testing.T) {
	s := open(t, lamps())
	s.to("/p/papers/found")
	s.eval("document.getElementById('q').value = 'Who lit the lamp of Skarv?'")
	s.click("form.search button", "Search")
	s.has("p", "The question is answered.")
	s.click("main a", "lamp.md")
	s.until("location.pathname === '/p/papers/read/lamp.md' && location.hash.startsWith('#L')")
	s.has("tr:target", "Ida Holm")
	s.to("/p/papers/found?q=" + "What+did+Napoleon+eat%3F")
	s.lacks("p", "The question is answered.")
}

// A talk is gone on with from an earlier turn in a session of its own.
func TestABranch(t *testing.T) {
	s := open(t, lamps())
	s.ask("Who lit the lamp of Skarv?")
	s.has(".turn:last-child a", "What the model was sent")
	s.ask("What colour are the boats?")
	s.until("document.querySelectorAll('.turn').length === 2")
	s.has(".turn:last-child a", "What the model was sent")
	first := s.eval("location.pathname")
	s.click("form.do button", "Go on from here")
	s.until("location.pathname !== " + quote(first.(string)) + " && document.querySelectorAll('.turn').length === 1")
	s.has(".answer", "Ida Holm")
	s.ask("What colour are the boats?")
	s.until("document.querySelectorAll('.turn').length === 2")
	s.has(".turn:last-child a", "What the model was sent")
	s.to(first.(string))
	s.until("document.querySelectorAll('.turn').length === 2")
}

// A row of a table leads to the line of its source.
func TestARowHasItsLine(t *testing.T) {
	s := open(t, map[string]string{"fees.md": "| Tree | Fee |\n|---|---|\n| Ash | 1 |\n| Oak | 2 |\n| Yew | 3 |\n"})
	s.to("/p/papers/read/fees.md")
	s.until("[...document.querySelectorAll('.lines tr')].some(r => r.textContent.includes('Oak') && r.textContent.includes('line 4'))")
	s.until("[...document.querySelectorAll('.lines tr')].some(r => r.textContent.includes('Yew') && r.textContent.includes('line 5'))")
}

// A change that the agent proposed is approved with its evidence in sight, applied, and
// taken back.
func TestAProposalIsApproved(t *testing.T) {
	const soul = "# Ada\n\nCalm.\n"
	s := &site{t: t, dir: filepath.Join(t.TempDir(), "papers"), home: t.TempDir()}
	s.write(map[string]string{"soul.md": soul, "backstory/a.txt": "The lamp was lit in 1888.\n"})
	s.window()
	conf := t.TempDir()
	for name, text := range map[string]string{
		"config.json": `{"providers": {"offline": {"script": "offline.yaml"}}, "proposals": {"enabled": true, "min_evidence": 1}}`,
		"offline.yaml": "rules:\n  - match: warmer\n    reply:\n      - call:\n          name: persona_propose\n          arguments:\n" +
			"            targetFile: soul.md\n            title: Speak warmer\n            observation: I was asked for it.\n            patch: \"# Ada\\n\\nWarm.\\n\"\n" +
			"            confidence: 0.9\n            evidence: [{session: current, turn: 1, quote: Please be warmer with me}]\n" +
			"  - result: persona_propose\n    reply: [{text: \"I have proposed it.\"}]\n",
	} {
		if err := os.WriteFile(filepath.Join(conf, name), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	s.serve("0", "--config", filepath.Join(conf, "config.json"))
	key := s.profile()
	s.ask("Please be warmer with me")
	s.has(".answer", "I have proposed it.")
	s.to("/p/" + key + "/proposals")
	s.click("main a", "Speak warmer")
	s.has("main", "Please be warmer with me")
	s.has("main", "Warm.")
	s.shot("proposal")
	s.click("button", "Approve")
	s.click("button", "Apply")
	s.has("button", "Take it back")
	if text := s.soul(); !strings.Contains(text, "Warm.") {
		t.Errorf("the soul is %q", text)
	}
	s.click("button", "Take it back")
	s.until("![...document.querySelectorAll('button')].some(b => b.textContent.includes('Take it back'))")
	if text := s.soul(); text != soul {
		t.Errorf("the soul is %q", text)
	}
}

func (s *site) soul() string {
	s.t.Helper()
	text, err := os.ReadFile(filepath.Join(s.dir, "soul.md"))
	if err != nil {
		s.t.Fatal(err)
	}
	return string(text)
}
