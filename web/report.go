package web

import (
	"context"
	"crypto/sha256"
	"encoding/base64"
	"io"

	g "maragu.dev/gomponents"
	h "maragu.dev/gomponents/html"

	"github.com/seed353dc258/backstory/agent/api"
	"github.com/seed353dc258/backstory/internal/lint"
	"github.com/seed353dc258/backstory/internal/names"
	"github.com/seed353dc258/backstory/manifest"
	"github.com/seed353dc258/backstory/profile"
	"github.com/seed353dc258/backstory/prompt"
)

// report is one profile as a file that is read without a server.
type report struct {
	Display  string
	Verdict  string
	Found    foundBody
	Sources  []reading
	Prompt   promptBody
	Findings int
}

// Report writes what the views Read, Found and Prompt show of a profile, as one file
// that loads nothing and runs nothing. Secrets are masked; what was said in
// conversations is not in it.
func Report(ctx context.Context, s *api.Server, name string, w io.Writer) error {
	ctx = api.Own(ctx, api.Read)
	sc, err := s.Speaking(ctx, name)
	if err != nil {
		return err
	}
	o := &opened{server: s, scope: sc, key: profile.RoleKey(sc.Profile())}
	if o.Profile, err = s.Host(ctx).Profile(sc.Profile()); err != nil {
		return err
	}
	defer o.Close()
	verdict, err := s.Builds.Check(ctx, o.Profile)
	if err != nil {
		return err
	}
	r := &report{Display: o.key, Verdict: text("report.fresh")}
	if !verdict.Fresh {
		r.Verdict = text("report.stale")
	}
	if err := r.fill(ctx, o, verdict.Manifest); err != nil {
		return err
	}
	return r.node().Render(w)
}

// fill fills in what a report shows.
func (r *report) fill(ctx context.Context, o *opened, m *manifest.Manifest) error {
	i, err := o.server.Host(ctx).Beside(o.scope.Profile())
	if err != nil {
		return err
	}
	if i.Display != "" {
		r.Display = i.Display
	}
	r.Display = lint.Masked(r.Display)
	found, err := new(linting).findings(ctx, o, m)
	if err != nil {
		return err
	}
	r.Findings = len(found)
	r.Found.list(found, "")
	for n := range r.Found.Sources {
		s := &r.Found.Sources[n]
		s.Name = lint.Masked(s.Name)
		for i := range s.Findings {
			f := &s.Findings[i]
			f.Message, f.Place, f.Words = lint.Masked(f.Message), lint.Masked(f.Place), lint.Masked(f.Words)
		}
	}
	shelf, err := o.shelf(ctx)
	if err != nil {
		return err
	}
	for n := range m.Files {
		one, err := o.whole(ctx, shelf, &m.Files[n])
		if err != nil {
			return err
		}
		r.Sources = append(r.Sources, one)
	}
	next, err := o.server.Host(ctx).Next(ctx, o.scope, "", "")
	if err != nil {
		return err
	}
	r.Prompt = promptOf(next, o.key)
	for n := range r.Prompt.Sections {
		s := &r.Prompt.Sections[n]
		s.of.Title, s.of.Rationale, s.of.Source = lint.Masked(s.of.Title), lint.Masked(s.of.Rationale), lint.Masked(s.of.Source)
		if s.Text = lint.Masked(s.Text); s.of.Tier == prompt.Session { // from conversations: their sizes are in a report, and not their texts
			s.Text = text("report.told")
		}
	}
	return nil
}

