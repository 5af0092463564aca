package web

import (
	"crypto/rand"
	"crypto/sha256"
	"net"
	"net/http"
	"slices"
	"sync"
	"time"
)

// How long a link waits to be followed, and how long a session lasts.
const (
	LinkTime    = time.Minute
	SessionTime = 12 * time.Hour
	maxKept     = 100 // links, and sessions; the oldest go first
)

// doors knows the links that were made and the sessions that began. Both are in
// memory alone: they end with the process.
type doors struct {
	mu       sync.Mutex
	links    map[[sha256.Size]byte]pass // by the digest of the secret
	sessions map[[sha256.Size]byte]pass
	now      func() time.Time
}

// pass is what a secret is good for: until when, and of a link to where.
type pass struct {
	until time.Time
	to    string
}

func newDoors() *doors {
	return &doors{links: map[[sha256.Size]byte]pass{}, sessions: map[[sha256.Size]byte]pass{}, now: time.Now}
}

// add keeps a new secret, and returns it.
func (d *doors) add(kept map[[sha256.Size]byte]pass, to string, lasts time.Duration) string {
	d.mu.Lock()
	defer d.mu.Unlock()
	now := d.now()
	var oldest [sha256.Size]byte
	for key, one := range kept {
		if !now.Before(one.until) {
			delete(kept, key)
		} else if first, ok := kept[oldest]; !ok || one.until.Before(first.until) {
			oldest = key
		}
	}
	if len(kept) >= maxKept {
		delete(kept, oldest)
	}
	secret := rand.Text() + rand.Text()
	kept[sha256.Sum256([]byte(secret))] = pass{now.Add(lasts), to}
	return secret
}

// enter takes a link that holds, and returns the cookie of the session that it begins,
// and where the link leads to.
func (d *doors) enter(r *http.Request) (c *http.Cookie, to string, ok bool) {
	key := sha256.Sum256([]byte(r.PathValue("secret")))
	d.mu.Lock()
	link, ok := d.links[key]
	delete(d.links, key)
	d.mu.Unlock()
	if !ok || !d.now().Before(link.until) {
		return nil, "", false
	}
	return cookie(r, d.add(d.sessions, "", SessionTime), int(SessionTime/time.Second)), link.to, true
}

// knows reports whether a request has the cookie of a session, and comes from the page
// itself or from the person.
func (d *doors) knows(r *http.Request) bool {
	c, err := r.Cookie(cookieName(r))
	if err != nil || foreign(r) {
		return false
	}
	d.mu.Lock()
	defer d.mu.Unlock()
	session, ok := d.sessions[sha256.Sum256([]byte(c.Value))]
	return ok && d.now().Before(session.until)
}

// leave ends the session of a request, and returns the cookie that takes its own away.
func (d *doors) leave(r *http.Request) *http.Cookie {
	if c, err := r.Cookie(cookieName(r)); err == nil {
		d.mu.Lock()
		delete(d.sessions, sha256.Sum256([]byte(c.Value)))
		d.mu.Unlock()
	}
	return cookie(r, "", -1)
}

// others counts the browsers that are signed in beside that of a request; end signs them out.
func (d *doors) others(r *http.Request, end bool) (n int) {
	c, err := r.Cookie(cookieName(r))
	if err != nil {
		return 0
	}
	own := sha256.Sum256([]byte(c.Value))
	d.mu.Lock()
	defer d.mu.Unlock()
	now := d.now()
	for key, session := range d.sessions {
		if key == own || !now.Before(session.until) {
			continue
		}
		if n++; end {
			delete(d.sessions, key)
		}
	}
	return n
}

// leaveOthers ends the sessions of all other browsers.
func (d *doors) leaveOthers(w http.ResponseWriter, r *http.Request) error {
	d.others(r, true)
	http.Redirect(w, r, "/", http.StatusSeeOther)
	return nil
}

// cookieName has the port of the server in it: browsers send a cookie to every port of
// a machine, and two servers would take each other's away.
func cookieName(r *http.Request) string {
	name := "backstory_open"
	if _, port, err := net.SplitHostPort(r.Host); err == nil {
		name += "_" + port
	}
	if secure(r) {
		return "__Host-" + name
	}
	return name
}

func secure(r *http.Request) bool { return r.TLS != nil || r.URL.Scheme == "https" }

func cookie(r *http.Request, value string, age int) *http.Cookie {
	return &http.Cookie{
		Name: cookieName(r), Value: value, Path: "/", MaxAge: age, HttpOnly: true, Secure: secure(r), SameSite: http.SameSiteStrictMode,
	}
}

// foreign reports whether another page had a request sent.
func foreign(r *http.Request) bool {
	return slices.ContainsFunc(r.Header.Values("Sec-Fetch-Site"), func(site string) bool { return site != "same-origin" && site != "none" })
}
