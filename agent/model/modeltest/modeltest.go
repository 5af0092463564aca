// Package modeltest is a model server for tests. It speaks the two protocols
// that nearly all servers speak, answers by a script, is strict about what it is
// sent, and keeps it.
//
//   - modeltest.go: the server
//   - anthropic.go, openai.go: the two protocols, read strictly
//   - refuse_table.go: how servers say that a request is too long
//   - reply.go: what it answers
//   - ask.go: a request, in the form that both protocols share
//
// A test gives it a function, or a list ([Script]):
//
//	s := modeltest.New(t, func(a *modeltest.Ask) modeltest.Reply { return modeltest.Says("Fog.") })
//	p := model.NewOpenAI(model.Endpoint{URL: s.Base()})
//
// A program is given its configuration ([Server.Config]).
package modeltest

import (
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"sync"
	"testing"
)

// Server is a model server. Its fields are set before the first request; the
// zero value of each works.
type Server struct {
	*httptest.Server
	// Window is how many tokens a request and its answer may have. A longer
	// request is refused, in the words of the server of which it is said.
	Window int
	// Words says whose words those are, one of [Wordings]. Default: the first
	// of the protocol.
	Words string
	// TwoInARow takes histories in which one side speaks twice in a row. There
	// are templates that do not.
	TwoInARow bool
	// Tolerant keeps a request that is wrong from failing the test. It is
	// refused all the same, and is among the faults.
	Tolerant bool

	t      testing.TB
	answer func(*Ask) Reply
	mu     sync.Mutex
	asks   []*Ask
	faults []string
	over   int
}

// New starts a server that answers with what a function says. It is called for
// one request at a time. The server ends with the test.
func New(t testing.TB, answer func(*Ask) Reply) *Server {
	t.Helper()
	s := &Server{t: t, answer: answer}
	s.Server = httptest.NewServer(http.HandlerFunc(s.serve))
	t.Cleanup(func() {
		s.CloseClientConnections() // a test may end in the middle of an answer
		s.Close()
		for _, fault := range s.Faults() {
			if !s.Tolerant {
				t.Errorf("the model server was asked what it does not take: %s", fault)
			}
		}
	})
	return s
}

// Script answers with one reply after the other. What comes behind the last one
// is refused.
func Script(replies ...Reply) func(*Ask) Reply {
	next := 0
	return func(*Ask) Reply {
		if next == len(replies) {
			return Refuses(http.StatusBadRequest, `{"error":{"type":"invalid_request_error","message":"the script has no further answer"}}`)
		}
		next++
		return replies[next-1]
	}
}

// Base is the address of either protocol, for an endpoint or a configuration.
func (s *Server) Base() string { return s.URL + "/v1" }

// Config is a configuration of the program in which the model test/m of this
// server answers. More goes into the provider, such as `"window": 4000`; it may be
// empty.
func (s *Server) Config(p Protocol, more string) string {
	if more != "" {
		more = ", " + more
	}
	return fmt.Sprintf(`{"model": "test/m", "providers": {"test": {"type": %q, "base_url": %q%s}}}`, p, s.Base(), more)
}

// Asks returns what was asked so far, without what was refused as wrong.
func (s *Server) Asks() []*Ask {
	s.mu.Lock()
	defer s.mu.Unlock()
	return slices.Clone(s.asks)
}

// Faults says what was wrong with requests.
func (s *Server) Faults() []string {
	s.mu.Lock()
	defer s.mu.Unlock()
	return slices.Clone(s.faults)
}

// Over is how many requests were longer than the window.
func (s *Server) Over() int {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.over
}

// maxTold is how many tokens the server says that its model takes, whatever Window is.
const maxTold = 128_000

func (s *Server) serve(w http.ResponseWriter, r *http.Request) {
	if r.Method == http.MethodGet {
		if !strings.HasSuffix(r.URL.Path, "/models") {
			http.NotFound(w, r)
			return
		}
		fmt.Fprintf(w, `{"object": "list", "data": [{"id": "m", "object": "model", "max_model_len": %d}]}`, maxTold)
		return
	}
	body, err := io.ReadAll(r.Body)
	if err != nil {
		return // the client went away
	}
	a, fault := read(r, body)
	if fault == "" && !s.TwoInARow {
		fault = twice(a)
	}
	s.mu.Lock()
	if fault != "" {
		s.faults = append(s.faults, fault)
		s.mu.Unlock()
		Refuses(http.StatusBadRequest, fmt.Sprintf(`{"error":{"type":"invalid_request_error","message":%q}}`, fault)).write(w, r, a)
		return
	}
	s.asks = append(s.asks, a)
	a.N = len(s.asks)
	reply := s.reply(a)
	s.mu.Unlock()
	reply.write(w, r, a)
}

// reply returns what a request is answered with.
func (s *Server) reply(a *Ask) Reply {
	if need := a.Tokens() + a.MaxTokens; s.Window > 0 && need > s.Window {
		s.over++
		words := s.Words
		if words == "" {
			words = Wordings(a.Protocol)[0]
		}
		return TooLong(words, need, s.Window)
	}
	return s.answer(a)
}

// read reads a request, by the protocol of its path.
func read(r *http.Request, body []byte) (a *Ask, fault string) {
	a = &Ask{Header: r.Header.Clone(), Body: body, Protocol: OpenAI}
	var err error
	switch {
	case r.Method != http.MethodPost:
		return a, r.Method + " is not a POST"
	case r.Header.Get("Content-Type") != "application/json":
		return a, "the content type is " + r.Header.Get("Content-Type")
	case strings.HasSuffix(r.URL.Path, "/chat/completions"):
		err = a.openAI()
	case strings.HasSuffix(r.URL.Path, "/messages"):
		a.Protocol = Anthropic
		if r.Header.Get("Anthropic-Version") == "" {
			return a, "anthropic-version is missing"
		}
		err = a.anthropic()
	default:
		return a, "nothing is at " + r.URL.Path
	}
	if err == nil {
		err = a.check()
	}
	if err != nil {
		return a, fmt.Sprintf("%v in %.2000s", err, body)
	}
	return a, ""
}

// twice says where one side speaks twice in a row.
func twice(a *Ask) string {
	for i := 1; i < len(a.Messages); i++ {
		if a.Messages[i].Role == a.Messages[i-1].Role {
			return fmt.Sprintf("messages %d and %d are both of the %s: %.2000s", i, i+1, a.Messages[i].Role, a.Body)
		}
	}
	return ""
}
