package sql

import (
	"bytes"
	"strings"

	"github.com/seed353dc258/backstory/converters"
	"github.com/seed353dc258/backstory/converters/internal/charset"
)

const (
	// declaredWithin is how far into a text the encoding is looked for that it
	// declares, in bytes.
	declaredWithin = 2048
	// labelMost is how far behind that the name of it ends.
	labelMost = 64
)

// declared returns the encoding that the head of a dump declares: SET NAMES of
// MySQL, SET client_encoding and \encoding of PostgreSQL. It is empty if there
// is none.
func declared(in converters.Input) charset.Hint {
	head := make([]byte, min(declaredWithin, in.Size()))
	n, _ := in.ReadAt(head, 0) // what cannot be read is the decoder's to say
	for _, mark := range [...]string{
		"SET NAMES", "set names", "SET client_encoding", "SET CLIENT_ENCODING", "set client_encoding", `\encoding`,
	} {
		at := bytes.Index(head[:n], []byte(mark))
		if at < 0 {
			continue
		}
		rest := strings.ToLower(string(head[at+len(mark) : min(n, at+len(mark)+labelMost)]))
		rest = strings.TrimLeft(rest, " \t=")
		rest = strings.TrimPrefix(rest, "to ")
		rest = strings.TrimLeft(rest, " \t'\"")
		end := 0
		for end < len(rest) && (isWord(rest[end]) && rest[end] < 0x80 || rest[end] == '-') {
			end++
		}
		return encodingLabel(rest[:end])
	}
	return ""
}

// encodingLabel returns the label of the encoding that databases call name.
func encodingLabel(name string) charset.Hint {
	switch name {
	case "utf8mb4", "utf8mb3", "unicode":
		return "utf-8"
	case "ujis", "eucjpms", "euc_jis_2004":
		return "euc-jp"
	case "uhc":
		return "euc-kr"
	case "latin7":
		return "iso-8859-13"
	case "macroman":
		return "macintosh"
	case "win866", "alt":
		return "ibm866"
	}
	if code, ok := strings.CutPrefix(name, "win"); ok && strings.Trim(code, "0123456789") == "" {
		return charset.Hint("windows-" + code)
	}
	return charset.Hint(name)
}
