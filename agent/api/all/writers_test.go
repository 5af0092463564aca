package all_test

import (
	"fmt"
	"strings"
	"sync"
	"testing"

	"github.com/seed353dc258/backstory/agent/api"
	"github.com/seed353dc258/backstory/agent/api/all"
	"github.com/seed353dc258/backstory/agent/api/apitest"
	"github.com/seed353dc258/backstory/agent/api/door"
	"github.com/seed353dc258/backstory/agent/proposal"
	"github.com/seed353dc258/backstory/agent/store"
)

// writers is a site whose profile is changed by clients of all dialects at once, each
// of which changes something else of soul.md and looks whether what it wrote stays.
type writers struct {
	*apitest.Client
	site *apitest.Site
}

const (
	soulPath = "/api/v2/profiles/caelum/files/content?path=soul.md"
	rounds   = 6
)

func (w writers) soul() (text, tag string) {
	r := w.Do("GET", soulPath, nil)
	return r.Text("content"), r.Header.Get("ETag")
}

// kept says that a change that was made is lost.
func (w writers) kept(who, line string) {
	w.Helper()
	if text, _ := w.soul(); strings.Count(text, line) != 1 {
		w.Errorf("%s wrote %q, and now there is\n%s", who, line, text)
	}
}

// line adds a line as clients of ours do: of the version that was read, or again.
func (w writers) line(n int) {
	for {
		text, tag := w.soul()
		r := w.With("If-Match", tag).Do("PUT", soulPath, apitest.M{"content": text + fmt.Sprintf("\nLine %d.\n", n)})
		if r.Status == 200 {
			break
		}
		if r.Status != 412 {
			w.Errorf("%d %s", r.Status, r.Body)
			return
		}
	}
	for i := range n + 1 {
		w.kept("a client of ours", fmt.Sprintf("\nLine %d.\n", i))
	}
}

func (w writers) describe(n int) {
	if r := w.Do("PATCH", "/api/v1/profiles/caelum", apitest.M{"description": fmt.Sprintf("Number %d", n)}); r.Status != 200 {
		w.Errorf("%d %s", r.Status, r.Body)
	}
	w.kept("Coqui", fmt.Sprintf("\nNumber %d\n", n))
}

func (w writers) model(n int) {
	if r := w.Do("PUT", "/v1/profiles/caelum", apitest.M{"model": fmt.Sprintf("offline-%d", n)}); r.Status != 200 {
		w.Errorf("%d %s", r.Status, r.Body)
	}
	w.kept("TinyClaw", fmt.Sprintf("model: offline-%d\n", n))
}

// propose has a change proposed and applied; where the file changed meanwhile, again.
func (w writers) propose(n int) {
	sc, err := w.site.Host.Scope("caelum")
	if err != nil {
		w.Error(err)
		return
	}
	line := fmt.Sprintf("You like number %d.\n", n)
	for {
		p, err := w.site.Host.Desk.Propose(w.Context(), sc, store.Origin{By: "agent"}, proposal.Draft{Target: "soul.md", Title: "T", Patch: "## Likes\n\n" + line, Confidence: 0.9})
		if err != nil {
			w.Error(err)
			return
		}
		at := "/api/v2/proposals/" + p.ID
		r := w.Do("POST", at+"/review", apitest.M{"decision": "approve"})
		if r.Status == 200 {
			r = w.Do("POST", at+"/apply", nil)
		}
		if r.Status == 200 {
			break
		}
		if r.Text("code") != proposal.CodeStale {
			w.Errorf("%d %s", r.Status, r.Body)
			return
		}
	}
	w.kept("a proposal", line)
}

func TestChangesOfOneSoulByAllDialectsAreNotLost(t *testing.T) {
	s := apitest.Serve(t, "", func(s *api.Settings) { s.Rooms = all.Rooms(door.Options{}) })
	none := 0
	s.Host.Desk.Settings = proposal.Settings{Enabled: true, MinEvidence: &none, MaxPerWeek: &none}
	w := writers{s.As("read", "write", "approve"), s}
	w.With("If-Match", "*").Must(200, "PUT", soulPath, apitest.M{"content": "---\nmodel: none\n---\n\n# Caelum\n\nYou are Caelum.\n\n## Likes\n\nTea.\n\n## Lines\n"})
	var going sync.WaitGroup
	for _, change := range []func(int){w.line, w.describe, w.model, w.propose} {
		going.Go(func() {
			for n := range rounds {
				change(n)
			}
		})
	}
	going.Wait()
	if r := w.With("If-Match", `"of-before"`).Do("PUT", soulPath, apitest.M{"content": "You forgot.\n"}); r.Status != 412 {
		t.Errorf("a version that is not there any more was changed: %d %s", r.Status, r.Body)
	}
}
