package exchange

import (
	"slices"
	"strings"

	"github.com/seed353dc258/backstory/document/gate"
)

// Fate is what became of a part of what was read.
type Fate string

// The fates.
const (
	Used   Fate = "used"   // its text is in the profile
	Mapped Fate = "mapped" // it is in the profile in another form
	Kept   Fate = "kept"   // it is not used, and goes out again with an export
	Lost   Fate = "lost"
)

// Note is one line of a report.
type Note struct {
	Fate  Fate   `json:"fate"`
	Place string `json:"place"`         // in what was read
	To    string `json:"to,omitempty"`  // the file of the profile
	Why   string `json:"why,omitempty"` // or how
	Count int    `json:"count,omitempty"`
}

// Character is what the gate found in a text.
type Character struct {
	Place    string `json:"place"`
	Rule     string `json:"rule"` // U01 to U16, or what else is hidden: comment, token
	Severity string `json:"severity"`
	Count    int    `json:"count"`
	Sample   string `json:"sample,omitempty"` // decoded and escaped
}

// Made is a file of the new profile.
type Made struct {
	Path  string `json:"path"`
	Bytes int64  `json:"size_bytes"`
}

// Report says what an import makes of its input.
type Report struct {
	Kind       string      `json:"kind"`
	Name       string      `json:"name"` // of the persona, as the input has it
	Notes      []Note      `json:"notes"`
	Characters []Character `json:"characters"`
	Files      []Made      `json:"files"`
	Unlisted   int         `json:"unlisted,omitempty"` // notes and characters beyond those that are listed
}

// maxListed bounds each list of a report, and maxCounted adds room for notes on many
// parts, which come last.
const (
	maxListed  = 2000
	maxCounted = 100
)

func (r *Report) note(n Note) {
	if len(r.Notes) >= maxListed && (n.Count == 0 || len(r.Notes) >= maxListed+maxCounted) {
		r.Unlisted++
		return
	}
	n.Place, n.To = short(n.Place), short(n.To)
	r.Notes = append(r.Notes, n)
}

func (r *Report) character(c Character) {
	if len(r.Characters) >= maxListed {
		r.Unlisted++
		return
	}
	c.Place = short(c.Place)
	r.Characters = append(r.Characters, c)
}

// maxPlace bounds what a report calls a part of the input, in bytes: it may be a
// key of any length.
const maxPlace = 1000

func short(place string) string {
	if len(place) > maxPlace {
		return strings.ToValidUTF8(place[:maxPlace], "") + "…"
	}
	return place
}

func (r *Report) findings(place string, findings []gate.Finding) {
	for _, f := range findings {
		r.character(Character{Place: place, Rule: f.Rule.String(), Severity: f.Severity.String(), Count: f.Count, Sample: f.Sample})
	}
}

// sort puts what was lost last, and leaves the order of the input otherwise.
func (r *Report) sort() {
	order := []Fate{Used, Mapped, Kept, Lost}
	slices.SortStableFunc(r.Notes, func(a, b Note) int { return slices.Index(order, a.Fate) - slices.Index(order, b.Fate) })
}
