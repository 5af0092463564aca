package api

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"io"
	"net/http"
	"strings"
	"sync"
	"time"

	"github.com/danielgtaylor/huma/v2"

	"github.com/seed353dc258/backstory/agent/scope"
	"github.com/seed353dc258/backstory/agent/store"
)

// Bounds of what is kept for requests that come twice.
const (
	maxKey   = 255
	maxReply = 1 << 20 // bytes of an answer
)

// keptHeaders are those of an answer that is given again.
var keptHeaders = []string{"Content-Type", "Cache-Control", "Location", "ETag", "X-Backstory-Session", "X-Backstory-Ignored"}

// once has a request with an Idempotency-Key carried out once: the same request
// of the same token gets the same answer for a day. A turn that it began is told
// again from its events, also while it goes on.
func (s *Server) once(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		keys := r.Header.Values("Idempotency-Key")
		if len(keys) == 0 || r.Method != http.MethodPost || r.URL.Path == acceptPath || r.URL.Path == LoginPath {
			next.ServeHTTP(w, r)
			return
		}
		c, p := s.claim(r, keys)
		if p != nil {
			p.write(w, r)
			return
		}
		if c.was.Status > 0 && c.was.Turn == 0 {
			c.again(w, r)
			return
		}
		in := r.WithContext(context.WithValue(r.Context(), claimKey, c))
		rec := &keeper{ResponseWriter: w}
		stop := func() {}
		if c.was.Turn == 0 {
			stop = c.live()
		}
		defer func() {
			stop()
			c.end(rec)
		}()
		next.ServeHTTP(rec, in)
		r.Pattern = in.Pattern
	})
}

// documentKey names the header in the document.
func documentKey(op *huma.Operation) {
	if op.Method == http.MethodPost {
		most := maxKey
		op.Parameters = append(op.Parameters, &huma.Param{
			Name: "Idempotency-Key", In: "header", Description: "the same request with the same key is carried out once, and answered as before, for a day",
			Schema: &huma.Schema{Type: huma.TypeString, MaxLength: &most, Pattern: "^[!-~]+$"},
		})
	}
}

// secretAnswer is the Cache-Control of an answer that nobody keeps.
const secretAnswer = "no-store"

// claim is a key that a request has.
type claim struct {
	s     *Server
	scope scope.Scope
	reply store.Reply
	was   store.Reply // what is there of the request before; of the zero value where this is the first
	turn  int         // that the request began
}

// claim claims the key of a request.
func (s *Server) claim(r *http.Request, keys []string) (*claim, *Problem) {
	key := keys[0]
	if len(keys) > 1 || !isKey(key) {
		return nil, NewProblem(400, "", "Idempotency-Key has to be one word of at most 255 letters, digits and signs")
	}
	body, err := io.ReadAll(io.LimitReader(r.Body, maxShown+1)) // which is in memory already
	if err != nil || len(body) > maxShown {
		return nil, NewProblem(413, "", "the body is too long for a request with an Idempotency-Key")
	}
	r.Body = io.NopCloser(bytes.NewReader(body))
	a := ActorOf(r.Context())
	sc, err := a.Scope("")
	if err != nil {
		return nil, asProblem(err)
	}
	c := &claim{s: s, scope: sc, reply: store.Reply{
		Key: key, Route: r.Method + " " + r.URL.Path, Actor: a.Token, Digest: digestOf(r.URL.RawQuery, r.Header.Get("Content-Type"), body), Holder: s.host.Runner.Owner,
	}}
	was, fresh, err := s.store.BeginReply(r.Context(), sc, c.reply, store.Reply{})
	if err == nil && !fresh && was.Status == 0 && s.host.Runner.IsGone(c.name(), store.HeldError{Owner: was.Holder, Beat: int(was.Created.UnixMilli())}) {
		was, fresh, err = s.store.BeginReply(r.Context(), sc, c.reply, was) // it ended without an answer
	}
	switch {
	case err != nil:
		return nil, fault(r.Context(), s.log, asProblem(err), err, "claiming an idempotency key")
	case !fresh && was.Status == 0:
		p := NewProblem(409, "request_in_flight", "a request with this Idempotency-Key is worked on; send it again in a moment")
		p.retry = time.Second
		return nil, p
	case !fresh:
		c.was = was
	}
	return c, nil
}

