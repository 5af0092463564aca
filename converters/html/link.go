package html

import (
	"net/url"
	"strings"

	"github.com/seed353dc258/backstory/converters/html/dom"

	"github.com/seed353dc258/backstory/document"
)

// target is where a link leads.
type target struct{ url, title string }

// target returns where the link that a format makes leads.
func (b *builder) target(id int32) target {
	href, _ := b.t.FormatAttr(id, dom.AttrHref)
	title, _ := b.t.FormatAttr(id, dom.AttrTitle)
	return target{b.resolve(href), strings.TrimSpace(title)}
}

// resolve returns an address as a browser would follow it: without the white
// space that hides a scheme, and against the page's base. Without one, a
// relative address leads nowhere that a reader of the document could go.
func (b *builder) resolve(href string) string {
	href = forwarded(cleanAddress(href))
	if !leads(href) {
		return ""
	}
	if b.base == nil || strings.HasPrefix(href, "#") {
		return href
	}
	u, err := url.Parse(href)
	if err != nil || u.Scheme != "" {
		return href
	}
	return b.base.ResolveReference(u).String()
}

// forwarded returns where an address leads that Google Docs puts in front of
// every link.
func forwarded(href string) string {
	query, ok := strings.CutPrefix(href, "https://www.google.com/url?")
	if !ok || len(query) > longestBase {
		return href
	}
	v, err := url.ParseQuery(query)
	if to := v.Get("q"); err == nil && (strings.HasPrefix(to, "https://") || strings.HasPrefix(to, "http://")) {
		return to
	}
	return href
}

// isPermalink reports whether the text of a link is but a sign, with which a
// page lets its readers copy the address of a heading.
func (b *builder) isPermalink(id, format int32, text string) bool {
	switch strings.TrimSpace(text) {
	case "¶", "#", "§", "🔗", "⚓", "\uf0c1":
		href, _ := b.t.FormatAttr(format, dom.AttrHref)
		return strings.HasPrefix(href, "#") && !b.linked(id-1, -1, format) && !b.linked(id+1, 1, format)
	}
	return false
}

// linked reports whether the next text in a direction stands in a link, too.
func (b *builder) linked(id, step, format int32) bool {
	const most = 16 // elements between two texts of a link
	for range most {
		if id <= dom.Root || id >= b.t.Nodes.Len() {
			return false
		}
		if n := b.t.Node(id); n.IsText {
			link := b.looks(n.Format).link
			return link != 0 && b.t.Formats.At(link).Data == b.t.Formats.At(format).Data && strings.TrimSpace(b.t.Text(id)) != ""
		}
		id += step
	}
	return false
}

// cleanAddress removes what an address may have around and inside it (WHATWG
// URL 4.4): control characters and spaces at its ends, line ends and tabs.
func cleanAddress(s string) string {
	for i := range len(s) {
		if s[i] <= ' ' {
			s = strings.TrimFunc(s, func(r rune) bool { return r <= ' ' })
			return strings.NewReplacer("\t", "", "\n", "", "\r", "").Replace(s)
		}
	}
	return s
}

// apart reports whether two links stand side by side. A style sheet mostly
// sets such links apart, which is in no page; no one writes one word in two.
func (b *builder) apart(a, z int32) bool {
	return a != 0 && z != 0 && a != z && b.t.Formats.At(a).Data != b.t.Formats.At(z).Data
}

// longestBase is how many bytes a base may have: it stands in every link.
const longestBase = 2048

// findBase reads the first base element with an address that can be a base.
func (b *builder) findBase() {
	for id := int32(1); id < b.t.Nodes.Len(); id++ {
		n := b.t.Node(id)
		if n.IsText || n.Tag != dom.TagBase {
			continue
		}
		href := cleanAddress(b.t.Value(id, dom.AttrHref))
		u, err := url.Parse(href)
		if len(href) <= longestBase && err == nil && (u.Scheme == "http" || u.Scheme == "https") && isHost(u.Host) {
			b.base = u
			return
		}
	}
}

// leads reports whether a browser would follow an address: one whose host
// cannot be one leads nowhere.
func leads(href string) bool {
	scheme, rest, ok := strings.Cut(href, "://")
	if !ok || !strings.EqualFold(scheme, "http") && !strings.EqualFold(scheme, "https") {
		return true
	}
	if i := strings.IndexAny(rest, `/\?#`); i >= 0 {
		rest = rest[:i]
	}
	return isHost(rest[strings.LastIndexByte(rest, '@')+1:])
}

// isHost reports whether a host has none of the characters that no host may
// have (WHATWG URL 3.2).
func isHost(s string) bool { return s != "" && !strings.ContainsAny(s, " \"#%/<>?@\\^`{|}") }

// meta reads what the head says of the page.
func (b *builder) meta() document.Meta {
	var m document.Meta
	for id := int32(1); id < b.t.Nodes.Len(); id++ {
		n := b.t.Node(id)
		if n.IsText {
			continue
		}
		switch n.Tag {
		case dom.TagTitle:
			if m.Title == "" && !b.inside(id, dom.TagSvg) {
				m.Title = dom.Squeeze(b.plain(id))
			}
		case dom.TagMeta:
			b.metaElement(id, &m)
		}
	}
	if b.t.HTML != 0 {
		if m.Language = b.t.Value(b.t.HTML, dom.AttrLang); m.Language == "" {
			m.Language = b.t.Value(b.t.HTML, dom.AttrXmlLang)
		}
	}
	return m
}

func (b *builder) metaElement(id int32, m *document.Meta) {
	content := strings.TrimSpace(b.t.Value(id, dom.AttrContent))
	name := strings.ToLower(b.t.Value(id, dom.AttrName))
	if name == "" {
		name = strings.ToLower(b.t.Value(id, dom.AttrProperty))
	}
	for _, f := range []struct {
		names string
		field *string
	}{
		{"author dc.creator dcterms.creator article:author", &m.Author},
		{"description dc.description og:description", &m.Subject},
		{"keywords", &m.Keywords},
		{"date dc.date dcterms.created article:published_time", &m.Created},
		{"last-modified dcterms.modified article:modified_time og:updated_time", &m.Modified},
	} {
		if *f.field == "" && name != "" && dom.HasWord(f.names, name) {
			*f.field = content
		}
	}
}

// inside reports whether a node stands in an element of a kind.
func (b *builder) inside(id int32, t dom.Tag) bool {
	for p := b.t.Node(id).Parent; p != dom.Root; p = b.t.Node(p).Parent {
		if b.t.Node(p).Tag == t {
			return true
		}
	}
	return false
}
