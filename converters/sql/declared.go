package sql

import (
	"bytes"

	"github.com/seed353dc258/backstory/converters"
	"github.com/seed353dc258/backstory/converters/internal/charset"
	"github.com/seed353dc258/backstory/converters/sql/lex"
)

const (
	// declaredWithin is how far into a text the encoding is looked for that it
	// declares, in bytes.
	declaredWithin = 2048
	// maxLabel is how far behind that the name of it ends.
	maxLabel = 64
)

// declares are the words in front of the encoding that a dump declares: for
// MySQL, for PostgreSQL, for its shell.
var declares = [...]string{"SET NAMES", "SET CLIENT_ENCODING", `\ENCODING`}

// declared returns the encoding that the head of a dump declares. It is empty
// if there is none.
func declared(in converters.Input) charset.Hint {
	var room [declaredWithin]byte
	head := room[:min(declaredWithin, in.Size())]
	n, _ := in.ReadAt(head, 0) // what cannot be read is the decoder's to say
	head = head[:n]
	for i, c := range head {
		if c != 'S' && c != 's' && c != '\\' || i+1 == n || head[i+1]|0x20 != 'e' {
			continue
		}
		for _, words := range declares {
			if end := i + len(words); end < n && bytes.EqualFold(head[i:end], []byte(words)) {
				return declaredLabel(head[end:min(n, end+maxLabel)])
			}
		}
	}
	return ""
}

// declaredLabel returns the name that is behind what declares it.
func declaredLabel(text []byte) charset.Hint {
	text = bytes.TrimLeft(text, " \t=")
	if len(text) > 3 && bytes.EqualFold(text[:3], []byte("to ")) {
		text = text[3:]
	}
	text = bytes.TrimLeft(text, " \t'\"")
	end := 0
	for end < len(text) && text[end] < 0x80 && (lex.IsWord(text[end]) || text[end] == '-') {
		end++
	}
	return charset.Hint(text[:end])
}
