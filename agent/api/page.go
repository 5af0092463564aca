package api

import (
	"net/http"
	"net/netip"
)

// front is what people are shown in a browser, beside the routes for programs.
type front interface {
	// Routes adds the addresses of the page.
	Routes(*Server, *http.ServeMux)
	// Visitor lets in who has a session of the page, by [Own].
	Visitor(*http.Request) *http.Request
	// Has reports whether an address is of the page, which itself tells who has no
	// session how to get one.
	Has(path string) bool
}

// visit lets a request for the page pass although nobody knows who asks. Else the
// problem stays.
func (g *admission) visit(w http.ResponseWriter, r *http.Request, addr netip.Addr, p *Problem) *Problem {
	if g.page == nil || p.Status != http.StatusUnauthorized || !g.page.Has(r.URL.Path) {
		return p
	}
	if p := g.limit(w, Actor{Token: "none"}, addr); p != nil {
		return p
	}
	return g.readBody(w, r)
}
