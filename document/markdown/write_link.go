package markdown

import (
	"net/netip"
	"strconv"
	"strings"
	"unicode"

	"github.com/seed353dc258/backstory/document/markdown/chattoken"
	"github.com/seed353dc258/backstory/document/markdown/inline"
	"github.com/seed353dc258/backstory/document/markdown/label"
	"github.com/seed353dc258/backstory/document/markdown/scan/lexical"
)

// Target returns the target of a link as it may be in Markdown, and
// whether it is kept: an address with http, https or mailto, a heading of
// the document, or, where the text stands for the source, a relative address.
func (r *references) Target(url string) (string, bool) {
	url = strings.TrimSpace(url)
	if id, ok := strings.CutPrefix(url, "#"); ok {
		if !r.targets.kept {
			return "", false
		}
		slug, known := r.targets.slug(id)
		return "#" + slug, known && slug != ""
	}
	clean, ok := writeURL(url)
	if !ok && r.targets.kept {
		clean, ok = writeRelative(url)
	}
	if !ok {
		r.warn(warnLink)
	}
	return clean, ok
}

// writeURL checks an address and encodes what must not be in one.
func writeURL(url string) (string, bool) {
	scheme, rest, ok := strings.Cut(url, ":")
	if !ok {
		return "", false
	}
	switch strings.ToLower(scheme) {
	case "http", "https":
		host, ok := strings.CutPrefix(rest, "//")
		if n := strings.IndexAny(host, `/?#\`); n >= 0 {
			host = host[:n]
		}
		if !ok || !writeIsHost(host) {
			return "", false
		}
	case "mailto":
		if rest == "" {
			return "", false
		}
	default:
		return "", false
	}
	if writeIsPlainURL(url) {
		return url, true
	}
	url = inline.Clean(url)
	if strings.ContainsFunc(url, writeNeverInURL) || chattoken.Has(url) {
		return "", false
	}
	return writeEscapeURL(url), true
}

// writePlainURL has the bytes that may be in an address and that nothing
// below has to look at: letters, digits and marks of RFC 3986 without brackets.
var writePlainURL = func() (t [256]bool) {
	for b := range t {
		t[b] = b < 0x80 && (lexical.IsAlpha(byte(b)) || b >= '0' && b <= '9' || strings.IndexByte("%-._~:/?#@!$&'()*+,;=", byte(b)) >= 0)
	}
	return t
}()

// writeIsPlainURL reports whether an address has only such bytes.
func writeIsPlainURL(url string) bool {
	for i := range len(url) {
		if !writePlainURL[url[i]] {
			return false
		}
	}
	return true
}

// writeIsHost reports whether a host is one, with a port or without and with no
// user in front (RFC 3986 3.2), and without what no browser would take (WHATWG
// URL 3.2).
func writeIsHost(host string) bool {
	name, port := host, ""
	if i := strings.LastIndexByte(host, ':'); i >= 0 && !strings.HasSuffix(host, "]") {
		name, port = host[:i], host[i+1:]
	}
	if name == "" || strings.Trim(port, "0123456789") != "" {
		return false
	}
	if inner, ok := strings.CutPrefix(name, "["); ok {
		inner, ok = strings.CutSuffix(inner, "]")
		address, err := netip.ParseAddr(inner)
		return ok && err == nil && address.Is6() && address.Zone() == ""
	}
	return !strings.ContainsAny(name, "[]:@ <>\"\\^`{|}")
}

// writeRelative checks an address that is relative to the source's own place
// (RFC 3986 4.2) and encodes what must not be in one. It has neither a
// scheme nor a host, so that following it asks no other machine. Backslashes
// are slashes, as browsers read them and Windows means them.
func writeRelative(url string) (string, bool) {
	url = strings.ReplaceAll(inline.Clean(url), `\`, "/")
	if url == "" || strings.HasPrefix(url, "//") || !inline.HasNoScheme(url) ||
		strings.ContainsFunc(url, writeNeverInURL) || chattoken.Has(url) {
		return "", false
	}
	return writeEscapeURL(url), true
}

func writeNeverInURL(r rune) bool { return r < ' ' || r == 0x7f || r == '\uFFFD' }

// labelInURL takes the brackets of labels out of a URL.
var labelInURL = strings.NewReplacer("[", "%5B", label.WideBracket, "%EF%BC%BB")

// writeEscapeURL encodes by percent what is no part of a URL (RFC 3986) and
// means something in Markdown.
func writeEscapeURL(url string) string {
	if label.In(strings.ReplaceAll(url, `\`, "/")) { // a backslash will be none
		url = labelInURL.Replace(url)
	}
	if !strings.ContainsAny(url, " <>\\|`\"^{}") && strings.IndexFunc(url, unicode.IsSpace) < 0 {
		return url
	}
	var b strings.Builder
	for _, r := range url {
		if r > ' ' && !unicode.IsSpace(r) && (r >= 0x80 || strings.IndexByte("<>\\|`\"^{}", byte(r)) < 0) {
			b.WriteRune(r)
			continue
		}
		for _, c := range []byte(string(r)) {
			b.WriteByte('%')
			b.WriteString(strings.ToUpper(strconv.FormatUint(uint64(c)|0x100, 16)[1:]))
		}
	}
	return b.String()
}
