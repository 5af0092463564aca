// Package login lets people in with a password or by an OpenID provider, for
// browsers: the login is kept in a cookie that pages cannot read. Its rights are
// those of the user's role.
//
//   - login.go: passwords, and logging out
//   - openid.go: the way to an OpenID provider and back
//   - provider.go: asking the provider, and judging its answer
//   - way.go: what a browser keeps on that way, and the cookie of who is logged in
package login

import (
	"context"
	"errors"
	"net/http"
	"reflect"

	"github.com/danielgtaylor/huma/v2"

	"github.com/seed353dc258/backstory/agent/api"
	"github.com/seed353dc258/backstory/agent/catalog"
	"github.com/seed353dc258/backstory/agent/org"
)

// Routes adds the routes.
func Routes(to *api.Server) {
	s := &server{Server: to}
	const tag = "login"
	api.Add(to, api.Route{ID: "login", Method: "POST", Path: api.LoginPath, Tag: tag, Summary: "Log in with a name and a password; the cookie is the login"}, s.begin)
	api.Add(to, api.Route{
		ID: "login-openid", Method: "GET", Path: api.LoginPath, Tag: tag, Status: http.StatusFound,
		Summary: "Go to the OpenID provider of the configuration to log in",
		Adapt: func(op *huma.Operation) { // with 302 alone, programs that read the document take the route for one without an answer
			op.Responses = map[string]*huma.Response{"default": {Description: "An error; where nothing is wrong the answer is 302", Content: map[string]*huma.MediaType{
				"application/problem+json": {Schema: to.SchemaOf(reflect.TypeFor[api.Problem]())},
			}}}
		},
	}, s.leave)
	api.Add(to, api.Route{
		ID: "login-callback", Method: "GET", Path: catalog.CallbackPath, Tag: tag, Summary: "Come back from the OpenID provider; the cookie is the login",
		Adapt: func(op *huma.Operation) { op.SkipValidateParams = true }, // providers send more than is known
	}, s.comeBack)
	api.Add(to, api.Route{ID: "logout", Method: "POST", Path: "/api/v2/auth/logout", Right: api.Read, Tag: tag, Status: 204, Summary: "End the login of the cookie"}, s.end)
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
