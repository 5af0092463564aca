package all_test

import (
	"fmt"
	"io"
	"math/rand/v2"
	"net/http"
	"slices"
	"testing"

	"github.com/seed353dc258/backstory/agent/api/apitest"
	"github.com/seed353dc258/backstory/internal/soak"
)

// HA-10
//
// Soak: 1,000 cut connections. Whoever loses his connection after any number of
// bytes, and reads on after the last event that he has whole, has each event once.
func TestSoakAStreamIsReadOnAfterACut(t *testing.T) {
	s := apitest.Serve(t, slowly, nil)
	c := s.As("chat")
	draw := rand.New(rand.NewPCG(20, 8))
	turns, cuts := 0, 0
	for size := soak.Size(t, 1000); cuts < size; turns++ {
		at := "/api/v2/sessions/" + c.Session("caelum")
		got := c.Send("POST", at+"/messages", apitest.M{"text": "tell me", "stream": true})
		heard := readSome(t, got, draw)
		for ; !ended(heard); cuts++ {
			again := c
			if n := len(heard); n > 0 {
				again = c.With("Last-Event-ID", heard[n-1].ID)
			}
			heard = append(heard, readSome(t, again.Send("GET", at+"/turns/1/events", nil), draw)...)
		}
		got = c.Send("GET", at+"/turns/1/events", nil)
		whole := apitest.ReadEvents(t, got.Body, nil)
		got.Body.Close()
		if !slices.Equal(heard, whole) {
			t.Fatalf("after %d cuts: heard %+v, of %+v", cuts, heard, whole)
		}
		for i, e := range whole {
			if want := fmt.Sprintf("000001-%08d", i+1); e.ID != want {
				t.Fatalf("event %d has the id %s, not %s", i+1, e.ID, want)
			}
		}
		if text := apitest.TextOf(whole); text != "One two three four five six. Seven eight nine ten eleven twelve and the end." {
			t.Fatalf("the text is %q", text)
		}
	}
	t.Logf("%d cuts in %d turns", cuts, turns)
}

// readSome reads a stream, and cuts its connection after some bytes.
func readSome(t *testing.T, got *http.Response, draw *rand.Rand) []apitest.Event {
	t.Helper()
	defer got.Body.Close() // which closes the connection where there is more to read
	if got.StatusCode != http.StatusOK {
		t.Fatalf("status %d", got.StatusCode)
	}
	return apitest.ReadEvents(t, io.LimitReader(got.Body, draw.Int64N(700)), nil)
}

func ended(heard []apitest.Event) bool {
	return len(heard) > 0 && heard[len(heard)-1].Name == "done"
}
