package mcp

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"net/url"
	"slices"
	"strings"

	sdk "github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/seed353dc258/backstory/agent/api"
	"github.com/seed353dc258/backstory/agent/tool"
	"github.com/seed353dc258/backstory/document"
	"github.com/seed353dc258/backstory/internal/names"
	"github.com/seed353dc258/backstory/internal/pipeline"
	"github.com/seed353dc258/backstory/manifest"
	"github.com/seed353dc258/backstory/profile"
	"github.com/seed353dc258/backstory/prompt"
	"github.com/seed353dc258/backstory/search"
)

// libraryTools are the tools that read what a backstory is made of.
type libraryTools struct{ server *server }

func (l *libraryTools) add() {
	sdk.AddTool(l.server.mcp, &sdk.Tool{
		Name: "backstory_outline", Description: "List what a profile's backstory is made of: each document with its size and the id that backstory_read takes.", Annotations: reads("Outline a backstory"),
	}, l.outline)
	sdk.AddTool(l.server.mcp, &sdk.Tool{
		Name: "backstory_search", Description: "Find the passages of a profile's documents that answer a question. Each comes with its document, the place in it, and an id to read on.", Annotations: reads("Search a backstory"),
	}, l.search)
	sdk.AddTool(l.server.mcp, &sdk.Tool{
		Name: "backstory_read", Description: "Read a document of a profile's backstory, or a part of it, by its id. Without an id it lists what there is.", Annotations: reads("Read a backstory"),
	}, l.read)
	sdk.AddTool(l.server.mcp, &sdk.Tool{
		Name: "explain", Description: "Say which document, and which place in it (page, row, slide, line), a line of backstory.md came from.", Annotations: reads("Explain a line"),
	}, l.explain)
}

// Origin is where a text came from.
type Origin struct {
	Source string    `json:"source" jsonschema:"path of the document; empty for what is not a document"`
	Place  string    `json:"place" jsonschema:"in the document, such as page 3 or sheet Data, row 9; empty where it is not known"`
	Box    []float32 `json:"box,omitempty" jsonschema:"on the page of a PDF, in points from its top left corner: left, top, right, bottom"`
	Digest string    `json:"digest" jsonschema:"SHA-256 of the Markdown that the document became"`
	URI    string    `json:"uri" jsonschema:"the document as a resource; empty for what is not a document"`
}

// shelf is what a profile has to read, and what is known of it.
type shelf struct {
	*prompt.Library
	of      *profile.Identity
	name    string
	entries map[string]manifest.Entry // by path, with a slash in front
	unbuilt string                    // says that there is no backstory.md, and what to do; empty where there is one
	hidden  int                       // findings that were neutralised
	server  *server
}

func (s *server) shelf(ctx context.Context, name string) (*shelf, error) {
	i, err := s.identity(ctx, name)
	if err != nil {
		return nil, err
	}
	out := &shelf{Library: prompt.NewLibrary(i), of: i, name: i.Name, entries: map[string]manifest.Entry{}, server: s}
	if i.Backstory.Text == "" {
		out.unbuilt = " It has no backstory.md: if it has documents, the tool build or a person with backstory build makes one of them."
	}
	if len(i.Manifest) == 0 {
		return out, nil
	}
	m, err := manifest.Load(i.Manifest)
	if err != nil {
		return nil, fmt.Errorf("reading the manifest of %s: %w", i.Name, err)
	}
	for _, e := range m.Files {
		out.entries["/"+names.Show(e.Path)] = e
		for _, w := range e.Warnings {
			out.hidden += w.Count
		}
	}
	return out, nil
}

func (s *shelf) origin(path string) Origin {
	path = names.Show(path)
	e, ok := s.entries[path]
	if !ok {
		return Origin{Source: path}
	}
	return Origin{Source: path, Digest: e.Chapter.Digest, URI: sourceURI(s.name, path)}
}

