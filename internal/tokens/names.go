package tokens

import "fmt"

// ClassName names a class of weights, for the program that fits them.
func ClassName(class int) string {
	names := []struct {
		first int
		name  string
	}{
		{classLead, "lead"},
		{classEnding, "ending"},
		{classLetter, "letter of script"},
		{classPiece, "piece of script"},
		{classEmoji, "emoji"},
		{classSymbol, "symbol"},
		{classMarksLong, "mark beyond 9"},
		{classMarks, "different marks"},
		{classSameLong, "mark beyond 32"},
		{classSame, "run of one mark"},
		{classNewlines, "newline beyond 4"},
		{classNewline, "newlines"},
		{classIndentLong, "space beyond 16"},
		{classIndent, "indent"},
		{classDigitSpace, "space before digits"},
		{classDigits, "three digits"},
		{classAccent, "accent"},
		{classLong, "long"},
		{classMixed, "mixed"},
		{classUpper, "upper"},
		{classTitle, "title"},
		{classLower, "lower"},
	}
	for _, n := range names {
		if class >= n.first {
			return fmt.Sprintf("%s %d", n.name, class-n.first)
		}
	}
	return "unknown"
}

// Prior returns the weights to start from, in tokens: what is known of such
// vocabularies without measuring.
func Prior() []float64 {
	p := make([]float64, classes)
	for i := range p {
		p[i] = 1
	}
	for shape := range 4 {
		for n := range lengths {
			p[shape*lengths+n] = 1 + 0.14*float64(max(0, n+1-7))
		}
		p[classLong+shape] = 0.14
	}
	for i := range leads {
		p[classLead+i] = 0.05
		if i >= int(leadMark) {
			p[classLead+i] = 0.7 // few marks are one token with a word
		}
	}
	for _, c := range []int{classIndentLong, classNewlines, classSameLong} {
		p[c] = 0.02
	}
	for i := range endings {
		p[classEnding+i] = 0 // more for some words, less for others
	}
	p[classAccent], p[classMarksLong] = 0.3, 0.45
	for k := range int(kinds - kindGreek) {
		p[classPiece+k], p[classLetter+k] = 0.5, 0.5
	}
	return p
}

// Floor returns the least that a class may cost, in tokens. Honest texts have
// few long runs, and those are regular; a text that is nothing but one must
// not come out as next to nothing.
func Floor() []float64 {
	p := make([]float64, classes)
	p[classIndentLong], p[classSameLong] = 1.0/64, 1.0/64
	p[classNewlines], p[classMarksLong] = 1.0/16, 1.0/4
	for k := range int(kinds - kindGreek) {
		p[classLetter+k] = 0.1
	}
	for shape := range 4 {
		p[classLong+shape] = 0.14
	}
	for i := range endings {
		p[classEnding+i] = -0.25 // a word costs something, whatever its ending
	}
	return p
}

// Plain is how many classes have a name of their own.
const Plain = classEnding
