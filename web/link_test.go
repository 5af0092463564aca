package web

import (
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"
)

// request is one of a browser at an address.
func request(path string, cookies ...*http.Cookie) *http.Request {
	r := httptest.NewRequest("GET", "http://127.0.0.1:7777"+path, nil)
	r.SetPathValue("secret", strings.TrimPrefix(path, "/open/"))
	for _, c := range cookies {
		r.AddCookie(c)
	}
	return r
}

func TestALinkLetsInOnceAndNotLate(t *testing.T) {
	p := New()
	now := time.Now()
	p.doors.now = func() time.Time { return now }
	first, second := p.Link(), p.Link()
	if first == second {
		t.Error("two links are the same")
	}
	cookie, _, ok := p.doors.enter(request(first))
	if !ok {
		t.Fatal("a new link lets nobody in")
	}
	for _, want := range []string{"backstory_open_7777=", "HttpOnly", "SameSite=Strict", "Path=/", "Max-Age=43200"} {
		if !strings.Contains(cookie.String(), want) {
			t.Errorf("the cookie is %s, without %s", cookie, want)
		}
	}
	for _, path := range []string{first, "/open/", "/open/AAAA", second + "A", second[:len(second)-1], strings.ToLower(second)} {
		if _, _, ok := p.doors.enter(request(path)); ok {
			t.Errorf("%s lets somebody in", path)
		}
	}
	now = now.Add(LinkTime)
	if _, _, ok := p.doors.enter(request(second)); ok {
		t.Error("a link holds for longer than a minute")
	}
	if !p.doors.knows(request("/", cookie)) {
		t.Error("the session is not known")
	}
	now = now.Add(SessionTime - LinkTime)
	if p.doors.knows(request("/", cookie)) {
		t.Error("a session lasts longer than twelve hours")
	}
}

func TestACookieHoldsInItsProcessAndFromThePageAlone(t *testing.T) {
	p := New()
	cookie, _, _ := p.doors.enter(request(p.Link()))
	for site, want := range map[string]bool{"": true, "none": true, "same-origin": true, "same-site": false, "cross-site": false, "CROSS-SITE": false, "Same-Origin": false} {
		r := request("/", cookie)
		if site != "" {
			r.Header.Set("Sec-Fetch-Site", site)
		}
		if got := p.doors.knows(r); got != want {
			t.Errorf("Sec-Fetch-Site %q: %v", site, got)
		}
	}
	two := request("/", cookie)
	two.Header["Sec-Fetch-Site"] = []string{"same-origin", "cross-site"}
	if p.doors.knows(two) {
		t.Error("two Sec-Fetch-Site are one")
	}
	forged := *cookie
	forged.Value = strings.Repeat("A", len(cookie.Value))
	other := New()
	if p.doors.knows(request("/", &forged)) || other.doors.knows(request("/", cookie)) {
		t.Error("a cookie that this process did not make is taken")
	}
	if gone := p.doors.leave(request("/", cookie)); gone.MaxAge >= 0 || p.doors.knows(request("/", cookie)) {
		t.Errorf("who signed out is in: %s", gone)
	}
}

func TestUnderTLSACookieIsOfTheHostAlone(t *testing.T) {
	p := New()
	r := request(p.Link())
	r.URL.Scheme = "https"
	cookie, _, ok := p.doors.enter(r)
	if !ok || !strings.HasPrefix(cookie.Name, "__Host-") || !cookie.Secure {
		t.Errorf("the cookie is %s", cookie)
	}
}

func TestTooManyLinksEndTheOldest(t *testing.T) {
	p := New()
	now := time.Now()
	p.doors.now = func() time.Time { now = now.Add(time.Millisecond); return now }
	first := p.Link()
	for range maxKept - 1 {
		p.Link()
	}
	last := p.Link()
	if len(p.doors.links) != maxKept {
		t.Errorf("%d links are kept", len(p.doors.links))
	}
	if _, _, ok := p.doors.enter(request(first)); ok {
		t.Error("the oldest link still holds")
	}
	if _, _, ok := p.doors.enter(request(last)); !ok {
		t.Error("the last link does not hold")
	}
}
