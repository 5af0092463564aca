package lint

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"strconv"
	"strings"
	"unicode"

	"github.com/seed353dc258/backstory/converters"
	"github.com/seed353dc258/backstory/document"
)

// Finding is something that a file hides, forges or leaks, or that was lost of it.
type Finding struct {
	Code        string `json:"code"`
	Weight      Weight `json:"weight"`
	Message     string `json:"message"`
	Words       string `json:"words,omitempty"` // what is hidden, or found; secrets are masked
	Count       int    `json:"count"`
	File        string `json:"file"` // as the user can open it
	Place       string `json:"place,omitempty"`
	Line        int    `json:"line,omitempty"` // in a file of lines, from 1
	Column      int    `json:"column,omitempty"`
	EndColumn   int    `json:"end_column,omitempty"`
	Fingerprint string `json:"fingerprint"` // of the content, whatever line it is on

	own     bool   // the file is one that its owner writes, no source
	context string // what the fingerprint is of
}

// IsHidden reports whether a finding tells of what no reader of a document sees, one
// that is no file of the owner's.
func (f *Finding) IsHidden() bool {
	return !f.own && f.Weight >= Changed && (words(f.Code) || f.Code == converters.WarnHiddenDoubtful)
}

// maxWords is how many characters are told of what is hidden.
const maxWords = 200

// at sets the place of a finding.
func (f *Finding) at(pos document.Pos) {
	f.Place, f.Line = pos.String(), int(pos.Lines.First)
	if pos.Lines.First > 0 && pos.Part == "" && pos.Page == 0 {
		f.Place = strconv.Itoa(int(pos.Lines.First))
	}
}

// shown returns words on one line, with what no reader sees in them as \u{…}.
func shown(words string) string {
	var b strings.Builder
	n := 0
	for _, r := range strings.Join(strings.Fields(words), " ") {
		text := string(r)
		if r == unicode.ReplacementChar {
			text = "\uFFFD"
		} else if r != ' ' && (!unicode.IsPrint(r) || isBlank(r)) {
			text = `\u{` + strings.ToUpper(strconv.FormatInt(int64(r), 16)) + "}"
		}
		if n += len([]rune(text)); n > maxWords-1 {
			return b.String() + "…"
		}
		b.WriteString(text)
	}
	return b.String()
}

// isBlank reports whether a printable character looks like nothing.
func isBlank(r rune) bool {
	switch r {
	case 0x115F, 0x1160, 0x2800, 0x3164, 0xFFA0, 0x034F, 0xFE0E, 0xFE0F:
		return true
	}
	return false
}

// sign sets the fingerprints of findings: of the code, the file and the content, and of
// those that have the same, their number.
func sign(all []Finding) {
	seen := map[string]int{}
	for i := range all {
		f := &all[i]
		what := f.context
		if what == "" {
			what = f.Words
		}
		key := fmt.Sprintf("%s\x00%s\x00%s", f.Code, strings.ReplaceAll(f.File, `\`, "/"), strings.Join(strings.Fields(what), " "))
		seen[key]++
		sum := sha256.Sum256(fmt.Appendf(nil, "%s\x00%d", key, seen[key]))
		f.Fingerprint = hex.EncodeToString(sum[:8])
	}
}
