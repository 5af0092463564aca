package convtest

import (
	"strings"

	"github.com/seed353dc258/backstory/document/markdown/judge"
)

// judgedMost is the longest Markdown that is judged: the judge's reader is
// quadratic on some inputs.
const judgedMost = 128 << 10

// judged compares the structure that a reader of the Markdown sees with the
// model's: headings, paragraphs, items, cells, code and links, each with its
// text.
func judged(o outcome) []string {
	if len(o.markdown) > judgedMost {
		return nil
	}
	if err := judge.Check(o.doc, writing(o.job), o.markdown); err != nil {
		return []string{"the Markdown does not read as the model means: " + strings.ReplaceAll(err.Error(), "\n", "\n\t")}
	}
	return nil
}