// meta counts in a result what of the documents was neutralised or lost. A document of it
// that has a text like a secret is named, once.
func (s *shelf) meta(r *sdk.CallToolResult, from ...Origin) *sdk.CallToolResult {
	for _, o := range from {
		e := s.entries[o.Source]
		kinds := e.Secrets()
		if kinds == "" {
			continue
		}
		if _, told := s.server.secrets.LoadOrStore(s.name+o.Source, true); !told {
			r.Content = append(r.Content, &sdk.TextContent{Text: "Note: " + o.Source + " has text that reads like a secret (" + kinds + "). Do not repeat it. backstory lint says where it is."})
		}
	}
	r.Meta = sdk.Meta{"backstory/warnings": s.hidden}
	return r
}

// Outline is the answer of backstory_outline.
type Outline struct {
	Profile string  `json:"profile"`
	Tokens  int     `json:"tokens"`
	Parts   []Part  `json:"parts"`
	Next    string  `json:"next_cursor,omitempty"`
	Failed  []Entry `json:"failed" jsonschema:"documents that could not be converted"`
}

// Part is a document, or something else that can be read.
type Part struct {
	ID     string `json:"segment" jsonschema:"for backstory_read"`
	Title  string `json:"title"`
	Tokens int    `json:"tokens"`
	Origin
	Format   string `json:"format"`
	Warnings int    `json:"warnings" jsonschema:"what could not be kept or was neutralised"`
}

// Entry is a document without a text.
type Entry struct {
	Path  string `json:"path"`
	Error string `json:"error"`
}

func (l *libraryTools) outline(ctx context.Context, _ *sdk.CallToolRequest, in struct {
	Of
	Paged
},
) (*sdk.CallToolResult, Outline, error) {
	out := Outline{Parts: []Part{}, Failed: []Entry{}}
	shelf, err := l.server.shelf(ctx, in.Profile)
	if err != nil {
		return nil, out, err
	}
	out.Profile = shelf.name
	for path, e := range shelf.entries {
		if e.Status == manifest.StatusFailed {
			out.Failed = append(out.Failed, Entry{path, e.Error})
		}
	}
	slices.SortFunc(out.Failed, func(a, b Entry) int { return strings.Compare(a.Path, b.Path) })
	all := shelf.All()
	first, err := in.index(len(all))
	if err != nil {
		return nil, out, err
	}
	var text strings.Builder
	used := 0
	for n, r := range all {
		cost := count(r.Text)
		out.Tokens += cost
		if n < first || out.Next != "" {
			continue
		}
		line := fmt.Sprintf("- %s: %s, %d tokens\n", r.Ref, cmp.Or(names.Show(r.Path), r.Title), cost)
		if used += count(line); n > first && used > in.tokens() {
			out.Next = fmt.Sprint(n)
			continue
		}
		text.WriteString(line)
		p := Part{ID: r.Ref, Title: r.Title, Tokens: cost, Origin: shelf.origin(r.Path)}
		if e, ok := shelf.entries[names.Show(r.Path)]; ok {
			p.Format = e.Format
			for _, w := range e.Warnings {
				p.Warnings += w.Count
			}
		}
		out.Parts = append(out.Parts, p)
	}
	if len(all) == 0 {
		return shelf.meta(answer("This profile has nothing to read." + shelf.unbuilt)), out, nil
	}
	return shelf.meta(answer(prompt.Quote("outline", text.String()) + more(out.Next))), out, nil
}

// Passages is the answer of backstory_search.
type Passages struct {
	Profile  string    `json:"profile"`
	Answered bool      `json:"answered" jsonschema:"one of the first hits answers the query, if that is a question"`
	Hits     []Passage `json:"hits"`
}

// Passage is a text that was found.
type Passage struct {
	Segment string `json:"segment" jsonschema:"to read on from here"`
	Heading string `json:"heading"`
	Text    string `json:"text"`
	Origin
	begin  string // its first line in the document
	offset int
}

