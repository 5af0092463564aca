package session_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/seed353dc258/backstory/profile"
	"github.com/seed353dc258/backstory/prompt"
)

// TestWhatWasLeftOutIsSaid: where a session is opened, where another prompt is
// taken in it, and with each answer.
func TestWhatWasLeftOutIsSaid(t *testing.T) {
	k := newKit(t, "")
	for n := range 9 {
		text := strings.Repeat(fmt.Sprintf("Fog number %d at sea. ", n), 100)
		k.identity.Own.Context = append(k.identity.Own.Context, profile.File{Name: fmt.Sprint(n, ".md"), Path: fmt.Sprint("context/", n, ".md"), Text: text, Found: true})
	}
	id := k.resolve("caelum").Session.ID
	const said = "not all fits into the prompt: "
	c, o := k.talk("caelum", id)
	if a := k.turn(c, "Is there fog?"); len(o.Lines) != 0 || a.LeftOut == nil || len(a.LeftOut) != 0 {
		t.Errorf("all fits, and it is said %q and %+v", o.Lines, a.LeftOut)
	}
	k.composed = prompt.Budget{Cap: 2000}
	settled, err := c.Refresh(t.Context())
	if k.ok(err); !strings.Contains(settled.Line, "; "+said) {
		t.Errorf("%q", settled.Line)
	}
	left := 0
	for range 2 {
		a := k.turn(c, "And now?")
		if left = len(a.LeftOut); left < 3 || a.LeftOut[0].Ref == "" || a.LeftOut[0].Tokens == 0 || !strings.HasPrefix(a.LeftOut[0].Path, "context/") {
			t.Errorf("%+v", a.LeftOut)
		}
		c, o = k.talk("caelum", id)
		if want := fmt.Sprintf("%s%d sources left out, ", said, left); len(o.Lines) != 1 || !strings.HasPrefix(o.Lines[0], want) {
			t.Errorf("%q, want %q", o.Lines, want)
		}
	}
	k.composed = prompt.Budget{}
	if _, o = k.talk("caelum", id); len(o.Lines) != 1 || strings.Contains(o.Lines[0], said) {
		t.Errorf("%q", o.Lines)
	}
}
