package inline

import (
	"strings"
	"unicode"

	"github.com/seed353dc258/backstory/document/markdown/chattoken"
	"github.com/seed353dc258/backstory/document/markdown/scan/lexical"
)

// GitHub and others make links of bare addresses, and take what is in them
// as it is, backslashes too. So an address in which something would take
// an escape must not look like one, or must be one that CommonMark knows.

// escHasAddress reports whether text may hold a bare address.
func escHasAddress(s string) bool {
	return strings.Contains(s, "://") || strings.Contains(s, "www.") || strings.Contains(s, "WWW.")
}

// escNextAddress returns where the next bare address at or behind from begins;
// len(s) if there is none.
func escNextAddress(s string, from int) (start int) {
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
	return start
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
	for start > from && i-start < 6 && lexical.IsAlpha(s[start-1]) {
		start--
	}
	switch strings.ToLower(s[start:i]) {
	case "http", "https", "ftp":
		return start
	}
	return -1
}

// escAddressEnd returns where a bare address ends: at white space or "<".
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
	const far = 2048
	word := s[max(0, i-far):i]
	space := strings.LastIndexAny(word, " \t<")
	if space < 0 && i > far {
		return true // who knows
	}
	return escHasAddress(word[space+1:])
}

// textAddress appends the bare address s[start:end], or its start, and returns
// how far it came.
func (e *escaper) textAddress(buf []byte, s string, start, end int) ([]byte, int) {
	if !e.in.inLabel() && (e.hot < start || e.hot >= end) { // else it is known from the address before
		e.hot = e.firstEscape(buf, s, start, end)
		if e.hot == end && !e.in.swallows(s, end) {
			return e.stretch(buf, s, start, end), end
		}
		e.hot = min(e.hot, end-1)
	}
	if e.in.inLabel() {
		return e.plainly(buf, s, start, end)
	}
	core := start + len(strings.TrimRight(s[start:end], "?!.,:;*_~'\")"))
	if e.plainAddress(s, start, core) {
		if start > 0 && s[start-1] == '\\' {
			buf = append(buf, '\\') // it stood in front of a letter
		}
		buf = append(buf, '<')
		buf = append(buf, s[start:core]...)
		buf = append(buf, '>')
		return e.stretch(buf, s, core, end), end
	}
	return e.plainly(buf, s, start, end)
}

// plainly appends the start of the address s[start:end] so that nobody takes it for
// one.
func (e *escaper) plainly(buf []byte, s string, start, end int) ([]byte, int) {
	stop := start + strings.IndexAny(s[start:end], ":.")
	buf = append(buf, s[start:stop]...)
	return append(buf, '\\', s[stop]), stop + 1
}

// firstEscape returns the offset of the first byte of s[start:end] that takes
// an escape; end if there is none.
func (e *escaper) firstEscape(buf []byte, s string, start, end int) int {
	counts, token := e.broken, e.token
	defer func() { e.broken, e.token = counts, token }()
	from := start
	for i := start; i < end; i++ {
		class := escClass[s[i]] & e.must
		if class == 0 && i != e.token {
			continue
		}
		n := 1
		if class&escFlank != 0 {
			n = min(escRun(s, i), end-i)
		}
		buf = append(buf, s[from:i]...) // some escapes depend on what is in front
		mark := len(buf)
		if buf = e.special(buf, s, i, n); len(buf) != mark+n {
			return i
		}
		i += n - 1
		from = i + 1
	}
	return end
}

// plainAddress reports whether the address s[start:end] can be between <
// and >.
func (e *escaper) plainAddress(s string, start, end int) bool {
	_, host, ok := strings.Cut(s[start:min(end, start+len("https://x"))], "://")
	if !ok || host == "" {
		return false
	}
	if e.odd < start || e.odd >= end { // else it is known from the address before
		e.odd = end
		for i, r := range s[start:end] {
			if strings.ContainsRune("<>[]\\`|&", r) || unicode.IsSpace(r) {
				e.odd = start + i
				break
			}
		}
	}
	return e.odd == end
}

// swallows reports whether a reader would take what the writer puts behind
// an address, which ends at end, for a part of it.
func (p *place) swallows(s string, end int) bool {
	if end < len(s) {
		return s[end] == '<' && chattoken.End(s, end) == 0 && escIsMarkup(s, end, p.at+1 < len(p.atoms))
	}
	for _, a := range p.atoms[p.at+1:] {
		switch {
		case a.kind == atomSoft || a.kind == atomHard && p.mode != Paragraph:
			return false
		case a.kind == atomText:
			return a.text[0] > ' '
		case a.kind != atomShut:
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
