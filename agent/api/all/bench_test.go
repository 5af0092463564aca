package all_test

import (
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/seed353dc258/backstory/agent/api/apitest"
)

// BenchmarkAnswers asks the server and a bare handler of net/http with an answer
// of the same bytes by turns, so that what else the machine does is the same for
// both, and tells the quantiles of both and their ratio.
func BenchmarkAnswers(b *testing.B) {
	for name, path := range map[string]string{"profile": "/api/v2/profiles/caelum", "sessions": "/api/v2/sessions?limit=20", "session": ""} {
		b.Run(name, func(b *testing.B) {
			s := serve(b)
			c := s.As("chat")
			id := ""
			for range 20 {
				id = c.Session("caelum")
			}
			if path == "" {
				path = "/api/v2/sessions/" + id
			}
			body := c.Must(200, "GET", path, nil).Body
			bare := bareSite(b, func(w http.ResponseWriter, _ *http.Request) {
				w.Header().Set("Content-Type", "application/json")
				_, _ = w.Write(body) // who does not read it has gone
			})
			beside(b, func() time.Duration { return took(bare, "GET", path, nil) }, func() time.Duration { return took(c, "GET", path, nil) })
		})
	}
	b.Run("first-byte", func(b *testing.B) {
		s := serve(b)
		c := s.As("chat")
		bare := bareSite(b, func(w http.ResponseWriter, r *http.Request) {
			_, _ = io.Copy(io.Discard, r.Body) // as a server reads it
			w.Header().Set("Content-Type", "text/event-stream")
			w.WriteHeader(http.StatusOK)
			_ = http.NewResponseController(w).Flush()
			fmt.Fprint(w, "event: done\ndata: {}\n\n")
		})
		say := apitest.M{"text": "Where was Caelum born?", "stream": true}
		beside(b, func() time.Duration { return took(bare, "POST", "/", say) }, func() time.Duration {
			path := "/api/v2/sessions/" + c.Session("caelum") + "/messages"
			return took(c, "POST", path, say)
		})
	})
}

func bareSite(b *testing.B, h http.HandlerFunc) *apitest.Client {
	l := httptest.NewServer(h)
	b.Cleanup(l.Close)
	return &apitest.Client{Site: &apitest.Site{TB: b, URL: l.URL}, Token: strings.Repeat("x", 70)}
}

// took returns when the first byte of an answer was there. The rest is read, too.
func took(c *apitest.Client, method, path string, body any) time.Duration {
	began := time.Now()
	got := c.Send(method, path, body)
	defer got.Body.Close()
	var one [1]byte
	if method == http.MethodGet {
		if _, err := io.ReadFull(got.Body, one[:]); err != nil {
			c.Fatal(err)
		}
	}
	first := time.Since(began)
	if _, err := io.Copy(io.Discard, got.Body); err != nil || got.StatusCode != http.StatusOK {
		c.Fatalf("%s %s: %d (%v)", method, path, got.StatusCode, err)
	}
	return first
}

// beside measures two things by turns.
func beside(b *testing.B, bare, ours func() time.Duration) {
	var times [2][]time.Duration
	for range 20 { // what is made ready once
		bare()
		ours()
	}
	for b.Loop() {
		times[0] = append(times[0], bare())
		times[1] = append(times[1], ours())
	}
	b.ReportMetric(0, "ns/op")
	for _, q := range []struct {
		name string
		at   float64
	}{{"p50", 0.50}, {"p99", 0.99}} {
		var took [2]float64
		for i, all := range times {
			slices.Sort(all)
			took[i] = float64(all[int(q.at*float64(len(all)-1))].Microseconds())
		}
		b.ReportMetric(took[0], "bare-"+q.name+"-µs")
		b.ReportMetric(took[1], q.name+"-µs")
		b.ReportMetric(took[1]/max(1, took[0]), q.name+"-ratio")
	}
}
