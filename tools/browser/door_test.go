package browser

import (
	"context"
	"strings"
	"testing"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/chromedp"
)

// A link lets in once; who has none sees how to get one, and nothing else.
func TestALinkHoldsOnce(t *testing.T) {
	s := open(t, lamps())
	link := s.link
	other := &site{t: t, base: s.base, dir: s.dir, home: s.home}
	other.window()
	other.to("/p/papers/read/lamp.md")
	other.has("h1", "Open the page from a terminal")
	other.lacks("body", "Skarv")
	other.run(chromedp.Navigate(link))
	other.has(".note", "was used before")
	other.to("/open/AAAA")
	other.has(".note", "was used before")
	s.to("/p/papers/read/lamp.md")
	s.has(".lines", "Skarv")
}

// Who signs out cannot come back by the back button, and others stay in.
func TestSigningOut(t *testing.T) {
	s := open(t, lamps())
	s.to("/p/papers/read/lamp.md")
	s.has(".lines", "Skarv")
	other := &site{t: t, base: s.base, dir: s.dir, home: s.home}
	other.window()
	other.run(chromedp.Navigate(s.nextLink()))
	other.has("nav", "Read")
	s.click("button", "Sign out")
	s.has(".note", "You are signed out.")
	s.eval("history.back()")
	s.has("h1", "Open the page from a terminal")
	s.lacks("body", "Skarv")
	other.to("/p/papers/read/lamp.md")
	other.has(".lines", "Skarv")
}

// nextLink returns another link, which the person at the terminal gets by Enter.
func (s *site) nextLink() string {
	s.t.Helper()
	if _, err := s.enter.Write([]byte("\n")); err != nil {
		s.t.Fatal(err)
	}
	if !s.lines.Scan() {
		s.t.Fatal("no link comes")
	}
	return s.lines.Text()
}

// Without scripts a question is a form, whose answer comes whole, and a citation a link.
func TestWithoutScripts(t *testing.T) {
	s := open(t, lamps())
	s.run(func(ctx context.Context, t *chromedp.Target) (chromedp.Void, error) {
		_, err := cdp.Call(ctx, t, emulation.SetScriptExecutionDisabled, emulation.SetScriptExecutionDisabledParams{Value: true})
		return chromedp.Void{}, err
	})
	s.to("/p/papers/")
	s.run(chromedp.SendKeys(chromedp.CSS("#question"), "Who lit the lamp of Skarv?"), chromedp.Click(chromedp.CSS("form.ask button")), chromedp.WaitVisible(chromedp.CSS(".sources a")))
	text := func(selector string) string {
		got, err := chromedp.Run(s.ctx, chromedp.Text(chromedp.CSS(selector)))
		if err != nil {
			t.Fatal(err)
		}
		return got
	}
	if got := text(".answer"); !strings.Contains(got, "lit in 1888 by Ida Holm") {
		t.Errorf("the answer is %q", got)
	}
	s.run(chromedp.Click(chromedp.CSS(".sources a")), chromedp.WaitVisible(chromedp.CSS(".lines")))
	if got := text("tr:target"); !strings.Contains(got, "lit in 1888") {
		t.Errorf("the link leads to %q", got)
	}
}

// Views have titles of their own, and an address that nothing is at says so.
func TestTitlesAndAddresses(t *testing.T) {
	s := open(t, lamps())
	for path, want := range map[string]string{
		"/p/papers/": "Ask · Papers", "/p/papers/read/lamp.md": "lamp.md · Papers", "/p/papers/found": "Found and hidden · Papers",
		"/p/papers/prompt": "Prompt · Papers", "/p/papers/talks": "Sessions and memories · Papers", "/p/papers/proposals": "Proposals · Papers",
		"/": "Profiles", "/p/papers/read/none.md": "There is nothing here", "/p/nobody/": "There is nothing here", "/p/papers/ask/none": "There is nothing here",
	} {
		s.to(path)
		if got := s.eval("document.title"); got != want+" · backstory" {
			t.Errorf("%s: %v", path, got)
		}
	}
}
