package login

import (
	"context"
	"crypto/subtle"
	"errors"
	"net/http"
	"time"

	"github.com/coreos/go-oidc/v3/oidc"
	"golang.org/x/oauth2"

	"github.com/seed353dc258/backstory/agent/api"
	"github.com/seed353dc258/backstory/agent/catalog"
	"github.com/seed353dc258/backstory/agent/org"
	"github.com/seed353dc258/backstory/agent/scope"
	"github.com/seed353dc258/backstory/agent/store"
)

// first reports whether a way is gone to its end for the first time. The store
// remembers, so that of servers with one database none takes what another took.
func (s *server) first(ctx context.Context, w way) (bool, error) {
	sc, err := scope.New(scope.Platform, scope.Local, "")
	if err != nil {
		return false, err
	}
	claim := store.Reply{Key: w.state, Route: "GET " + catalog.CallbackPath}
	_, fresh, err := s.Store().BeginReply(ctx, sc, claim, store.Reply{Holder: "nobody"})
	return fresh, err
}

// configured returns the provider, and what the client is there.
func (s *server) configured(ctx context.Context) (p *provider, err error) {
	o, secret, err := s.Host(ctx).Catalog.OpenID()
	switch {
	case err != nil:
		return nil, errors.Join(api.NewProblem(503, "", "nobody can log in by OpenID now; the server's log says more"), err)
	case o.Issuer == "":
		return nil, api.NewProblem(404, "", "no OpenID provider is configured: log in with a name and a password")
	}
	p, err = s.providers.open(ctx, o, secret)
	if err != nil {
		return nil, errors.Join(unreachable(), err)
	}
	return p, nil
}

// left is the answer that sends a browser to the provider.
type left struct {
	Location string      `header:"Location"`
	Cookie   http.Cookie `header:"Set-Cookie"`
	Cache    string      `header:"Cache-Control"`
}

func (s *server) leave(ctx context.Context, _ *struct{}) (*left, error) {
	p, err := s.configured(ctx)
	if err != nil {
		return nil, err
	}
	w := newWay(time.Now().Add(wayTime))
	to := p.client.AuthCodeURL(w.state, oidc.Nonce(w.nonce), oauth2.S256ChallengeOption(w.verifier))
	return &left{Location: to, Cookie: w.setCookie(), Cache: "no-store"}, nil
}

// returned is what a browser brings from the provider.
type returned struct {
	Way    string `cookie:"__Host-backstory_openid" required:"false"`
	State  string `query:"state" required:"false"`
	Code   string `query:"code" required:"false"`
	Error  string `query:"error" required:"false" doc:"why the provider let nobody in"`
	Issuer string `query:"iss" required:"false" doc:"of the provider, where it says so (RFC 9207)"`
}

func (s *server) comeBack(ctx context.Context, in *returned) (*begun, error) {
	p, err := s.configured(ctx)
	if err != nil {
		return nil, err
	}
	w, now := wayOf(in.Way), time.Now()
	switch {
	case in.Way == "":
		return nil, refuse("this browser did not begin to log in here: begin again at %s", api.LoginPath)
	case subtle.ConstantTimeCompare([]byte(in.State), []byte(w.state)) != 1:
		return nil, refuse("the state is not that of this login: begin again at %s", api.LoginPath)
	case !now.Before(w.until()) || w.until().After(now.Add(wayTime)):
		return nil, refuse("logging in took more than %d minutes: begin again at %s", int(wayTime/time.Minute), api.LoginPath)
	case in.Issuer != "" && in.Issuer != p.of.Issuer:
		return nil, refuse("the answer comes from another provider, %q", in.Issuer)
	case in.Error != "":
		return nil, refuse("the OpenID provider let nobody in: %q", in.Error)
	case in.Code == "":
		return nil, refuse("the OpenID provider sent no code")
	}
	subject, err := p.subject(ctx, in.Code, w)
	if err != nil {
		return nil, err
	}
	if fresh, err := s.first(ctx, w); err != nil {
		return nil, err
	} else if !fresh { // whatever the provider thinks of the code
		return nil, refuse("this answer of the provider was used before: begin again at %s", api.LoginPath)
	}
	out, err := s.known(ctx, p.of, subject)
	if err != nil {
		return nil, err
	}
	out.Cookie = append(out.Cookie, way{}.setCookie())
	return out, nil
}

// known logs in the user who is a subject of the provider.
func (s *server) known(ctx context.Context, of catalog.OpenID, subject string) (*begun, error) {
	orgs, full := s.Host(ctx).Orgs, of.Issuer+" "+subject
	stranger := refuse("nobody who may log in here has the subject %q", full)
	u, err := orgs.BySubject(ctx, full)
	if errors.Is(err, org.ErrLogin) {
		return nil, errors.Join(stranger, orgs.Refused(ctx, "", api.AddressOf(ctx), "the OpenID provider named nobody who may log in"))
	}
	if err != nil {
		return nil, err
	}
	chosen := of.Org
	c, err := orgs.Own(ctx, u.Name, chosen)
	if chosen != "" && (errors.Is(err, store.ErrNotFound) || errors.Is(err, org.ErrArchived)) {
		chosen = ""
		c, err = orgs.Own(ctx, u.Name, chosen)
	}
	if errors.Is(err, store.ErrNotFound) {
		// Who is in no organisation gets the same answer.
		return nil, errors.Join(stranger, orgs.Refused(ctx, u.Name, api.AddressOf(ctx), "the user is in no organisation"))
	}
	if err != nil {
		return nil, err
	}
	return s.logIn(ctx, c, chosen)
}
