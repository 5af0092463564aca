package lenient

import (
	"bytes"
	"encoding/binary"
	"unicode/utf16"
)

// UTF8 returns a text of a configuration without the mark that editors of Windows begin
// it with. One in UTF-16, which the mark says, becomes UTF-8: a shell of Windows writes
// that.
func UTF8(content []byte) []byte {
	var order binary.ByteOrder
	switch {
	case bytes.HasPrefix(content, []byte("\xff\xfe")):
		order = binary.LittleEndian
	case bytes.HasPrefix(content, []byte("\xfe\xff")):
		order = binary.BigEndian
	default:
		return bytes.TrimPrefix(content, []byte("\xef\xbb\xbf"))
	}
	const unit = 2
	units := make([]uint16, 0, len(content)/unit)
	for at := unit; at+1 < len(content); at += unit {
		units = append(units, order.Uint16(content[at:]))
	}
	return []byte(string(utf16.Decode(units)))
}
