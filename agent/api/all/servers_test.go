//go:build unix

package all_test

import (
	"context"
	"fmt"
	"io"
	"math/rand/v2"
	"net/http"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/seed353dc258/backstory/agent/api/apitest"
	"github.com/seed353dc258/backstory/agent/store/postgres"
	"github.com/seed353dc258/backstory/agent/store/postgres/pgtest"
	"github.com/seed353dc258/backstory/internal/soak"
)

// retryPause is how long a client waits before it asks again for a session that
// another server holds.
const retryPause = 5 * time.Millisecond

// servers are two of one database and one folder.
type servers struct {
	*testing.T
	dir, database, token string
	running              [2]*process
	far                  [2]bool // on a machine of which the other one sees nothing
}

// start starts a server. What one that is far holds is taken by the clock of the
// database, since nobody sees whether it is there.
func (s *servers) start(i int, far bool) {
	env := []string{serveDatabase + "=" + s.database}
	if far {
		env = append(env, serveFar+"=yes")
	}
	s.far[i] = far
	s.running[i] = startProcess(s.T, s.dir, s.token, env...)
}

// taken is what a server said, and when it began.
type taken struct {
	body string
	at   time.Time
	err  error
}

// say says something to a server, again and again until the session is free
// there. The key of the request is made of the text.
func say(c *apitest.Client, at, text string) taken {
	for {
		got, now, err := once(c, at, text)
		if err != nil {
			return taken{err: err}
		}
		body, err := io.ReadAll(got.Body)
		got.Body.Close()
		if got.StatusCode != http.StatusConflict {
			return taken{string(body), now, err}
		}
		select {
		case <-c.Context().Done():
			return taken{err: context.Cause(c.Context())}
		case <-time.After(retryPause):
		}
	}
}

func once(c *apitest.Client, at, text string) (*http.Response, time.Time, error) {
	req, err := http.NewRequestWithContext(c.Context(), "POST", c.URL+at+"/messages", strings.NewReader(fmt.Sprintf(`{"text": %q, "stream": true}`, text)))
	if err != nil {
		return nil, time.Time{}, err
	}
	req.Header.Set("Content-Type", "application/json")
	req.Header.Set("Authorization", "Bearer "+c.Token)
	req.Header.Set("Idempotency-Key", strings.ReplaceAll(text, " ", "-"))
	got, err := http.DefaultTransport.RoundTrip(req)
	return got, time.Now(), err
}

// whole checks what is kept of a session: what was said is there once, and each
// turn ended before the next one began. It returns how many turns there are.
func (s *servers) whole(c *apitest.Client, at string, texts []string) int {
	s.Helper()
	turns := c.Must(200, "GET", at+"/turns?limit=200", nil).Get("data").([]any)
	for i, one := range turns {
		turn := one.(map[string]any)
		if state := turn["state"]; state != "done" && state != "interrupted" || turn["turn"] != float64(i+1) {
			s.Fatalf("turn %d is %v", i+1, turn)
		}
	}
	said, last, answers := map[string]int{}, 0.0, 0
	for i, one := range c.Must(200, "GET", at+"/messages?limit=200", nil).Get("data").([]any) {
		m := one.(map[string]any)
		began := m["turn"] != last
		if m["id"] != float64(i+1) || m["turn"].(float64) < last || began != (m["role"] == "user" && m["text"] != "") { // results of tools come from that side, too
			s.Fatalf("message %d, behind turn %v: %v", i+1, last, m)
		}
		last = m["turn"].(float64)
		if began {
			said[m["text"].(string)]++
		} else if strings.HasSuffix(m["text"].(string), "and the end.") {
			answers++
		}
	}
	for _, text := range texts {
		if said[text] != 1 {
			s.Fatalf("%q is kept %d times: %v", text, said[text], said)
		}
	}
	if len(said) != len(texts) || len(turns) != len(texts) || answers < len(texts)/2 {
		s.Fatalf("%d turns and %d whole answers to %d texts: %v", len(turns), answers, len(texts), said)
	}
	return len(turns)
}

func newServers(t *testing.T) *servers {
	t.Helper()
	db := pgtest.Own(t).Database(t)
	if _, _, err := postgres.Upgrade(t.Context(), db.Owner, db.Role); err != nil {
		t.Fatal(err)
	}
	s := &servers{T: t, dir: t.TempDir(), database: db.Role}
	apitest.Write(t, s.dir, map[string]string{"profiles/caelum/soul.md": "You are Caelum.\n"})
	t.Setenv(serveDatabase, s.database)
	s.token = newToken(t, s.dir)
	for i := range s.running {
		s.start(i, i == 0)
	}
	return s
}

// TN-07
//
// Soak: 1,000 kills. Two servers have one database. One is killed in the middle of
// a turn, while somebody speaks to the other one in the same session: he is let in
// soon, what was said is kept once, and turns do not overlap.
func TestSoakServersOfOneDatabaseAreKilled(t *testing.T) {
	if testing.Short() {
		t.Skip("each kill takes a process")
	}
	const rounds = 8 // of a session
	s := newServers(t)
	draw := rand.New(rand.NewPCG(soak.Seed(t, 21), 7))
	var at string
	var texts []string
	took := map[bool][]time.Duration{}
	for i := range soak.Size(t, 1000) {
		victim, far := i%2, s.far[i%2]
		p, other := s.running[victim], s.running[1-victim]
		if i%rounds == 0 {
			at, texts = "/api/v2/sessions/"+other.client.Session("caelum"), nil
		}
		one, two := fmt.Sprint("tell me once ", i), fmt.Sprint("tell me twice ", i)
		texts = append(texts, one, two)
		after := time.Duration(draw.Int64N(int64(60 * time.Millisecond)))
		first, second := make(chan taken, 1), make(chan taken, 1)
		go func() { first <- say(p.client, at, one) }() // it may break off
		time.Sleep(after / 2)
		go func() { second <- say(other.client, at, two) }()
		time.Sleep(after / 2)
		killed := time.Now()
		p.kill()
		heard, got := <-first, <-second
		if got.err != nil || !strings.Contains(got.body, "event: done") {
			t.Fatalf("kill %d: %+v", i, got)
		}
		if d := got.at.Sub(killed); d > 0 {
			took[far] = append(took[far], d)
		}
		// Who heard nothing, or not all, sends it again with the same key.
		again := say(other.client, at, one)
		if again.err != nil || !strings.Contains(again.body, "event: done") && (!strings.Contains(again.body, "event: error") || strings.Contains(heard.body, "event: done")) {
			t.Fatalf("kill %d: heard %+v, and then %+v", i, heard, again)
		}
		s.whole(other.client, at, texts)
		s.start(victim, i%4 < 2)
	}
	for _, p := range s.running {
		p.kill()
	}
	for _, far := range []bool{false, true} {
		if all := took[far]; len(all) > 0 {
			slices.Sort(all)
			t.Logf("%d spoke in the session of a server that was killed, on another machine %t: %v after the kill in the median, %v at most", len(all), far, all[len(all)/2], all[len(all)-1])
		}
	}
}
