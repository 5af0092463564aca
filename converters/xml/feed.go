package xml

import (
	"errors"
	"fmt"
	"strings"

	"github.com/seed353dc258/backstory/converters"
	"github.com/seed353dc258/backstory/converters/internal/inner"
	"github.com/seed353dc258/backstory/converters/internal/xmlread"
	"github.com/seed353dc258/backstory/converters/xml/vocab"
	"github.com/seed353dc258/backstory/document"
)

// isFeedRoot reports whether a document may be an Atom (RFC 4287) or RSS
// (0.9 to 2.0) feed.
func isFeedRoot(name xmlread.Name) bool {
	return name.Is(vocab.NsAtom, "feed") || name.Is(vocab.NsAtom, "entry") || name.Is(xmlread.None, "rss") || name.Is(vocab.NsRDF, "RDF")
}

// isFeed reports whether the document is one.
func (r *reader) isFeed() bool {
	return r.Name(xmlread.Root).Space == vocab.NsAtom || r.channel() != 0
}

// channel returns the channel of an RSS feed, or 0.
func (r *reader) channel() xmlread.NodeID {
	if r.Name(xmlread.Root).Space == vocab.NsAtom {
		return 0
	}
	if c := r.Child(xmlread.Root, xmlread.None, "channel"); c != 0 {
		return c
	}
	return r.Child(xmlread.Root, vocab.NsRSS1, "channel")
}

// entry is a feed or one of its entries: both have the same parts.
type entry struct {
	node       xmlread.NodeID
	number     int // in the feed, 0 for the feed itself
	title      string
	link       string
	authors    []string
	date       string
	categories []string
	content    xmlread.NodeID // or what comes next to it
	rank       textRank       // of content
	enclosures []string
	duration   string // of an episode
	host       string // of a podcast, where it names no author
}

// textRank is how well an element tells what an entry says.
type textRank uint8

const (
	textNone   textRank = iota
	textBeside          // what podcasts and films say besides, in words of their own
	textSummary
	textFull
)

// feed reads a feed: its title, what it says of itself, its entries as
// sections.
func (r *reader) feed() ([]document.Block, error) {
	root := xmlread.Root
	channel := r.channel()
	if channel == 0 {
		channel = root
	}
	e := &entry{node: channel}
	entries := &feedEntries{feed: r}
	if err := r.entryParts(e, entries.add); err != nil {
		return nil, err
	}
	if channel != root { // RSS 1.0 has its items beside the channel
		err := r.Elements(root, func(n xmlread.NodeID) error {
			if r.Name(n).Local == "item" {
				return entries.add(n)
			}
			return nil
		})
		if err != nil {
			return nil, err
		}
	}
	r.unread.add(entries.left)
	r.Meta.Title, r.Meta.Author, r.Meta.Modified = e.title, strings.Join(e.authors, ", "), e.date
	blocks, err := r.said(nil, e)
	if err != nil {
		return nil, err
	}
	blocks = append(blocks, entries.sections...)
	if e.title != "" {
		blocks = []document.Block{converters.Make(r.Env, &document.Section{Pos: r.Pos(channel), Title: e.title, Blocks: blocks})}
	}
	return blocks, nil
}

// feedEntries collects the entries of a feed as sections. What is left out of
// them comes after what is left out of the feed.
type feedEntries struct {
	feed *reader

	number   int
	left     loss
	sections []document.Block
}

// add adds an entry.
func (f *feedEntries) add(n xmlread.NodeID) error {
	outer := f.feed.unread
	f.feed.unread = loss{}
	defer func() {
		f.left.add(f.feed.unread)
		f.feed.unread = outer
	}()
	f.number++
	e := &entry{node: n, number: f.number}
	if err := f.feed.entryParts(e, nil); err != nil {
		return err
	}
	section := converters.Make(f.feed.Env, &document.Section{Pos: f.feed.Pos(n), Title: e.title})
	if section.Title == "" {
		section.Title = "Entry"
	}
	var err error
	section.Blocks, err = f.feed.said(nil, e)
	f.sections = append(f.sections, section)
	return err
}

func isFeedSpace(space xmlread.Space) bool {
	switch space {
	case vocab.NsAtom, vocab.NsRSS1, xmlread.None, vocab.NsDC, vocab.NsContent:
		return true
	}
	return false
}

