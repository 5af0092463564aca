package markdown

import (
	"slices"
	"strings"
)

// escTokenMax is how long the name of a special token may be, in bytes.
const escTokenMax = 64

// HasChatToken reports whether text holds a special token of a chat template,
// such as <|im_start|> or [INST]. The writer breaks these in text with a
// backslash that no reader shows; text that is to stand byte for byte, as in
// a [document.Verbatim], should have none.
func HasChatToken(text string) bool {
	first := strings.IndexByte(text, '<')
	if at := strings.IndexByte(text, '['); first < 0 || at >= 0 && at < first {
		first = at
	}
	if first < 0 {
		return false
	}
	for i := first; i < len(text); i++ {
		if c := text[i]; (c == '<' || c == '[') && escTokenEnd(text, i) > 0 {
			return true
		}
	}
	return false
}

// BreakChatTokens breaks the special tokens of a text as the writer does, with
// a backslash before their last character. In code the backslash shows.
func BreakChatTokens(text string) string {
	if !HasChatToken(text) {
		return text
	}
	var b strings.Builder
	done := 0
	for i := 0; i < len(text); i++ {
		if text[i] != '<' && text[i] != '[' {
			continue
		}
		if end := escTokenEnd(text, i); end > 0 {
			b.WriteString(text[done : end-1])
			b.WriteByte('\\')
			done = end - 1
			i = end - 1
		}
	}
	b.WriteString(text[done:])
	return b.String()
}

// escTokenEnd returns the offset behind the special token that begins at i,
// or 0. Its last byte is ASCII punctuation, so that a backslash in front of
// it breaks the token and nothing else.
func escTokenEnd(s string, i int) int {
	if s[i] == '[' {
		return escTokenName(s, i+1, ']', escTokenWords[:])
	}
	rest := s[i+1:]
	switch {
	case strings.HasPrefix(rest, "|"):
		return escTokenBars(s, i+2, "|>")
	case strings.HasPrefix(rest, "｜"):
		return escTokenBars(s, i+1+len("｜"), "｜>")
	case strings.HasPrefix(rest, "<SYS>>"):
		return i + len("<<SYS>>")
	case strings.HasPrefix(rest, "</SYS>>"):
		return i + len("<</SYS>>")
	}
	return escTokenName(s, i+1, '>', escTokenTags[:])
}

// escTokenBars finds the end of a token whose name begins at from.
func escTokenBars(s string, from int, end string) int {
	limit := min(len(s), from+escTokenMax)
	for i := from; i < limit; i++ {
		switch c := s[i]; {
		case c == end[0] && strings.HasPrefix(s[i:], end):
			if i == from {
				return 0
			}
			return i + len(end)
		case c <= ' ' || c == '<' || c == '>' || c == '|':
			return 0
		}
	}
	return 0
}

// escTokenName finds the end of a token that is one of names.
func escTokenName(s string, from int, end byte, names []string) int {
	n := strings.IndexByte(s[from:min(len(s), from+escTokenMax)], end)
	if n <= 0 || !slices.Contains(names, s[from:from+n]) {
		return 0
	}
	return from + n + 1
}
