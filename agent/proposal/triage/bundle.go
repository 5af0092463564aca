package triage

import (
	"fmt"
	"slices"
	"strings"
)

// Judged is a proposal with what was decided about it.
type Judged struct {
	ID     string `json:"id"`
	Target string `json:"target"`
	Title  string `json:"title"`
	Decision
	Diff     string   `json:"-"`
	Evidence []string `json:"-"`
}

// Bundle is proposals that a person can look at together: of the same file,
// risk, reason and topic.
type Bundle struct {
	Target    string   `json:"target"`
	Risk      Risk     `json:"risk"`
	Reason    string   `json:"reason"`
	Topic     string   `json:"topic"`
	IDs       []string `json:"ids"`
	Recommend string   `json:"recommend"` // reject or review
	Commands  []string `json:"commands"`
	Evidence  []string `json:"evidence"`
	Diff      string   `json:"diff_preview"`
}

// The sizes of a bundle: characters of its difference, and quotes.
const (
	maxDiff   = 8000
	maxQuotes = 10
)

// Bundles groups what waits for a person. Rejecting is recommended for what is of
// low risk and brings nothing alone.
func Bundles(list []Judged) []Bundle {
	var out []Bundle
	for _, j := range list {
		if !j.HumanReview {
			continue
		}
		at := slices.IndexFunc(out, func(b Bundle) bool {
			return b.Target == j.Target && b.Risk == j.Risk && b.Reason == j.Reason && b.Topic == j.Topic
		})
		if at < 0 {
			at = len(out)
			out = append(out, Bundle{Target: j.Target, Risk: j.Risk, Reason: j.Reason, Topic: j.Topic, Recommend: "review", Evidence: []string{}})
		}
		b := &out[at]
		b.IDs = append(b.IDs, j.ID)
		if j.Risk == Low && slices.Contains([]string{DuplicateApplied, DuplicatePending, NonActionable}, j.Reason) {
			b.Recommend = "reject"
		}
		b.Commands = append(b.Commands, "backstory proposals show "+j.ID+" --diff",
			fmt.Sprintf("backstory proposals reject %s --reason %s", j.ID, j.Reason))
		b.Evidence = append(b.Evidence, j.Evidence[:min(len(j.Evidence), max(maxQuotes-len(b.Evidence), 0))]...)
		b.Diff = shortened(b.Diff+j.Diff, maxDiff)
	}
	return out
}

// shortened cuts a text behind a line, and says so.
func shortened(text string, most int) string {
	const more = "[the rest is not shown]\n"
	if len(text) <= most || strings.HasSuffix(text, more) {
		return text
	}
	cut := text[:most-len(more)]
	return cut[:strings.LastIndexByte(cut, '\n')+1] + more
}