func (l *libraryTools) search(ctx context.Context, _ *sdk.CallToolRequest, in struct {
	Of
	Query     string `json:"query"`
	Limit     int    `json:"limit,omitempty" jsonschema:"how many passages, 1 to 20; default 5"`
	MaxTokens int    `json:"max_tokens,omitempty" jsonschema:"of all passages; default 20000"`
},
) (*sdk.CallToolResult, Passages, error) {
	out := Passages{Hits: []Passage{}}
	shelf, err := l.server.shelf(ctx, in.Profile)
	if err != nil {
		return nil, out, err
	}
	out.Profile = shelf.name
	sc, err := api.ActorOf(ctx).Scope(profile.RoleKey(shelf.name))
	if err != nil {
		return nil, out, err
	}
	host := l.server.Agents.Host(ctx)
	found, err := host.Searcher(shelf.of).With(host.Near(sc, shelf.of)).Find(ctx, in.Query, min(in.Limit, 20))
	if err != nil {
		return nil, out, err
	}
	out.Answered = slices.ContainsFunc(found[:min(len(found), search.MaxBefore+1)], func(f tool.Found) bool { return f.Hit.Answers })
	room := Paged{MaxTokens: in.MaxTokens}.tokens()
	var texts []string
	var links []*sdk.ResourceLink
	for _, f := range found {
		quote := f.Quote()
		if room -= count(quote); room < 0 && len(texts) > 0 {
			break
		}
		p := Passage{f.Ref, cmp.Or(f.Heading, f.Title), f.Hit.Text, shelf.origin(f.Path), f.Hit.Begin, f.Hit.Offset}
		out.Hits, texts = append(out.Hits, p), append(texts, quote)
	}
	if err := l.place(ctx, shelf.name, out.Hits); err != nil {
		return nil, out, err
	}
	for i, h := range out.Hits {
		if h.Place != "" {
			texts[i] = h.Source + ", " + h.Place + ". " + texts[i]
		}
		if h.URI != "" {
			links = append(links, link(h.URI, h.Source))
		}
	}
	if len(texts) == 0 {
		return shelf.meta(answer("Nothing in this profile has these words." + shelf.unbuilt)), out, nil
	}
	from := api.Mapped(out.Hits, func(p Passage) Origin { return p.Origin })
	return shelf.meta(answer(strings.Join(texts, "\n\n"), unique(links)...), from...), out, nil
}

// place says where documents have what was found. A backstory that is behind its
// documents, or was written by hand, says nothing.
func (l *libraryTools) place(ctx context.Context, name string, hits []Passage) error {
	if len(hits) == 0 {
		return nil
	}
	quotes := api.Mapped(hits, func(h Passage) pipeline.Quote {
		return pipeline.Quote{Source: strings.TrimPrefix(h.Source, "/"), Text: h.begin, Offset: h.offset}
	})
	origins, err := with(ctx, l.server, name, func(p *profile.Profile) ([]pipeline.Origin, error) {
		return l.server.Agents.Builder().Trace(ctx, p, quotes)
	})
	if errors.Is(err, pipeline.ErrStale) || errors.Is(err, pipeline.ErrNotOurs) {
		return nil
	}
	for i := range origins {
		hits[i].Place, hits[i].Box = origins[i].Place(), origins[i].Pos.Box.Sides()
	}
	return err
}

// Read is the answer of backstory_read.
type Read struct {
	Profile string `json:"profile"`
	Segment string `json:"segment"`
	Title   string `json:"title"`
	Text    string `json:"text" jsonschema:"fenced: it is what a document says"`
	Tokens  int    `json:"tokens"`
	Next    string `json:"next_cursor,omitempty"`
	Origin
}

