package html

import (
	"encoding/json"
	"fmt"
	"html"
	"io"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"

	"github.com/seed353dc258/backstory/converters"
	"github.com/seed353dc258/backstory/converters/convtest"
	"github.com/seed353dc258/backstory/document/markdown"
)

// inferredStyles hide by colour, size or place, so that they are left out since
// nobody can read them: a browser has to agree.
var inferredStyles = []string{
	"font-size:0", "font-size:1px", "font-size:1.5pt", "font:0/0 a", "letter-spacing:-1em", "text-indent:-9999px", "text-indent:100%;overflow:hidden;white-space:nowrap",
	"color:#fff", "color:#fafafa", "color:transparent", "color:rgba(0,0,0,.02)", "color:#00f;background:#0000fe", "color:#000;background:#000", "color:hsl(0 0% 100%)",
	"color:oklch(1 0 0)", "color:color-mix(in srgb,white,#fefefe)", "color:light-dark(white,black)", "-webkit-text-fill-color:transparent",
	"opacity:0", "opacity:.04", "filter:opacity(0)", "position:absolute;left:-9999px", "position:absolute;top:-2000px", "position:fixed;top:100%", "position:fixed;left:110vw",
	"position:relative;left:-9999px", "margin-left:-9999px", "transform:translateX(-9999px)", "translate:-9999px 0", "transform:scale(0)", "scale:0", "scale:.05",
	"zoom:.01", "height:0;overflow:hidden", "width:1px;height:1px;overflow:hidden", "max-height:0;overflow:hidden", "line-height:0;overflow:hidden", "overflow:hidden;height:4px",
	"position:absolute;clip:rect(0,0,0,0)", "clip-path:inset(50%)", "clip-path:inset(0 60% 0 40%)", "clip-path:circle(0)", "clip-path:polygon(0 0,0 0,0 0)", "clip-path:rect(0 0 0 0)",
	// What only looks hidden: it is in the list so that a harness that sees nothing fails.
	"color:#333", "opacity:.5", "font-size:9px", "position:relative;left:10px", "clip-path:inset(1px)", "transform:rotate(2deg)", "overflow:hidden;height:40px",
}

// look asks a browser of each word whether it can be read: a letter of it is at
// a point of the page that belongs to it, has a size, and another colour than
// what is behind it.
const look = `
function plain(s) { const c = document.createElement("canvas").getContext("2d", {willReadFrequently: true}); c.fillStyle = s; c.fillRect(0, 0, 1, 1); const d = c.getImageData(0, 0, 1, 1).data; return [d[0], d[1], d[2], d[3] / 255] }
function readable(e) {
  const style = getComputedStyle(e), range = document.createRange();
  range.selectNodeContents(e);
  e.scrollIntoView();
  if (style.visibility != "visible" || e.getClientRects().length == 0) return false;
  let seen = 1, ground = null;
  for (let p = e; p; p = p.parentElement) {
    const s = getComputedStyle(p);
    seen *= s.opacity * (/opacity\(([\d.]+)\)/.exec(s.filter) || [0, 1])[1];
    const g = plain(s.backgroundColor);
    if (!ground && g[3] > .5) ground = g;
  }
  const ink = plain(style.webkitTextFillColor), far = Math.max(...[0, 1, 2].map(i => Math.abs(ink[i] - (ground || [255, 255, 255])[i])));
  if (seen * ink[3] < .05 || far < 8) return false;
  for (const r of range.getClientRects()) {
    if (r.width < 8 || r.height < 4) continue;
    for (const part of [.1, .3, .5, .7, .9]) {
      const at = document.elementFromPoint(r.left + r.width * part, r.top + r.height / 2);
      if (at && (at == e || e.contains(at))) return true;
    }
  }
  return false;
}`

// answer returns a page with a script at its end that leaves an answer in the
// place of the page.
func answer(page, value string) string {
	return page + "<script>" + look + "\nconst answer = " + value + `;
document.body.innerHTML = "<pre id=answer></pre>";
document.getElementById("answer").textContent = JSON.stringify(answer);
</script>`
}

// browse returns what a page answers in Chromium.
func browse(t *testing.T, page string, value any) {
	t.Helper()
	browser, err := exec.LookPath("chromium")
	if err != nil {
		t.Skip("chromium is not installed")
	}
	file := filepath.Join(t.TempDir(), "page.html")
	if err := os.WriteFile(file, []byte(page), 0o600); err != nil {
		t.Fatal(err)
	}
	cmd := exec.CommandContext(t.Context(), browser, "--headless", "--no-sandbox", "--disable-gpu", "--window-size=1280,800", "--user-data-dir="+t.TempDir(),
		"--host-resolver-rules=MAP * 127.0.0.1:9", "--dump-dom", "file://"+file)
	out, err := cmd.Output()
	if err != nil {
		t.Skipf("chromium does not start: %v", err)
	}
	_, text, _ := strings.Cut(string(out), `<pre id="answer">`)
	text, _, _ = strings.Cut(text, "</pre>")
	if err := json.Unmarshal([]byte(html.UnescapeString(text)), value); err != nil {
		t.Fatalf("the answer is %.200q: %v", text, err)
	}
}

