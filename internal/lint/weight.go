package lint

import (
	"cmp"
	"fmt"
	"strings"

	"github.com/seed353dc258/backstory/internal/lint/secrets"
)

// Weight says how much a finding matters.
type Weight uint8

// The weights, the lightest first. Advice is about wording, and never blocks.
const (
	Advice Weight = iota + 1
	Cosmetic
	Changed
	Lost
	Secret
)

// The codes of what no conversion warns of. Behind secretCode is the name of a rule.
const (
	secretCode    = "secret-"
	codeWording   = "wording"
	codeHomoglyph = "homoglyph"
)

// Weights returns the weights, the heaviest first.
func Weights() []Weight { return []Weight{Secret, Lost, Changed, Cosmetic, Advice} }

// String returns the name of a weight.
func (w Weight) String() string {
	return [...]string{"", "advice", "cosmetic", "changed", "lost", "secret"}[w]
}

// MarshalText returns the name of a weight.
func (w Weight) MarshalText() ([]byte, error) { return []byte(w.String()), nil }

// UnmarshalText reads the name of a weight.
func (w *Weight) UnmarshalText(name []byte) error {
	for _, known := range Weights() {
		if known.String() == string(name) {
			*w = known
			return nil
		}
	}
	return fmt.Errorf("%.20q is no weight", name)
}

// WeightOf returns the weight of what a code tells of. A code of no table is of a
// source that fails, or new: lost until somebody says otherwise.
func WeightOf(code string) Weight {
	switch {
	case code == secrets.Code, strings.HasPrefix(code, secretCode):
		return Secret
	case code == codeWording:
		return Advice
	}
	if w := weightIn(code); w != 0 {
		return w
	}
	return Lost
}

// weightIn returns the weight that the table has for a code, or 0.
func weightIn(code string) Weight {
	for _, row := range weights {
		for known := range strings.FieldsSeq(row.codes) {
			if known == code {
				return row.weight
			}
		}
	}
	return 0
}

// Compare puts codes in order: what weighs most first.
func Compare(a, b string) int {
	return cmp.Or(cmp.Compare(WeightOf(b), WeightOf(a)), strings.Compare(a, b))
}

// IsHeavy reports whether what a code tells of is to be told by itself, and not in one
// line with how things looked.
func IsHeavy(code string) bool { return WeightOf(code) > Cosmetic }

// weights has the weight of every code. Lost is what a reader of the source sees and
// a model does not, or the other way round; changed is what is there in another form,
// with a label or without what does not show; cosmetic is how it looked.
var weights = []struct {
	weight Weight
	codes  string
}{
	{Lost, `alternative-unseen attachment-left-out blob-cut char-u04 char-u09 chunk-unread conflict-markers cut-short
		deleted-text document-appended equation-unseen fields-left-out
		hidden-actual-text hidden-attribute hidden-cell hidden-clipped hidden-color hidden-column hidden-covered hidden-doubtful
		hidden-element hidden-format hidden-invisible hidden-name hidden-note hidden-off-page hidden-opacity hidden-row hidden-section
		hidden-shape hidden-sheet hidden-size hidden-slide hidden-style hidden-table hidden-text hidden-time
		html-unread insert-clause ipynb-cell-unread mail-part-cut mail-text-differs markup-cut-off needs-ocr not-kept
		page-unreadable pages-left-out part-unread recognized-unsure rows-omitted sheet-missing slide-missing string-missing
		style-rules-left-out text-misleading text-missing text-unmapped trailing-data
		corrupt encrypted limit bug timeout ended given-up io`},
	{Changed, `allow-new allow-stale allow-wrong alternative-dropped baseline-grown blocks-flattened char-u01 char-u02 char-u05 char-u06 char-u07 char-u08 char-u10 char-u11 char-u13 char-u14 char-u16
		chart-empty chart-unread chat-token color-unsure comment-dropped condition-hides condition-uncertain content-differs
		contents-left-out encoding-replaced external-target external-workbook formula-without-value frame-not-fetched
		front-matter-dropped hidden-for-eyes homoglyph html-comment-dropped html-script-dropped insert-mismatched ipynb-output-cut ipynb-output-dropped
		json-line-invalid label-like layout-text link-dropped locked macros mdx-module-dropped note-without-body object option-unused
		outline-collapsed outside-article page-furniture pictures-left-out properties-left-out recognized repeat-clipped row-filtered
		running-text-dropped style-unsure subtitle-line-unread subtitle-note unsupported xml-comment xml-element-unread`},
	{Cosmetic, `brace-unmatched char-u03 char-u12 char-u15 char-unassigned copying-not-allowed empty encoding-uncertain header-only html-tag-dropped
		image-without-alt link-shortened merge-overlapping nesting-flattened numerals-plain page-too-big quote-stray quote-unterminated row-blank row-ragged
		spans-flattened sparkline string-unterminated xml-instruction yaml-invalid`},
}

// has tells which codes have words that a conversion can be asked for, beside those
// of hidden content.
const hasWords = `alternative-dropped alternative-unseen attachment-left-out color-unsure comment-dropped condition-uncertain deleted-text equation-unseen front-matter-dropped html-comment-dropped html-script-dropped mail-text-differs mdx-module-dropped style-unsure subtitle-line-unread subtitle-note xml-comment `

// words reports whether a conversion can be asked for the words of a code.
func words(code string) bool {
	return strings.HasPrefix(code, "hidden-") && code != "hidden-doubtful" || strings.HasPrefix(code, "char-u") || strings.Contains(hasWords, code+" ")
}

// inText reports whether the words of a code are in every text, in labels.
func inText(code string) bool {
	switch code {
	case "color-unsure", "condition-uncertain", "style-unsure", "hidden-for-eyes", "hidden-doubtful", "row-filtered", "outline-collapsed":
		return true
	}
	return false
}
