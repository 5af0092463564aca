package all_test

import (
	"bufio"
	"bytes"
	"encoding/base64"
	"encoding/json"
	"flag"
	"fmt"
	"io"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/seed353dc258/backstory/converters"
	"github.com/seed353dc258/backstory/converters/all"
	"github.com/seed353dc258/backstory/document/markdown"
	"github.com/seed353dc258/backstory/internal/soak"
)

// Of each case there are two files: one with the token, and its twin with the same
// letters in another order. Where both look the same, nobody can read the token.
const (
	token = "zkxqvw"
	twin  = "wvqxkz"
)

// plainTalk is what everybody sees beside the token, so that it is not most of the text.
const plainTalk = "The office is open from nine to five. Orders that come in before noon leave the house on the same day, and those that come later leave on the next one."

// pictured is a file whose token is seen by a person, or is not.
type pictured struct {
	name   string // of the case
	file   string // the extension says the format
	honest bool   // whether it is made to be seen: it must come out without a label
	make   func(token string) []byte
	view   func(token string) []byte // the page that people see; nil where an office program shows the file

	printed bool // it is a PDF, which PDFium shows
}

var drawPictures = flag.Bool("pictures", false, "draw cases that are new with Chromium, LibreOffice and PDFium, and store in testdata/pictures.txt what is seen")

// storedPictures says of which cases a person sees the token.
const storedPictures = "testdata/pictures.txt"

// pictures returns every case.
func pictures(t *testing.T, seed uint64) []pictured {
	t.Helper()
	return slices.Concat(webPictures(seed), officePictures(t, seed), printedPictures())
}

// What no picture shows is not in the text, or is in a label; what is made to be seen
// is in the text without one. What pictures show is stored; the whole of this test,
// or -pictures, draws them again where there are the programs for it. With another
// seed it makes other cases.
func TestSoakPictures(t *testing.T) {
	const usual = 41
	seed := soak.Seed(t, usual)
	cases := pictures(t, seed)
	stored := map[string]bool{}
	data, err := os.ReadFile(storedPictures)
	if err != nil && !*drawPictures {
		t.Fatal(err)
	}
	for line := range strings.Lines(string(data)) {
		verdict, name, _ := strings.Cut(strings.TrimRight(line, "\r\n"), " ")
		stored[name] = verdict == "seen"
	}
	if *drawPictures || seed != usual || soak.Size(t, len(cases)) >= len(cases) {
		list := cases
		if *drawPictures {
			list = slices.DeleteFunc(slices.Clone(cases), func(c pictured) bool { _, ok := stored[c.name]; return ok })
		}
		seen := drawn(t, list)
		for name, now := range seen {
			if was, ok := stored[name]; seed == usual && !*drawPictures && (!ok || was != now) {
				t.Errorf("%s: the picture says seen=%t, which is not what is stored: run with -pictures", name, now)
			}
			stored[name] = now
		}
		if *drawPictures && seed == usual {
			storePictures(t, cases, stored)
		}
	}
	registry, err := all.Registry()
	if err != nil {
		t.Fatal(err)
	}
	counts := map[string]int{}
	formats := map[string]bool{}
	for _, c := range cases {
		if c.printed && testing.Short() { // compiling PDFium takes seconds
			continue
		}
		seen, ok := stored[c.name]
		if !ok {
			t.Errorf("%s: no picture says whether it is seen", c.name)
			continue
		}
		formats[c.file] = true
		counts[judgePicture(t, registry, c, seen)]++
	}
	t.Logf("%d cases in %d formats: %v", len(cases), len(formats), counts)
}

