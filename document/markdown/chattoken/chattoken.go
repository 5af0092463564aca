// Package chattoken knows the special tokens of chat templates, such as <|im_start|>
// and [INST]: text that a model's tokenizer would read as the border of a turn. One
// is broken by a backslash before its last character, which no reader of Markdown
// shows.
package chattoken

import (
	"strings"
	"unicode/utf8"
)

// maxName is how long the name of a special token may be, in bytes.
const maxName = 64

// Has reports whether text holds a special token of a chat template,
// such as <|im_start|> or [INST]. The writer breaks these in text with a
// backslash that no reader shows; in code they stay as they are. What a model
// gets is to pass [Break].
func Has(text string) bool {
	_, end := next(text, 0)
	return end > 0
}

// Break breaks the special tokens of a text as the writer does, with
// a backslash before their last character, and returns how many. In code the
// backslash shows. Text that has been broken stays as it is.
func Break(text string) (broken string, n int) {
	at, end := next(text, 0)
	if end == 0 {
		return text, 0
	}
	var b strings.Builder
	done := 0
	for ; end > 0; at, end = next(text, max(at+1, done)) {
		_, last := utf8.DecodeLastRuneInString(text[:end])
		b.WriteString(text[done : end-last])
		b.WriteByte('\\')
		done = end - last
		n++
	}
	b.WriteString(text[done:])
	return b.String(), n
}

// Restore takes the backslashes of [Break] out again, and
// returns how many there were.
func Restore(text string) (whole string, n int) {
	var b strings.Builder
	done := 0
	for i := 0; ; i++ {
		next := strings.IndexByte(text[i:], '\\')
		if next < 0 {
			break
		}
		i += next
		_, last := utf8.DecodeRuneInString(text[i+1:])
		if !endsInToken(text[max(done, i-maxName-len("<|")):i] + text[i+1:i+1+last]) {
			continue
		}
		b.WriteString(text[done:i])
		done = i + 1
		n++
	}
	if n == 0 {
		return text, 0
	}
	b.WriteString(text[done:])
	return b.String(), n
}

// endsInToken reports whether a short text ends in a special token.
func endsInToken(s string) bool {
	for at, end := next(s, 0); end > 0; at, end = next(s, at+1) {
		if end == len(s) {
			return true
		}
	}
	return false
}

// next returns where the next special token is; its end is 0 if there is none.
func next(s string, from int) (at, end int) {
	for i := from; ; i++ {
		for i < len(s) && !firstBytes[s[i]] {
			i++
		}
		if i == len(s) {
			return 0, 0
		}
		switch s[i] {
		case '<', '[', ']':
			if end := End(s, i); end > 0 {
				return i, end
			}
		case barToken[0]:
			if strings.HasPrefix(s[i:], barToken) {
				return i, i + len(barToken)
			}
		}
	}
}

// End returns the offset behind the special token that begins at i,
// or 0. Its last byte is ASCII punctuation, so that a backslash in front of
// it breaks the token and nothing else.
func End(s string, i int) int {
	rest := s[i+1:]
	if rest != "" && (rest[0] == '~' || rest[0] == 'e' || rest[0] == '<') {
		for _, odd := range oddTokens {
			if strings.HasPrefix(s[i:], odd) {
				return i + len(odd)
			}
		}
	}
	switch {
	case s[i] == ']':
		return 0
	case s[i] == '[' && strings.HasPrefix(rest, "|"):
		return barsEnd(s, i+2, "|]")
	case s[i] == '[':
		return nameEnd(s, i+1, ']', isSquareName)
	case strings.HasPrefix(rest, "|"):
		if end := barsEnd(s, i+2, "|>"); end > 0 {
			return end
		}
		return nameEnd(s, i+2, '>', isPlainName) // <|turn>
	case strings.HasPrefix(rest, "｜DSML"):
		return 0 // a token by itself
	case strings.HasPrefix(rest, "｜"):
		return barsEnd(s, i+1+len("｜"), "｜>")
	case strings.HasPrefix(rest, "<SYS>>"):
		return i + len("<<SYS>>")
	case strings.HasPrefix(rest, "</SYS>>"):
		return i + len("<</SYS>>")
	}
	return nameEnd(s, i+1, '>', isAngleName)
}

// barsEnd finds the end of a token whose name begins at from.
func barsEnd(s string, from int, end string) int {
	limit := min(len(s), from+maxName)
	for i := from; i < limit; i++ {
		switch c := s[i]; {
		case c == end[0] && strings.HasPrefix(s[i:], end):
			if i == from {
				return 0
			}
			return i + len(end)
		case c <= ' ' || c == '<' || c == '>' || c == '|' || c == '[' || c == ']' || c == barToken[0]:
			return 0 // another token may begin here
		}
	}
	return 0
}

// nameEnd finds the end of a token whose name is one of those that is
// accepts.
func nameEnd(s string, from int, end byte, is func(string) bool) int {
	n := strings.IndexByte(s[from:min(len(s), from+maxName)], end)
	if n <= 0 || !is(s[from:from+n]) && !is(zeroDigits(s[from:from+n])) {
		return 0
	}
	return from + n + 1
}

// zeroDigits makes the digits that a name ends in one 0.
func zeroDigits(name string) string {
	if base := strings.TrimRight(name, "0123456789"); base != "" && len(base) < len(name) {
		return base + "0"
	}
	return name
}

// isAngleName is [isTagName] with what has more than a name.
func isAngleName(name string) bool {
	for _, space := range valueNames {
		if rest, ok := strings.CutPrefix(name, space); ok {
			return rest != "" && !strings.ContainsAny(rest, "<>\\ \t\n")
		}
	}
	if turn, ok := strings.CutSuffix(name, "|"); ok {
		return isPlainName(turn) // <turn|>
	}
	return isTagName(name)
}

// isPlainName reports whether a name has letters and underscores only.
func isPlainName(name string) bool {
	return len(name) > 1 && strings.Trim(name, "abcdefghijklmnopqrstuvwxyz_") == ""
}

// InCode counts the special tokens of code, where the short names of tags such as
// <s> are more often tags.
func InCode(text string) (n int) {
	angle, square := indexFrom(text, 0, '<'), indexFrom(text, 0, '[')
	for {
		i := min(angle, square)
		if i == len(text) {
			return n
		}
		next := i + 1
		if end := End(text, i); end > i+len("</s>") {
			n++
			next = end
		}
		if angle < next {
			angle = indexFrom(text, next, '<')
		}
		if square < next {
			square = indexFrom(text, next, '[')
		}
	}
}

// indexFrom returns the offset of the next c from i on, or len(s).
func indexFrom(s string, i int, c byte) int {
	if n := strings.IndexByte(s[i:], c); n >= 0 {
		return i + n
	}
	return len(s)
}
