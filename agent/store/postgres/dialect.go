package postgres

import (
	"encoding/hex"
	"strconv"
	"strings"
	"unicode/utf8"
)

// translated returns a statement as PostgreSQL has it: its parameters are
// numbered, and user, which is who is logged in, is the column. Texts and quoted
// names stay as they are.
func translated(query string) string {
	var out strings.Builder
	out.Grow(len(query) + 32)
	parameters := 0
	for at := 0; at < len(query); {
		c := query[at]
		switch {
		case c == '\'' || c == '"':
			end := strings.IndexByte(query[at+1:], c)
			if end < 0 {
				out.WriteString(query[at:])
				return out.String()
			}
			out.WriteString(query[at : at+end+2]) // a doubled quote begins the next one
			at += end + 2
		case c == '?':
			at++
			if at < len(query) && '1' <= query[at] && query[at] <= '9' { // it says itself which it is
				out.WriteByte('$')
				continue
			}
			parameters++
			out.WriteString("$" + strconv.Itoa(parameters))
		case nameByte(c):
			end := at + 1
			for end < len(query) && nameByte(query[end]) {
				end++
			}
			if word := query[at:end]; strings.EqualFold(word, "user") {
				out.WriteString(`"user"`)
			} else {
				out.WriteString(word)
			}
			at = end
		default:
			out.WriteByte(c)
			at++
		}
	}
	return out.String()
}

func nameByte(c byte) bool {
	return c == '_' || '0' <= c && c <= '9' || 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z' || c >= utf8.RuneSelf
}

// escape begins what PostgreSQL takes in no text: NUL, bytes that are no UTF-8,
// and itself.
const escape = "\x01"

// kept returns a text as it is kept: one that anybody may have written can have
// bytes that PostgreSQL refuses.
func kept(text string) string {
	if utf8.ValidString(text) && !strings.ContainsAny(text, "\x00"+escape) {
		return text
	}
	var out strings.Builder
	for at := 0; at < len(text); {
		r, size := utf8.DecodeRuneInString(text[at:])
		if r == 0 || text[at:at+size] == escape || r == utf8.RuneError && size == 1 {
			out.WriteString(escape + hex.EncodeToString([]byte{text[at]}))
		} else {
			out.WriteString(text[at : at+size])
		}
		at += size
	}
	return out.String()
}

// said returns a text as it was before it was kept.
func said(text string) string {
	if !strings.Contains(text, escape) {
		return text
	}
	var out strings.Builder
	for {
		before, after, found := strings.Cut(text, escape)
		out.WriteString(before)
		if !found {
			return out.String()
		}
		b, err := hex.DecodeString(after[:min(2, len(after))])
		if err != nil || len(b) != 1 { // which kept does not write
			out.WriteString(escape)
			text = after
			continue
		}
		out.WriteByte(b[0])
		text = after[2:]
	}
}
