package markdown

import (
	"strings"
	"unicode/utf8"
)

// escTokenMax is how long the name of a special token may be, in bytes.
const escTokenMax = 64

// HasChatToken reports whether text holds a special token of a chat template,
// such as <|im_start|> or [INST]. The writer breaks these in text with a
// backslash that no reader shows; in code they stand as they are. What a model
// gets is to pass [BreakChatTokens].
func HasChatToken(text string) bool {
	_, end := escNextToken(text, 0)
	return end > 0
}

// BreakChatTokens breaks the special tokens of a text as the writer does, with
// a backslash before their last character, and returns how many. In code the
// backslash shows. Text that has been broken stays as it is.
func BreakChatTokens(text string) (broken string, n int) {
	at, end := escNextToken(text, 0)
	if end == 0 {
		return text, 0
	}
	var b strings.Builder
	done := 0
	for ; end > 0; at, end = escNextToken(text, max(at+1, done)) {
		_, last := utf8.DecodeLastRuneInString(text[:end])
		b.WriteString(text[done : end-last])
		b.WriteByte('\\')
		done = end - last
		n++
	}
	b.WriteString(text[done:])
	return b.String(), n
}

// RestoreChatTokens takes the backslashes of [BreakChatTokens] out again, and
// returns how many there were.
func RestoreChatTokens(text string) (whole string, n int) {
	var b strings.Builder
	done := 0
	for i := 0; ; i++ {
		next := strings.IndexByte(text[i:], '\\')
		if next < 0 {
			break
		}
		i += next
		_, last := utf8.DecodeRuneInString(text[i+1:])
		if !escEndsToken(text[max(done, i-escTokenMax-len("<|")):i] + text[i+1:i+1+last]) {
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

// escEndsToken reports whether a short text ends in a special token.
func escEndsToken(s string) bool {
	for at, end := escNextToken(s, 0); end > 0; at, end = escNextToken(s, at+1) {
		if end == len(s) {
			return true
		}
	}
	return false
}

// escNextToken returns where the next special token stands; its end is 0 if
// there is none.
func escNextToken(s string, from int) (at, end int) {
	for i := from; ; i++ {
		for i < len(s) && !escTokenFirst[s[i]] {
			i++
		}
		if i == len(s) {
			return 0, 0
		}
		switch s[i] {
		case '<', '[', ']':
			if end := escTokenEnd(s, i); end > 0 {
				return i, end
			}
		case escTokenBar[0]:
			if strings.HasPrefix(s[i:], escTokenBar) {
				return i, i + len(escTokenBar)
			}
		}
	}
}

// escTokenEnd returns the offset behind the special token that begins at i,
// or 0. Its last byte is ASCII punctuation, so that a backslash in front of
// it breaks the token and nothing else.
func escTokenEnd(s string, i int) int {
	rest := s[i+1:]
	if rest != "" && (rest[0] == '~' || rest[0] == 'e' || rest[0] == '<') {
		for _, odd := range escTokenOdd {
			if strings.HasPrefix(s[i:], odd) {
				return i + len(odd)
			}
		}
	}
	switch {
	case s[i] == ']':
		return 0
	case s[i] == '[' && strings.HasPrefix(rest, "|"):
		return escTokenBars(s, i+2, "|]")
	case s[i] == '[':
		return escTokenName(s, i+1, ']', escTokenWord)
	case strings.HasPrefix(rest, "|"):
		if end := escTokenBars(s, i+2, "|>"); end > 0 {
			return end
		}
		return escTokenName(s, i+2, '>', escTokenPlain) // <|turn>
	case strings.HasPrefix(rest, "｜DSML"):
		return 0 // a token by itself
	case strings.HasPrefix(rest, "｜"):
		return escTokenBars(s, i+1+len("｜"), "｜>")
	case strings.HasPrefix(rest, "<SYS>>"):
		return i + len("<<SYS>>")
	case strings.HasPrefix(rest, "</SYS>>"):
		return i + len("<</SYS>>")
	}
	return escTokenName(s, i+1, '>', escTokenAngle)
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
		case c <= ' ' || c == '<' || c == '>' || c == '|' || c == '[' || c == ']' || c == escTokenBar[0]:
			return 0 // another token may begin here
		}
	}
	return 0
}

// escTokenName finds the end of a token whose name is one of those that is
// accepts.
func escTokenName(s string, from int, end byte, is func(string) bool) int {
	n := strings.IndexByte(s[from:min(len(s), from+escTokenMax)], end)
	if n <= 0 || !is(s[from:from+n]) && !is(escDigits(s[from:from+n])) {
		return 0
	}
	return from + n + 1
}

// escDigits makes the digits that a name ends in one 0.
func escDigits(name string) string {
	if base := strings.TrimRight(name, "0123456789"); base != "" && len(base) < len(name) {
		return base + "0"
	}
	return name
}

// escTokenAngle is [escTokenTag] with what has more than a name.
func escTokenAngle(name string) bool {
	for _, space := range escTokenSpaces {
		if rest, ok := strings.CutPrefix(name, space); ok {
			return rest != "" && !strings.ContainsAny(rest, "<>\\ \t\n")
		}
	}
	if turn, ok := strings.CutSuffix(name, "|"); ok {
		return escTokenPlain(turn) // <turn|>
	}
	return escTokenTag(name)
}

// escTokenPlain reports whether a name has letters and underscores only.
func escTokenPlain(name string) bool {
	return len(name) > 1 && strings.Trim(name, "abcdefghijklmnopqrstuvwxyz_") == ""
}
