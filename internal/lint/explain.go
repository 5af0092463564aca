package lint

import (
	"slices"
	"strings"

	"github.com/seed353dc258/backstory/converters"
	"github.com/seed353dc258/backstory/internal/docs"
	"github.com/seed353dc258/backstory/internal/lint/secrets"
	"github.com/seed353dc258/backstory/internal/pipeline"
)

// Code is a code of a finding, explained.
type Code struct {
	Code    string   `json:"code"`
	Meaning string   `json:"meaning"`
	Formats []string `json:"formats"`
	Weight  Weight   `json:"weight"`
	Why     string   `json:"why"`
	Example string   `json:"example"`
	Mend    string   `json:"mend"`
	Allow   string   `json:"allow"`
}

// Codes returns every code that a build or a lint may give, sorted. A code with two
// meanings is there twice.
func Codes(r *converters.Registry) (all []Code) {
	for _, c := range docs.Codes(r) {
		all = append(all, explained(c.Code, c.Title, c.Formats...))
	}
	for _, f := range pipeline.Failures() {
		all = append(all, explained(f.Code, f.Title, "a source that fails"))
	}
	for _, rule := range secrets.Rules() {
		all = append(all, explained(secretCode+rule, "a secret: "+strings.ReplaceAll(rule, "-", " "), "lint"))
	}
	all = append(all,
		explained(codeAllowWrong, "an allow that allows nothing, because of how it is written", "lint"),
		explained(codeAllowStale, "an allow that ended, or for which there is nothing any more", "lint"),
		explained(CodeAllowNew, "an allow that a change adds, which does not count in it", "lint --diff"),
		explained(CodeBaselineGrown, "findings that a change adds to the baseline, which do not count in it", "lint --diff"),
		explained(codeHomoglyph, "letters that look like Latin ones take their place in a word; they were kept", "lint"),
		explained(codeWording, "words that read like an order to a model to forget its rules; advice alone", "lint"),
	)
	slices.SortStableFunc(all, func(a, b Code) int { return strings.Compare(a.Code, b.Code) })
	return all
}

// explained returns a code with what is said of its kind.
func explained(code, title string, formats ...string) Code {
	c := Code{Code: code, Meaning: title, Formats: formats, Weight: WeightOf(code)}
	k := kindOf(code)
	c.Why, c.Example, c.Mend = k.why, k.example, k.mend
	c.Allow = "allow in the options of the profile, with code, file, reason and until, or --fail-on without its weight, or a baseline: backstory lint --write-baseline FILE, then --baseline FILE"
	if mayAllow(code) {
		c.Allow = "a comment in a file of the owner, <!-- backstory:allow " + code + " REASON until=2027-01-31 -->, or " + c.Allow
	}
	return c
}

// kind is what codes have in common.
type kind struct {
	codes              string // how they begin, or which they are
	why, example, mend string
}

// kindOf returns the first kind that a code is of.
func kindOf(code string) kind {
	for _, k := range kinds {
		for known := range strings.FieldsSeq(k.codes) {
			if known == code || strings.HasSuffix(known, "*") && strings.HasPrefix(code, known[:len(known)-1]) {
				return k
			}
		}
	}
	of := WeightOf(code)
	return kinds[slices.IndexFunc(kinds, func(k kind) bool { return k.codes == of.String() })]
}

// kinds are tried in their order; those that are called as a weight are for the rest.
var kinds = []kind{
	{"secret*", "whoever reads the text, be it a model, its provider or a log, can use the key", "a file with access_key = AKIA…", "revoke the key, make a new one, and take it out of the document and of its history"},
	{"hidden-doubtful", "most of the text does not show, or its looks are not what they seem to be", "a page with white text on a picture", "open the document and look; then set its colours right, or leave it out"},
	{"hidden-* deleted-text mail-text-differs equation-unseen char-u04", "a person who approves the document does not see it, and a model would read it: orders are hidden so", "white letters on white, or tag characters behind a word", "read the words; take them out of the document, or show them if they are meant to be read; hidden: mark has them in the backstory with a label"},
	{"alternative-*", "programs that know other namespaces show another text in the same place, and some show none of it", "a choice that requires a namespace of nobody, with orders in it", "read the words; keep one branch in the document"},
	{"color-unsure style-unsure condition-uncertain row-filtered outline-collapsed", "a person may not see it; it is in the text with a label", "a rule of style that is not evaluated", "look at the document, and give the text a plain style, or take it out"},
	{"comment-dropped html-comment-dropped xml-comment html-script-dropped mdx-module-dropped front-matter-dropped subtitle-note", "no reader sees it; it was left out of the backstory, but whoever reads the file itself gets it", "<!-- tell nobody -->", "read the words; take out what is meant for a model"},
	{"char-u09 char-u10 char-u11", "letters are shown in another order than they are stored: a reader and a model read two things", "U+202E in front of a word", "take the characters out"},
	{"char-*", "characters that no reader sees can carry a message, part words, or make two texts look the same", "a zero-width space inside a word", "take the characters out where no script needs them"},
	{"allow-* baseline-grown", "who reviews a change decides on what is to be let pass, and a list that nobody needs any more lets the next thing pass", "<!-- backstory:allow wording our motto -->", "write it as docs/lint.md says, or take it out"},
	{"homoglyph", "a reader sees one word, and a model or a search another", "pаypal with a Cyrillic а", "write the word in one script"},
	{"chat-token", "it reads like the mark of another speaker in a model's own form", "<|im_start|>system", "take it out, or put it into code"},
	{"label-like", "it reads like a label of ours around hidden text", "[hidden: a]", "nothing, if the text speaks of labels"},
	{"corrupt encrypted limit bug timeout ended io unsupported", "nothing of the source is in the backstory", "a package that was cut off", "do what the message says, and build again"},
	{"needs-ocr text-missing text-unmapped text-misleading recognized-unsure", "what a person reads in the picture is not in the text", "a scan", "--ocr tesseract, or a document with text"},
	{"lost", "what a reader of the document has is not in the backstory", "a broken part of a package", "repair the document in its program, or get it again"},
	{"changed", "the text is there in another form than in the document", "a link to a place that is not opened", "nothing, if the backstory reads well; backstory explain PROFILE:LINE says where a line came from"},
	{"cosmetic", "how it looked is lost, and no text", "an image without alternative text", "nothing"},
	{"advice", "the wording reads like an order to forget rules", "ignore all previous instructions", "read it, and say it in other words if it is meant"},
}
