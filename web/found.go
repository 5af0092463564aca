package web

import (
	"cmp"
	"context"
	"crypto/sha256"
	"fmt"
	"io"
	"net/http"
	"path"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/seed353dc258/backstory/agent/find"
	"github.com/seed353dc258/backstory/internal/lint"
	"github.com/seed353dc258/backstory/internal/names"
	"github.com/seed353dc258/backstory/manifest"
	"github.com/seed353dc258/backstory/profile"
	"github.com/seed353dc258/backstory/search"
)

// found shows the passages that are weighed for a question, with their scores, and what
// was found in the sources.
func (p *Page) found(r *http.Request, o *opened, v *view) error {
	body := &foundBody{Query: strings.TrimSpace(r.URL.Query().Get("q")), Code: r.URL.Query().Get("code")}
	if body.Query != "" {
		if err := o.search(r, body); err != nil {
			return err
		}
	}
	verdict, err := p.server.Builds.Check(r.Context(), o.Profile)
	if err != nil {
		return err
	}
	all, err := p.linted.findings(r.Context(), o, verdict.Manifest)
	if err != nil {
		return err
	}
	body.list(all, at(o.key))
	v.Body = body.node(v.Profile)
	return nil
}

// search finds the passages of a question.
func (o *opened) search(r *http.Request, body *foundBody) error {
	ctx := r.Context()
	h := o.server.Host(ctx)
	s, err := o.shelf(ctx)
	if err != nil {
		return err
	}
	q := find.Query{Text: body.Query, Limit: search.MaxHits, Near: h.Near(o.scope, s.identity), Searcher: h.Searcher(s.identity)}
	hits, err := find.Search(ctx, o.server.Builder(), o.Profile, s.identity, q)
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

// list lists the sources with findings, those first whose gravest weighs most.
func (b *foundBody) list(all []lint.Finding, base string) {
	at := map[string]int{}
	for _, f := range all {
		if !slices.Contains(b.Codes, f.Code) {
			b.Codes = append(b.Codes, f.Code)
		}
		if b.Code != "" && f.Code != b.Code {
			continue
		}
		n, ok := at[f.File]
		if !ok {
			n = len(b.Sources)
			at[f.File] = n
			b.Sources = append(b.Sources, linted{names.Show(f.File), readAddress(base, f.File, 0), nil})
		}
		b.Sources[n].Findings = append(b.Sources[n].Findings, f)
	}
	slices.Sort(b.Codes)
	gravest := func(a, b lint.Finding) int { return cmp.Compare(b.Weight, a.Weight) }
	for _, s := range b.Sources {
		slices.SortStableFunc(s.Findings, gravest)
	}
	slices.SortStableFunc(b.Sources, func(x, y linted) int { return gravest(x.Findings[0], y.Findings[0]) })
	b.More = max(0, len(b.Sources)-maxListed)
	b.Sources = b.Sources[:len(b.Sources)-b.More]
}

// maxLinted is how many profiles' findings are kept.
const maxLinted = 8

// linting keeps the findings of profiles, by the digest of their sources and options.
type linting struct {
	mu   sync.Mutex
	kept map[[sha256.Size]byte][]lint.Finding
}

// findings returns what the sources of a profile hide, forge or leak, with the words: what
// backstory lint says of them.
func (t *linting) findings(ctx context.Context, o *opened, m *manifest.Manifest) ([]lint.Finding, error) {
	options, err := o.Options()
	if err != nil {
		return nil, err
	}
	sources := o.At(profile.SourcesFolder)
	today := time.Now().Format(time.DateOnly) // by which allows end
	sum := sha256.New()
	fmt.Fprintln(sum, o.scope.Org(), o.scope.Profile(), m.OptionsDigest, options.Allow, today)
	for i := range m.Files {
		e := &m.Files[i]
		fmt.Fprintln(sum, e.Path, e.SHA256, e.Key, e.OptionsDigest)
	}
	key := [sha256.Size]byte(sum.Sum(nil))
	t.mu.Lock()
	defer t.mu.Unlock()
	if all, ok := t.kept[key]; ok {
		return all, nil
	}
	b := o.server.Builder()
	list, err := b.Sources(ctx, o.Profile)
	if err != nil {
		return nil, err
	}
	root, folder := o.Documents()
	l := lint.Linter{Registry: b.Registry, Today: today, Allows: lint.AllowsOf("", options)}
	all, _, err := l.Lint(ctx, lint.Target{
		Sources: list, Name: func(file string) string { return path.Join(sources, file) },
		Open: func(name string) (io.ReadCloser, error) { return root.Open(path.Join(folder, name)) },
	})
	if err != nil {
		return nil, err
	}
	all = slices.DeleteFunc(all, func(f lint.Finding) bool { // the rest is of the options
		file, is := strings.CutPrefix(f.File, sources+"/")
		return !is || file == path.Base(profile.OptionsFile)
	})
	for i := range all {
		all[i].File = strings.TrimPrefix(all[i].File, sources+"/")
	}
	if len(t.kept) >= maxLinted || t.kept == nil {
		t.kept = map[[sha256.Size]byte][]lint.Finding{}
	}
	t.kept[key] = all
	return all, nil
}
