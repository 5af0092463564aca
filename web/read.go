package web

import (
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"strings"

	"github.com/seed353dc258/backstory/agent/api"
	"github.com/seed353dc258/backstory/agent/api/profiles"
	"github.com/seed353dc258/backstory/internal/names"
	"github.com/seed353dc258/backstory/internal/pipeline"
	"github.com/seed353dc258/backstory/manifest"
)

// maxListed is how many sources are listed at once; a filter finds the others.
const maxListed = 500

// read shows a source: its text as a model gets it, with the places in the original.
func (p *Page) read(r *http.Request, o *opened, v *view) error {
	verdict, err := p.server.Builds.Check(r.Context(), o.Profile)
	if err != nil {
		return err
	}
	source := r.PathValue("path")
	body := &reading{beside: sourceList{Filter: r.URL.Query().Get("filter"), Stale: !verdict.Fresh, base: at(o.key), current: source, states: changes(verdict)}}
	if err := body.beside.list(verdict, o); err != nil {
		return err
	}
	if source != "" {
		if err := p.readSource(r, o, verdict, source, body); err != nil {
			return err
		}
		v.Title = body.source.Name + " · " + v.Profile.Display
	}
	v.Body, v.Script = body.node(v.Profile), "read.js"
	return nil
}

// list lists the sources with what became of each.
func (l *sourceList) list(verdict *pipeline.Verdict, o *opened) error {
	all, err := profiles.SourcesOf(verdict, o.Profile)
	if err != nil {
		return err
	}
	known := map[string]bool{}
	for _, x := range all {
		source := names.Read(x.Path)
		known[source] = true
		l.add(listed{Path: source, State: x.Status, Reason: x.Reason, Warnings: x.Warnings, Version: x.ETag, Included: x.Included})
	}
	for _, c := range verdict.Reasons { // which no build has seen
		if c.Path != "" && !known[c.Path] {
			l.add(listed{Path: c.Path, State: "added", Included: true})
		}
	}
	return nil
}

// add adds a source to the list, if it is to be there.
func (l *sourceList) add(one listed) {
	one.Name, one.Address, one.Current = names.Show(one.Path), readAddress(l.base, one.Path, 0), one.Path == l.current
	if l.Filter != "" && !strings.Contains(strings.ToLower(one.Name), strings.ToLower(l.Filter)) {
		return
	}
	if len(l.Sources) >= maxListed && !one.Current {
		l.More++
		return
	}
	if state := l.states[one.Path]; state != "" && (one.State == "ok" || state != "notext") {
		one.State = state
	}
	l.Sources = append(l.Sources, one)
}

// changes says what happened since the last build to sources, and which gave no text.
func changes(verdict *pipeline.Verdict) map[string]string {
	states := map[string]string{}
	for i := range verdict.Manifest.Files {
		if e := &verdict.Manifest.Files[i]; e.HasNoText() {
			states[e.Path] = "notext"
		}
	}
	for _, c := range verdict.Reasons {
		switch c.Kind {
		case manifest.KindAdded, manifest.KindRemoved:
			states[c.Path] = string(c.Kind)
		default:
			states[c.Path] = "changed"
		}
	}
	return states
}

// readSource fills in what is shown of one source.
func (p *Page) readSource(r *http.Request, o *opened, verdict *pipeline.Verdict, source string, b *reading) error {
	at := slices.IndexFunc(b.beside.Sources, func(s listed) bool { return s.Current })
	entry := slices.IndexFunc(verdict.Manifest.Files, func(e manifest.Entry) bool { return e.Path == source })
	if at < 0 && entry < 0 {
		if b.beside.Filter == "" {
			return api.NotFound()
		}
		return nil // it is filtered out
	}
	b.source = listed{Name: names.Show(source), Path: source, Included: true}
	if at >= 0 {
		b.source = b.beside.Sources[at]
	}
	b.Download = "/api/v2/profiles/" + url.PathEscape(o.key) + "/sources/content?path=" + url.QueryEscape(source)
	b.NoText = true
	if entry < 0 {
		return nil
	}
	e := &verdict.Manifest.Files[entry]
	b.Format, b.Size = e.Format, e.SizeBytes
	b.Found = weighed(e.Warnings)
	s, err := o.shelf(r.Context())
	if err != nil {
		return err
	}
	c, ok := s.chapter(source)
	if !ok {
		return nil
	}
	number, _ := strconv.Atoi(r.URL.Query().Get("line")) // what is no number is the first page
	list, raw, before, after := c.page(number)
	known, err := o.place(r.Context(), e, &c, list, raw)
	if err != nil {
		return err
	}
	marked(list, b.Found)
	b.Sheet = p.drawn.sheet(r.Context(), o, e, list, number)
	b.Undrawn = b.Sheet == nil && e.Format == "pdf" && slices.ContainsFunc(list, func(l line) bool { return l.Page > 0 })
	b.Lines, b.NoText, b.NoPlaces = list, len(list) == 0, !known
	b.Before, b.After = pageAddress(o, source, before), pageAddress(o, source, after)
	return nil
}

func pageAddress(o *opened, source string, line int) string {
	if line == 0 {
		return ""
	}
	return readAddress(at(o.key), source, line)
}

// marked gives the warnings of a place to the line at which that place begins.
func marked(list []line, warnings []manifest.Warning) {
	for i := range list {
		for _, w := range warnings {
			if w.Place != "" && w.Place == list[i].Place {
				list[i].Warnings = append(list[i].Warnings, w.Code+": "+w.Message)
			}
		}
	}
}
