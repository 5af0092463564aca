package api

import (
	"bytes"
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net"
	"net/http"
	"net/netip"
	"net/url"
	"slices"
	"strings"
	"time"

	"github.com/seed353dc258/backstory/agent/api/wire"
	"github.com/seed353dc258/backstory/agent/catalog"
	"github.com/seed353dc258/backstory/agent/scope"
	"github.com/seed353dc258/backstory/agent/store"
)

// The limits of a request.
const (
	maxHeader  = 64 << 10
	MaxBody    = 4 << 20
	maxShown   = 24 << 20 // of one that may have images, which are larger in Base64
	maxDepth   = 64
	maxTarget  = 8 << 10 // of the path with its query
	useEvery   = time.Minute
	headerTime = 5 * time.Second
	bodyTime   = 30 * time.Second
	uploadTime = 10 * time.Minute
	idleTime   = 2 * time.Minute
)

// CardPath is where clients look for the agent card of the profile that the
// server's owner shows to everybody (RFC 8615).
const CardPath = "/.well-known/agent-card.json"

// open are the paths that need no token. They say nothing of anybody, but to who
// has the secret of an invite, and of a profile whose agent card is shown.
var open = []string{"/healthz", "/readyz", "/openapi.json", CardPath, acceptPath, LoginPath, catalog.CallbackPath}

// The paths at which somebody shows who it is.
const (
	acceptPath = "/v1/invites/accept"
	LoginPath  = "/api/v2/auth/login"
)

// guard is what every request passes, in this order: its own id and a line in
// the log, the Host, the Origin, the token, the rate, the body. Only then it is
// routed.
func (g *admission) guard(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		began := time.Now()
		id := rand.Text()
		w.Header().Set("X-Request-Id", id)
		w.Header().Set("X-Content-Type-Options", "nosniff")
		w.Header().Set("Content-Security-Policy", "default-src 'none'; frame-ancestors 'none'")
		rec := wire.NewRecorder(w, r)
		r = r.WithContext(context.WithValue(r.Context(), requestKey, id))
		defer func() {
			if v := recover(); v != nil && v != http.ErrAbortHandler {
				g.log.Error("a bug in a handler", "request", id, "panic", fmt.Sprint(v))
				if rec.Status == 0 {
					NewProblem(500, "", "something went wrong; the server's log says more").write(rec, r)
				}
			}
			g.metrics.Request(r.Pattern, rec.Status, time.Since(began))
			// The query may have a token, and the path a name: neither is told.
			g.log.LogAttrs(r.Context(), slog.LevelInfo, "request", slog.String("id", id), slog.String("method", method(r)),
				slog.String("route", r.Pattern), slog.Int("status", rec.Status), slog.Duration("took", time.Since(began)))
		}()
		r, p := g.admit(rec, r)
		switch {
		case p == nil:
			next.ServeHTTP(rec, r)
		case p.Status == http.StatusNoContent:
			rec.WriteHeader(p.Status)
		default:
			p.write(rec, r)
		}
	})
}

// method names a method that is known.
func method(r *http.Request) string {
	switch r.Method {
	case "GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS":
		return r.Method
	}
	return "other"
}

// admit lets a request in, or says why not.
func (g *admission) admit(w http.ResponseWriter, r *http.Request) (*http.Request, *Problem) {
	addr, r := g.client(r)
	if !g.knowsHost(r) {
		return r, NewProblem(403, "host_not_allowed", "this server does not answer to that host name; --allow-host adds one")
	}
	if len(r.URL.RequestURI()) > maxTarget {
		return r, NewProblem(414, "too_large", "the address is too long")
	}
	if err := g.cross.Check(r); err != nil {
		return r, NewProblem(403, "cross_origin", "a page of another origin may not do this")
	}
	if g.preflight(w, r) {
		return r, NewProblem(http.StatusNoContent, "preflight", "")
	}
	if r.URL.Path == acceptPath || r.URL.Path == LoginPath || r.URL.Path == catalog.CallbackPath {
		r = r.WithContext(context.WithValue(r.Context(), addressKey, addr))
		if p := g.limit(w, Actor{Token: "none"}, addr); p != nil {
			return r, p
		}
		return r, g.readBody(w, r)
	}
	if slices.Contains(open, r.URL.Path) {
		return r, nil
	}
	if g.page != nil {
		r = g.page.Visitor(r)
	}
	a, p := g.authenticate(r, addr)
	if p != nil {
		return r, g.visit(w, r, addr, p)
	}
	r, a, p = g.standing(r, a)
	if p != nil {
		return r, p
	}
	if p := g.limit(w, a, addr); p != nil {
		return r, p
	}
	return r, g.readBody(w, r)
}

