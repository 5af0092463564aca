package manifest

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"io"
	"slices"
)

// SplitConflict takes a file with the markers of an unresolved merge apart
// into its two sides. Without ok the file has no complete set of markers.
// The text of the common ancestor, which git writes on request, is dropped.
func SplitConflict(data []byte) (ours, theirs []byte, ok bool) {
	const outside, inOurs, inBase, inTheirs = 0, 1, 2, 3
	state := outside
	for line := range bytes.Lines(data) {
		switch {
		case state == outside && isMarker(line, '<'):
			state, ok = inOurs, true
			continue
		case state == inOurs && isMarker(line, '|'):
			state = inBase
			continue
		case (state == inOurs || state == inBase) && isMarker(line, '='):
			state = inTheirs
			continue
		case state == inTheirs && isMarker(line, '>'):
			state = outside
			continue
		}
		if state == outside || state == inOurs {
			ours = append(ours, line...)
		}
		if state == outside || state == inTheirs {
			theirs = append(theirs, line...)
		}
	}
	if !ok || state != outside {
		return nil, nil, false
	}
	return ours, theirs, true
}

// isMarker reports whether a line is seven times c and then ends or goes on
// with a space and the name of a side.
func isMarker(line []byte, c byte) bool {
	line = bytes.TrimRight(line, "\r\n")
	if len(line) < 7 || bytes.Count(line[:7], []byte{c}) != 7 {
		return false
	}
	return len(line) == 7 || line[7] == ' '
}

// IsMarker reports whether a line is one that a merge sets around its sides.
func IsMarker(line []byte) bool {
	return isMarker(line, '<') || isMarker(line, '|') || isMarker(line, '=') || isMarker(line, '>')
}

// Vouch reports whether an output that a merge touched is made of nothing but
// what the two sides of the manifest describe, so that a build may replace it.
// It may be one of their outputs, hold conflict markers, or be a mixture that
// the merge put together without any: then its first heading must be that of
// a side, and every chapter one that a side knows. A line changed by hand is
// in no chapter that we know.
func (e *ConflictError) Vouch(output []byte) bool {
	known := newKnown(e.Ours, e.Theirs)
	if known.output(output) {
		return true
	}
	ours, theirs, conflict := SplitConflict(output)
	return conflict && known.output(ours) && known.output(theirs)
}

// Vouch reports whether an output that a merge touched, though not the manifest,
// is made of nothing but what the manifest describes: it has conflict markers,
// or each chapter once, in another order.
func (m *Manifest) Vouch(output []byte) bool {
	known := newKnown(m)
	if ours, theirs, conflict := SplitConflict(output); conflict {
		return known.output(ours) && known.output(theirs)
	}
	known.once = true
	chapters := 0
	for i := range m.Files {
		if m.Files[i].HasChapter() {
			chapters++
		}
	}
	return len(splitChapters(output))-1 == chapters && known.output(output)
}

// known is what a set of manifests can vouch for.
type known struct {
	manifests []*Manifest
	labels    []string
	chapters  map[string]int // how many have a digest; looked up, never ranged over
	once      bool           // each may be in an output once
}

func newKnown(manifests ...*Manifest) *known {
	k := &known{manifests: manifests, chapters: map[string]int{}}
	for _, m := range manifests {
		if m.Schema == 0 {
			continue
		}
		k.labels = append(k.labels, m.Label)
		for i := range m.Files {
			if d := m.Files[i].Chapter.Digest; d != "" {
				k.chapters[d]++
			}
		}
	}
	return k
}

func (k *known) output(output []byte) bool {
	for _, m := range k.manifests {
		if m.Verify(output).Ours() {
			return true
		}
	}
	if bytes.Contains(output, []byte("\r\n")) {
		output = bytes.ReplaceAll(output, []byte("\r\n"), []byte("\n"))
	}
	return k.mixture(output)
}

// fileHeading begins the line that is before every chapter of an output;
// a source can write such a line in a code block alone.
const fileHeading = "### File: /"

// mixture takes an output apart at its file headings.
func (k *known) mixture(output []byte) bool {
	parts := splitChapters(output)
	label, isLabel := bytes.CutPrefix(bytes.TrimRight(parts[0], "\n"), []byte("## "))
	if !isLabel || !slices.Contains(k.labels, string(label)) {
		return false
	}
	for _, part := range parts[1:] {
		_, chapter, _ := bytes.Cut(part, []byte("\n")) // the heading
		if !k.chapter(bytes.Trim(chapter, "\n")) {
			return false
		}
	}
	return true
}

// splitChapters cuts an output before each file heading. Lines of a code block
// are none, whatever they say.
func splitChapters(output []byte) [][]byte {
	var parts [][]byte
	start, at := 0, 0
	var fence []byte // of the code block that is open
	for line := range bytes.Lines(output) {
		marks := line[:run(line)]
		switch {
		case fence == nil && len(marks) >= 3 && (marks[0] == '~' || bytes.IndexByte(line[len(marks):], '`') < 0):
			fence = marks
		case fence != nil && len(marks) >= len(fence) && marks[0] == fence[0] && len(bytes.TrimSpace(line[len(marks):])) == 0:
			fence = nil
		case fence == nil && bytes.HasPrefix(line, []byte(fileHeading)):
			parts = append(parts, output[start:at])
			start = at
		}
		at += len(line)
	}
	return append(parts, output[start:])
}

// run counts the marks of a fence that a line begins with.
func run(line []byte) (n int) {
	for n < len(line) && (line[n] == '`' || line[n] == '~') && line[n] == line[0] {
		n++
	}
	return n
}

// chapter looks a chapter up with and without the line feed that ends it: the
// blank lines between chapters belong to the output.
func (k *known) chapter(text []byte) bool {
	h := sha256.New()
	h.Write(text)
	for _, end := range []string{"", "\n"} {
		io.WriteString(h, end)
		if d := hex.EncodeToString(h.Sum(nil)); k.chapters[d] > 0 {
			if k.once {
				k.chapters[d]--
			}
			return true
		}
	}
	return false
}

// ConflictError says that a merge left its markers in the manifest. Ours and
// Theirs are what the two sides say; a side that is not a manifest is empty.
type ConflictError struct{ Ours, Theirs *Manifest }

// Error implements error.
func (*ConflictError) Error() string {
	return "reading the manifest: a merge left conflict markers in it"
}