// entryParts finds the parts of a feed or an entry, and calls inner for the
// entries in it, unless that is nil.
func (r *reader) entryParts(e *entry, inner func(xmlread.NodeID) error) error {
	err := r.Elements(e.node, func(n xmlread.NodeID) error {
		name := r.Name(n)
		if !isFeedSpace(name.Space) {
			return r.foreign(e, n)
		}
		switch name.Local {
		case "title":
			if e.title == "" {
				e.title = r.plainText(n)
			}
		case "link":
			r.entryLink(e, n)
		case "author", "contributor", "creator", "managingEditor":
			if who := r.person(n); who != "" {
				e.authors = append(e.authors, who)
			}
		case "pubDate", "published", "date", "issued", "updated", "modified", "lastBuildDate":
			if e.date == "" || name.Local == "published" || name.Local == "pubDate" {
				e.date = r.Words(n)
			}
		case "category", "subject":
			r.category(e, n)
		case "content", "encoded":
			r.take(e, n, textFull)
		case "description", "summary", "subtitle", "tagline":
			r.take(e, n, textSummary)
		case "enclosure":
			if url := r.Attr(n, xmlread.None, "url"); url != "" {
				e.enclosures = append(e.enclosures, url)
			}
		case "item", "entry":
			if inner != nil {
				return inner(n)
			}
		case "id", "guid", "generator", "language", "ttl", "docs", "items", "rights", "copyright": // nothing to read
		default:
			r.skip(n)
		}
		return nil
	})
	if len(e.authors) == 0 && e.host != "" {
		e.authors = append(e.authors, e.host)
	}
	return err
}

// foreign takes what podcasts (iTunes) and films (Media RSS) say of an entry in
// words of their own, which may be all that it says.
func (r *reader) foreign(e *entry, n xmlread.NodeID) error {
	name := r.Name(n)
	switch {
	case name.Is(vocab.NsITunes, "summary"), name.Is(vocab.NsMedia, "description"):
		r.take(e, n, textBeside)
	case name.Is(vocab.NsITunes, "author"):
		e.host = r.Words(n)
	case name.Is(vocab.NsITunes, "duration"):
		e.duration = r.Words(n)
	case name.Is(vocab.NsMedia, "group"), name.Is(vocab.NsMedia, "content"):
		return r.Elements(n, func(c xmlread.NodeID) error {
			if r.Name(c).Is(vocab.NsMedia, "description") {
				r.take(e, c, textBeside)
			}
			return nil
		})
	default:
		r.skip(n)
	}
	return nil
}

// take makes an element the content, unless there is a better one.
func (r *reader) take(e *entry, n xmlread.NodeID, rank textRank) {
	if !r.isText(n) {
		r.skip(n)
		return
	}
	if e.rank < rank && r.First(n) != 0 {
		e.content, e.rank = n, rank
	}
}

// entryLink takes a link. Atom's links have a relation; alternate, the
// default, is the one that a reader follows.
func (r *reader) entryLink(e *entry, n xmlread.NodeID) {
	url := r.Words(n)
	if r.Name(n).Space == vocab.NsAtom {
		url = r.Attr(n, xmlread.None, "href")
		switch r.Attr(n, xmlread.None, "rel") {
		case "", "alternate":
		case "enclosure":
			e.enclosures = append(e.enclosures, url)
			return
		default:
			return
		}
	}
	if e.link == "" {
		e.link = strings.TrimSpace(url)
	}
}

// person returns the name of an author.
func (r *reader) person(n xmlread.NodeID) string {
	if name := r.Child(n, vocab.NsAtom, "name"); name != 0 {
		return r.Words(name)
	}
	return r.Words(n)
}

// category takes a category: RSS has its name as text, Atom as an attribute.
func (r *reader) category(e *entry, n xmlread.NodeID) {
	name := r.Words(n)
	for _, attr := range []string{"label", "term"} {
		if name == "" {
			name = strings.TrimSpace(r.Attr(n, xmlread.None, attr))
		}
	}
	if name != "" {
		e.categories = append(e.categories, name)
	}
}

// plainText returns a title. Titles may hold escaped HTML; its tags go.
func (r *reader) plainText(n xmlread.NodeID) string {
	if r.Attr(n, xmlread.None, "type") != "html" {
		return r.Words(n)
	}
	blocks, err := r.html(r.All(n), r.Pos(n))
	if err != nil {
		return r.Words(n)
	}
	var parts []string
	for _, b := range blocks {
		switch b := b.(type) {
		case *document.Paragraph:
			parts = append(parts, document.InlineText(b.Inlines))
		case *document.Heading:
			parts = append(parts, document.InlineText(b.Inlines))
		}
	}
	return strings.Join(parts, " ")
}

