package markdown

import (
	"strings"
	"unicode"
)

// GitHub and others make links of bare addresses, and take what is in them
// as it stands, backslashes too. So an address in which something would take
// an escape must not look like one, or must be one that CommonMark knows.

// escHasAddress reports whether text may hold a bare address.
func escHasAddress(s string) bool {
	return strings.Contains(s, "://") || strings.Contains(s, "www.") || strings.Contains(s, "WWW.")
}

// escNextAddress returns the next bare address at or behind from: it goes to
// the next white space or "<". Both are len(s) if there is none.
func escNextAddress(s string, from int) (start, end int) {
	start = len(s)
	for i := from; i < len(s); i++ {
		if c := s[i]; c != ':' && c|0x20 != 'w' {
			continue
		}
		if at := escAddressAt(s, from, i); at >= 0 {
			start = at
			break
		}
	}
	return start, escAddressEnd(s, start)
}

// escAddressAt returns where the address begins that shows itself at i, or -1.
func escAddressAt(s string, from, i int) int {
	if s[i] != ':' {
		if len(s) >= i+4 && strings.EqualFold(s[i:i+4], "www.") {
			return i
		}
		return -1
	}
	if !strings.HasPrefix(s[i:], "://") {
		return -1
	}
	start := i
	for start > from && i-start < 6 && scanIsAlpha(s[start-1]) {
		start--
	}
	switch strings.ToLower(s[start:i]) {
	case "http", "https", "ftp":
		return start
	}
	return -1
}

func escAddressEnd(s string, start int) int {
	for i := start; i < len(s); i++ {
		if s[i] <= ' ' || s[i] == '<' {
			return i
		}
	}
	return len(s)
}

// escAddressBorder reports whether a run of delimiters touches a bare
// address, so that what is beside it depends on how the address is written.
func escAddressBorder(s string, i, n int) bool {
	next := s[i+n:]
	if len(next) > 3 && (next[0]|0x20 == 'h' || next[0]|0x20 == 'f' || next[0]|0x20 == 'w') {
		for _, p := range [...]string{"http:", "https:", "ftp:", "www."} {
			if len(next) >= len(p) && strings.EqualFold(next[:len(p)], p) {
				return true
			}
		}
	}
	tail := strings.TrimLeft(next, "?!.,:;*_~'\")")
	if tail != "" && tail[0] > ' ' && tail[0] != '<' {
		return false
	}
	word := s[:i]
	if n := strings.LastIndexAny(word[max(0, len(word)-2048):], " \t<"); n >= 0 {
		word = word[max(0, len(word)-2048)+n:]
	}
	return escHasAddress(word)
}

// textAddress appends the bare address s[start:end], or its begin, and returns
// how far it came.
func (e *escapeState) textAddress(buf []byte, s string, start, end int) ([]byte, int) {
	mark, tokens, token := len(buf), e.tokens, e.token
	buf = e.stretch(buf, s, start, end)
	if len(buf)-mark == end-start && !e.swallows(s, end) {
		return buf, end
	}
	buf, e.tokens, e.token = buf[:mark], tokens, token
	core := start + len(strings.TrimRight(s[start:end], "?!.,:;*_~'\")"))
	if escIsPlainAddress(s[start:core]) {
		if start > 0 && s[start-1] == '\\' {
			buf = append(buf, '\\') // it stood in front of a letter
		}
		buf = append(buf, '<')
		buf = append(buf, s[start:core]...)
		buf = append(buf, '>')
		return e.stretch(buf, s, core, end), end
	}
	stop := start + strings.IndexAny(s[start:end], ":.")
	buf = append(buf, s[start:stop]...)
	return append(buf, '\\', s[stop]), stop + 1
}

// escIsPlainAddress reports whether an address can stand between < and >.
func escIsPlainAddress(s string) bool {
	scheme, host, ok := strings.Cut(s, "://")
	return ok && host != "" && strings.IndexByte(scheme, '.') < 0 && !strings.ContainsAny(s, "<>[]\\`|&") &&
		strings.IndexFunc(s, unicode.IsSpace) < 0
}

// swallows reports whether a reader would take what the writer puts behind
// an address, which ends at end, for a part of it.
func (e *escapeState) swallows(s string, end int) bool {
	if end < len(s) {
		return s[end] == '<' && escTokenEnd(s, end) == 0 && escIsMarkup(s, end, e.at+1 < len(e.atoms))
	}
	for _, a := range e.atoms[e.at+1:] {
		switch {
		case a.kind == inlineSoft || a.kind == inlineHard && e.mode != inlineParagraph:
			return false
		case a.kind == inlineText:
			return a.text[0] > ' '
		case a.kind != inlineShut:
			return true
		case escDelimiter(a.style) == "":
			return false // </sub>
		}
	}
	return false
}

// escGluedMail reports whether the address of a mail that "@" would make, a
// word with what is around it, has Markdown in it.
func escGluedMail(buf []byte) bool {
	for i := len(buf) - 1; i >= 0 && len(buf)-i < 256; i-- {
		switch buf[i] {
		case ' ', '\n', '\t', '>':
			return false
		case '*', '~', '`', '$', ')', ']':
			return true
		}
	}
	return false
}
