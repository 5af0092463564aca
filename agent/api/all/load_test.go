package all_test

import (
	"fmt"
	"os"
	"strings"
	"sync"
	"testing"

	"github.com/seed353dc258/backstory/agent/api/apitest"
	"github.com/seed353dc258/backstory/internal/soak"
)

// counted makes the model answer each number with its own text, in pieces. The more
// turns there are, the slower it is, so that all of them run at the same time.
func counted(turns int) string {
	var b strings.Builder
	b.WriteString("rules:\n")
	for i := range turns {
		fmt.Fprintf(&b, "  - match: number %d;\n    pace: %dms\n    reply: [{chunks: [\"This is %d:\"", i, 20+turns/3, i)
		for k := range 20 {
			fmt.Fprintf(&b, ", \" %d\"", i*100+k)
		}
		b.WriteString("]}]\n")
	}
	return b.String()
}

// Soak: 200 turns at once.
func TestSoakManyTurnsAtOnce(t *testing.T) {
	size := max(20, soak.Size(t, 200))
	s := apitest.Serve(t, counted(size), nil)
	c := s.As("chat")
	paths := make([]string, size)
	for i := range paths {
		paths[i] = "/api/v2/sessions/" + c.Session("caelum") + "/messages"
	}
	before := residentPeak()
	var wait, begun sync.WaitGroup
	begun.Add(size)
	for i, path := range paths {
		wait.Go(func() {
			got := c.Send("POST", path, apitest.M{"text": fmt.Sprintf("This is number %d; what is it?", i), "stream": true})
			defer got.Body.Close()
			first := true
			var want strings.Builder
			fmt.Fprintf(&want, "This is %d:", i)
			for k := range 20 {
				fmt.Fprintf(&want, " %d", i*100+k)
			}
			events := apitest.ReadEvents(t, got.Body, func(apitest.Event) bool {
				if first { // nobody reads on before all have begun
					first = false
					begun.Done()
					begun.Wait()
				}
				return false
			})
			if first {
				begun.Done()
			}
			if text := apitest.TextOf(events); text != want.String() || !ended(events) {
				t.Errorf("%d: %q, of %d events", i, text, len(events))
			}
		})
	}
	live := make(chan string)
	go func() { begun.Wait(); live <- liveTurns(s) }()
	got := <-live
	wait.Wait()
	t.Logf("%d turns, %s of them going on when the last one had begun; peak memory %s, %s before them", size, got, residentPeak(), before)
}

// liveTurns returns how many turns a server reports as running.
func liveTurns(s *apitest.Site) string {
	for line := range strings.Lines(string(s.As("admin").Do("GET", "/metrics", nil).Body)) {
		if n, ok := strings.CutPrefix(line, "backstory_turns_live "); ok {
			return strings.TrimSpace(n)
		}
	}
	return "?"
}

// residentPeak returns the peak memory of this process, where the system reports it.
func residentPeak() string {
	status, err := os.ReadFile("/proc/self/status")
	if err != nil {
		return "?"
	}
	_, rest, _ := strings.Cut(string(status), "VmHWM:")
	line, _, _ := strings.Cut(rest, "\n")
	return strings.TrimSpace(line)
}