// said appends what a feed or an entry says: who, when, where, and the text.
func (r *reader) said(blocks []document.Block, e *entry) ([]document.Block, error) {
	pos := r.Pos(e.node)
	var line []document.Inline
	add := func(in ...document.Inline) {
		if len(line) > 0 {
			line = append(line, converters.Make(r.Env, &document.Text{Value: " · "}))
		}
		line = append(line, in...)
	}
	if len(e.authors) > 0 {
		add(converters.Make(r.Env, &document.Text{Value: strings.Join(e.authors, ", ")}))
	}
	if e.date != "" {
		add(converters.Make(r.Env, &document.Text{Value: e.date}))
	}
	if e.duration != "" {
		add(converters.Make(r.Env, &document.Text{Value: e.duration}))
	}
	for _, url := range append([]string{e.link}, e.enclosures...) {
		if url != "" {
			add(converters.Make(r.Env, &document.Link{URL: url, Inlines: converters.Make(r.Env, document.Plain(url))}))
		}
	}
	if len(e.categories) > 0 {
		add(converters.Make(r.Env, &document.Text{Value: strings.Join(e.categories, ", ")}))
	}
	if len(line) > 0 {
		blocks = append(blocks, converters.Make(r.Env, &document.Paragraph{Pos: pos, Inlines: line}))
	}
	if e.content == 0 {
		return blocks, nil
	}
	content, err := r.content(e.content)
	prefix := fmt.Sprintf("entry%d-", e.number)
	return append(blocks, inner.FitDocument(content, prefix, r.Pos(e.content))...), err
}

// content returns the text of an entry. Atom says what it is (RFC 4287, 4.1.3);
// RSS does not, and has HTML there.
func (r *reader) content(n xmlread.NodeID) ([]document.Block, error) {
	pos := r.Pos(n)
	switch kind := r.Attr(n, xmlread.None, "type"); { // see isText
	case strings.Contains(kind, "xhtml"):
		text := r.Inner(n)
		for c := r.First(n); c != 0; c = r.Next(c) {
			if !r.IsText(c) && strings.IndexByte(r.Name(c).Full, ':') >= 0 {
				text = r.All(n)
			}
		}
		return r.html(text, pos)
	case r.Name(n).Space == vocab.NsAtom && (kind == "" || kind == "text" || kind == "text/plain"):
		return []document.Block{r.Env.PlainParagraph(pos, r.Words(n))}, nil
	case r.Name(n).Space == vocab.NsMedia && !strings.Contains(kind, "html"):
		return lines(r.Env, r.All(n), pos), nil
	}
	return r.html(r.All(n), pos)
}

// lines returns text whose line ends are meant, as paragraphs.
func lines(env *converters.Env, text string, pos document.Pos) []document.Block {
	var blocks []document.Block
	for part := range strings.SplitSeq(strings.ReplaceAll(text, "\r\n", "\n"), "\n\n") {
		if part = strings.TrimSpace(part); part != "" {
			blocks = append(blocks, env.PlainParagraph(pos, part))
		}
	}
	return blocks
}

// isText reports whether the content of an entry is text, not a picture or XML
// of some other kind.
func (r *reader) isText(n xmlread.NodeID) bool {
	if r.Name(n).Space != vocab.NsAtom {
		return true
	}
	switch kind := r.Attr(n, xmlread.None, "type"); kind {
	case "", "text", "text/plain", "html", "text/html":
		return true
	default:
		return strings.Contains(kind, "xhtml")
	}
}

// html converts HTML that is in an element. Text without markup is a
// paragraph.
func (r *reader) html(text string, pos document.Pos) ([]document.Block, error) {
	if strings.TrimSpace(text) == "" {
		return nil, nil
	}
	if strings.IndexByte(text, '<') < 0 && strings.IndexByte(text, '&') < 0 {
		return []document.Block{r.Env.PlainParagraph(pos, xmlread.Collapse(text))}, nil
	}
	doc, err := r.Env.Convert(r.Ctx, converters.Fragment("content.html", text))
	if errors.Is(err, converters.ErrCorrupt) {
		return []document.Block{r.Env.PlainParagraph(pos, xmlread.Collapse(text))}, nil
	}
	if err != nil {
		return nil, err
	}
	return doc.Blocks, nil
}