// judgePicture converts a case and returns what became of it.
func judgePicture(t *testing.T, registry *converters.Registry, c pictured, seen bool) string {
	t.Helper()
	data := c.make(token)
	env := converters.NewEnv(registry, converters.Limits{}, converters.Options{})
	in := converters.Input{Name: c.file, SectionReader: io.NewSectionReader(bytes.NewReader(data), 0, int64(len(data)))}
	doc, err := registry.Convert(t.Context(), in, env)
	if err != nil {
		t.Errorf("%s: %v", c.name, err)
		return "failed"
	}
	var b strings.Builder
	if _, err := markdown.Write(&b, doc, markdown.WriteOptions{MaxChars: env.Limits.Text}); err != nil {
		t.Errorf("%s: %v", c.name, err)
		return "failed"
	}
	text := strings.ToLower(b.String())
	plain := strings.Contains(writtenLabel.ReplaceAllString(text, ""), token)
	inside := !plain && strings.Contains(text, token)
	switch {
	case !strings.Contains(text, "orders that come in"):
		t.Errorf("%s: the plain text is lost: %q", c.name, text)
		return "failed"
	case c.honest && !seen:
		t.Errorf("%s: is made to be seen, and the picture shows nothing", c.name)
		return "failed"
	case c.honest && !plain:
		t.Errorf("%s: seen, and lost or in a label: %q", c.name, text)
		return "lost"
	case plain && !seen:
		t.Errorf("%s: not seen, and in the text without a label: %q", c.name, text)
		return "leaked"
	case c.honest:
		return "honest and kept"
	case seen && !plain:
		t.Logf("%s: seen, and not in the text without a label", c.name)
		return "seen, hidden for a person"
	case seen:
		return "seen and kept"
	case inside:
		return "not seen, labelled"
	}
	return "not seen, left out"
}

// writtenLabel is a label with its end.
var writtenLabel = regexp.MustCompile(`(?s)\[(hidden|may be hidden): (\\.|[^\]\\])*\]`)

func storePictures(t *testing.T, cases []pictured, seen map[string]bool) {
	t.Helper()
	var b strings.Builder
	for _, c := range cases {
		verdict := "not"
		if seen[c.name] {
			verdict = "seen"
		}
		fmt.Fprintf(&b, "%s %s\n", verdict, c.name)
	}
	if err := os.WriteFile(storedPictures, []byte(b.String()), 0o644); err != nil {
		t.Fatal(err)
	}
}

// drawn returns by name in which cases the picture depends on the token.
func drawn(t *testing.T, cases []pictured) map[string]bool {
	t.Helper()
	office := slices.DeleteFunc(slices.Clone(cases), func(c pictured) bool { return c.view != nil || c.printed })
	seen := map[string]bool{}
	if len(office) > 0 {
		seen = shownByOffice(t, office)
	}
	var paper *painter
	for _, c := range cases {
		if c.printed && paper == nil {
			paper = startPainter(t)
		}
		if c.printed {
			seen[c.name] = paper.picture(c.make(token)) != paper.picture(c.make(twin))
		}
	}
	var web *browser
	pages := map[string]bool{} // what is seen of a page that is in many formats
	for _, c := range cases {
		if c.view == nil {
			continue
		}
		if web == nil {
			web = startBrowser(t)
		}
		page := c.view(token)
		verdict, ok := pages[string(page)]
		if !ok {
			verdict = !bytes.Equal(web.picture(page), web.picture(c.view(twin)))
			pages[string(page)] = verdict
		}
		seen[c.name] = verdict
	}
	return seen
}

// browser is a Chromium that is asked over a pipe.
type browser struct {
	t       *testing.T
	out     *os.File
	in      *bufio.Reader
	page    string // the file that is shown
	session string
	last    int
}

var chromium = sync.OnceValue(func() string {
	for _, name := range []string{"chromium", "chromium-browser", "google-chrome"} {
		if path, err := exec.LookPath(name); err == nil {
			return path
		}
	}
	return ""
})

