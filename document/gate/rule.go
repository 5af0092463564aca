package gate

import "strconv"

// Rule is one of the character rules of the [Gate].
type Rule uint8

// The rules, in the order in which they are numbered; [Rules] describes them.
const (
	U01 Rule = iota + 1
	U02
	U03
	U04
	U05
	U06
	U07
	U08
	U09
	U10
	U11
	U12
	U13
	U14
	U15
	U16
	ruleCount
)

// Severity says how much a finding matters.
type Severity uint8

// The severities: Low is a note, Medium a warning, High an error where the
// user asks for strictness.
const (
	Low Severity = iota + 1
	Medium
	High
)

// String returns the severity's letter: L, M or H.
func (s Severity) String() string { return string("?LMH"[min(s, High)]) }

// RuleInfo describes a rule for documentation.
type RuleInfo struct {
	Rule     Rule
	Severity Severity // of an ordinary finding; 4 of U05 and a run of 8 of U08 are high
	Title    string   // what is found
	Action   string   // what the gate does
	Guard    string   // where the character stays, or no finding is made; may be empty
}

// String returns the rule's name, such as U04.
func (r Rule) String() string {
	if r < 10 {
		return "U0" + strconv.Itoa(int(r))
	}
	return "U" + strconv.Itoa(int(r))
}

// Title returns what the rule finds, or "" if there is no such rule.
func (r Rule) Title() string {
	if r == 0 || r >= ruleCount {
		return ""
	}
	return Rules()[r-1].Title
}

// Rules lists the rules of the gate in order.
func Rules() []RuleInfo {
	return []RuleInfo{
		{U01, Medium, "bytes that are not UTF-8", "replaced by U+FFFD", ""},
		{U02, Medium, "control characters and terminal escape sequences", "dropped, a sequence as a whole", "TAB and LF"},
		{U03, Low, "unusual line ends", "made LF; in Markdown and subtitles, whose lines they do not end, a space", "CR and CRLF are made LF without a finding"},
		{U04, High, "tag characters", "dropped", "the flags of England, Scotland and Wales"},
		{U05, Medium, "variation selectors that select nothing", "dropped", "the first selector after an emoji (VS15, VS16), an ideograph (VS17 to VS256), a Mongolian letter (FVS), and in a standardised sequence"},
		{U06, Medium, "zero-width joiners that join nothing", "dropped", "between emoji, beside an Indic virama, beside a letter that joins"},
		{U07, Medium, "zero-width non-joiners that part nothing", "dropped", "after a virama, beside a letter of a script that joins, at a Khmer register shifter"},
		{U08, Medium, "zero-width spaces, invisible operators, inner byte order marks", "dropped", "a zero-width space beside a letter of Thai, Lao, Khmer, Myanmar and their like; one operator beside a mathematical letter; a leading byte order mark goes without a finding"},
		{U09, High, "bidirectional embeddings and overrides", "dropped in prose, shown as \\u{…} in code", ""},
		{U10, Medium, "bidirectional isolates out of place", "dropped in prose, shown as \\u{…} in code", "pairs in a line with right-to-left letters"},
		{U11, Medium, "directional marks out of place", "dropped in prose, shown as \\u{…} in code", "one, within two characters of right-to-left text"},
		{U12, Low, "words with more than 2 soft hyphens", "dropped; fewer are dropped without a warning", ""},
		{U13, Medium, "fillers and blanks that look like nothing", "dropped", "Hangul fillers among jamo, the Braille blank among Braille, the Mongolian vowel separator, a grapheme joiner after a Hebrew point"},
		{U14, Medium, "deprecated and annotation controls, noncharacters", "dropped", ""},
		{U15, Low, "private use characters", "replaced by U+FFFD", "symbols of the fonts Symbol and Wingdings become what they show, without a finding"},
		{U16, Medium, "more than 8 marks on one character", "the rest dropped", ""},
	}
}
