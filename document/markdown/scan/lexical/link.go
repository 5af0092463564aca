package lexical

// MaxLabel is the longest label, in bytes; CommonMark 4.7 counts 999
// characters.
const MaxLabel = 999

// Reference is a link reference definition as it is in a text.
type Reference struct {
	Label, Dest, Title string // not decoded
	HasTitle           bool
	End                int // offset of the line behind it
}

// Define reads a link reference definition at the start of text (CommonMark 4.7).
// If there is none, End is how far it read.
func Define(text string) (ref Reference, ok bool) {
	end := labelEnd(text, 0)
	if end < 0 || end+1 >= len(text) || text[end+1] != ':' {
		ref.End = min(len(text), MaxLabel)
		return ref, false
	}
	ref.Label = text[1:end]
	from, to, i := Destination(text, Space(text, end+2))
	if i < 0 {
		ref.End = len(text)
		return ref, false
	}
	ref.Dest = text[from:to]
	next := Space(text, i)
	if next > i && next < len(text) {
		if from, to, after := Title(text, next); after >= 0 {
			if stop, ok := lineRest(text, after); ok {
				ref.Title, ref.HasTitle, ref.End = text[from:to], true, stop
				return ref, true
			}
		}
	}
	ref.End, ok = lineRest(text, i)
	return ref, ok
}

// labelEnd returns the offset of the bracket that ends the link label
// which begins with a bracket at i (CommonMark 6.3), or -1. A label has a
// character that is not space, and no bracket that is not escaped.
func labelEnd(text string, i int) int {
	stop := min(len(text), i+MaxLabel+2)
	seen := false
	for i++; i < stop; i++ {
		switch text[i] {
		case '\\':
			i++
			seen = true
		case '[':
			return -1
		case ']':
			if !seen {
				return -1
			}
			return i
		case ' ', '\t', '\n':
		default:
			seen = true
		}
	}
	return -1
}

// Space returns the offset behind spaces, tabs and line ends at i. A leaf
// has no blank lines, so there is one line end at most.
func Space(text string, i int) int {
	for i < len(text) && (IsBlank(text[i]) || text[i] == '\n') {
		i++
	}
	return i
}

// lineRest returns the offset of the next line if nothing but spaces and
// tabs is before it.
func lineRest(text string, i int) (int, bool) {
	i, _ = Trim(text, i, len(text))
	if i == len(text) {
		return i, true
	}
	return i + 1, text[i] == '\n'
}

// maxParens is how deep parentheses nest in a link's destination, as in
// cmark: it bounds what a failed attempt reads.
const maxParens = 32

// Destination reads a link destination at i (CommonMark 6.3): its piece of the
// text, and the offset behind it, or -1.
func Destination(text string, i int) (from, to, next int) {
	if i < len(text) && text[i] == '<' {
		return angleDestination(text, i+1)
	}
	from = i
	depth := 0
loop:
	for ; i < len(text); i++ {
		switch c := text[i]; {
		case c == '\\' && i+1 < len(text) && IsPunct(text[i+1]):
			i++
		case c == '(':
			if depth++; depth > maxParens {
				return from, i, -1
			}
		case c == ')':
			if depth--; depth < 0 {
				break loop
			}
		case c <= ' ' || c == 0x7f:
			break loop
		}
	}
	if i == from || depth > 0 {
		return from, i, -1
	}
	return from, i, i
}

// angleDestination reads a destination in angle brackets, from behind the first.
func angleDestination(text string, from int) (start, end, next int) {
	for i := from; i < len(text); i++ {
		switch text[i] {
		case '>':
			return from, i, i + 1
		case '\n', '<':
			return from, i, -1
		case '\\':
			if i+1 < len(text) && IsPunct(text[i+1]) {
				i++
			}
		}
	}
	return from, len(text), -1
}

// Title reads a link title at i (CommonMark 6.3): its piece of the text
// without the quotes, and the offset behind it, or -1.
func Title(text string, i int) (from, to, next int) {
	end := text[i]
	switch end {
	case '"', '\'':
	case '(':
		end = ')'
	default:
		return i, i, -1
	}
	from = i + 1
	for i = from; i < len(text); i++ {
		switch text[i] {
		case end:
			return from, i, i + 1
		case '(':
			if end == ')' {
				return from, i, -1
			}
		case '\\':
			i++
		}
	}
	return from, len(text), -1
}
