package eml

import (
	"bytes"
	"encoding/base64"
	"strings"
	"unicode/utf16"
	"unicode/utf8"

	"github.com/seed353dc258/backstory/converters/internal/charset"
)

// isUTF7 reports whether a part says that it is in UTF-7 (RFC 2152), which nothing else
// may be taken for.
func isUTF7(hint charset.Hint) bool {
	return strings.EqualFold(string(hint), "utf-7") || strings.EqualFold(string(hint), "unicode-1-1-utf-7")
}

// decodeUTF7 returns the text of bytes in UTF-7: UTF-16 in letters of base64 between a
// plus sign and what is no such letter. A hyphen that ends it goes, and "+-" is a plus.
func decodeUTF7(b []byte) string {
	var out strings.Builder
	for {
		at := bytes.IndexByte(b, '+')
		if at < 0 {
			out.Write(bytes.ToValidUTF8(b, []byte("\ufffd")))
			return out.String()
		}
		out.Write(bytes.ToValidUTF8(b[:at], []byte("\ufffd")))
		b = b[at+1:]
		end := 0
		for end < len(b) && b[end] != '=' && strings.IndexByte(base64Letters, b[end]) >= 0 {
			end++
		}
		letters := b[:end]
		if b = b[end:]; len(b) > 0 && b[0] == '-' {
			b = b[1:]
			if end == 0 {
				out.WriteByte('+')
			}
		}
		units := make([]byte, base64.RawStdEncoding.DecodedLen(len(letters)))
		n, _ := base64.RawStdEncoding.Decode(units, letters)
		var text []uint16
		for i := 0; i+1 < n; i += 2 {
			text = append(text, uint16(units[i])<<8|uint16(units[i+1]))
		}
		for _, r := range utf16.Decode(text) {
			out.WriteRune(r)
		}
		if len(letters) > 0 && len(text) == 0 {
			out.WriteRune(utf8.RuneError)
		}
	}
}
