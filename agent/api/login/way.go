package login

import (
	"crypto/hmac"
	"crypto/rand"
	"crypto/sha256"
	"encoding/base64"
	"net/http"
	"strconv"
	"strings"
	"time"
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