// isKey reports whether a key is one word of ASCII that is not too long.
func isKey(key string) bool {
	return key != "" && len(key) <= maxKey && !strings.ContainsFunc(key, func(c rune) bool { return c <= ' ' || c > '~' })
}

// name tells the claim from all else that is held.
func (c *claim) name() string {
	return strings.Join([]string{"reply", c.scope.Org(), c.scope.User(), c.reply.Actor, c.reply.Route, c.reply.Key}, "\x00")
}

// live gives signs of life until it is stopped.
func (c *claim) live() (stop func()) {
	ended := make(chan struct{})
	var wait sync.WaitGroup
	wait.Go(func() {
		tick := time.NewTicker(c.s.host.Runner.SignEvery())
		defer tick.Stop()
		for {
			select {
			case <-ended:
				return
			case <-tick.C:
				err := c.s.store.RenewReply(context.Background(), c.scope, c.reply)
				if errors.Is(err, store.ErrNotFound) {
					return // its turn has begun, or another server works on it
				}
				if err != nil {
					c.s.log.Warn("keeping an idempotency key", "error", err)
				}
			}
		}
	})
	return func() { close(ended); wait.Wait() }
}

// digestOf tells requests apart that have the same key.
func digestOf(query, kind string, body []byte) string {
	sum := sha256.New()
	for _, part := range [][]byte{[]byte(query), {0}, []byte(kind), {0}, body} {
		sum.Write(part)
	}
	return hex.EncodeToString(sum.Sum(nil))
}

// claimOf returns the claim of the request that is worked on, or nil.
func claimOf(ctx context.Context) *claim {
	c, _ := ctx.Value(claimKey).(*claim)
	return c
}

// again gives the answer that was given before.
func (c *claim) again(w http.ResponseWriter, r *http.Request) {
	var header map[string]string
	if err := json.Unmarshal(c.was.Header, &header); err != nil {
		NewProblem(500, "", "something went wrong; the server's log says more").write(w, r)
		return
	}
	if len(c.was.Body) > maxReply || header["Cache-Control"] == secretAnswer {
		NewProblem(409, "request_done", "the request was carried out, and its answer is not kept: it is too long, or has a secret").write(w, r)
		return
	}
	for name, value := range header {
		w.Header().Set(name, value)
	}
	w.Header().Set("Idempotency-Replayed", "true")
	w.WriteHeader(c.was.Status)
	_, _ = w.Write(c.was.Body) // who does not read it has gone
}

// end keeps the answer. A request that was not carried out leaves its key free.
func (c *claim) end(k *keeper) {
	if c.was.Turn > 0 || c.turn > 0 {
		return
	}
	ctx := context.Background()
	if k.status < 200 || k.status > 299 {
		if err := c.s.store.DropReply(ctx, c.scope, c.reply); err != nil {
			c.s.log.Error("giving an idempotency key free", "error", err)
		}
		return
	}
	header := map[string]string{}
	for _, name := range keptHeaders {
		if value := k.Header().Get(name); value != "" {
			header[name] = value
		}
	}
	c.reply.Status, c.reply.Body = k.status, k.body.Bytes()
	if header["Cache-Control"] == secretAnswer {
		c.reply.Body = nil
	}
	var err error
	if c.reply.Header, err = json.Marshal(header); err == nil {
		err = c.s.store.EndReply(ctx, c.scope, c.reply)
	}
	if err != nil {
		c.s.log.Error("keeping an answer", "error", err)
	}
}

// keeper keeps what is answered, up to a bit more than is given again.
type keeper struct {
	http.ResponseWriter
	status int
	body   bytes.Buffer
}

func (k *keeper) WriteHeader(status int) {
	if k.status == 0 {
		k.status = status
	}
	k.ResponseWriter.WriteHeader(status)
}

func (k *keeper) Write(b []byte) (int, error) {
	if k.status == 0 {
		k.status = http.StatusOK
	}
	if room := maxReply + 1 - k.body.Len(); room > 0 {
		k.body.Write(b[:min(len(b), room)])
	}
	return k.ResponseWriter.Write(b)
}

// Unwrap is for [http.ResponseController].
func (k *keeper) Unwrap() http.ResponseWriter { return k.ResponseWriter }