// TestNoDroppedWordIsReadInABrowser shows words in ways that seem to hide them to
// Chromium: none that is left out can be read there.
func TestNoDroppedWordIsReadInABrowser(t *testing.T) {
	if testing.Short() {
		t.Skip("no -short: it starts a browser")
	}
	var page strings.Builder
	page.WriteString("<!DOCTYPE html><html><head><meta charset=utf-8></head><body><p>start</p>")
	for i, style := range inferredStyles {
		fmt.Fprintf(&page, "<div style='height:60px;position:relative'><p data-word=word%03d style=\"%s\">word%03d with some more words</p></div>\n", i, style, i)
	}
	kept := convertPage(t, page.String())
	var readable map[string]bool
	browse(t, answer(page.String(), `Object.fromEntries([...document.querySelectorAll("[data-word]")].map(e => [e.dataset.word, readable(e)]))`), &readable)
	dropped, read := 0, 0
	for i, style := range inferredStyles {
		word := fmt.Sprintf("word%03d", i)
		isKept := strings.Contains(kept, word)
		switch {
		case !isKept && readable[word]:
			t.Errorf("%s: left out, but it can be read", style)
		case !isKept:
			dropped++
		case readable[word]:
			read++
		}
	}
	if len(readable) != len(inferredStyles) || dropped < 30 || read < 5 {
		t.Errorf("of %d words %d are left out, and %d can be read", len(readable), dropped, read)
	}
}

// readTexts is the texts of a page that hold some words and can be read.
const readTexts = `(words => {
  const w = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT), nodes = [];
  while (w.nextNode()) if (w.currentNode.data.trim() && !/^(SCRIPT|STYLE|NOSCRIPT|TEMPLATE|TEXTAREA|OPTION)$/.test(w.currentNode.parentElement.tagName)) nodes.push(w.currentNode);
  const asked = new Set(words), holds = text => text.toLowerCase().split(/[^\p{L}\p{N}]+/u).some(w => asked.has(w));
  return nodes.filter(n => holds(n.data) && readable(n.parentElement)).map(n => n.data);
})`

// scripts are the scripts of a page: it is judged as it is without them.
var scripts = regexp.MustCompile(`(?is)<script\b.*?</script\s*>|<meta[^>]+refresh[^>]*>`)

// TestNoDroppedWordOfAPageIsReadInABrowser does so with the pages of the corpus:
// a word that is left out as hidden cannot be read in Chromium more often than it
// is in the text.
func TestNoDroppedWordOfAPageIsReadInABrowser(t *testing.T) {
	if testing.Short() {
		t.Skip("no -short: it starts a browser")
	}
	judged := 0
	for _, path := range convtest.CorpusPaths(t, "html/*.html") {
		data, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		page := scripts.ReplaceAllString(string(data), "")
		kept, all := countWords(convertWith(t, page, "drop")), countWords(convertWith(t, page, "keep"))
		for word, n := range all {
			if n == kept[word] || strings.Trim(word, "0123456789") == "" { // numbers mark notes, too
				delete(all, word)
			}
		}
		if len(all) == 0 || !utf8.ValidString(page) {
			continue
		}
		judged++
		var texts []string
		words, err := json.Marshal(slices.Collect(maps.Keys(all)))
		if err != nil {
			t.Fatal(err)
		}
		browse(t, answer(page, readTexts+"("+string(words)+")"), &texts)
		for word, n := range countWords(strings.Join(texts, " ")) {
			if n > kept[word] && all[word] > kept[word] {
				t.Errorf("%s: %q is left out, but it can be read", filepath.Base(path), word)
			}
		}
	}
	if judged < 2 {
		t.Errorf("only %d pages hide something", judged)
	}
}

// convertWith returns the Markdown of a page under a policy for what is hidden.
func convertWith(t *testing.T, src, hidden string) string {
	t.Helper()
	env := converters.NewEnv(nil, converters.Limits{}, converters.Options{Hidden: hidden})
	in := converters.Input{Name: "page.html", SectionReader: io.NewSectionReader(strings.NewReader(src), 0, int64(len(src)))}
	doc, err := New().Convert(t.Context(), in, env)
	if err != nil {
		t.Fatal(err)
	}
	var text strings.Builder
	if _, err := markdown.Write(&text, doc, markdown.WriteOptions{}); err != nil {
		t.Fatal(err)
	}
	return text.String()
}

// countWords counts the words of a text.
func countWords(s string) map[string]int {
	count := map[string]int{}
	for w := range strings.FieldsFuncSeq(strings.ToLower(s), func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) }) {
		count[w]++
	}
	return count
}
