package repl

import (
	"fmt"
	"io"
	"time"

	"github.com/seed353dc258/backstory/agent/repl/draw"
)

const (
	spinAfter = 400 * time.Millisecond // what comes sooner needs no spinner
	spinEvery = 120 * time.Millisecond
	clearLine = "\r\x1b[K"
)

// wait shows that an answer is waited for, until waited is called: for how
// long, and how many tokens were sent.
func (s *Shell) wait() {
	if !s.Spins || s.Watch != nil || s.at.spin != nil {
		return
	}
	tokens, _ := s.at.talk.Tokens()
	s.at.spin = &spinner{make(chan struct{}), make(chan struct{})}
	go s.at.spin.run(s.Err, func(seconds int, sign rune) string {
		return s.paint(draw.Faint, fmt.Sprintf("%c %d s, about %s sent", sign, seconds, counted(tokens, "token")))
	})
}

// waited takes the line away.
func (a *state) waited() {
	if a.spin == nil {
		return
	}
	close(a.spin.stop)
	<-a.spin.done
	a.spin = nil
}

// run draws the line again and again until it is told to stop.
func (p *spinner) run(to io.Writer, line func(seconds int, sign rune) string) {
	defer close(p.done)
	began := time.Now()
	next := time.NewTimer(spinAfter)
	defer next.Stop()
	signs := []rune("⠋⠙⠹⠸⠼⠴⠦⠧⠇⠏")
	for i := 0; ; i++ {
		select {
		case <-p.stop:
			if i > 0 {
				fmt.Fprint(to, clearLine)
			}
			return
		case <-next.C:
			fmt.Fprint(to, clearLine+line(int(time.Since(began).Seconds()), signs[i%len(signs)]))
			next.Reset(spinEvery)
		}
	}
}
