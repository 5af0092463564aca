package gate

import (
	"strconv"
	"strings"
	"unicode/utf8"
)

// Gate applies the character rules U01 to U16 to text from outside, and counts
// what it did. See [Rules] for what they are.
//
// It drops what no reader sees and what changes how the rest reads, and leaves
// alone what a script needs: joiners, isolates, selectors and breaks stay where
// the script that they belong to uses them. It never normalises (U18). Its
// tables are Unicode 17, whatever the toolchain's are.
//
// Passing text twice changes nothing more, and text in which nothing is to be
// changed is returned as the same string, without an allocation. All work is
// linear in the length of the text.
//
// The zero value is ready. A Gate must not be used concurrently.
type Gate struct {
	found      findings
	unassigned int
	seen       int // characters judged so far; gives every character its number

	// Most is from how many bytes on what follows in a text that is changed is not
	// looked at and left out; 0 is no end. It is for who refuses so long a text.
	Most int

	line   glyphLine // scratch, kept between calls
	joined []byte    // scratch of Runs
	bounds []int
	cuts   []int
}

// mode is what a text is for.
type mode uint8

const (
	modeText mode = iota
	modeCode
	modeLine
	modeLines
)

// Finding is what the gate did by one rule.
type Finding struct {
	Rule     Rule
	Severity Severity
	Count    int    // characters dropped or replaced; an escape sequence counts once
	Sample   string // the first run of them, decoded where it carries text, escaped as \u{…}; at most 80 characters
}

const (
	maxSample        = 80
	selectorsHigh    = 4 // U05 is high from this many on
	zeroRunHigh      = 8 // U08 is high from a run of this length on
	hyphensUnnoticed = 2 // soft hyphens that an honest word may have
)

// tally counts one rule's findings and keeps the first run of characters. A
// byte that is not UTF-8 is kept as its negative.
type tally struct {
	count  int
	sample []rune
	next   int // number of the character that would continue the sample
}

// findings counts what the rules find.
type findings struct {
	tallies [ruleCount]tally
	zeroRun bool       // a run of at least zeroRunHigh dropped zero-width characters
	first   func(Rule) // called when a rule finds something for the first time; may be nil
	longest int        // how many characters a sample has at most; 0 is maxSample
}

// Watch has samples of up to so many characters kept, and first called when a rule finds
// something for the first time, unless it is nil.
func (g *Gate) Watch(longest int, first func(Rule)) { g.found.longest, g.found.first = longest, first }

// note counts one character; number is its place among all that were judged.
func (f *findings) note(rule Rule, r rune, number int) {
	f.count(rule)
	f.keep(rule, r, number)
}

// count counts what a rule finds.
func (f *findings) count(rule Rule) {
	f.tallies[rule].count++
	if f.tallies[rule].count == 1 && f.first != nil {
		f.first(rule)
	}
}

// keep adds a character to the sample of a rule if it belongs to the first run.
func (f *findings) keep(rule Rule, r rune, number int) {
	t := &f.tallies[rule]
	first := len(t.sample) == 0
	if !first && number != t.next || len(t.sample) >= f.most() {
		return
	}
	t.sample = append(t.sample, r)
	t.next = number + 1
}

// most returns how many characters a sample has at most.
func (f *findings) most() int {
	if f.longest > 0 {
		return f.longest
	}
	return maxSample
}

// Findings returns what the gate has done so far, sorted by rule.
func (g *Gate) Findings() []Finding {
	var out []Finding
	for i, info := range Rules() {
		t := &g.found.tallies[i+1]
		if t.count == 0 {
			continue
		}
		severity := info.Severity
		if info.Rule == U05 && t.count >= selectorsHigh || info.Rule == U08 && g.found.zeroRun {
			severity = High
		}
		out = append(out, Finding{info.Rule, severity, t.count, payload(info.Rule, t.sample, g.found.most())})
	}
	return out
}

// payload returns the sample in readable form: the ASCII that tag characters
// mirror, the bytes that variation selectors number, else the characters.
func payload(rule Rule, sample []rune, most int) string {
	switch rule {
	case U04:
		decoded := make([]rune, len(sample))
		for i, r := range sample {
			decoded[i] = r
			if r >= 0xE0020 && r <= 0xE007E {
				decoded[i] = r - 0xE0000
			}
		}
		return escape(decoded, most)
	case U05:
		return escape(selectorBytes(sample), most)
	}
	return escape(sample, most)
}

// selectorBytes decodes the selectors VS1 to VS256 as the bytes 0 to 255, and
// those bytes as UTF-8 where they are UTF-8.
func selectorBytes(sample []rune) []rune {
	var b []byte
	for _, r := range sample {
		switch {
		case r >= 0xFE00 && r <= 0xFE0F:
			b = append(b, byte(r-0xFE00))
		case r >= 0xE0100 && r <= 0xE01EF:
			b = append(b, byte(r-0xE0100+16))
		default:
			b = utf8.AppendRune(b, r)
		}
	}
	var out []rune
	for len(b) > 0 {
		r, n := utf8.DecodeRune(b)
		if r == utf8.RuneError && n == 1 {
			r = -rune(b[0])
		}
		out = append(out, r)
		b = b[n:]
	}
	return out
}

// escape returns printable ASCII as it is and everything else as \u{…}, or
// \x… for a byte, in at most so many characters.
func escape(sample []rune, most int) string {
	var b strings.Builder
	for _, r := range sample {
		text := string(r)
		switch {
		case r < 0:
			text = `\x` + strings.ToUpper(strconv.FormatInt(int64(-r), 16))
		case r < ' ' || r >= 0x7F:
			text = showRune(r)
		}
		if b.Len()+len(text) > most {
			break
		}
		b.WriteString(text)
	}
	return b.String()
}

// showRune returns r as \u{202E}.
func showRune(r rune) string {
	return `\u{` + strings.ToUpper(strconv.FormatInt(int64(r), 16)) + "}"
}
