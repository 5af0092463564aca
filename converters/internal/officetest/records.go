package officetest

import (
	"encoding/binary"
	"encoding/hex"
	"fmt"
	"math"
	"strconv"
	"strings"
)

// Records writes a part of a binary workbook ([MS-XLSB] 2.1.4) from a description: a line
// for each record, its number first, then what is in it. Text behind # is a comment.
//
//	156 u0 u1 "r1" "Data"  numbers of 1, 2 and 4 bytes are b1, h1, u1; f1.5 is a float
//	19 b0 "Text"           a text with its length
//	43 x00ff               bytes
func Records(description string) ([]byte, error) {
	var out []byte
	for line := range strings.Lines(description) {
		line, _, _ = strings.Cut(line, " # ")
		if line = strings.TrimSpace(line); line == "" {
			continue
		}
		number, rest, _ := strings.Cut(line, " ")
		kind, err := strconv.Atoi(number)
		if err != nil {
			return nil, fmt.Errorf("%q: %w", line, err)
		}
		body, err := fields(rest)
		if err != nil {
			return nil, fmt.Errorf("%q: %w", line, err)
		}
		out = append(sevenBits(sevenBits(out, kind), len(body)), body...)
	}
	return out, nil
}

// sevenBits appends a number of seven bits a byte.
func sevenBits(to []byte, v int) []byte {
	for ; v >= 0x80; v >>= 7 {
		to = append(to, byte(v)|0x80)
	}
	return append(to, byte(v))
}

// fields returns the bytes of a record.
func fields(text string) (out []byte, err error) {
	for text = strings.TrimSpace(text); text != ""; text = strings.TrimSpace(text) {
		if text[0] == '"' {
			quoted, err := strconv.QuotedPrefix(text)
			if err != nil {
				return nil, err
			}
			value, err := strconv.Unquote(quoted)
			if err != nil {
				return nil, err
			}
			out = append(binary.LittleEndian.AppendUint32(out, uint32(units(value))), wide(value)...)
			text = text[len(quoted):]
			continue
		}
		var field string
		field, text, _ = strings.Cut(text, " ")
		if out, err = appendField(out, field[0], field[1:]); err != nil {
			return nil, err
		}
	}
	return out, nil
}

func appendField(to []byte, kind byte, value string) ([]byte, error) {
	switch kind {
	case 'x':
		b, err := hex.DecodeString(value)
		return append(to, b...), err
	case 'f':
		v, err := strconv.ParseFloat(value, 64)
		return binary.LittleEndian.AppendUint64(to, math.Float64bits(v)), err
	}
	v, err := strconv.ParseInt(value, 0, 64)
	switch kind {
	case 'b':
		return append(to, byte(v)), err
	case 'h':
		return binary.LittleEndian.AppendUint16(to, uint16(v)), err
	case 'u':
		return binary.LittleEndian.AppendUint32(to, uint32(v)), err
	}
	return nil, fmt.Errorf("no field begins with %q", kind)
}
