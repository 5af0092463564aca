package numfmt

import (
	"cmp"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"
)

// lexer reads a code.
type lexer struct {
	rest  string
	more  bool // a semicolon was read
	marks marks
	s     section
}

// marks says what was seen in a section.
type marks struct{ date, general, text, digits, exponent bool }

// section reads up to the next semicolon, and past it.
func (l *lexer) section() section {
	l.s = section{}
	l.more = false
	for l.rest != "" {
		if l.rest[0] == ';' {
			l.rest = l.rest[1:]
			l.more = true
			break
		}
		l.token()
	}
	s := l.s
	switch m := l.marks; {
	case m.date:
		s.kind = kindDate
		s.readClock()
	case m.general:
		s.kind = kindGeneral
	case m.text && !m.digits:
		s.kind = kindText
	case isFraction(s.tokens):
		s.kind = kindFraction
	default:
		s.readLayout()
	}
	return s
}

// add adds a token; neighbouring literals are one.
func (l *lexer) add(t token) {
	if n := len(l.s.tokens) - 1; t.kind == tokenLiteral && n >= 0 && l.s.tokens[n].kind == tokenLiteral {
		l.s.tokens[n].text += t.text
		return
	}
	l.s.tokens = append(l.s.tokens, t)
}

// literal adds the first bytes of the rest as they are.
func (l *lexer) literal(size int) {
	l.add(token{kind: tokenLiteral, text: l.rest[:size]})
	l.rest = l.rest[size:]
}

// token reads one token.
func (l *lexer) token() {
	c := l.rest[0]
	switch c {
	case '"':
		l.quoted()
	case '\\':
		l.escaped()
	case '_':
		l.rest = l.rest[1+runeSize(l.rest[1:]):]
		l.add(token{kind: tokenLiteral, text: " "})
	case '*':
		l.rest = l.rest[1+runeSize(l.rest[1:]):]
	case '[':
		l.bracket()
	case '0', '#', '?':
		l.one(tokenDigit)
		l.marks.digits = true
	case '.':
		l.point()
	case ',':
		l.one(tokenComma)
	case '%':
		l.one(tokenPercent)
	case '/':
		l.one(tokenSlash)
	case '@':
		l.one(tokenText)
		l.marks.text = true
	default:
		if c >= '1' && c <= '9' || !l.letters(c|0x20) {
			l.plain(c)
		}
	}
}

// plain reads what stands for itself, and the number below a slash.
func (l *lexer) plain(c byte) {
	n := len(l.s.tokens)
	if c < '1' || c > '9' || n == 0 || l.s.tokens[n-1].kind != tokenSlash {
		l.literal(runeSize(l.rest))
		return
	}
	size := 1
	for size < len(l.rest) && size < 9 && l.rest[size] >= '0' && l.rest[size] <= '9' {
		size++
	}
	l.add(token{kind: tokenFixed, text: l.rest[:size]})
	l.rest = l.rest[size:]
}

// one reads a token of one byte.
func (l *lexer) one(k tokenKind) {
	l.add(token{kind: k, text: l.rest[:1], count: 1})
	l.rest = l.rest[1:]
}

func runeSize(s string) int {
	_, size := utf8.DecodeRuneInString(s)
	return size
}

func (l *lexer) quoted() {
	text, rest, _ := strings.Cut(l.rest[1:], `"`)
	l.add(token{kind: tokenLiteral, text: text})
	l.rest = rest
}

func (l *lexer) escaped() {
	l.rest = l.rest[1:]
	l.literal(runeSize(l.rest))
}

// point reads a decimal point. Behind seconds, its zeros are parts of one.
func (l *lexer) point() {
	zeros := 1
	for zeros < len(l.rest) && l.rest[zeros] == '0' {
		zeros++
	}
	n := len(l.s.tokens)
	if seconds := n > 0 && (l.s.tokens[n-1].kind == tokenSecond || l.s.tokens[n-1].kind == tokenElapsedSecond); !seconds || zeros == 1 {
		l.one(tokenPoint)
		return
	}
	l.add(token{kind: tokenPart, text: ".", count: min(zeros-1, maxPart)})
	l.rest = l.rest[zeros:]
}

// bracket reads what is in brackets: a condition, an elapsed time, a
// currency, a colour, a form of numbers; everything else means nothing here.
func (l *lexer) bracket() {
	inner, rest, ok := strings.Cut(l.rest[1:], "]")
	if !ok {
		l.literal(1)
		return
	}
	l.rest = rest
	if inner == "" {
		return
	}
	switch inner[0] {
	case '<', '>', '=':
		l.condition(inner)
	case '$':
		sign, where, _ := strings.Cut(inner[1:], "-")
		l.add(token{kind: tokenLiteral, text: sign})
		if found := readLocale(where); found != (locale{}) {
			found.calendar = cmp.Or(found.calendar, l.s.locale.calendar)
			found.numerals = cmp.Or(found.numerals, l.s.locale.numerals)
			found.hasEra = l.s.locale.hasEra
			l.s.locale = found
		}
	default:
		inner = strings.ToLower(inner)
		if c := colorOf(inner); c > 0 {
			l.s.color = c
			return
		}
		if number, ok := strings.CutPrefix(inner, "dbnum"); ok {
			l.s.locale.numerals = formOf(number)
			return
		}
		l.elapsed(inner)
	}
}

