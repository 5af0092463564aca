package login

import (
	"context"
	"crypto/subtle"
	"errors"
	"fmt"
	"net"
	"net/http"
	"slices"
	"sync"
	"time"

	"github.com/coreos/go-oidc/v3/oidc"
	"golang.org/x/oauth2"

	"github.com/seed353dc258/backstory/agent/api"
	"github.com/seed353dc258/backstory/agent/catalog"
	"github.com/seed353dc258/backstory/internal/oneline"
)

// The limits of an answer of the provider.
const (
	maxAnswer  = 1 << 20 // bytes
	answerTime = 10 * time.Second
)

// provider is an OpenID provider whose addresses are known.
type provider struct {
	of       catalog.OpenID
	client   oauth2.Config
	http     *http.Client
	verifier *oidc.IDTokenVerifier
}

// providers keeps the provider of the configuration.
type providers struct {
	mu  sync.Mutex
	now *provider
}

// open returns the provider that is configured. Its addresses are asked for once.
func (ps *providers) open(ctx context.Context, o catalog.OpenID, secret string) (*provider, error) {
	ps.mu.Lock()
	defer ps.mu.Unlock()
	if p := ps.now; p != nil && p.of == o && p.client.ClientSecret == secret {
		return p, nil
	}
	web := &http.Client{Transport: newCareful(), Timeout: answerTime, CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }}
	found, err := oidc.NewProvider(oidc.ClientContext(ctx, web), o.Issuer)
	if err != nil {
		return nil, fmt.Errorf("asking the OpenID provider: %w", err)
	}
	var told struct {
		Methods []string `json:"token_endpoint_auth_methods_supported"`
	}
	if err := found.Claims(&told); err != nil {
		return nil, fmt.Errorf("asking the OpenID provider: %w", err)
	}
	endpoint := found.Endpoint()
	// OpenID Connect Discovery 1.0, 3: without a list it is client_secret_basic. To
	// try both would send a code twice, where a code holds once.
	endpoint.AuthStyle = oauth2.AuthStyleInHeader
	if slices.Contains(told.Methods, "client_secret_post") && !slices.Contains(told.Methods, "client_secret_basic") {
		endpoint.AuthStyle = oauth2.AuthStyleInParams
	}
	ps.now = &provider{
		of: o, http: web, verifier: found.Verifier(&oidc.Config{ClientID: o.ClientID}),
		client: oauth2.Config{ClientID: o.ClientID, ClientSecret: secret, Endpoint: endpoint, RedirectURL: o.RedirectURL, Scopes: []string{oidc.ScopeOpenID}},
	}
	return ps.now, nil
}

// subject asks the provider who logged in. No error has a token or a code in it.
func (p *provider) subject(ctx context.Context, code string, w way) (string, error) {
	ctx = oidc.ClientContext(ctx, p.http)
	token, err := p.client.Exchange(ctx, code, oauth2.VerifierOption(w.verifier))
	var refused *oauth2.RetrieveError
	switch {
	case errors.As(err, &refused): // its text has the whole answer in it
		if refused.Response != nil && refused.Response.StatusCode >= 500 {
			return "", errors.Join(unreachable(), fmt.Errorf("asking the OpenID provider for a token: %s", refused.Response.Status))
		}
		return "", refuse("the OpenID provider does not take the code: %q", refused.ErrorCode)
	case err != nil:
		return "", errors.Join(unreachable(), fmt.Errorf("asking the OpenID provider for a token: %w", err))
	}
	raw, _ := token.Extra("id_token").(string)
	if raw == "" {
		return "", refuse("the OpenID provider sent no ID token")
	}
	id, err := p.verifier.Verify(ctx, raw)
	var expired *oidc.TokenExpiredError
	switch {
	case errors.As(err, &expired):
		return "", refuse("the ID token expired at %s", expired.Expiry.UTC().Format(time.RFC3339))
	case err != nil:
		return "", refuse("the ID token does not hold: %v", err)
	case subtle.ConstantTimeCompare([]byte(id.Nonce), []byte(w.nonce)) != 1:
		return "", refuse("the ID token is not of this login: its nonce is another one")
	case id.Subject == "":
		return "", refuse("the ID token names no subject")
	}
	var claims struct {
		Party string `json:"azp"`
	}
	if err := id.Claims(&claims); err != nil {
		return "", refuse("the ID token does not hold: azp is not text")
	}
	// OpenID Connect Core 1.0, 3.1.3.7: one for several is ours if it says so.
	if claims.Party != p.client.ClientID && (claims.Party != "" || len(id.Audience) > 1) {
		return "", refuse("the ID token was made for another client, %q", claims.Party)
	}
	return id.Subject, nil
}

// unreachable is the answer where the provider has none.
func unreachable() error {
	return api.NewProblem(503, "", "the OpenID provider does not answer as it should; the server's log says more")
}

// careful sends requests to a provider: over TLS or to this machine, since they
// have the client's secret in them, and no answer is longer than [maxAnswer].
type careful struct{ *http.Transport }

func newCareful() careful {
	t := &http.Transport{Proxy: http.ProxyFromEnvironment, ForceAttemptHTTP2: true, DisableKeepAlives: true} // logging in is rare
	return careful{t}
}

// RoundTrip implements [http.RoundTripper].
func (c careful) RoundTrip(r *http.Request) (*http.Response, error) {
	if host := r.URL.Hostname(); r.URL.Scheme != "https" && host != "localhost" && !net.ParseIP(host).IsLoopback() {
		return nil, fmt.Errorf("the address %s is not protected: it has to be https", r.URL.Redacted())
	}
	got, err := c.Transport.RoundTrip(r)
	if err == nil {
		got.Body = http.MaxBytesReader(nil, got.Body, maxAnswer)
	}
	return got, err
}

// refuse is the answer to who is not let in.
func refuse(format string, a ...any) error {
	return api.NewProblem(401, "wrong_login", oneline.Message(fmt.Sprintf(format, a...), 400))
}
