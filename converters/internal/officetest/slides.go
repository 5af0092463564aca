package officetest

import (
	"encoding/binary"
	"encoding/hex"
	"fmt"
	"strconv"
	"strings"
)

// Slides writes a presentation ([MS-PPT]) from its records, one a line: the kind in
// hexadecimal, its instance, then bytes in hexadecimal or a text in quotes. What is set in
// more than a line is inside of it. The records that are not set in are what is kept, by
// number from 1; the first one is the document.
//
//	03e8 0
//	 03e9 0 8016 0000 e010 0000
//	03ee 0
//	 0fa0 0 "a text of UTF-16"
func Slides(description string) ([]byte, error) {
	var lines []string
	for line := range strings.Lines(description) {
		if line = strings.TrimRight(line, "\n"); strings.TrimSpace(line) != "" {
			lines = append(lines, line)
		}
	}
	var stream []byte
	var kept []uint32
	for len(lines) > 0 {
		kept = append(kept, uint32(len(stream)))
		b, rest, err := slideRecord(lines)
		if err != nil {
			return nil, err
		}
		stream, lines = append(stream, b...), rest
	}
	directory := uint32(len(stream))
	list := longs(uint32(1 | len(kept)<<20))
	stream = append(stream, slideHead(0, 0, 0x1772, append(list, longs(kept...)...))...)
	edit := uint32(len(stream))
	stream = append(stream, slideHead(0, 0, 0x0FF5, longs(0, 0, 0, directory, 1, 0, 0))...)
	user := slideHead(0, 0, 0x0FF6, longs(0x14, 0xE391C05F, edit, 0))
	return Pack(Stream{"Current User", user}, Stream{"PowerPoint Document", padded(stream, cutoff)}), nil
}

// slideRecord writes the first record, and returns the lines behind it.
func slideRecord(lines []string) ([]byte, []string, error) {
	indent := func(line string) int { return len(line) - len(strings.TrimLeft(line, " ")) }
	own := indent(lines[0])
	words := strings.SplitN(strings.TrimSpace(lines[0]), " ", 3)
	if len(words) < 2 {
		return nil, nil, fmt.Errorf("%q: a record has a kind and an instance", lines[0])
	}
	kind, err := strconv.ParseUint(words[0], 16, 16)
	if err != nil {
		return nil, nil, err
	}
	instance, err := strconv.Atoi(words[1])
	if err != nil {
		return nil, nil, err
	}
	var body []byte
	rest := lines[1:]
	version := 0
	if len(words) > 2 {
		if text, isText := strings.CutPrefix(words[2], `"`); isText {
			text, err = strconv.Unquote(`"` + text)
			body = wide(text)
		} else {
			body, err = hex.DecodeString(strings.ReplaceAll(words[2], " ", ""))
		}
		return slideHead(version, instance, int(kind), body), rest, err
	}
	for version = 15; len(rest) > 0 && indent(rest[0]) > own; {
		var b []byte
		if b, rest, err = slideRecord(rest); err != nil {
			return nil, nil, err
		}
		body = append(body, b...)
	}
	return slideHead(version, instance, int(kind), body), rest, nil
}

func slideHead(version, instance, kind int, body []byte) []byte {
	out := shorts(version|instance<<4, kind)
	return append(binary.LittleEndian.AppendUint32(out, uint32(len(body))), body...)
}
