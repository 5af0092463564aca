// Package browser tries the page in a browser: backstory open as a process, and
// Chromium as a person uses it. BACKSTORY_PROGRAM is the program; make browser builds
// it and sets that. The tests skip where there is no Chromium.
package browser

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/log"
	"github.com/chromedp/cdproto/network"
	"github.com/chromedp/cdproto/page"
	"github.com/chromedp/cdproto/runtime"
	"github.com/chromedp/chromedp"
)

// patience is how long anything may take on a busy machine.
const patience = 60 * time.Second

// chromium is the browser of all tests; each has a window of its own, with its own cookies.
var chromium = sync.OnceValues(func() (context.Context, error) {
	options := append(chromedp.DefaultExecAllocatorOptions[:], chromedp.WindowSize(1280, 900), chromedp.Flag("no-sandbox", os.Getuid() == 0))
	ctx, _ := chromedp.NewExecAllocator(context.Background(), options...) // ends with the tests
	first, _ := chromedp.NewContext(ctx)
	return first, chromedp.Do(first)
})

// site is a server and a window of a browser that is signed in.
type site struct {
	t       *testing.T
	ctx     context.Context
	base    string
	dir     string // of the profile or folder
	home    string
	process *exec.Cmd
	lines   *bufio.Scanner // that it prints: links
	enter   io.Writer      // what the person types at the terminal
	link    string         // the first one

	mu     sync.Mutex
	faults []string // what the browser complains of, and requests to other hosts
}

// open writes files into a new folder, serves it and opens the page.
func open(t *testing.T, files map[string]string, args ...string) *site {
	t.Helper()
	s := &site{t: t, dir: filepath.Join(t.TempDir(), "papers"), home: t.TempDir()}
	s.write(files)
	s.window()
	s.serve("0", args...)
	return s
}

// write writes files into the folder.
func (s *site) write(files map[string]string) {
	s.t.Helper()
	for name, content := range files {
		at := filepath.Join(s.dir, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(at), 0o755); err != nil {
			s.t.Fatal(err)
		}
		if err := os.WriteFile(at, []byte(content), 0o644); err != nil {
			s.t.Fatal(err)
		}
	}
}

// env is the environment of the program: nothing of the person who runs the tests.
func (s *site) env() []string {
	return append(os.Environ(), "HOME="+s.home, "XDG_CONFIG_HOME=", "XDG_DATA_HOME=", "XDG_STATE_HOME=", "BACKSTORY_CONFIG=")
}

// talk is a model that says one thing, word by word.
type talk struct {
	*httptest.Server
	words []string
	pace  time.Duration
	slow  chan struct{} // closed to have it end at once
}

// model returns a model that answers every question with a text.
func model(t *testing.T, text string, pace time.Duration) *talk {
	m := &talk{words: strings.SplitAfter(text, " "), pace: pace, slow: make(chan struct{})}
	m.Server = httptest.NewServer(m)
	t.Cleanup(m.CloseClientConnections)
	return m
}

func (m *talk) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	if !strings.HasSuffix(r.URL.Path, "/chat/completions") {
		http.NotFound(w, r)
		return
	}
	w.Header().Set("Content-Type", "text/event-stream")
	for _, word := range m.words {
		fmt.Fprintf(w, "data: {\"choices\": [{\"index\": 0, \"delta\": {\"content\": %s}}]}\n\n", quote(word))
		_ = http.NewResponseController(w).Flush()
		select {
		case <-time.After(m.pace):
		case <-m.slow:
		case <-r.Context().Done():
			return
		}
	}
	fmt.Fprint(w, "data: {\"choices\": [{\"index\": 0, \"delta\": {}, \"finish_reason\": \"stop\"}], \"usage\": {\"prompt_tokens\": 100, \"completion_tokens\": 20, \"total_tokens\": 120}}\n\ndata: [DONE]\n\n")
}

