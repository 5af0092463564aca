// Package web is the page that people read and ask a profile on, in a browser. It
// is in front of the routes of agent/api, and does nothing that these do not: it
// calls the same functions.
//
//   - report.go: the views of a profile as one file
//   - found.go: what was found and what was hidden
//   - talks.go: sessions and memories; proposals.go: what the agent proposes to change
//   - request.go: what the model was sent for an answer; ask.go: a question and its
//     answer; answer.go: the parts of an answer
//   - read.go: the text of a source as the model gets it; picture.go: pages of PDF files
//     as a person sees them; chapter.go: the lines of a source
//   - act.go: what the forms do, by the routes for programs
//   - prompt.go: the prompt by section
//   - running.go: another process of the same user asks for a link
//   - page.go: the addresses of the page, and who may see them
//   - layout.go: what all views have around them; *_view.go: what each shows
//   - view.go: the answer with a view, and errors
//   - text_table.go: every text that a person reads
//   - link.go: links that let somebody in once, and the sessions they begin
//   - weight.go: the order of warnings
//
// Reading is GET and changes nothing; what changes something is a form. Texts of documents and models are text in
// every view, never HTML, and the page loads nothing but its own files.
package web

import (
	"crypto/rand"
	"embed"
	"net/http"
	"slices"
	"strings"

	"github.com/seed353dc258/backstory/agent/api"
)

//go:embed asset
var assets embed.FS

// New returns a page that nobody is let in to yet: see [Page.Link].
func New() *Page { return &Page{doors: newDoors(), key: []byte(rand.Text())} }

// Link returns the path of a new link, which lets in whoever follows it first, within
// [LinkTime], and shows them the first profile.
func (p *Page) Link() string { return p.linkTo(p.First) }

// linkTo returns a link to a profile; with "" to the list of all.
func (p *Page) linkTo(profile string) string {
	to := "/"
	if profile != "" {
		to = at(profile)
	}
	return "/open/" + p.doors.add(p.doors.links, to, LinkTime)
}

// handler answers one address of the page. An error is shown as a view.
type handler func(w http.ResponseWriter, r *http.Request) error

// Routes adds the addresses of the page to those of a server.
func (p *Page) Routes(s *api.Server, mux *http.ServeMux) {
	p.server, p.mux = s, mux
	mux.Handle("GET /asset/", p.asset())
	mux.HandleFunc("GET /open/{secret}", p.enter)
	mux.HandleFunc("POST /open/link", p.another)
	for _, one := range []struct {
		pattern string
		right   api.Right
		handle  handler
	}{
		{"GET /{$}", api.Read, p.home},
		{"POST /sign-out", api.Read, p.leave},
		{"POST /sign-out/others", api.Read, p.doors.leaveOthers},
		{"GET /p/{profile}/{$}", api.Read, viewed(p, "ask", showQuestion)},
		{"GET /p/{profile}/ask/{session}", api.Read, viewed(p, "ask", showTalk)},
		{"GET /p/{profile}/ask/{session}/export", api.Read, in(p, exportTalk)},
		{"GET /p/{profile}/ask/{session}/turn/{turn}", api.Read, viewed(p, "ask", showRequest)},
		{"POST /p/{profile}/ask", api.Chat, in(p, ask)},
		{"GET /p/{profile}/read/{path...}", api.Read, viewed(p, "read", p.read)},
		{"GET /p/{profile}/page/{path...}", api.Read, in(p, p.picture)},
		{"GET /p/{profile}/found", api.Read, viewed(p, "found", p.found)},
		{"GET /p/{profile}/prompt", api.Read, viewed(p, "prompt", showPrompt)},
		{"GET /p/{profile}/talks", api.Read, viewed(p, "talks", listTalks)},
		{"GET /p/{profile}/proposals", api.Read, viewed(p, "proposals", listProposals)},
		{"GET /p/{profile}/proposals/{id}", api.Read, viewed(p, "proposals", showProposal)},
		{"POST /p/{profile}/do", api.Chat, in(p, p.act)},
		{"GET /p/", api.Read, func(http.ResponseWriter, *http.Request) error { return api.NotFound() }},
	} {
		mux.HandleFunc(one.pattern, p.guarded(one.right, one.handle))
	}
}