func startBrowser(t *testing.T) *browser {
	t.Helper()
	if chromium() == "" {
		t.Skip("there is no Chromium, which draws the pictures")
	}
	dir := t.TempDir()
	theirs, ours, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	answers, back, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command(chromium(), "--headless", "--no-sandbox", "--disable-gpu", "--hide-scrollbars", "--disable-background-networking", "--host-resolver-rules=MAP * ~NOTFOUND",
		"--remote-debugging-pipe", "--window-size=900,700", "--user-data-dir="+filepath.Join(dir, "user"), "about:blank")
	cmd.ExtraFiles = []*os.File{theirs, back}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	theirs.Close()
	back.Close()
	b := &browser{t: t, out: ours, in: bufio.NewReader(answers), page: filepath.Join(dir, "page.html")}
	t.Cleanup(func() {
		ours.Close()
		_ = cmd.Process.Kill()
		_ = cmd.Wait()
		answers.Close()
	})
	var target struct{ TargetID, SessionID string }
	b.ask("Target.createTarget", map[string]any{"url": "about:blank"}, &target)
	b.ask("Target.attachToTarget", map[string]any{"targetId": target.TargetID, "flatten": true}, &target)
	b.session = target.SessionID
	b.ask("Page.enable", nil, nil)
	b.ask("Emulation.setScriptExecutionDisabled", map[string]any{"value": true}, nil)
	return b
}

// message is what the browser says: an answer, or what has happened.
type message struct {
	ID     int             `json:"id,omitempty"`
	Method string          `json:"method,omitempty"`
	Params any             `json:"params,omitempty"`
	On     string          `json:"sessionId,omitempty"`
	Result json.RawMessage `json:"result,omitempty"`
	Error  json.RawMessage `json:"error,omitempty"`
}

// ask calls a method and reads its answer.
func (b *browser) ask(method string, params, result any) {
	b.t.Helper()
	b.last++
	data, err := json.Marshal(message{ID: b.last, Method: method, Params: params, On: b.session})
	if err == nil {
		_, err = b.out.Write(append(data, 0))
	}
	if err != nil {
		b.t.Fatal(err)
	}
	answer := b.await(func(m *message) bool { return m.ID == b.last })
	if answer.Error != nil {
		b.t.Fatalf("%s: %s", method, answer.Error)
	}
	if result != nil {
		if err := json.Unmarshal(answer.Result, result); err != nil {
			b.t.Fatalf("%s: %v", method, err)
		}
	}
}

// await reads until what is said is wanted.
func (b *browser) await(wanted func(m *message) bool) *message {
	b.t.Helper()
	for {
		data, err := b.in.ReadBytes(0)
		if err != nil {
			b.t.Fatalf("the browser: %v", err)
		}
		var m message
		if err := json.Unmarshal(data[:len(data)-1], &m); err != nil {
			b.t.Fatal(err)
		}
		if wanted(&m) {
			return &m
		}
	}
}

// picture draws the whole of a page, as far as a person can scroll.
func (b *browser) picture(page []byte) []byte {
	b.t.Helper()
	name := b.page
	if bytes.HasPrefix(page, []byte("<?xml")) {
		name = strings.TrimSuffix(name, "html") + "xhtml"
	}
	if err := os.WriteFile(name, page, 0o600); err != nil {
		b.t.Fatal(err)
	}
	b.last++
	data, _ := json.Marshal(message{ID: b.last, Method: "Page.navigate", Params: map[string]any{"url": (&url.URL{Scheme: "file", Path: name}).String()}, On: b.session})
	if _, err := b.out.Write(append(data, 0)); err != nil {
		b.t.Fatal(err)
	}
	b.await(func(m *message) bool { return m.Method == "Page.loadEventFired" })
	var size struct {
		CSSContentSize struct{ Width, Height float64 }
	}
	b.ask("Page.getLayoutMetrics", nil, &size)
	clip := map[string]any{"x": 0, "y": 0, "width": min(size.CSSContentSize.Width, 2000), "height": min(size.CSSContentSize.Height, 6000), "scale": 1}
	var shot struct{ Data string }
	b.ask("Page.captureScreenshot", map[string]any{"format": "png", "captureBeyondViewport": true, "optimizeForSpeed": true, "clip": clip}, &shot)
	out, err := base64.StdEncoding.DecodeString(shot.Data)
	if err != nil || len(out) < 100 {
		b.t.Fatalf("no picture: %v", err)
	}
	return out
}
