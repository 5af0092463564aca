// Package patch changes a text file in the ways that a proposal may: by
// sections of Markdown, by a unified diff, at its end, or as a whole. It touches
// no disk.
//
//   - merge.go: two changes of one file at once
//   - patch.go: what a change is, and carrying it out
//   - section.go: the sections of a Markdown file
//   - unified.go: unified diffs, read and written
//   - error.go: the errors of changes
package patch

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"strings"
	"unicode/utf8"

	"github.com/seed353dc258/backstory/internal/pattern"
)

// Kind says how a change is written.
type Kind string

// The kinds of changes.
const (
	Append   Kind = "append"   // text that comes at the end
	Sections Kind = "sections" // sections of Markdown, each in the place of the one with its heading
	Diff     Kind = "diff"     // a unified diff
	Replace  Kind = "replace"  // the whole file
)

// Patch is a change of one file.
type Patch struct {
	Kind Kind   `json:"kind"`
	Text string `json:"text"`
}

// MaxFile is how large a file may be that is changed, in bytes, before and
// after. It is what profiles read of a text at most.
const MaxFile = 1 << 20

// Digest returns the SHA-256 of a file's bytes, in hexadecimal; "" of nil, which
// is a file that is not there.
func Digest(content []byte) string {
	if content == nil {
		return ""
	}
	sum := sha256.Sum256(content)
	return hex.EncodeToString(sum[:])
}

// Parse reads a patch: a unified diff, or Markdown that begins with a heading.
func Parse(text string) (Patch, error) {
	text = strings.ReplaceAll(text, "\r\n", "\n")
	trimmed := strings.TrimLeft(text, "\n")
	switch {
	case isDiff(trimmed):
		_, err := parseDiff(trimmed)
		return Patch{Diff, trimmed}, err
	case isSections(trimmed):
		return Patch{Sections, trimmed}, nil
	}
	return Patch{}, fmt.Errorf("%w: a patch is a unified diff (lines ---, +++ and @@), or Markdown that begins with the heading of a section", ErrInvalid)
}

// replaceLine is the first line of a text that is to be the whole file (PP-09).
var replaceLine = pattern.Lazy(`(?i)^\s*replace\s+(the\s+)?(entire|whole)\s+file\b[^\n]*?(:\s*)?$`)

// Suggest reads the words of a suggestion: text for the end of a file, or with a
// first line "Replace the whole file:" the whole of it.
func Suggest(text string) (Patch, error) {
	text = strings.ReplaceAll(text, "\r\n", "\n")
	first, rest, _ := strings.Cut(text, "\n")
	p := Patch{Append, text}
	if replaceLine().MatchString(first) {
		p = Patch{Replace, strings.TrimLeft(rest, "\n")}
	}
	if strings.TrimSpace(p.Text) == "" {
		return Patch{}, fmt.Errorf("%w: it has no text", ErrInvalid)
	}
	return p, nil
}

// Apply returns a file with the change. A base of nil is a file that is not
// there. The line ends are those of the base. A change that does not fit is an
// [ErrConflict]; one that changes nothing, or leaves nothing, an [ErrInvalid].
func (p Patch) Apply(base []byte) ([]byte, error) {
	if len(base) > MaxFile {
		return nil, fmt.Errorf("%w: the file has %d bytes and may have %d", ErrInvalid, len(base), MaxFile)
	}
	if !utf8.Valid(base) {
		return nil, fmt.Errorf("%w: the file is not UTF-8", ErrInvalid)
	}
	text, crlf, mark := plain(base)
	var out string
	var err error
	switch p.Kind {
	case Append:
		out = appended(text, p.Text)
	case Replace:
		out = ended(p.Text)
	case Sections:
		out, err = withSections(text, p.Text)
	case Diff:
		out, err = withDiff(text, p.Text)
	default:
		err = fmt.Errorf("%w: its kind is %q", ErrInvalid, p.Kind)
	}
	if err != nil {
		return nil, err
	}
	result := restored(out, crlf, mark)
	switch {
	case bytes.Equal(result, base):
		return nil, fmt.Errorf("%w: it changes nothing", ErrInvalid)
	case strings.TrimSpace(out) == "":
		return nil, fmt.Errorf("%w: it leaves nothing of the file", ErrInvalid)
	case len(result) > MaxFile:
		return nil, fmt.Errorf("%w: the file would have %d bytes and may have %d", ErrInvalid, len(result), MaxFile)
	case !utf8.Valid(result):
		return nil, fmt.Errorf("%w: it is not UTF-8", ErrInvalid)
	}
	return result, nil
}

const byteOrderMark = "\ufeff"

// plain returns a file with line feeds, and what has to be put back: whether all
// its lines end with CRLF, and its byte order mark. A file whose lines end in
// both ways keeps them.
func plain(content []byte) (text string, crlf bool, mark string) {
	text = string(content)
	if strings.HasPrefix(text, byteOrderMark) {
		text, mark = text[len(byteOrderMark):], byteOrderMark
	}
	n := strings.Count(text, "\r\n")
	if n > 0 && n == strings.Count(text, "\n") && n == strings.Count(text, "\r") {
		return strings.ReplaceAll(text, "\r\n", "\n"), true, mark
	}
	return text, false, mark
}

func restored(text string, crlf bool, mark string) []byte {
	if crlf {
		text = strings.ReplaceAll(text, "\n", "\r\n")
	}
	return []byte(mark + text)
}

// appended puts text at the end, behind a blank line.
func appended(base, text string) string {
	text = ended(strings.Trim(text, "\n"))
	if strings.TrimSpace(base) == "" {
		return text
	}
	return strings.TrimRight(base, "\n") + "\n\n" + text
}