// Has reports whether an address is of the page.
func (p *Page) Has(path string) bool {
	return slices.Contains([]string{"/", "/sign-out", "/sign-out/others"}, path) ||
		slices.ContainsFunc([]string{"/p/", "/open/", "/asset/"}, func(own string) bool { return strings.HasPrefix(path, own) })
}

// Visitor lets in who has a session of the page: they may do what its views do.
func (p *Page) Visitor(r *http.Request) *http.Request {
	if !p.doors.knows(r) {
		return r
	}
	switch {
	case !p.ReadOnly:
		return r.WithContext(api.Own(r.Context(), api.Write, api.Approve))
	case asks(r):
		return r.WithContext(api.Own(r.Context(), api.Chat))
	}
	return r.WithContext(api.Own(r.Context(), api.Read))
}

// asks reports whether a request is part of a question: of the page, whose forms are
// looked at by themselves, or of the routes for programs that its script uses.
func asks(r *http.Request) bool {
	for _, own := range []string{"/p/", "/api/v2/sessions", "/api/v2/approvals/"} {
		if strings.HasPrefix(r.URL.Path, own) {
			return r.Method != http.MethodPatch // which gives a session a name
		}
	}
	return false
}

// guarded lets in who has a session with a right. Who has none is told how to get one.
func (p *Page) guarded(right api.Right, handle handler) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		a := api.ActorOf(r.Context())
		switch {
		case a.Token == "":
			p.show(w, http.StatusUnauthorized, view{Title: text("signin.title"), Guest: true, Body: signIn()})
			return
		case !a.May(right):
			p.fail(w, r, api.NewProblem(403, "", text("error.right")))
			return
		}
		if err := handle(w, r); err != nil {
			p.fail(w, r, err)
		}
	}
}

// asset serves the style and the scripts.
func (p *Page) asset() http.Handler {
	files := http.FileServerFS(assets)
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if strings.HasSuffix(r.URL.Path, "/") { // no lists of files
			p.fail(w, r, api.NotFound())
			return
		}
		w.Header().Set("Cache-Control", "no-cache")
		files.ServeHTTP(w, r)
	})
}

// enter lets somebody in who has a link, once.
func (p *Page) enter(w http.ResponseWriter, r *http.Request) {
	if foreign(r) || r.Method != http.MethodGet || r.Header.Get("Sec-Purpose") != "" { // nobody has seen the page yet
		p.show(w, http.StatusForbidden, view{Title: text("signin.title"), Guest: true, Body: signIn(), Note: text("signin.foreign")})
		return
	}
	cookie, to, ok := p.doors.enter(r)
	if !ok {
		p.show(w, http.StatusForbidden, view{Title: text("signin.title"), Guest: true, Body: signIn(), Note: text("signin.spent")})
		return
	}
	http.SetCookie(w, cookie)
	private(w)
	http.Redirect(w, r, to, http.StatusSeeOther)
}

// leave ends the session of a browser.
func (p *Page) leave(w http.ResponseWriter, r *http.Request) error {
	http.SetCookie(w, p.doors.leave(r))
	p.show(w, http.StatusOK, view{Title: text("signin.title"), Guest: true, Body: signIn(), Note: text("signin.out")})
	return nil
}

// home lists the profiles.
func (p *Page) home(w http.ResponseWriter, r *http.Request) error {
	list, err := p.server.Host(r.Context()).Profiles()
	if err != nil {
		return err
	}
	var rows []profileRow
	for _, one := range list {
		rows = append(rows, profileRow{one.Name, one.Display, at(one.Name), one.Description})
	}
	p.show(w, http.StatusOK, view{Title: text("home.title"), Body: home(rows, p.doors.others(r, false))})
	return nil
}
