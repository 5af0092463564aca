// Package head reads what a page says of itself: its encoding, its title and
// other metadata, and the base of its addresses.
//
//   - address.go: the base of addresses
//   - meta.go: title and metadata
//   - sniff.go: whether content is a page
//   - source.go: the encoding
package head

import (
	"net/url"
	"strings"

	"github.com/seed353dc258/backstory/converters/html/dom"
)

// maxBase is how many bytes a base may have: it is in every link.
const maxBase = 2048

// Base returns the address of the first base element that can be a base, or nil.
func Base(t *dom.Tree) *url.URL {
	for id := int32(1); id < t.Nodes.Len(); id++ {
		n := t.Node(id)
		if n.IsText || n.Tag != dom.TagBase {
			continue
		}
		href := CleanAddress(t.Value(id, dom.AttrHref))
		u, err := url.Parse(href)
		if len(href) <= maxBase && err == nil && (u.Scheme == "http" || u.Scheme == "https") && isHost(u.Host) {
			return u
		}
	}
	return nil
}

// Resolve returns an address as a browser would follow it: without the white
// space that hides a scheme, and against the base of the page, which may be nil. Without one, a
// relative address leads nowhere that a reader of the document could go.
func Resolve(base *url.URL, href string) string {
	href = forwarded(CleanAddress(href))
	if !leads(href) {
		return ""
	}
	if base == nil || strings.HasPrefix(href, "#") {
		return href
	}
	u, err := url.Parse(href)
	if err != nil || u.Scheme != "" {
		return href
	}
	return base.ResolveReference(u).String()
}

// forwarded returns where an address leads that Google Docs puts in front of
// every link.
func forwarded(href string) string {
	query, ok := strings.CutPrefix(href, "https://www.google.com/url?")
	if !ok || len(query) > maxBase {
		return href
	}
	v, err := url.ParseQuery(query)
	if to := v.Get("q"); err == nil && (strings.HasPrefix(to, "https://") || strings.HasPrefix(to, "http://")) {
		return to
	}
	return href
}

// lineEnds takes line ends and tabs out.
var lineEnds = strings.NewReplacer("\t", "", "\n", "", "\r", "")

// CleanAddress removes what an address may have around and inside it (WHATWG
// URL 4.4): control characters and spaces at its ends, line ends and tabs.
func CleanAddress(s string) string {
	for i := range len(s) {
		if s[i] <= ' ' {
			s = strings.TrimFunc(s, func(r rune) bool { return r <= ' ' })
			return lineEnds.Replace(s)
		}
	}
	return s
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
