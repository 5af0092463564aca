package dom

import "strings"

// Squeeze returns a text with its white space collapsed.
func Squeeze(s string) string {
	var b strings.Builder
	for w := range strings.FieldsSeq(s) {
		if b.Len() > 0 {
			b.WriteByte(' ')
		}
		b.WriteString(w)
	}
	return b.String()
}

// HasWord reports whether an attribute such as class or role holds a word.
func HasWord(s, word string) bool {
	if word == "" || strings.IndexByte(word, ' ') >= 0 {
		return false
	}
	for end := 0; ; {
		i := strings.Index(s[end:], word)
		if i < 0 {
			return false
		}
		i += end
		end = i + len(word)
		if (i == 0 || IsSpace(s[i-1])) && (end == len(s) || IsSpace(s[end])) {
			return true
		}
	}
}

// IsBlank reports whether a text has nothing that is seen.
func IsBlank(s string) bool {
	if s == "" || s[0] > ' ' && s[0] < 0x80 {
		return s == ""
	}
	for s != "" {
		rest := TrimBlank(strings.TrimLeft(s, " \t\n\r\f"))
		if len(rest) == len(s) {
			return false
		}
		s = rest
	}
	return true
}

// TrimBlank removes invisible characters at the start.
func TrimBlank(s string) string {
	for again := s != "" && s[0] >= 0x80 || s != "" && s[0] == ' '; again; {
		again = false
		for _, b := range blanks {
			if rest, ok := strings.CutPrefix(s, b); ok {
				s, again = strings.TrimLeft(rest, " "), true
			}
		}
	}
	return s
}

// blanks are the characters beside white space that nobody sees.
var blanks = []string{"\u00a0", "\u200b", "\ufeff", "\u00ad"}

// TrimBlankEnd removes one invisible character of each kind, and a blank, at the end.
func TrimBlankEnd(b []byte) []byte {
	for _, blank := range blanks {
		if n := len(b) - len(blank); n >= 0 && string(b[n:]) == blank {
			b = b[:n]
		}
	}
	if n := len(b); n > 0 && b[n-1] == ' ' {
		b = b[:n-1]
	}
	return b
}

// PlainText returns all text of a subtree.
func (t *Tree) PlainText(id int32) string {
	var s strings.Builder
	end := t.Node(id).End
	for c := id; c < end; c++ {
		if t.Node(c).IsText {
			s.WriteString(t.Text(c))
		}
	}
	return s.String()
}
