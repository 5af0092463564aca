package browser

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"
)

// A source that failed, one without text, one with a warning and the filter of the list say what they are.
func TestStatesOfSources(t *testing.T) {
	s := open(t, map[string]string{
		"good.md": "# Good\n\nAll is well.\n", "broken.docx": "no document", "empty.txt": "", "page.html": "<h1>Head</h1><p>Shown.</p><p style='display:none'>Hidden words</p>", "what.xyz": "?",
	})
	s.to("/p/papers/read/broken.docx")
	s.until("document.querySelector('.wrong')?.textContent.length > 10")
	s.has("p", "has no text of this source")
	s.to("/p/papers/read/empty.txt")
	s.has("p", "has no text of this source")
	s.to("/p/papers/read/page.html")
	s.has(".warnings", "hidden-style")
	s.has(".lines", "Shown.")
	s.lacks(".lines", "Hidden words")
	s.to("/p/papers/read/?filter=GOOD")
	s.has(".list a", "good.md")
	s.lacks(".list a", "page.html")
	s.to("/p/papers/read/?filter=nothing+of+that+name")
	s.has("p", "No source has this in its name.")
}

// The pointer on a line marks its place on the page, and the other way round.
func TestThePointerMarksBoth(t *testing.T) {
	file, _ := passages(1, 10)
	s := open(t, map[string]string{"p.pdf": file})
	s.to("/p/papers/read/p.pdf")
	s.until("document.querySelectorAll('rect').length === 10")
	s.eval("document.querySelector('tr[data-page]').dispatchEvent(new PointerEvent('pointerover', {bubbles: true}))")
	s.until("document.querySelector('rect.seen')")
	s.eval("document.querySelector('tr[data-page]').dispatchEvent(new PointerEvent('pointerout', {bubbles: true}))")
	s.until("!document.querySelector('rect.seen')")
	s.eval("document.querySelectorAll('rect')[4].dispatchEvent(new PointerEvent('pointerover', {bubbles: true}))")
	s.until("document.querySelector('tr.seen')")
}

