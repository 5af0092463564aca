package markdown

import (
	"net/netip"
	"strconv"
	"strings"
	"unicode"

	"github.com/seed353dc258/backstory/document"
	"github.com/seed353dc258/backstory/document/markdown/scan"
	"github.com/seed353dc258/backstory/document/markdown/scan/lexical"
)

// target returns the target of a link as it may be in Markdown, and
// whether it is kept: an address with http, https or mailto, a heading of
// the document, or, where the text stands for the source, a relative address.
func (w *chapterWriter) target(url string) (string, bool) {
	url = strings.TrimSpace(url)
	if id, ok := strings.CutPrefix(url, "#"); ok {
		slug, known := w.slug(id)
		return "#" + slug, known && slug != ""
	}
	clean, ok := writeURL(url)
	if !ok && w.opts.Anchors {
		clean, ok = writeRelative(url)
	}
	if !ok {
		w.warn(warnLink)
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
	url = writeCleanAny(url)
	if strings.ContainsFunc(url, writeNeverInURL) || HasChatToken(url) {
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
	url = strings.ReplaceAll(writeCleanAny(url), `\`, "/")
	if url == "" || strings.HasPrefix(url, "//") || !writeHasNoScheme(url) ||
		strings.ContainsFunc(url, writeNeverInURL) || HasChatToken(url) {
		return "", false
	}
	return writeEscapeURL(url), true
}

// writeHasNoScheme reports whether no reader could take the start of an
// address for a scheme.
func writeHasNoScheme(url string) bool {
	i := strings.IndexAny(url, ":/?#")
	return i < 0 || url[i] != ':'
}

func writeNeverInURL(r rune) bool { return r < ' ' || r == 0x7f || r == '\uFFFD' }

// writeEscapeURL encodes by percent what is no part of a URL (RFC 3986) and
// means something in Markdown.
func writeEscapeURL(url string) string {
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

// writeAutolink returns <target> if a link shows its own target and nothing
// else, or "".
func writeAutolink(target, text string) string {
	shown := target
	if rest, ok := strings.CutPrefix(target, "mailto:"); ok && rest == text {
		shown = rest
	}
	if text == "" || shown != text || writeHasNoScheme(target) {
		return ""
	}
	for i := range len(target) {
		if target[i] == '&' && escIsEntity(target, i) {
			return ""
		}
	}
	auto := "<" + shown + ">"
	if n, _ := scan.Autolink(auto); n != len(auto) {
		return ""
	}
	return auto
}

// writeTitle makes one line of a link's title. It ends in no backslash:
// cmark-gfm takes the quote behind an escaped one for escaped, too.
func writeTitle(title string) string {
	return strings.TrimRight(strings.Join(strings.Fields(writeCleanAny(title)), " "), `\ `)
}

// destination appends the target and the title of a link, and the ")".
func (r *inlineWriter) destination(buf []byte, a inlineAtom) []byte {
	url, plain := a.text, writeBalanced(a.text)
	done := 0
	for i := 0; i < len(url); i++ {
		switch c := url[i]; {
		case c > ')':
		case c == '&' && escIsEntity(url, i):
			buf = append(append(buf, url[done:i]...), "&amp;"...) // cmark resolves references before backslashes
			done = i + 1
		case !plain && (c == '(' || c == ')'):
			buf = append(append(buf, url[done:i]...), '\\')
			done = i
		}
	}
	buf = append(buf, url[done:]...)
	if a.title == "" {
		return append(buf, ')')
	}
	buf = append(buf, ' ', '"')
	buf = r.title(buf, a.title)
	return append(buf, '"', ')')
}

// title appends a title with its escapes.
func (r *inlineWriter) title(buf []byte, s string) []byte {
	token := -1
	for i := 0; i < len(s); i++ {
		c := s[i]
		if c == '<' || c == '[' {
			if end := escTokenEnd(s, i); end > 0 {
				token = end - 1
				r.esc.tokens++
			}
		}
		switch {
		case c == '\\' && r.mode == inlineCell && i+1 < len(s) && s[i+1] == '|':
			continue // readers differ on every way to write this
		case c == '&' && escIsEntity(s, i):
			buf = append(buf, "&amp;"...)
			continue
		case c == '\\' && (i+1 == len(s) || escIsPunct(s[i+1])), c == '"', i == token, c == '|' && r.mode == inlineCell:
			buf = append(buf, '\\')
		}
		buf = append(buf, c)
	}
	return buf
}

// writeBalanced reports whether parentheses pair, and not too deep for every
// reader, so that they need no backslash.
func writeBalanced(url string) bool {
	if strings.IndexByte(url, '(') < 0 {
		return strings.IndexByte(url, ')') < 0
	}
	depth := 0
	for i := range len(url) {
		switch url[i] {
		case '(':
			if depth++; depth > 3 {
				return false
			}
		case ')':
			if depth--; depth < 0 {
				return false
			}
		}
	}
	return depth == 0
}

// slugger gives headings the names by which GitHub links to them.
type slugger struct {
	slugs map[string]string // by the heading's ID
	taken map[string]int
	all   []string // in order
}

// slug returns the name of the heading that an internal link leads to. The
// names are not found before there is such a link: in few documents there are
// any, and in a long one they take much memory.
func (w *chapterWriter) slug(id string) (string, bool) {
	if w.slugs == nil && w.opts.Anchors {
		w.slugs = writeSlugs(w.outer)
	}
	slug, known := w.slugs[id]
	return slug, known
}

// writeSlugs finds the names of all headings of a document.
func writeSlugs(blocks []document.Block) map[string]string {
	s := &slugger{slugs: map[string]string{}, taken: map[string]int{}}
	s.walk(blocks)
	s.named()
	return s.slugs
}

func (s *slugger) walk(blocks []document.Block) {
	document.Walk(blocks, func(b document.Block) bool {
		switch b := b.(type) {
		case *document.Heading:
			s.add(b.ID, document.InlineText(b.Inlines))
		case *document.Section:
			s.add("", writeSectionTitle(b))
		case *document.Table, *document.Note, *document.Annotation:
			return false // no headings are written there
		}
		return true
	})
}

// add takes in one heading. An ID that comes twice means the first.
func (s *slugger) add(id, text string) {
	slug := writeSlug(text)
	if slug == "" {
		return
	}
	n := s.taken[slug]
	s.taken[slug]++
	if n > 0 {
		slug += "-" + strconv.Itoa(n)
	}
	s.all = append(s.all, slug)
	if _, known := s.slugs[id]; id != "" && !known {
		s.slugs[id] = slug
	}
}

// named lets links call a heading by its name where no heading has that name
// as its ID: what made the source has lost its IDs, and the links are those
// of the Markdown that it was made from.
func (s *slugger) named() {
	for _, slug := range s.all {
		if _, known := s.slugs[slug]; !known {
			s.slugs[slug] = slug
		}
	}
}

// writeSlug is what GitHub makes of a heading's text.
func writeSlug(text string) string {
	return strings.Map(func(r rune) rune {
		switch {
		case r == ' ':
			return '-'
		case r == '-' || r == '_' || unicode.IsLetter(r) || unicode.IsNumber(r) || unicode.IsMark(r):
			return unicode.ToLower(r)
		}
		return -1
	}, strings.TrimSpace(text))
}
