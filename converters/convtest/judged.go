package convtest

import (
	"strings"

	"github.com/seed353dc258/backstory/document/markdown/judge"
)

// maxJudged is the longest Markdown that is judged: the judge's reader is
// quadratic on some inputs.
const maxJudged = 128 << 10

// judged compares the structure that a reader of the Markdown sees with the
// model's: headings, paragraphs, items, cells, code and links, each with its
// text.
func judged(o outcome) []string {
	if len(o.markdown) > maxJudged {
		return nil
	}
	opts := writing(o.job)
	want, got := judge.Model(o.doc, opts), judge.Read(o.markdown)
	if opts.HTMLTables || opts.Rows > 0 { // which the model does not lay out
		want = judge.WithoutUnread(want, got)
		want, got = judge.WithoutTables(want), judge.WithoutTables(got)
	}
	if err := judge.Compare(want, got); err != nil {
		return []string{"the Markdown does not read as the model means: " + strings.ReplaceAll(err.Error(), "\n", "\n\t")}
	}
	return nil
}