// A file that changes is shown as it is, once it was built.
func TestAFileThatChanges(t *testing.T) {
	s := open(t, lamps())
	s.to("/p/papers/read/lamp.md")
	s.has(".lines", "whale oil")
	if err := os.WriteFile(filepath.Join(s.dir, "lamp.md"), []byte("# Lamps\n\nIt burns gas.\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	s.until("(fetch(location.href).then(r => r.text()).then(t => { window.seen = t.includes('It burns gas.'); }), window.seen)")
	s.run(chromedp.Reload())
	s.has(".lines", "It burns gas.")
	s.lacks(".lines", "whale oil")
}

// An empty question asks nothing, and one of many lines stays as it is.
func TestOddQuestions(t *testing.T) {
	s := open(t, lamps())
	s.click("form.ask button", "Ask")
	s.until("document.querySelectorAll('.turn').length === 0")
	s.eval("document.getElementById('question').value = 'Who lit\\nthe lamp of Skarv?  <b>' + 'x'.repeat(300)")
	s.click("form.ask button", "Ask")
	s.has(".question", "the lamp of Skarv?")
	s.has(".turn:last-child a", "What the model was sent")
	s.until("document.querySelector('.question').innerText.includes('Who lit\\nthe lamp')")
	s.run(chromedp.EmulateViewport(320, 800))
	s.until("document.documentElement.scrollWidth <= innerWidth")
}

// Themes, forced colours and reduced motion: text can be read, and nothing moves.
func TestThemes(t *testing.T) {
	s := open(t, lamps())
	s.to("/p/papers/read/lamp.md?line=5#L5")
	light := s.eval("getComputedStyle(document.documentElement).backgroundColor")
	s.media("prefers-color-scheme", "dark")
	if dark := s.eval("getComputedStyle(document.documentElement).backgroundColor"); dark == light {
		t.Errorf("both themes have the ground %v", dark)
	}
	s.media("forced-colors", "active")
	s.until("getComputedStyle(document.querySelector('tr:target') ?? document.body).outlineStyle !== 'none' || !document.querySelector('tr:target')")
	s.media("prefers-reduced-motion", "reduce")
	s.until("document.getAnimations().length === 0")
}

// A search that finds nothing says so; one that does leads to the place.
func TestASearch(t *testing.T) {
	s := open(t, lamps())
	s.to("/p/papers/found?q=submarines")
	s.has("p", "Nothing in the documents has these words.")
	s.to("/p/papers/found?q=whale+oil")
	s.has(".hits .score", ".")
	s.click(".hits a", "lamp.md")
	s.until("document.querySelector('tr:target')")
	s.has(".lines", "whale oil")
	s.to("/p/papers/found")
	s.has("p", "No source has a warning.")
}

// What is left of a session is a file, what is remembered is found by its words, and nothing is proposed yet.
func TestSessionsAreSavedAndSearched(t *testing.T) {
	s := open(t, map[string]string{"soul.md": "# Ada\n\nYou are Ada.\n", "backstory/a.txt": "The lamp was lit in 1888.\n"})
	base := "/p/" + s.profile() + "/"
	s.ask("When was the lamp lit?")
	s.has(".turn:last-child a", "What the model was sent")
	s.to(base + "talks")
	saved := s.eval("fetch([...document.querySelectorAll('a')].find(a => a.textContent.includes('as Markdown')).href).then(async r => r.headers.get('content-disposition') + await r.text())").(string)
	if !strings.HasPrefix(saved, "attachment") || !strings.Contains(saved, "When was the lamp lit?") {
		t.Errorf("the file is %q", saved)
	}
	s.click("summary", "Remember something")
	s.eval("document.getElementById('new').value = 'Tea at four.'")
	s.click("button", "Remember")
	s.has(".passage", "Tea at four.")
	s.to(base + "talks?q=tea")
	s.has(".passage", "Tea at four.")
	s.to(base + "talks?q=coffee")
	s.lacks(".passage", "Tea at four.")
	s.to(base + "proposals")
	s.has("p", "Nothing is proposed.")
}

// A memory that reads like a secret is refused, with what to do.
func TestASecretIsNotRemembered(t *testing.T) {
	s := open(t, map[string]string{"soul.md": "# Ada\n\nYou are Ada.\n", "backstory/a.txt": "The lamp was lit in 1888.\n"})
	s.to("/p/" + s.profile() + "/talks")
	s.click("summary", "Remember something")
	s.eval("document.getElementById('new').value = 'The key is AKIA' + 'Q3EGRTAPMZ4WRNZ2'")
	s.click("button", "Remember")
	s.has("p", "reads like a secret")
	s.lacks("body", "Q3EGRTAPMZ4WRNZ2")
}

// An answer that is being written is announced, and the question is not lost where the window is closed.
func TestAnAnswerIsAnnounced(t *testing.T) {
	m := model(t, "It begins "+strings.Repeat("and goes on ", 2000), 0)
	m.pace = patience
	s := m.with(t, lamps())
	s.ask("What is there?")
	s.until("document.querySelector('.answer[aria-live=polite]') && document.querySelector('[role=status]')")
	s.shot("ask-running")
}

// The page loads little, and nothing of others: see heard.
func TestFirstViewsAreSmall(t *testing.T) {
	s := open(t, lamps())
	for _, path := range []string{"/", "/p/papers/", "/p/papers/read/lamp.md", "/p/papers/found", "/p/papers/prompt", "/p/papers/talks"} {
		s.to(path)
		s.has("h1", "")
		bytes := s.eval("performance.getEntriesByType('resource').concat(performance.getEntriesByType('navigation')).reduce((n, e) => n + e.encodedBodySize, 0)").(float64)
		if bytes > 100_000 {
			t.Errorf("%s: %v bytes", path, bytes)
		}
	}
}
