package cli

import (
	"cmp"
	"fmt"
	"io"
	"os"
	"strings"
	"time"

	"github.com/clipperhouse/displaywidth"
	"golang.org/x/term"

	"github.com/seed353dc258/backstory/internal/oneline"
)

const (
	// drawEvery is how often the line is drawn again: more than the eye can tell
	// apart costs a terminal over a network.
	drawEvery = 100 * time.Millisecond
	// minBar is the narrowest bar that is drawn, in columns.
	minBar = 10
)

// LogEvery is how often a log gets a line: services of CI end a job that is
// silent for some minutes. It is a variable for tests, of which none may depend
// on how busy a machine is.
var LogEvery = 10 * time.Second

// Progress returns a callback that shows how many sources are done, and what
// takes it away again.
func (t *Terminal) Progress(title string) (update func(done, all int), clear func()) {
	p := &t.Shown
	p.mu.Lock()
	p.title, p.last, p.began = oneline.Safe(title), time.Now(), time.Now()
	p.mu.Unlock()
	update = func(done, all int) {
		p.mu.Lock()
		defer p.mu.Unlock()
		p.done, p.all = done, all
		switch since := time.Since(p.last); {
		case t.Person && (!p.drawn || since >= drawEvery):
			p.draw(t.Err)
		case !t.Person && !p.Quiet && since >= LogEvery:
			p.last = time.Now()
			fmt.Fprintf(t.Err, "%s: %d of %d sources\n", p.title, done, all)
		}
	}
	return update, func() {
		p.mu.Lock()
		defer p.mu.Unlock()
		p.erase(t.Err)
		p.done, p.all, p.note = 0, 0, ""
	}
}

// Pages returns a callback that shows which page of a source is read: beside
// the bar, or in a line of its own that goes when something is told. It is nil
// where nobody watches.
func (t *Terminal) Pages() func(name string, page, pages int) {
	if !t.Person {
		return nil
	}
	return func(name string, page, pages int) {
		t.Shown.mu.Lock()
		defer t.Shown.mu.Unlock()
		t.Shown.note = fmt.Sprintf("%s: page %d of %d", oneline.Safe(name), page, pages)
		t.Shown.draw(t.Err)
	}
}

// Prepares shows that something takes time before sources are read: beside the
// bar where there is one, else as a line.
func (t *Terminal) Prepares(text string) {
	t.Shown.mu.Lock()
	if t.Shown.drawn {
		t.Shown.note = text
		t.Shown.draw(t.Err)
		t.Shown.mu.Unlock()
		return
	}
	t.Shown.mu.Unlock()
	t.Talk("%s\n", text)
}

func (p *progress) draw(to io.Writer) {
	p.drawn, p.last = true, time.Now()
	fmt.Fprintf(to, "\r\x1b[K%s", p.line(cmp.Or(Columns(to), 80)-1)) // some terminals wrap at the last column
}

// How long something takes until it is worth saying how much longer it takes, and how
// much of it has to be done by then.
const (
	minElapsed  = 5 * time.Second
	minEstimate = 20 // of the sources, the part that one is
)

// left estimates how long what is left takes, by how long the rest took. It is empty where
// that says little.
func (p *progress) left() string {
	took := time.Since(p.began)
	if p.began.IsZero() || took < minElapsed || p.done*minEstimate < p.all || p.done >= p.all {
		return ""
	}
	left := took * time.Duration(p.all-p.done) / time.Duration(p.done)
	if left < time.Minute {
		return fmt.Sprintf("about %d s left", max(1, int(left.Seconds())))
	}
	return fmt.Sprintf("about %d min left", int(left.Round(time.Minute).Minutes()))
}

// line returns what is drawn in that many columns.
func (p *progress) line(columns int) string {
	if p.all == 0 {
		return displaywidth.TruncateString(p.note, columns, "…")
	}
	text := fmt.Sprintf("%s %d / %d ", p.title, p.done, p.all)
	if left := p.left(); left != "" {
		text += left + " "
	}
	if room := columns - displaywidth.String(text) - displaywidth.String(p.note) - len("[] "); room >= minBar {
		room = min(room, 40)
		full := room * min(p.done, p.all) / p.all
		text += "[" + strings.Repeat("=", full) + strings.Repeat("-", room-full) + "] "
	}
	return strings.TrimRight(displaywidth.TruncateString(text+p.note, columns, "…"), " ")
}

// Columns is how wide a terminal is, 0 where w is none.
func Columns(w io.Writer) int {
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
