package lint

import (
	"strings"
	"unicode"

	"github.com/seed353dc258/backstory/internal/pattern"
	"github.com/seed353dc258/backstory/internal/wording"
)

// textFinding is something that a text says, and where in it.
type textFinding struct {
	code, message, words string
	offset               int
}

// stems are in every wording of an injection that is looked for.
var stems = []string{
	"ignore", "disregard", "forget", "override", "reveal", "print", "show", "repeat", "leak", "output", "disclose", "bypass", "circumvent", "disable", "turn off",
	"switch off", "skip", "evade", "you are now", "unrestricted", "jailbr", "mode", "restrictions", "pretend", "act as if", "approve", "accept", "allow", "apply",
	"execute", "run", "do not", "im_start", "inst]", "sys>", "system", "prompt",
}

// usual are wordings that manuals have: of checks and filters of programs.
var usual = pattern.Lazy(`(?i)^(?:unrestricted|(?:with)?(?:out|no) (?:any )?restrictions|(?:always|automatically) .*|(?:bypass|circumvent|disable|turn off|switch off|ignore|skip|evade).*(?:filter|check|limit|approval|restriction|polic))$`)

// maxWordings is how many wordings are told of one text.
const maxWordings = 10

// wordingsIn returns the lines of a text that read like orders to forget rules.
func wordingsIn(text string) (all []textFinding) {
	at := 0
	for line := range strings.Lines(text) {
		lower := strings.ToLower(line)
		for _, stem := range stems {
			if !strings.Contains(lower, stem) {
				continue
			}
			if found := wording.Find(wording.Injection, line); found != "" && !usual().MatchString(found) {
				all = append(all, textFinding{codeWording, "this reads like an order to a model to forget its rules; it may be meant", found, at})
			}
			break
		}
		if at += len(line); len(all) == maxWordings {
			return all
		}
	}
	return all
}

// isOrder reports whether words read like an order to forget rules.
func isOrder(words string) bool { return wording.Has(wording.Injection, words) }

// looksLatin are letters of other scripts that look like Latin ones (confusables.txt of
// UTS 39, those that are drawn the same in common fonts), in the order of latin.
const (
	looksLatin = "аеорсухіјѕһԁԛԝАВЕКМНОРСТХІЈЅΑΒΕΖΗΙΚΜΝΟΡΤΥΧον"
	latin      = "aeopcyxijshdqwABEKMHOPCTXIJSABEZHIKMNOPTYXov"
)

// skeletonOf returns a word with Latin letters in the place of those that look like
// them, and whether all of it is ASCII then.
func skeletonOf(word string) (string, bool) {
	alike := map[rune]byte{}
	i := 0
	for _, r := range looksLatin {
		alike[r] = latin[i]
		i++
	}
	var b strings.Builder
	for _, r := range word {
		if c, ok := alike[r]; ok {
			b.WriteByte(c)
			continue
		}
		if r > unicode.MaxASCII {
			return "", false
		}
		b.WriteRune(r)
	}
	return b.String(), true
}

// homoglyphsIn returns words in which letters of other scripts take the place of Latin
// ones. A word in one script is one, and so is a single letter beside others, as in
// formulas.
func homoglyphsIn(text string) (all []textFinding) {
	start := -1
	hasLatin, hasOther, n := false, false, 0
	for i, r := range text + " " {
		if unicode.IsLetter(r) {
			if start < 0 {
				start, hasLatin, hasOther, n = i, false, false, 0
			}
			n++
			hasLatin = hasLatin || r <= unicode.MaxASCII
			hasOther = hasOther || unicode.In(r, unicode.Cyrillic, unicode.Greek)
			continue
		}
		if start >= 0 && hasLatin && hasOther && n >= 4 {
			if word := text[start:i]; isMixed(word) {
				skeleton, _ := skeletonOf(word)
				all = append(all, textFinding{codeHomoglyph, "letters of another script look like Latin ones, so that this reads as “" + skeleton + "”", word, start})
			}
		}
		start = -1
		if len(all) == maxWordings {
			return all
		}
	}
	return all
}

// isMixed reports whether all letters of a word that are not Latin look like Latin ones,
// and one of them is in front of a Latin one: endings of a language behind a name, as in
// Russian, are honest.
func isMixed(word string) bool {
	if _, ok := skeletonOf(word); !ok {
		return false
	}
	ascii, inside, other := 0, false, false
	for _, r := range word {
		if r > unicode.MaxASCII {
			other = true
			continue
		}
		ascii++
		inside = inside || other
	}
	return ascii >= 2 && inside
}
