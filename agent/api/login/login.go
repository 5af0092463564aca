// Package login lets people in with a password or by an OpenID provider, for
// browsers: the login is kept in a cookie that pages cannot read. Its rights are
// those of the user's role.
//
//   - login.go: passwords, and logging out
//   - openid.go: the way to an OpenID provider and back
//   - provider.go: asking the provider, and judging its answer
package login

import (
	"context"
	"errors"
	"net/http"
	"time"

	"github.com/danielgtaylor/huma/v2"

	"github.com/seed353dc258/backstory/agent/api"
	"github.com/seed353dc258/backstory/agent/catalog"
	"github.com/seed353dc258/backstory/agent/org"
)

type server struct {
	*api.Server
	providers providers
}

// Routes adds the routes.
func Routes(to *api.Server) {
	s := &server{Server: to}
	const tag = "login"
	api.Add(to, api.Route{ID: "login", Method: "POST", Path: api.LoginPath, Tag: tag, Summary: "Log in with a name and a password; the cookie is the login"}, s.begin)
	api.Add(to, api.Route{
		ID: "login-openid", Method: "GET", Path: api.LoginPath, Tag: tag, Status: http.StatusFound,
		Summary: "Go to the OpenID provider of the configuration to log in",
	}, s.leave)
	api.Add(to, api.Route{
		ID: "login-callback", Method: "GET", Path: catalog.CallbackPath, Tag: tag, Summary: "Come back from the OpenID provider; the cookie is the login",
		Adapt: func(op *huma.Operation) { op.SkipValidateParams = true }, // providers send more than is known
	}, s.comeBack)
	api.Add(to, api.Route{ID: "logout", Method: "POST", Path: "/api/v2/auth/logout", Right: api.Read, Tag: tag, Status: 204, Summary: "End the login of the cookie"}, s.end)
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

func (s *server) begin(ctx context.Context, in *struct {
	Body struct {
		Name     string `json:"name" maxLength:"63"`
		Password string `json:"password" maxLength:"1024"`
	}
},
) (*begun, error) {
	orgs := s.Host(ctx).Orgs
	u, err := orgs.ByPassword(ctx, in.Body.Name, in.Body.Password, api.AddressOf(ctx))
	if err != nil {
		return nil, err
	}
	c, err := orgs.Own(ctx, u.Name, "")
	if err != nil {
		// Who is in no organisation gets the same answer.
		return nil, errors.Join(org.ErrLogin, orgs.Refused(ctx, u.Name, api.AddressOf(ctx), "the user is in no organisation"))
	}
	return s.logIn(ctx, c, "")
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

func (s *server) end(ctx context.Context, in *struct {
	Login string `cookie:"backstory_login" required:"false" maxLength:"256"`
},
) (*struct {
	Cookie http.Cookie `header:"Set-Cookie"`
}, error,
) {
	orgs := s.Host(ctx).Orgs
	l, err := orgs.Login(ctx, in.Login)
	if err == nil && l.User == api.ActorOf(ctx).User {
		err = orgs.LogOut(ctx, l)
	}
	if err != nil {
		return nil, errors.Join(api.NotFound(), err)
	}
	gone := cookie("")
	gone.MaxAge = -1
	return &struct {
		Cookie http.Cookie `header:"Set-Cookie"`
	}{gone}, nil
}
