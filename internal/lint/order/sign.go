package order

import (
	"bytes"
	"encoding/base64"
	"encoding/hex"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

// roles are marks by which models know who speaks.
var roles = []string{
	"<|im_start|>", "<|im_end|>", "<|system|>", "<|endoftext|>", "<|start_header_id|>", "<|eot_id|>", "<start_of_turn>", "[inst]", "[/inst]", "<<sys>>", "<</sys>>",
}

// roleAt returns how long the mark is that a text begins with, with the backslashes in it; 0
// for none.
func roleAt(text string) int {
	const longest = 24
	var plain [longest]byte
	n := 0
	for i := 0; i < len(text) && n < longest && text[i] > ' ' && text[i] < utf8.RuneSelf; i++ {
		if text[i] == '\\' {
			continue
		}
		plain[n] = text[i]
		if n++; text[i] != '>' && text[i] != ']' {
			continue
		}
		if slices.ContainsFunc(roles, func(role string) bool { return strings.EqualFold(string(plain[:n]), role) }) {
			return i + 1
		}
	}
	return 0
}

// addressLength returns how long the address is that a text begins with, without its scheme.
func addressLength(text string) int {
	if n := strings.IndexAny(text, " \t\n\"'<>)|`"); n >= 0 {
		return n
	}
	return len(text)
}

// isBeacon reports whether an address is that of a picture in Markdown and has a place for
// what is to be told.
func isBeacon(before, rest string) bool {
	const longest = 200 // of the words for the picture
	line := before[max(0, len(before)-longest):]
	at := strings.LastIndex(line, "![")
	_, query, ok := strings.Cut(rest, "?")
	return ok && at >= 0 && !strings.Contains(line[at:], "\n") && strings.Contains(line[at:], "](") && (strings.HasSuffix(query, "=") || strings.ContainsAny(query, "{[$<") || hasBlank(query))
}

// hasBlank reports whether a value in an address is a name in large letters, such as
// USER_DATA, in the place of one.
func hasBlank(query string) bool {
	_, value, _ := strings.Cut(query, "=")
	return strings.Contains(value, "_") && strings.ContainsFunc(value, unicode.IsUpper) && !strings.ContainsFunc(value, unicode.IsLower)
}

// encodedAt returns what a text in base64 or in hexadecimal digits says that begins there, "" if it
// is none, and where it ends.
func encodedAt(text string) (plain string, end int) {
	isCode := func(r rune) bool {
		return r < utf8.RuneSelf && (unicode.IsLetter(r) || unicode.IsDigit(r) || strings.ContainsRune("+/=-_", r))
	}
	if end = strings.IndexFunc(text, func(r rune) bool { return !isCode(r) }); end < 0 {
		end = len(text)
	}
	code := strings.TrimRight(text[:end], "=")
	for _, decode := range []func(string) ([]byte, error){hex.DecodeString, base64.RawStdEncoding.DecodeString, base64.RawURLEncoding.DecodeString} {
		raw, err := decode(code)
		if err == nil && utf8.Valid(raw) && bytes.IndexByte(raw, ' ') >= 0 && bytes.IndexFunc(raw, isNoText) < 0 {
			return string(raw), end
		}
	}
	return "", end
}

func isNoText(r rune) bool { return unicode.IsControl(r) && r != '\n' && r != '\t' && r != '\r' }

// Digits that are written in place of letters, and those letters.
const (
	leetDigits  = "013456789"
	leetLetters = "oieasgtbg"
)

// unleet returns a word with letters for the digits that look like them; nil where it has
// none.
func unleet(word []byte) []byte {
	if len(word) < 3 || !bytes.ContainsAny(word, leetDigits) || bytes.IndexFunc(word, unicode.IsLetter) < 0 {
		return nil
	}
	return bytes.Map(func(r rune) rune {
		if i := strings.IndexRune(leetDigits, r); i >= 0 {
			return rune(leetLetters[i])
		}
		return r
	}, word)
}