// colorOf returns the number of a colour, or 0.
func colorOf(name string) int {
	names := [...]string{"black", "white", "red", "green", "blue", "yellow", "magenta", "cyan"}
	if i := slices.Index(names[:], name); i >= 0 {
		return i + 1
	}
	number, _ := strings.CutPrefix(name, "color")
	if n, err := strconv.Atoi(strings.TrimSpace(number)); err == nil && n >= 1 && n <= 56 && number != name {
		return n
	}
	return 0
}

func (l *lexer) elapsed(letters string) {
	if strings.Trim(letters, letters[:1]) != "" {
		return
	}
	kind := tokenElapsedHour
	switch letters[0] {
	case 'h':
	case 'm':
		kind = tokenElapsedMinute
	case 's':
		kind = tokenElapsedSecond
	default:
		return
	}
	l.add(token{kind: kind, count: len(letters)})
	l.marks.date = true
}

// condition reads a condition such as >=100.
func (l *lexer) condition(inner string) {
	size := 1
	if len(inner) > 1 && (inner[1] == '=' || inner[1] == '>') {
		size = 2
	}
	limit, err := strconv.ParseFloat(strings.TrimSpace(inner[size:]), 64)
	if err != nil {
		return
	}
	l.s.when, l.s.limit = comparison(inner[:size]), limit
}

// comparison returns the condition that a sign stands for.
func comparison(sign string) condition {
	switch sign {
	case "<":
		return whenLess
	case "<=":
		return whenAtMost
	case ">=":
		return whenAtLeast
	case ">":
		return whenMore
	case "<>":
		return whenOther
	default:
		return whenEqual
	}
}

// letters reads a run of one letter, or a word, that has a meaning. The letter
// is given in lower case.
func (l *lexer) letters(c byte) bool {
	for _, word := range [...]string{"General", "AM/PM", "A/P", "上午/下午", "午前/午後", "오전/오후"} {
		if len(l.rest) >= len(word) && strings.EqualFold(l.rest[:len(word)], word) {
			l.word(l.rest[:len(word)])
			return true
		}
	}
	if c == 'e' && len(l.rest) > 1 && (l.rest[1] == '+' || l.rest[1] == '-') {
		l.exponent()
		return true
	}
	return l.dateLetter(c)
}

// dateLetter reads a run of a letter that is a part of a date. Behind digits, as in
// "0.0 kg", those that few dates have mean nothing.
func (l *lexer) dateLetter(c byte) bool {
	kind, ok := dateLetters[c]
	n := 1
	for n < len(l.rest) && l.rest[n]|0x20 == c {
		n++
	}
	if !ok || kind == tokenWeekday && n < 3 || l.marks.digits && strings.IndexByte("gba", c) >= 0 {
		return false
	}
	if next := l.rest[n:]; c == 'b' && (strings.HasPrefix(next, "1") || strings.HasPrefix(next, "2")) {
		if next[0] == '2' {
			l.s.locale.calendar = hijri
		}
		l.rest = next[1:]
		return true
	}
	l.add(token{kind: kind, count: n, text: string(c)})
	l.s.locale.hasEra = l.s.locale.hasEra || kind == tokenEra
	l.rest = l.rest[n:]
	l.marks.date = true
	return true
}

// dateLetters are the letters for parts of dates and times.
var dateLetters = map[byte]tokenKind{
	'y': tokenYear, 'b': tokenYear, 'g': tokenEra, 'e': tokenEraYear, 'm': tokenMonth, 'd': tokenDay, 'a': tokenWeekday, 'h': tokenHour, 's': tokenSecond,
}

func (l *lexer) word(word string) {
	l.rest = l.rest[len(word):]
	if word[0]|0x20 == 'g' {
		l.add(token{kind: tokenGeneral})
		l.marks.general = true
		return
	}
	l.add(token{kind: tokenHalf, text: word})
	l.marks.date = true
}

// exponent reads E+00.
func (l *lexer) exponent() {
	size := 2
	for size < len(l.rest) && (l.rest[size] == '0' || l.rest[size] == '#' || l.rest[size] == '?') {
		size++
	}
	l.add(token{kind: tokenExponent, text: l.rest[1:2], count: size - 2})
	l.rest = l.rest[size:]
	l.marks.exponent = true
}
