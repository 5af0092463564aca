package web

import (
	"net/http"
	"slices"
	"strings"

	"github.com/seed353dc258/backstory/agent/find"
	"github.com/seed353dc258/backstory/internal/names"
	"github.com/seed353dc258/backstory/manifest"
	"github.com/seed353dc258/backstory/search"
)

// found shows the passages that are weighed for a question, with their scores, and what
// was found in the sources.
func (p *Page) found(w http.ResponseWriter, r *http.Request) error {
	o, err := p.open(r)
	if err != nil {
		return err
	}
	defer o.Close()
	v, err := p.of(r, o, "found")
	if err != nil {
		return err
	}
	body := &foundBody{Query: strings.TrimSpace(r.URL.Query().Get("q")), Code: r.URL.Query().Get("code")}
	if body.Query != "" {
		if err := p.search(r, o, body); err != nil {
			return err
		}
	}
	verdict, err := p.server.Check(r.Context(), o.Profile)
	if err != nil {
		return err
	}
	body.warnings(verdict.Manifest, at(o.key))
	v.Body = body.node(v.Profile)
	p.show(w, http.StatusOK, v)
	return nil
}

// search finds the passages of a question.
func (p *Page) search(r *http.Request, o *opened, body *foundBody) error {
	ctx := r.Context()
	h := p.server.Host(ctx)
	s, err := p.shelf(ctx, o)
	if err != nil {
		return err
	}
	q := find.Query{Text: body.Query, Limit: search.MaxHits, Near: h.Near(o.scope, s.identity), Searcher: h.Searcher(s.identity)}
	hits, err := find.Search(ctx, p.server.Builder(), o.Profile, s.identity, q)
	if err != nil {
		return err
	}
	body.Answered = find.Answered(hits)
	for _, hit := range hits {
		one := passage{Hit: hit, Where: where(hit.Source, "", hit.Place)}
		if hit.Source != "" {
			one.Address = readAddress(at(o.key), names.Read(hit.Source), s.lineOf(hit.Quote))
		}
		body.Hits = append(body.Hits, one)
	}
	return nil
}

// warnings lists the sources with warnings, those first whose gravest weighs most.
func (b *foundBody) warnings(m *manifest.Manifest, base string) {
	for i := range m.Files {
		e := &m.Files[i]
		var list []manifest.Warning
		for _, w := range weighed(e.Warnings) {
			if !slices.Contains(b.Codes, w.Code) {
				b.Codes = append(b.Codes, w.Code)
			}
			if b.Code == "" || w.Code == b.Code {
				list = append(list, w)
			}
		}
		if len(list) > 0 {
			b.Sources = append(b.Sources, warned{names.Show(e.Path), readAddress(base, e.Path, 0), list})
		}
	}
	slices.Sort(b.Codes)
	slices.SortStableFunc(b.Sources, func(x, y warned) int { return compare(x.Warnings[0], y.Warnings[0]) })
	b.More = max(0, len(b.Sources)-maxListed)
	b.Sources = b.Sources[:len(b.Sources)-b.More]
}