// with opens a page whose answers are of a model.
func (m *talk) with(t *testing.T, files map[string]string) *site {
	t.Helper()
	config := filepath.Join(t.TempDir(), "config.json")
	text := `{"model": "lab/one", "providers": {"lab": {"type": "openai-compatible", "base_url": "` + m.URL + `/v1"}}}`
	if err := os.WriteFile(config, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	return open(t, files, "--config", config)
}

// window opens a window of the browser without cookies.
func (s *site) window() {
	s.t.Helper()
	for _, name := range []string{"chromium", "google-chrome"} {
		if _, err := exec.LookPath(name); err == nil {
			break
		} else if name == "google-chrome" {
			s.t.Skip("there is no Chromium")
		}
	}
	first, err := chromium()
	if err != nil {
		s.t.Fatal(err)
	}
	ctx, cancel := chromedp.NewContext(first, chromedp.WithNewBrowserContext())
	s.t.Cleanup(cancel)
	if err := chromedp.Do(ctx); err != nil { // its first use has no limit: see chromedp.Run
		s.t.Fatal(err)
	}
	if err := chromedp.Listen(ctx, s.heard); err != nil {
		s.t.Fatal(err)
	}
	ctx, stop := context.WithTimeout(ctx, 2*patience)
	s.t.Cleanup(stop)
	s.ctx = ctx
	s.run(func(ctx context.Context, t *chromedp.Target) (chromedp.Void, error) {
		_, err := cdp.Call(ctx, t, network.Enable, network.EnableParams{})
		_, err2 := cdp.Call(ctx, t, log.Enable, cdp.Empty{})
		_, err3 := cdp.Call(ctx, t, runtime.Enable, cdp.Empty{})
		_, err4 := cdp.Call(ctx, t, page.Enable, page.EnableParams{})
		return chromedp.Void{}, errors.Join(err, err2, err3, err4)
	})
}

// heard keeps what must not happen on any view.
func (s *site) heard(event any) {
	fault := ""
	switch e := event.(type) {
	case *runtime.EventExceptionThrown:
		fault = "an exception: " + e.ExceptionDetails.Text
	case *log.EventEntryAdded:
		if e.Entry.Level == "error" && e.Entry.Source != "network" {
			fault = "the browser says: " + e.Entry.Text
		}
	case *page.EventJavascriptDialogOpening:
		fault = "a script of somebody else ran: " + e.Message
	case *network.EventRequestWillBeSent:
		if u := e.Request.URL; !strings.HasPrefix(u, s.base) && !strings.HasPrefix(u, "about:") && !strings.HasPrefix(u, "file:") && s.base != "" {
			fault = "a request to " + u
		}
	}
	if fault != "" {
		s.mu.Lock()
		s.faults = append(s.faults, fault)
		s.mu.Unlock()
	}
}

// serve starts the server on a port, and signs the window in.
func (s *site) serve(port string, args ...string) {
	s.t.Helper()
	program := os.Getenv("BACKSTORY_PROGRAM")
	if program == "" {
		s.t.Skip("BACKSTORY_PROGRAM is not set: make browser")
	}
	s.process = exec.Command(program, append([]string{"open", s.dir, "--no-browser", "--port", port}, args...)...)
	s.process.Env = s.env()
	out, err := s.process.StdoutPipe()
	if err != nil {
		s.t.Fatal(err)
	}
	if s.enter, err = s.process.StdinPipe(); err != nil {
		s.t.Fatal(err)
	}
	var talk bytes.Buffer
	s.process.Stderr = &talk
	if err := s.process.Start(); err != nil {
		s.t.Fatal(err)
	}
	s.t.Cleanup(s.end)
	s.lines = bufio.NewScanner(out)
	if !s.lines.Scan() {
		_ = s.process.Wait()
		s.t.Fatalf("the server does not start: %s", talk.String())
	}
	link := s.lines.Text()
	at := strings.Index(link, "/open/")
	if at < 0 {
		s.t.Fatalf("it prints no link: %q", link)
	}
	s.base, s.link = link[:at], link
	s.run(chromedp.Navigate(link))
	s.has("h1", "")
}

// end ends the server, and says what went wrong in the browser.
func (s *site) end() {
	if s.process != nil {
		s.stop()
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, f := range s.faults {
		s.t.Error(f)
	}
	s.faults = nil
}

// stop ends the server alone: the window stays.
func (s *site) stop() {
	_ = s.process.Process.Kill()
	_ = s.process.Wait()
	s.process = nil
}

// another opens a second window of the same person.
func (s *site) another(path string) *site {
	s.t.Helper()
	ctx, cancel := chromedp.NewContext(s.ctx)
	s.t.Cleanup(cancel)
	other := &site{t: s.t, ctx: ctx, base: s.base, dir: s.dir, home: s.home}
	other.to(path)
	return other
}

// press presses a key.
func (s *site) press(key string) {
	s.t.Helper()
	s.run(chromedp.KeyEvent(key))
}

// run runs actions of the browser.
func (s *site) run(actions ...chromedp.Action[chromedp.Void]) {
	s.t.Helper()
	if err := chromedp.Do(s.ctx, actions...); err != nil {
		s.t.Fatal(err)
	}
}

// upload chooses a file in a field. The field is looked for again where the page that
// had it was replaced meanwhile.
func (s *site) upload(selector, file string) {
	s.t.Helper()
	for deadline := time.Now().Add(patience); ; {
		err := chromedp.Do(s.ctx, chromedp.SetUploadFiles(chromedp.CSS(selector), []string{file}))
		if err == nil {
			return
		}
		if time.Now().After(deadline) || !strings.Contains(err.Error(), "Could not find node") {
			s.t.Fatal(err)
		}
		time.Sleep(20 * time.Millisecond)
	}
}

// to goes to an address of the page.
func (s *site) to(path string) {
	s.t.Helper()
	s.run(chromedp.Navigate(s.base + path))
}

// eval returns the value of an expression.
func (s *site) eval(expression string) any {
	s.t.Helper()
	value, err := chromedp.Run(s.ctx, chromedp.Evaluate[any](expression, chromedp.EvalAwaitPromise))
	if err != nil {
		s.t.Fatal(expression, err)
	}
	return value
}

// until waits for an expression to be true.
func (s *site) until(expression string) {
	s.t.Helper()
	deadline := time.Now().Add(patience)
	for {
		ok, err := chromedp.Run(s.ctx, chromedp.Evaluate[bool]("!!("+expression+")"))
		switch {
		case ok:
			return
		case time.Now().After(deadline):
			s.t.Fatalf("%s: it does not become true (%v): %s", expression, err, s.text("body"))
		}
		time.Sleep(20 * time.Millisecond)
	}
}

// text returns the text of the first element that a selector finds.
func (s *site) text(selector string) string {
	s.t.Helper()
	return fmt.Sprint(s.eval("document.querySelector(" + quote(selector) + ")?.innerText ?? ''"))
}

// has waits for an element with a text.
func (s *site) has(selector, text string) {
	s.t.Helper()
	s.until("[...document.querySelectorAll(" + quote(selector) + ")].some(e => e.textContent.includes(" + quote(text) + "))")
}

// lacks fails where an element has a text.
func (s *site) lacks(selector, text string) {
	s.t.Helper()
	if s.eval("[...document.querySelectorAll("+quote(selector)+")].some(e => e.textContent.includes("+quote(text)+"))") == true {
		s.t.Errorf("%s has %q", selector, text)
	}
}

// click clicks the first element of a selector that has a text.
func (s *site) click(selector, text string) {
	s.t.Helper()
	s.until("(e => { e?.click(); return e })([...document.querySelectorAll(" + quote(selector) + ")].find(e => e.textContent.includes(" + quote(text) + ")))")
}

// ask types a question and sends it by the keyboard.
func (s *site) ask(question string) {
	s.t.Helper()
	s.until("document.readyState === 'complete' && (document.getElementById('question')?.focus(), document.activeElement.id === 'question')")
	s.run(chromedp.KeyEvent(question), chromedp.KeyEvent("\r", chromedp.KeyModifiers(chromedp.ModifierCtrl)))
}

func quote(s string) string {
	b, err := json.Marshal(s)
	if err != nil {
		panic(err)
	}
	return string(b)
}

// shot keeps a picture of the window where BACKSTORY_SHOTS names a folder.
func (s *site) shot(name string) {
	s.t.Helper()
	dir := os.Getenv("BACKSTORY_SHOTS")
	if dir == "" {
		return
	}
	png, err := chromedp.Run(s.ctx, chromedp.CaptureScreenshot())
	if err != nil {
		s.t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(dir, name+".png"), png, 0o644); err != nil {
		s.t.Fatal(err)
	}
}
