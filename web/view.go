package web

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"net/http"
	"net/url"
	"strconv"
	"strings"

	"github.com/seed353dc258/backstory/agent/api"
	"github.com/seed353dc258/backstory/agent/model"
	"github.com/seed353dc258/backstory/agent/scope"
	"github.com/seed353dc258/backstory/agent/store"
	"github.com/seed353dc258/backstory/manifest"
	"github.com/seed353dc258/backstory/profile"
	"github.com/seed353dc258/backstory/search"
)

// policy is what a browser may load for a view: the page's own files alone. No text
// becomes markup or a script, whatever a script tries.
const policy = "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src 'self'; " +
	"form-action 'self'; base-uri 'none'; frame-ancestors 'none'; require-trusted-types-for 'script'; trusted-types 'none'"

// Page shows the profiles of a server to the person who opened it.
type Page struct {
	doors  *doors
	key    []byte // by which the user's own processes are known
	drawn  drawings
	linted linting
	mux    http.Handler // of the routes for programs, behind the guard
	server *api.Server
	// First is the profile that is shown at first; empty for the list of all.
	First string
	// ReadOnly has who is let in ask and read, and change nothing else.
	ReadOnly bool
}

// tabs are the views of a profile, in their order: below its address, and their texts.
func tabs() []string { return []string{"ask", "read", "found", "prompt", "talks", "proposals"} }

// tabAddress returns the address of a view of a profile.
func tabAddress(base, tab string) string {
	switch tab {
	case "ask":
		return base
	case "read":
		return base + "read/"
	}
	return base + tab
}

// at returns the address of a profile.
func at(key string) string { return "/p/" + url.PathEscape(key) + "/" }

// sessionAddress returns the address of a session.
func sessionAddress(key, id string) string { return at(key) + "ask/" + id }

// readAddress returns the address of a line of a source, by its number in backstory.md;
// of the source as a whole where the line is 0.
func readAddress(base, source string, line int) string {
	parts := strings.Split(source, "/")
	for i := range parts {
		parts[i] = url.PathEscape(parts[i])
	}
	to := base + "read/" + strings.Join(parts, "/")
	if line > 0 {
		n := strconv.Itoa(line)
		to += "?line=" + n + "#L" + n
	}
	return to
}

// pictureAddress returns the address of the picture of a page. It has the digest of the
// file, so that no other picture is kept for it.
func pictureAddress(base string, e *manifest.Entry, page int) string {
	return strings.Replace(readAddress(base, e.Path, 0), base+"read/", base+"page/", 1) + "?n=" + strconv.Itoa(page) + "&of=" + e.SHA256
}

// private has nobody keep an answer, or learn where a link was followed.
func private(w http.ResponseWriter) {
	h := w.Header()
	h.Set("Content-Security-Policy", policy)
	h.Set("Referrer-Policy", "no-referrer")
	h.Set("Cross-Origin-Opener-Policy", "same-origin")
	h.Set("Cross-Origin-Resource-Policy", "same-origin")
	h.Set("Cache-Control", "no-store")
}

// show answers with a view.
func (p *Page) show(w http.ResponseWriter, status int, v view) {
	var b bytes.Buffer
	if err := v.page().Render(&b); err != nil {
		p.server.Log().Error("showing a view", "view", v.Title, "error", err)
		http.Error(w, text("error.bug"), http.StatusInternalServerError)
		return
	}
	private(w)
	w.Header().Set("Content-Type", "text/html; charset=utf-8")
	w.WriteHeader(status)
	_, _ = w.Write(b.Bytes()) // who does not read it has gone
}

// fail answers with what went wrong, as the routes for programs tell it.
func (p *Page) fail(w http.ResponseWriter, r *http.Request, err error) {
	if gone(r.Context()) {
		return
	}
	problem := p.server.ProblemOf(r.Context(), r.URL.Path, err)
	v := view{Title: text("error.title")}
	if errors.Is(err, profile.ErrUnknown) || problem.Status == http.StatusNotFound {
		v.Title = text("error.missing")
	}
	v.Guest = api.ActorOf(r.Context()).Token == ""
	v.Body = failed(v.Title, problem.Detail)
	p.show(w, problem.Status, v)
}

// of returns the view of an opened profile.
func (p *Page) of(r *http.Request, o *opened, tab string) (view, error) {
	h := p.server.Host(r.Context())
	i, err := h.Beside(o.scope.Profile())
	if err != nil {
		return view{}, err
	}
	n := &named{Key: o.key, Display: i.Display, Address: at(o.key)}
	a := api.ActorOf(r.Context())
	n.Keep = a.May(api.Chat) && !p.ReadOnly
	n.Write, n.Decide = a.May(api.Write) && o.Sources == nil, a.May(api.Approve)
	if n.Display == "" {
		n.Display = o.key
	}
	v := view{Title: text("tab."+tab) + " · " + n.Display, Profile: n, Tab: tab}
	n.Model, n.Offline, err = o.model(r, i)
	return v, err
}

// opened is a profile that a request names, with the scope of who asks.
type opened struct {
	*profile.Profile
	server *api.Server
	scope  scope.Scope
	key    string // its name in addresses
}

// in opens the profile that an address names while a function answers.
func in(p *Page, do func(http.ResponseWriter, *http.Request, *opened) error) handler {
	return func(w http.ResponseWriter, r *http.Request) error {
		of, err := p.server.Open(r.Context(), r.PathValue("profile"))
		if err != nil {
			return err
		}
		defer of.Close()
		return do(w, r, &opened{of.Profile, p.server, of.Scope, of.Scope.Profile()})
	}
}

// viewed shows a view of a profile, which a function fills in.
func viewed(p *Page, part string, fill func(*http.Request, *opened, *view) error) handler {
	return in(p, func(w http.ResponseWriter, r *http.Request, o *opened) error {
		v, err := p.of(r, o, part)
		if err == nil {
			err = fill(r, o, &v)
		}
		if err == nil {
			p.show(w, http.StatusOK, v)
		}
		return err
	})
}

// model returns what answers for a profile, and whether that is no model.
func (o *opened) model(r *http.Request, i *profile.Identity) (name string, offline bool, err error) {
	choice, err := o.server.Host(r.Context()).Catalog.ChooseFor(i, store.Session{})
	if err != nil {
		return err.Error(), false, nil // which the view says; a question would say it, too
	}
	return choice.Full, choice.Provider.Name() == model.OfflineName, nil
}

// gone reports whether who asked does not wait any more.
func gone(ctx context.Context) bool { return ctx.Err() != nil }

// where names a place in a source for a reader.
func where(path, title, place string) string {
	return search.Where(cmp.Or(strings.TrimPrefix(path, "/"), title), place, "")
}
