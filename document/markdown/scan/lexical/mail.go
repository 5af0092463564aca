package lexical

import "strings"

// Mail finds the next mail address in plain text from offset i on (GFM
// 6.9): letters, digits and . + - _ before the sign, a domain with a dot
// behind it whose last character is a letter, as cmark-gfm reads it. A scheme mailto: or xmpp:
// before it belongs to it.
func Mail(s string, i int) (from, end int, ok bool) {
	low := i
	for {
		n := strings.IndexByte(s[i:], '@')
		if n < 0 {
			return 0, 0, false
		}
		at := i + n
		from = at
		for from > low && IsMail(s[from-1]) {
			from--
		}
		end = mailDomain(s, at+1)
		if from < at && end > 0 {
			return mailScheme(s, low, from), end, true
		}
		i, low = at+1, at+1
	}
}

// IsMail reports whether c may be before the sign of a mail address.
func IsMail(c byte) bool {
	return IsAlnum(c) || c == '.' || c == '+' || c == '-' || c == '_'
}

// mailDomain returns where the domain of a mail address that begins at i
// ends, or -1.
func mailDomain(s string, i int) int {
	dots, from := 0, i
	for ; i < len(s); i++ {
		c := s[i]
		if c == '.' && i+1 < len(s) && IsAlnum(s[i+1]) {
			dots++
		} else if !IsAlnum(c) && c != '-' && c != '_' {
			break
		}
	}
	if i == from || dots == 0 || !IsAlpha(s[i-1]) || i < len(s) && s[i] == '@' {
		return -1
	}
	return i
}

// mailScheme returns where the scheme before a mail address begins, or
// the address if it has none.
func mailScheme(s string, low, from int) int {
	for _, scheme := range [...]string{"mailto:", "xmpp:"} {
		at := from - len(scheme)
		if at >= low && HasFold(s[at:], scheme) && (at == low || !IsAlnum(s[at-1])) {
			return at
		}
	}
	return from
}