// whole returns a source with all of its lines.
func (o *opened) whole(ctx context.Context, s *shelf, e *manifest.Entry) (reading, error) {
	b := reading{source: listed{Name: lint.Masked(names.Show(e.Path)), Path: e.Path, State: "ok", Reason: lint.Masked(e.Error)}, Format: e.Format, Size: e.SizeBytes, NoText: true}
	if e.Status != manifest.StatusOK {
		b.source.State = "failed"
	}
	c, ok := s.chapter(e.Path)
	if !ok {
		return b, nil
	}
	list, raw := c.all()
	known, err := o.place(ctx, e, &c, list, raw)
	if err != nil {
		return b, err
	}
	for n, text := range lines(lint.Masked(c.text)) {
		l := &list[n]
		l.Text, l.Place, l.Under = text, lint.Masked(l.Place), lint.Masked(l.Under)
	}
	b.Lines, b.NoText, b.NoPlaces = list, len(list) == 0, !known
	return b, nil
}

// node returns the report as a page of its own.
func (r *report) node() g.Node {
	style, err := assets.ReadFile("asset/page.css")
	if err != nil {
		panic(err) // it is built in
	}
	sum := sha256.Sum256(style)
	policy := "default-src 'none'; style-src 'sha256-" + base64.StdEncoding.EncodeToString(sum[:]) + "'; form-action 'none'; base-uri 'none'"
	return h.Doctype(el("html", attr("lang", "en"),
		el("head",
			el("meta", attr("charset", "utf-8")),
			el("meta", attr("http-equiv", "Content-Security-Policy"), attr("content", policy)),
			el("meta", attr("name", "viewport"), attr("content", "width=device-width, initial-scale=1")),
			el("meta", attr("name", "color-scheme"), attr("content", "light dark")),
			el("meta", attr("name", "referrer"), attr("content", "no-referrer")),
			el("title", plain(r.Display+" · backstory")),
			// The style is a file of this package; its digest is in the policy.
			el("style", g.Raw(string(style))),
		),
		el("body",
			el("header", attr("class", "top"), spaced(el("span", attr("class", "brand"), plain("backstory")), el("span", attr("class", "profile"), plain(r.Display))),
				el("nav", attr("class", "tabs"), attr("aria-label", text("layout.views")),
					link("#found", text("report.found")), link("#sources", text("report.sources")), link("#prompt", text("report.prompt")))),
			el("main",
				el("section", attr("class", "wide"),
					el("h1", plain(r.Display)),
					el("p", spaced(plain(r.Verdict), count(len(r.Sources), "report.source", "report.of"), count(r.Findings, "report.finding", "report.findings"))),
					el("h2", attr("id", "found"), say("report.found")), r.found(),
					el("h2", attr("id", "sources"), say("report.sources")),
					g.Map(r.Sources, func(b reading) g.Node { return b.fold() }),
					el("h2", attr("id", "prompt"), say("report.prompt")), r.Prompt.list()),
			),
			el("footer", attr("class", "foot"), el("p", say("report.about"))),
		),
	))
}

// found lists what was found, by source.
func (r *report) found() g.Node {
	if len(r.Found.Sources) == 0 {
		return el("p", attr("class", "faint"), say("found.clean"))
	}
	return g.Map(r.Found.Sources, func(s linted) g.Node {
		return el("section", attr("class", "warned"), el("h3", plain(s.Name)), el("ul", g.Map(s.Findings, func(f lint.Finding) g.Node { return finding(f) })))
	})
}

// fold shows a source that is opened by who wants to read it.
func (b *reading) fold() g.Node {
	about := text("source." + b.source.State)
	if b.Format != "" {
		about += " · " + b.Format
	}
	about += " · " + plural(b.Size, "read.byte", "read.bytes")
	return el("details",
		attr("class", "source"),
		el("summary", spaced(el("span", attr("class", "name"), plain(b.source.Name)), faint(plain(about)))),
		given(b.source.Reason, func(s string) g.Node { return el("p", attr("class", "wrong"), plain(s)) }),
		b.chapter())
}

// all returns all lines of a chapter.
func (c *chapter) all() (list []line, raw []string) {
	raw = lines(c.raw)
	for n, text := range lines(c.text) {
		list = append(list, line{Number: c.first + n, Text: text})
	}
	return list, raw
}
