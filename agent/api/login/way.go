package login

import (
	"context"
	"crypto/hmac"
	"crypto/rand"
	"crypto/sha256"
	"encoding/base64"
	"net/http"
	"strconv"
	"strings"
	"time"

	"github.com/seed353dc258/backstory/agent/api"
	"github.com/seed353dc258/backstory/agent/org"
)

// wayCookie is the cookie of a browser on its way to the provider and back. With
// this prefix of RFC 6265bis no other host can set it.
const wayCookie = "__Host-backstory_openid"

// wayTime is how long somebody may take to log in at the provider.
const wayTime = 10 * time.Minute

// way is the way of one browser to the provider and back. All that has to fit
// when it comes back is derived from its cookie, which the browser alone has and
// says when the way ends: so any server with the same configuration can tell, and
// none keeps anything of those who never come back.
type way struct{ cookie, state, nonce, verifier string }

// newWay returns a way that holds until a time.
func newWay(until time.Time) way {
	return wayOf(rand.Text() + "." + strconv.FormatInt(until.Unix(), 10))
}

func wayOf(cookie string) way {
	derive := func(what string) string {
		m := hmac.New(sha256.New, []byte(cookie))
		m.Write([]byte("backstory login " + what))
		return base64.RawURLEncoding.EncodeToString(m.Sum(nil))
	}
	return way{cookie: cookie, state: derive("state"), nonce: derive("nonce"), verifier: derive("verifier")}
}

// until is when the way ends; the zero time where its cookie is not ours.
func (w way) until() time.Time {
	_, text, _ := strings.Cut(w.cookie, ".")
	if seconds, err := strconv.ParseInt(text, 10, 64); err == nil {
		return time.Unix(seconds, 0)
	}
	return time.Time{}
}

// setCookie is the cookie of the way. It is sent along when the provider sends
// the browser back, which is a page of another site: hence Lax.
func (w way) setCookie() http.Cookie {
	c := cookie(w.cookie)
	c.Name, c.SameSite, c.MaxAge = wayCookie, http.SameSiteLaxMode, int(wayTime/time.Second)
	if w.cookie == "" {
		c.MaxAge = -1
	}
	return c
}

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
