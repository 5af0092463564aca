package login

import (
	"context"
	"net/http"
	"time"

	"github.com/seed353dc258/backstory/agent/api"
	"github.com/seed353dc258/backstory/agent/org"
)

type server struct {
	*api.Server
	providers providers
}

// begun is the answer to who logs in.
type begun struct {
	Cookie []http.Cookie `header:"Set-Cookie"`
	Cache  string        `header:"Cache-Control"`
	Body   struct {
		User    string    `json:"user"`
		Org     string    `json:"org" doc:"in which the user works without X-Org-Id"`
		Role    string    `json:"role" enum:"platform-admin,admin,member,viewer"`
		Expires time.Time `json:"expires"`
	}
}

// logIn begins the login of who has shown who it is. Where an organisation was
// chosen, the user works there from then on.
func (s *server) logIn(ctx context.Context, c org.Caller, chosen string) (*begun, error) {
	orgs := s.Host(ctx).Orgs
	secret, l, err := orgs.LogIn(ctx, c.User)
	if err == nil && chosen != "" {
		_, err = orgs.Switch(ctx, l, chosen)
	}
	if err != nil {
		return nil, err
	}
	in := cookie(secret)
	in.Expires = l.Expires
	out := &begun{Cookie: []http.Cookie{in}, Cache: "no-store"}
	out.Body.User, out.Body.Org, out.Body.Role, out.Body.Expires = c.User, c.Org, string(c.Role), l.Expires
	return out, nil
}

// cookie is that of a login: for this server alone, over TLS or on this machine,
// and never read by a page.
func cookie(secret string) http.Cookie {
	return http.Cookie{Name: api.LoginCookie, Value: secret, Path: "/", HttpOnly: true, Secure: true, SameSite: http.SameSiteStrictMode}
}
