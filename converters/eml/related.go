package eml

import (
	"bytes"
	"net/url"
	"strings"
)

// related returns the parts of an entity that has a root and what the root refers to
// (RFC 2387): the root first, and as files all others, which no mail program shows
// as text. In an archive of a page, those pages are no files that another one refers
// to: its frames.
func (e entity) related(parts []entity, archive bool) []entity {
	root := 0
	for i := range parts {
		if id := parts[i].id(); id != "" && id == strings.Trim(e.params["start"], "<> ") {
			root = i
		}
	}
	parts[0], parts[root] = parts[root], parts[0]
	var pages [][]byte
	for i := 0; archive && i < len(parts); i++ {
		pages = parts[i].pages(pages, 0)
	}
	for i := 1; i < len(parts); i++ {
		parts[i].file = !parts[i].isPage() || !parts[i].isIn(pages)
	}
	return parts
}

// id returns the name that pages have for a part, or "".
func (e entity) id() string { return strings.Trim(string(e.fields["content-id"]), "<> ") }

// pages adds the pages that an entity is or has.
func (e entity) pages(list [][]byte, depth int) [][]byte {
	switch {
	case e.isPage():
		content, _ := e.content()
		return append(list, content)
	case strings.HasPrefix(e.kind, "multipart/") && depth < maxDepth:
		for part := range e.parts() {
			list = part.parse().pages(list, depth+1)
		}
	}
	return list
}

// isIn reports whether a page refers to a part.
func (e entity) isIn(pages [][]byte) bool {
	location := strings.TrimSpace(string(e.fields["content-location"]))
	if i := strings.LastIndexByte(location, '/'); i >= 0 { // pages may have it relative to their own
		location = location[i+1:]
	}
	for _, page := range pages {
		if id := e.id(); id != "" && bytes.Contains(page, []byte(id)) || location != "" && bytes.Contains(page, []byte(location)) {
			return true
		}
	}
	return false
}

// maxReferred is how many parts of a message can be in its pages.
const maxReferred = 10_000

// referred are the parts that pages show, by the names that pages have for them; nil
// before the first page.
type referred map[string]bool

// add returns those of one more page, too (RFC 2392).
func (r referred) add(page string) referred {
	if r == nil {
		r = referred{}
	}
	for len(r) < maxReferred {
		_, rest, ok := strings.Cut(page, "cid:")
		if !ok {
			break
		}
		page = strings.TrimLeftFunc(rest, inID)
		id := rest[:len(rest)-len(page)]
		if plain, err := url.PathUnescape(id); err == nil {
			id = plain
		}
		r[strings.Clone(id)] = true
	}
	return r
}

// has reports whether a page shows a part.
func (r referred) has(e entity) bool {
	return r[e.id()] || r != nil && e.fields["content-location"] != nil
}

// inID reports whether a sign can be in the name that a page has for a part.
func inID(c rune) bool { return c > ' ' && !strings.ContainsRune(`"'<>()`, c) }
