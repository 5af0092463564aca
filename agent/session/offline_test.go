package session_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/seed353dc258/backstory/agent/model"
)

// TestWithoutAModelAQuestionForASummaryIsNotLookedUp: the offline provider calls
// a tool where it finds nothing, which is not a summary.
func TestWithoutAModelAQuestionForASummaryIsNotLookedUp(t *testing.T) {
	k := newKit(t, "")
	l := k.listen()
	c, _ := k.talk("caelum", k.resolve("caelum").Session.ID)
	for i := range 3 {
		k.turn(c, fmt.Sprint("Question ", i))
	}
	offline := &listener{Provider: l.Provider}
	offline.say = func(*model.Request) ([]model.Event, error) {
		return []model.Event{{Call: &model.Call{ID: "a", Name: "look", Arguments: []byte(`{}`)}}}, nil
	}
	k.utility.Provider = named{offline}
	c, _ = k.talk("caelum", c.Session().ID)
	done, err := c.Compact(t.Context())
	k.ok(err)
	if !strings.HasPrefix(done.Summary, "## Goals") || len(offline.asked) != 1 {
		t.Errorf("%+v", done)
	}
}

// named is a provider that says that it is the offline one.
type named struct{ *listener }

func (named) Name() string { return "offline" }
