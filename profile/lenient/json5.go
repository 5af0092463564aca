package lenient

import "bytes"

// QuoteJSON5 makes of the keys without quotes and the strings in single quotes, as
// JSON5 has them, those of JSON. Comments and commas at the end stay, and so does
// what is wrong.
func QuoteJSON5(text []byte) []byte {
	var out []byte
	for i := 0; i < len(text); {
		c := text[i]
		end := i + 1
		switch {
		case c == '"' || c == '\'':
			end = stringEnd(text, i)
			out = append(out, doubleQuoted(text[i:end])...)
		case bytes.HasPrefix(text[i:], []byte("//")):
			end = i + len(before(text[i:], "\n"))
			out = append(out, text[i:end]...)
		case bytes.HasPrefix(text[i:], []byte("/*")):
			end = min(i+2+len(before(text[i+2:], "*/"))+2, len(text))
			out = append(out, text[i:end]...)
		case isWord(c):
			for end < len(text) && isWord(text[end]) {
				end++
			}
			if rest := bytes.TrimLeft(text[end:], " \t\r\n"); len(rest) > 0 && rest[0] == ':' {
				out = append(append(append(out, '"'), text[i:end]...), '"')
			} else {
				out = append(out, text[i:end]...)
			}
		default:
			out = append(out, c)
		}
		i = end
	}
	return out
}

func isWord(c byte) bool {
	return c == '_' || c == '$' || c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= '0' && c <= '9' || c >= 0x80
}

func before(text []byte, mark string) []byte {
	head, _, _ := bytes.Cut(text, []byte(mark))
	return head
}

// stringEnd returns where a string ends that begins at from.
func stringEnd(text []byte, from int) int {
	for i := from + 1; i < len(text); i++ {
		switch text[i] {
		case '\\':
			i++
		case text[from]:
			return i + 1
		}
	}
	return len(text)
}

// doubleQuoted is a string in double quotes.
func doubleQuoted(s []byte) []byte {
	if s[0] == '"' || len(s) < 2 || s[len(s)-1] != '\'' {
		return s
	}
	out := []byte{'"'}
	for i := 1; i < len(s)-1; i++ {
		switch {
		case s[i] == '\\' && i+1 < len(s)-1:
			if i++; s[i] != '\'' {
				out = append(out, '\\')
			}
			out = append(out, s[i])
		case s[i] == '"':
			out = append(out, '\\', '"')
		default:
			out = append(out, s[i])
		}
	}
	return append(out, '"')
}
