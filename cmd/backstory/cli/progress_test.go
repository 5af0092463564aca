package cli

import (
	"bytes"
	"testing"
	"testing/synctest"
	"time"
)

func TestALogGetsALineEveryTenSeconds(t *testing.T) {
	defer func(usual time.Duration) { LogEvery = usual }(LogEvery)
	LogEvery = 10 * time.Second
	synctest.Test(t, func(t *testing.T) {
		var log bytes.Buffer
		term := &Terminal{Err: &log}
		update, clear := term.Progress("lyra")
		for done := range 3000 {
			time.Sleep(10 * time.Millisecond)
			update(done, 3000)
		}
		clear()
		if want := "lyra: 999 of 3000 sources\nlyra: 1999 of 3000 sources\nlyra: 2999 of 3000 sources\n"; log.String() != want {
			t.Errorf("the log is\n%swant\n%s", log.String(), want)
		}
	})
}

func TestProgressSaysWhatIsLeft(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		for took, want := range map[time.Duration]string{
			time.Second: "lyra 25 / 100 [====-------------]", 10 * time.Second: "lyra 25 / 100 about 30 s left", 2 * time.Minute: "lyra 25 / 100 about 6 min left",
		} {
			p := &progress{title: "lyra", done: 25, all: 100, began: time.Now()}
			time.Sleep(took)
			if got := p.line(34); got != want {
				t.Errorf("after %v: %q", took, got)
			}
		}
	})
}

func TestTheLineOfProgressFitsTheTerminal(t *testing.T) {
	for _, c := range []struct {
		progress *progress
		columns  int
		want     string
	}{
		{&progress{title: "lyra", done: 5, all: 10}, 30, "lyra 5 / 10 [=======--------]"},
		{&progress{title: "lyra", done: 5, all: 10}, 15, "lyra 5 / 10"},
		{&progress{title: "lyra", done: 10, all: 10, note: "a.pdf: page 2 of 3"}, 79, "lyra 10 / 10 [========================================] a.pdf: page 2 of 3"},
		{&progress{title: "船の書類", done: 1, all: 2}, 10, "船の書類 …"},
		{&progress{note: "a.pdf: page 2 of 3"}, 12, "a.pdf: page…"},
	} {
		if got := c.progress.line(c.columns); got != c.want {
			t.Errorf("in %d columns: %q, want %q", c.columns, got, c.want)
		}
	}
}
