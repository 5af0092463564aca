package api_test

import (
	"context"
	"errors"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"github.com/seed353dc258/backstory/agent/api/apitest"
)

// watching has a server watch its folders until the test ends.
func watching(s *apitest.Site, reload func() error) {
	ctx, stop := context.WithCancel(s.Context())
	var done sync.WaitGroup
	done.Go(func() {
		if err := s.Server.Builds.Watch(ctx, []string{filepath.Join(s.Dir, "backstory.json")}, reload); err != nil {
			s.Error(err)
		}
	})
	s.Cleanup(func() { stop(); done.Wait() })
}

// HA-09, HA-10
func TestBuildsAndChangesAreEventsThatCanBeReadOn(t *testing.T) {
	s := apitest.Serve(t, "", nil)
	reload := make(chan error, 2)
	reload <- nil
	reload <- errors.New("a secret path")
	watching(s, func() error { return <-reload })
	c := s.As("read")
	first := c.Must(200, "GET", "/api/v2/events?limit=1", nil)
	next := first.Text("data.0.id")
	if first.Text("data.0.profile") != "caelum" || first.Text("data.0.state") != "built" || first.Get("data.0.build.sources") != 2.0 {
		t.Fatalf("%s", first.Body)
	}
	got := c.With("Accept", "text/event-stream").With("Last-Event-ID", next).Send("GET", "/api/v2/events", nil)
	defer got.Body.Close()
	var all []apitest.Event
	until := func(want string) {
		t.Helper()
		new := apitest.ReadEvents(t, got.Body, func(e apitest.Event) bool { return strings.Contains(e.Data, want) })
		if len(new) == 0 || !strings.Contains(new[len(new)-1].Data, want) {
			t.Fatalf("no event has %s: %+v", want, new)
		}
		all = append(all, new...)
	}
	apitest.Write(t, s.Dir, map[string]string{"profiles/caelum/backstory/late.md": "It rains at Skarv.\n"})
	until(`"sources":3`)
	apitest.Write(t, s.Dir, map[string]string{"profiles/caelum/soul.md": "# Caelum\n\nYou are another.\n"})
	until(`"files":["soul.md"]`)
	apitest.Write(t, s.Dir, map[string]string{"backstory.json": "{}"})
	until(`"type":"configuration","state":"changed"`)
	apitest.Write(t, s.Dir, map[string]string{"backstory.json": "{ }"})
	until(`"type":"configuration","state":"failed"`)
	apitest.Write(t, s.Dir, map[string]string{"profiles/caelum/backstory.md": "by hand", "profiles/caelum/backstory/late.md": "More.\n"})
	until(`"type":"build","state":"failed"`)
	for i, e := range all {
		if i > 0 && all[i-1].ID >= e.ID {
			t.Errorf("ids are not in order: %s %s", all[i-1].ID, e.ID)
		}
		if strings.Contains(e.Data, s.Dir) || strings.Contains(e.Data, "secret") {
			t.Errorf("tells of the machine: %s", e.Data)
		}
	}
	rest := c.Must(200, "GET", "/api/v2/events?cursor="+all[0].ID, nil)
	if rest.Text("data.0.id") != all[1].ID || rest.Text("next_cursor") != "" {
		t.Errorf("%s", rest.Body)
	}
	c.Must(422, "GET", "/api/v2/events?cursor=x", nil)
	for _, id := range []string{"9999999999999-00000001", next[:14] + "99999999", "0000000000000-00000001"} {
		c.Must(404, "GET", "/api/v2/events?cursor="+id, nil)
	}
	c.Must(200, "GET", "/api/v2/events?cursor=0000000000001-00000009", nil) // of an earlier start: all of this one
}
