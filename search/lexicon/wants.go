package lexicon

import (
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/seed353dc258/backstory/search/lines"
)

// Wants is what a question asks for: a passage that has it answers more likely.
type Wants uint16

// What questions ask for.
const (
	Number Wants = 1 << iota
	Date         // or a time
	Money
	Name
	Place
	Age
	Duration
	Weight
	Share
	Speed
	Mail    // an address of mail
	Phone   // a number to call
	Site    // an address of the web
	Meaning // of a word
	list    // of more than one

	Contact = Mail | Phone | Site
	Measure = Money | Age | Duration | Weight | Share | Speed // a number with a unit
	Figure  = Number | Date | Measure
)

// WantsOf returns what a question asks for, in whatever language, and with which words: a
// text that has it need not have those.
func WantsOf(question string) (w Wants, with string) {
	small := " " + strings.Join(strings.Fields(strings.ToLower(strings.Map(func(r rune) rune {
		if strings.ContainsRune("?¿¡!,.:;\"“”", r) {
			return ' '
		}
		return r
	}, question))), " ") + " "
	for _, one := range wantTable {
		for _, phrase := range one.phrases {
			if phrase[0] >= 0x80 && strings.Contains(small, phrase) && isUnspacedText(phrase) || strings.Contains(small, " "+phrase+" ") {
				w |= one.wants
				if !isUnspacedText(phrase) {
					with += phrase + " "
				}
			}
		}
	}
	for _, one := range alongTable {
		for _, phrase := range one.phrases {
			if w&one.wants != 0 && strings.Contains(small, " "+phrase+" ") {
				with += phrase + " "
			}
		}
	}
	return w, with
}

// isUnspacedText reports whether a text is of a script without spaces.
func isUnspacedText(text string) bool {
	for _, r := range text {
		return IsUnspaced(r)
	}
	return false
}

// In reports whether a text has what is asked for, and the question has not. A number of
// something has its unit beside it, or in what is over it.
func (w Wants) In(text, over, question string) bool {
	if w&Measure != 0 {
		return hasNumber(text, question) && (hasMeasure(text, w) || hasMeasure(over, w))
	}
	if w&Contact != 0 {
		return w.hasContact(text)
	}
	if w&Meaning != 0 && expands(text, question) || w&list != 0 && lines.IsList(text) {
		return true
	}
	return w&Date != 0 && hasDate(text, question) || w&Number != 0 && hasNumber(text, question) || w&(Name|Place) != 0 && hasName(text, question)
}

// hasMeasure reports whether a text has a unit of what is asked for.
func hasMeasure(text string, w Wants) bool {
	for _, one := range measureSigns {
		if w&one.wants != 0 && strings.ContainsAny(text, one.signs) {
			return true
		}
	}
	for word := range strings.FieldsFuncSeq(text, func(r rune) bool { return !unicode.IsLetter(r) }) {
		small := strings.ToLower(word)
		for _, one := range measureTable {
			if w&one.wants != 0 && slices.Contains(one.words, small) {
				return true
			}
		}
	}
	return false
}

// hasContact reports whether a text has an address or a number to call, as is asked for.
func (w Wants) hasContact(text string) bool {
	return w&Mail != 0 && strings.Contains(text, "@") || w&Site != 0 && (strings.Contains(text, "://") || strings.Contains(text, "www.")) || w&Phone != 0 && hasPhone(text)
}

// minPhone is how many digits a number to call has at least, in more than one group.
const minPhone = 6

// hasPhone reports whether a text has a number that may be called.
func hasPhone(text string) bool {
	digits, groups, inside := 0, 0, false
	for _, r := range text + "\n" {
		switch {
		case unicode.IsDigit(r):
			if digits++; !inside {
				groups++
			}
			inside = true
		case strings.ContainsRune(" -/()+.", r):
			inside = false
		case digits >= minPhone && groups > 1:
			return true
		default:
			digits, groups, inside = 0, 0, false
		}
	}
	return false
}

// hasNumber reports whether a text has a number, in digits or as a word, that the question has not.
func hasNumber(text, question string) bool {
	for word := range strings.FieldsFuncSeq(text, func(r rune) bool { return !unicode.IsLetter(r) }) {
		if numberWord(word) != "" && !strings.Contains(strings.ToLower(question), strings.ToLower(word)) {
			return true
		}
	}
	for _, n := range strings.FieldsFunc(text, func(r rune) bool { return !unicode.IsDigit(r) }) {
		if !strings.Contains(question, n) {
			return true
		}
	}
	return false
}

// hasDate reports whether a text has a year, a month or a time that the question has not.
func hasDate(text, question string) bool {
	before := ""
	for word := range strings.FieldsFuncSeq(text, func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) }) {
		n, _ := strconv.Atoi(word)
		is := len(word) == 4 && n >= 1000 && n < 2200 || Month(strings.ToLower(word)) > 0 && len(word) > 3 ||
			len(word) == 2 && n < 60 && strings.Contains(text, before+":"+word)
		if is && !strings.Contains(question, word) {
			return true
		}
		before = word
	}
	return strings.ContainsAny(text, "年月時")
}

// hasName reports whether a line of a text has two words with capital letters in a row that
// are not both in the question, or is of a script that has none.
func hasName(text, question string) bool {
	for line := range strings.Lines(text) {
		before, known := false, false
		for word := range strings.FieldsFuncSeq(line, func(r rune) bool { return unicode.IsSpace(r) || r == '|' }) {
			r, _ := utf8.DecodeRuneInString(strings.TrimLeft(word, "*_(“\"["))
			is := unicode.IsUpper(r)
			in := strings.Contains(question, strings.Trim(word, "*_(“\"[].,:;)!?"))
			if is && before && !(in && known) || r >= lines.FirstWide {
				return true
			}
			known = in
			before = is && !strings.ContainsRune(".,:;)!?", rune(word[len(word)-1]))
		}
	}
	return false
}

// expands reports whether a text has words whose first letters are a word of the question in
// capital letters.
func expands(text, question string) bool {
	var short [][]rune
	for word := range strings.FieldsFuncSeq(question, func(r rune) bool { return !unicode.IsLetter(r) }) {
		if n := utf8.RuneCountInString(word); n > 1 && n < 7 && strings.ToUpper(word) == word && strings.ToLower(word) != word {
			short = append(short, []rune(word))
		}
	}
	if len(short) == 0 {
		return false
	}
	var initials []rune
	for word := range strings.FieldsFuncSeq(text, func(r rune) bool { return !unicode.IsLetter(r) }) {
		r, size := utf8.DecodeRuneInString(word)
		if size < len(word) && strings.ToUpper(word) != word {
			initials = append(initials, unicode.ToUpper(r))
		} else {
			initials = append(initials, 0)
		}
	}
	return slices.ContainsFunc(short, func(s []rune) bool { return strings.Contains(string(initials), string(s)) })
}