// limit counts a request, and is the answer where there were too many. A token is
// counted by itself, so that no other client of its address can use it up.
func (g *admission) limit(w http.ResponseWriter, a Actor, addr netip.Addr) *Problem {
	client := a.Token
	if client == "none" {
		client = addr.String()
	}
	wait := g.rates.Take(w.Header(), client, time.Now())
	if wait == 0 {
		return nil
	}
	p := NewProblem(429, "", "too many requests; come again later")
	p.retry = wait
	return p
}

// knowsHost reports whether a request is for this server. A page that points
// its own name at this address (DNS rebinding) sends that name.
func (g *admission) knowsHost(r *http.Request) bool {
	if r.Host == "" || r.URL.Host != "" && !strings.EqualFold(r.URL.Host, r.Host) {
		return false
	}
	host := r.Host
	if h, port, err := net.SplitHostPort(host); err == nil {
		if strings.Trim(port, "0123456789") != "" {
			return false
		}
		host = h
	}
	host = strings.ToLower(strings.TrimSuffix(strings.Trim(host, "[]"), "."))
	if slices.Contains(g.hosts, host) {
		return true
	}
	if host == "localhost" {
		return true
	}
	ip, err := netip.ParseAddr(host)
	return err == nil && ip.IsLoopback() && ip.Zone() == ""
}

// preflight answers a browser's question whether another origin may ask, and
// tells an allowed one that it may read the answer.
func (g *admission) preflight(w http.ResponseWriter, r *http.Request) bool {
	origin := r.Header.Get("Origin")
	if len(g.origins) == 0 || origin == "" {
		return false
	}
	h := w.Header()
	h.Add("Vary", "Origin")
	if !slices.Contains(g.origins, origin) {
		return false
	}
	h.Set("Access-Control-Allow-Origin", origin)
	h.Set("Access-Control-Expose-Headers", "X-Backstory-Session, X-Backstory-Ignored, X-Request-Id, ETag, Retry-After")
	if r.Method != http.MethodOptions || r.Header.Get("Access-Control-Request-Method") == "" {
		return false
	}
	h.Set("Access-Control-Allow-Methods", "GET, POST, PUT, PATCH, DELETE")
	h.Set("Access-Control-Allow-Headers", "Authorization, Content-Type, Idempotency-Key, If-Match, Last-Event-ID, X-Backstory-Session, X-Api-Key, X-Org-Id, Anthropic-Version")
	h.Set("Access-Control-Max-Age", "600")
	return true
}

// client returns the address of who asks. Headers of a proxy count only where
// the connection comes from one.
func (g *admission) client(r *http.Request) (netip.Addr, *http.Request) {
	peer, err := netip.ParseAddrPort(r.RemoteAddr)
	addr := peer.Addr().Unmap()
	if err != nil || !g.isProxy(addr) {
		return addr, r
	}
	forwarded := strings.Split(strings.Join(r.Header.Values("X-Forwarded-For"), ","), ",")
	for i := len(forwarded) - 1; i >= 0; i-- { // the last one that is not a proxy
		a, err := netip.ParseAddr(strings.TrimSpace(forwarded[i]))
		if err != nil {
			break
		}
		addr = a.Unmap()
		if !g.isProxy(addr) {
			break
		}
	}
	host, scheme := r.Header.Get("X-Forwarded-Host"), r.Header.Get("X-Forwarded-Proto")
	r = r.Clone(r.Context())
	if host != "" && !strings.Contains(host, ",") {
		r.Host = host
	}
	if scheme == "http" || scheme == "https" {
		r.URL.Scheme = scheme
	}
	return addr, r
}

func (g *admission) isProxy(a netip.Addr) bool {
	return slices.ContainsFunc(g.proxies, func(p netip.Prefix) bool { return p.Contains(a) })
}

// authenticate finds out who asks.
func (g *admission) authenticate(r *http.Request, addr netip.Addr) (Actor, *Problem) {
	secret, p := secretOf(r)
	if p != nil {
		return Actor{}, p
	}
	if a := ActorOf(r.Context()); a.Token != "" && secret == "" {
		return a, nil // of the page
	}
	if c, err := r.Cookie(LoginCookie); err == nil && secret == "" {
		return g.loggedIn(r, c.Value, addr)
	}
	if secret == "" {
		if g.noAuth {
			return Actor{Token: "none", Org: scope.Local, User: scope.Local, Scopes: []string{string(Chat)}, home: scope.Local}, nil
		}
		return Actor{}, NewProblem(401, "", "a token is needed: send «Authorization: Bearer …»; `backstory token create` makes one; for a browser there is `backstory open`")
	}
	if t, err := g.token(r.Context(), secret); err == nil {
		return Actor{Token: t.ID, Prefix: t.Prefix, Org: t.Org, User: t.User, Scopes: t.Scopes, home: t.Org}, nil
	} else if !errors.Is(err, store.ErrNotFound) {
		return Actor{}, fault(r.Context(), g.log, NewProblem(503, "", "tokens cannot be looked up now"), err, "looking up a token")
	}
	if p := g.guessed(addr); p != nil {
		return Actor{}, p
	}
	return Actor{}, NewProblem(401, "", "the token is not valid: it is wrong, expired or revoked")
}