func (l *libraryTools) read(ctx context.Context, _ *sdk.CallToolRequest, in struct {
	Of
	Segment string `json:"segment,omitempty" jsonschema:"an id of backstory_outline or backstory_search; without one the list of what there is"`
	Paged
},
) (*sdk.CallToolResult, Read, error) {
	shelf, err := l.server.shelf(ctx, in.Profile)
	if err != nil {
		return nil, Read{}, err
	}
	r, err := shelf.Read(cmp.Or(in.Cursor, in.Segment, prompt.ListRef), in.tokens())
	if err != nil {
		return nil, Read{}, err
	}
	out := Read{Profile: shelf.name, Segment: r.Ref, Title: r.Title, Tokens: r.Tokens, Next: r.Next, Origin: shelf.origin(r.Path)}
	out.Text = prompt.Quote(cmp.Or(names.Show(r.Path), r.Title), r.Text)
	var links []*sdk.ResourceLink
	if out.URI != "" {
		links = append(links, link(out.URI, out.Source))
	}
	return shelf.meta(answer(out.Text+more(out.Next), links...), out.Origin), out, nil
}

// Explained is the answer of explain.
type Explained struct {
	Profile string `json:"profile"`
	Lines   []Line `json:"lines"`
	All     int    `json:"all" jsonschema:"how many lines there are"`
}

// Line is a line of backstory.md.
type Line struct {
	Line int    `json:"line"`
	Text string `json:"text"`
	Origin
	Format   string   `json:"format"`
	Warnings []string `json:"warnings"`
}

// maxLines is how many lines one call explains.
const maxLines = 50

func (l *libraryTools) explain(ctx context.Context, _ *sdk.CallToolRequest, in struct {
	Of
	Line int    `json:"line,omitempty" jsonschema:"a line of backstory.md, from 1"`
	Text string `json:"text,omitempty" jsonschema:"instead: lines that contain this"`
},
) (*sdk.CallToolResult, Explained, error) {
	out := Explained{Lines: []Line{}}
	if (in.Line == 0) == (in.Text == "") {
		return nil, out, errors.New("give a line or a text, and one of them")
	}
	shelf, err := l.server.shelf(ctx, in.Profile)
	if err != nil {
		return nil, out, err
	}
	out.Profile = shelf.name
	found, err := with(ctx, l.server, in.Profile, func(p *profile.Profile) (x []pipeline.Explanation, err error) {
		x, out.All, err = l.server.Agents.Builds.Explain(ctx, p, pipeline.Lines{Number: in.Line, Grep: in.Text, Most: maxLines})
		return x, err
	})
	if errors.Is(err, pipeline.ErrStale) {
		return nil, out, errors.New("the backstory is behind its documents: build it first")
	}
	if err != nil {
		return nil, out, err
	}
	var text strings.Builder
	for _, x := range found {
		l := Line{Line: x.Line, Text: x.Text, Format: x.Format, Warnings: api.Mapped(x.Warnings, func(w document.Warning) string { return w.Code + ": " + w.Message })}
		if x.Source != "" {
			l.Origin = shelf.origin("/" + names.Show(x.Source))
		}
		l.Place, l.Box = x.Place(), x.Pos.Box.Sides()
		out.Lines = append(out.Lines, l)
		fmt.Fprintf(&text, "%d: %s %s: %s\n", l.Line, cmp.Or(l.Source, "written by the build"), l.Place, l.Text)
	}
	return shelf.meta(answer(prompt.Quote("lines", text.String()))), out, nil
}

// unique leaves out links to what is linked before.
func unique(links []*sdk.ResourceLink) (out []*sdk.ResourceLink) {
	seen := map[string]bool{}
	for _, l := range links {
		if !seen[l.URI] {
			seen[l.URI], out = true, append(out, l)
		}
	}
	return out
}

func link(uri, name string) *sdk.ResourceLink {
	return &sdk.ResourceLink{URI: uri, Name: name, MIMEType: "text/markdown"}
}

func soulURI(name string) string      { return "backstory://" + url.PathEscape(name) + "/soul" }
func backstoryURI(name string) string { return "backstory://" + url.PathEscape(name) + "/backstory" }

// sourceURI is that of a document, whose path has a slash in front.
func sourceURI(name, path string) string {
	return "backstory://" + url.PathEscape(name) + "/source" + (&url.URL{Path: path}).EscapedPath()
}
