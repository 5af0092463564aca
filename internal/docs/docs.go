// Package docs says which warnings there are, and which formats give them. Its test makes the
// parts of the documentation that say what the code says, and keeps them fresh; run it with
// -update to write them.
package docs

import (
	"slices"
	"strings"

	"github.com/seed353dc258/backstory/converters"
	"github.com/seed353dc258/backstory/document/gate"
)

// Code is a code of a warning: what happened, and which formats give it; "any" for
// all of them, "a build" for what no conversion gives.
type Code struct {
	converters.WarningInfo
	Formats []string
}

// Codes returns all codes of warnings, sorted. A code with two meanings is there
// twice.
func Codes(r *converters.Registry) []Code {
	all := converters.Warnings()
	for _, rule := range gate.Rules() {
		all = append(all, converters.WarningInfo{Code: "char-" + strings.ToLower(rule.Rule.String()), Title: rule.Title + ": " + rule.Action})
	}
	formats := map[converters.WarningInfo][]string{}
	for _, w := range all {
		formats[w] = []string{"any"}
	}
	for _, f := range r.Formats() {
		for _, w := range f.Warnings {
			if len(formats[w]) == 0 {
				all = append(all, w)
			}
			formats[w] = append(formats[w], f.Name)
		}
	}
	unused := converters.WarningInfo{Code: "option-unused", Title: "a rule in backstory/.backstory.json matches no source"}
	all, formats[unused] = append(all, unused), []string{"a build"}
	lost := converters.WarningInfo{Code: "not-kept", Title: "a failed source was to keep its last good chapter (`on-failure`), and there is none"}
	all, formats[lost] = append(all, lost), []string{"a build"}
	slices.SortStableFunc(all, func(a, b converters.WarningInfo) int { return strings.Compare(a.Code, b.Code) })
	out := make([]Code, len(all))
	for i, w := range all {
		out[i] = Code{w, formats[w]}
	}
	return out
}