// secretOf returns the token that a request carries. One in a query would be in
// logs and histories, and does not count.
func secretOf(r *http.Request) (string, *Problem) {
	auth := r.Header.Values("Authorization")
	key := r.Header.Values("X-Api-Key")
	if shapeOf(r.URL.Path) != anthropic {
		key = nil
	}
	if len(auth)+len(key) > 1 {
		return "", NewProblem(400, "", "there is more than one token")
	}
	if len(key) == 1 {
		return strings.TrimSpace(key[0]), nil
	}
	if len(auth) == 0 {
		return "", nil
	}
	kind, secret, _ := strings.Cut(auth[0], " ")
	if !strings.EqualFold(kind, "Bearer") || strings.TrimSpace(secret) == "" {
		return "", NewProblem(401, "", "the Authorization header has to be «Bearer» and a token")
	}
	return strings.TrimSpace(secret), nil
}

// token returns the token of a secret while it holds.
func (g *admission) token(ctx context.Context, secret string) (store.Token, error) {
	prefix := prefixOf(secret)
	if prefix == "" {
		return store.Token{}, store.ErrNotFound
	}
	t, err := g.store.FindToken(ctx, prefix)
	if err != nil {
		return t, err
	}
	now := time.Now()
	if !matches(t, secret) || !holds(t, now) {
		return t, store.ErrNotFound
	}
	if now.Sub(t.Used) > useEvery {
		sc, err := scope.New(t.Org, t.User, "")
		if err == nil {
			err = g.store.UseToken(ctx, sc, t.ID)
		}
		if err != nil {
			g.log.Warn("noting that a token was used", "error", err)
		}
	}
	return t, nil
}

func holds(t store.Token, now time.Time) bool {
	return t.Revoked.IsZero() && (t.Expires.IsZero() || now.Before(t.Expires))
}

// readBody reads a body of JSON whole and refuses what two readers could read
// in two ways. A body of another type is for its route to read.
func (g *admission) readBody(w http.ResponseWriter, r *http.Request) *Problem {
	if r.Body == nil || r.Body == http.NoBody {
		return nil
	}
	isJSON := wire.IsJSON(r)
	if !isJSON && isUpload(r.URL) { // bounded by its route
		if err := wire.Until(w, uploadTime); err != nil {
			return NewProblem(400, "", "the body broke off")
		}
		return nil
	}
	if !isJSON && r.Header.Get("Content-Type") != "" && shapeOf(r.URL.Path) == coqui {
		return NewProblem(415, "", "the body has to be JSON: send «Content-Type: application/json»")
	}
	limit := map[string]int64{"/v1/chat/completions": maxShown, "/v1/responses": maxShown, "/v1/messages": maxShown}[r.URL.Path]
	limit = max(limit, MaxBody)
	body, status := wire.Read(w, r, limit, bodyTime)
	switch status {
	case http.StatusRequestEntityTooLarge:
		return NewProblem(status, "", fmt.Sprintf("the body has more than %d bytes", limit))
	case http.StatusRequestTimeout:
		return NewProblem(status, "", fmt.Sprintf("the body was not there after %v", bodyTime))
	case http.StatusBadRequest:
		return NewProblem(status, "", "the body broke off")
	}
	if isJSON {
		if err := wire.CheckJSON(body, maxDepth); err != nil {
			return NewProblem(400, "", err.Error())
		}
	}
	r.Body = io.NopCloser(bytes.NewReader(body))
	r.ContentLength = int64(len(body))
	return nil
}

// isUpload reports whether an address takes files.
func isUpload(u *url.URL) bool {
	return strings.HasPrefix(u.Path, "/api/v2/profiles/") && strings.Contains(u.Path, "/sources/") ||
		strings.HasPrefix(u.Path, "/v1/profiles/") && (strings.Contains(u.Path, "/knowledge-base/") || strings.HasSuffix(u.Path, "/avatar")) ||
		strings.HasPrefix(u.Path, "/v1/platform/data/import/")
}
