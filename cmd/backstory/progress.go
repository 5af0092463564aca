package main

import (
	"cmp"
	"fmt"
	"io"
	"os"
	"strings"
	"sync"
	"time"

	"github.com/mattn/go-runewidth"
	"golang.org/x/term"

	"github.com/seed353dc258/backstory/internal/oneline"
)

// progress is what a person sees of work that takes time: one line at the
// terminal, which is drawn again, or a line now and then in a log.
type progress struct {
	mu    sync.Mutex
	title string
	done  int
	all   int    // sources, or 0 where no build is under way
	note  string // beside the bar
	drawn bool   // a line that is not ended is at the terminal
	quiet bool   // nothing goes to a log
	last  time.Time
}

const (
	// drawEvery is how often the line is drawn again: more than the eye can tell
	// apart costs a terminal over a network.
	drawEvery = 100 * time.Millisecond
	// minBar is the narrowest bar that is drawn, in columns.
	minBar = 10
)

// logEvery is how often a log gets a line: services of CI end a job that is
// silent for some minutes. It is a variable for tests, of which none may depend
// on how busy a machine is.
var logEvery = 10 * time.Second

// progress returns a callback that shows how many sources are done, and what
// takes it away again.
func (t *terminal) progress(title string) (update func(done, all int), clear func()) {
	p := &t.shown
	p.mu.Lock()
	p.title, p.last = oneline.Safe(title), time.Now()
	p.mu.Unlock()
	update = func(done, all int) {
		p.mu.Lock()
		defer p.mu.Unlock()
		p.done, p.all = done, all
		switch since := time.Since(p.last); {
		case t.person && (!p.drawn || since >= drawEvery):
			t.draw()
		case !t.person && !p.quiet && since >= logEvery:
			p.last = time.Now()
			fmt.Fprintf(t.err, "%s: %d of %d sources\n", p.title, done, all)
		}
	}
	return update, func() {
		p.mu.Lock()
		defer p.mu.Unlock()
		t.eraseLine()
		p.done, p.all, p.note = 0, 0, ""
	}
}

// pages returns a callback that shows which page of a source is read: beside
// the bar, or in a line of its own that goes when something is told. It is nil
// where nobody watches.
func (t *terminal) pages() func(name string, page, pages int) {
	if !t.person {
		return nil
	}
	return func(name string, page, pages int) {
		t.shown.mu.Lock()
		defer t.shown.mu.Unlock()
		t.shown.note = fmt.Sprintf("%s: page %d of %d", oneline.Safe(name), page, pages)
		t.draw()
	}
}

// prepares shows that something takes time before sources are read: beside the
// bar where there is one, else as a line.
func (t *terminal) prepares(text string) {
	t.shown.mu.Lock()
	if t.shown.drawn {
		t.shown.note = text
		t.draw()
		t.shown.mu.Unlock()
		return
	}
	t.shown.mu.Unlock()
	t.talk("%s\n", text)
}

// clearLine takes away the line that is not ended, if there is one. The next
// step of the work draws it again.
func (t *terminal) clearLine() {
	t.shown.mu.Lock()
	defer t.shown.mu.Unlock()
	t.eraseLine()
}

func (t *terminal) eraseLine() {
	if t.shown.drawn {
		t.shown.drawn = false
		fmt.Fprint(t.err, "\r\x1b[K")
	}
}

func (t *terminal) draw() {
	t.shown.drawn, t.shown.last = true, time.Now()
	fmt.Fprintf(t.err, "\r\x1b[K%s", t.shown.line(cmp.Or(columns(t.err), 80)-1)) // some terminals wrap at the last column
}

// line returns what is drawn in that many columns.
func (p *progress) line(columns int) string {
	if p.all == 0 {
		return runewidth.Truncate(p.note, columns, "…")
	}
	text := fmt.Sprintf("%s %d / %d ", p.title, p.done, p.all)
	if room := columns - runewidth.StringWidth(text) - runewidth.StringWidth(p.note) - len("[] "); room >= minBar {
		room = min(room, 40)
		full := room * min(p.done, p.all) / p.all
		text += "[" + strings.Repeat("=", full) + strings.Repeat("-", room-full) + "] "
	}
	return strings.TrimRight(runewidth.Truncate(text+p.note, columns, "…"), " ")
}

// columns is how wide a terminal is, 0 where w is none.
func columns(w io.Writer) int {
	f, ok := w.(*os.File)
	if !ok {
		return 0
	}
	n, _, err := term.GetSize(int(f.Fd()))
	if err != nil {
		return 0
	}
	return n
}
