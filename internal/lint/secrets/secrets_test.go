package secrets

import (
	"fmt"
	"math/rand/v2"
	"regexp/syntax"
	"strings"
	"testing"
)

// sampleOf returns a text that an expression matches, made by chance: no secret is
// written in this file.
func sampleOf(re *syntax.Regexp, r *rand.Rand) string {
	var b strings.Builder
	write(&b, re, r, false)
	return b.String()
}

func write(b *strings.Builder, re *syntax.Regexp, r *rand.Rand, inside bool) {
	times := func(least, most int) {
		if most < 0 || most > least+3 {
			most = least + 3
		}
		for range least + r.IntN(most-least+1) {
			write(b, re.Sub[0], r, true)
		}
	}
	switch re.Op {
	case syntax.OpLiteral:
		b.WriteString(string(re.Rune))
	case syntax.OpCharClass:
		b.WriteRune(pick(re.Rune, r, inside))
	case syntax.OpAnyChar, syntax.OpAnyCharNotNL:
		b.WriteByte('.')
	case syntax.OpCapture, syntax.OpConcat:
		for _, sub := range re.Sub {
			write(b, sub, r, inside)
		}
	case syntax.OpAlternate:
		write(b, re.Sub[r.IntN(len(re.Sub))], r, inside)
	case syntax.OpStar:
		times(0, 2)
	case syntax.OpPlus:
		times(2, 6)
	case syntax.OpQuest:
		times(0, 1)
	case syntax.OpRepeat:
		times(re.Min, re.Max)
	}
}

// pick returns a character of a class: of a long one a letter or a digit.
func pick(class []rune, r *rand.Rand, token bool) rune {
	var all []rune
	for i := 0; i < len(class); i += 2 {
		for c := class[i]; c <= class[i+1] && c < 0x7F; c++ {
			if c >= ' ' && (!token || tokens[byte(c)]) {
				all = append(all, c)
			}
		}
	}
	if len(all) == 0 {
		return class[0]
	}
	return all[r.IntN(len(all))]
}

// TestEveryRuleFindsItsKind makes samples of the expression of each rule, in sentences
// of their own. A sample that the rule's own lists allow, or that has too little
// entropy, is made again.
func TestEveryRuleFindsItsKind(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	set := load()
	missed := 0
	for i := range set.rules {
		one := &set.rules[i]
		tree, err := syntax.Parse(one.Regex, syntax.Perl)
		if err != nil {
			t.Fatal(err)
		}
		tried, found := false, false
		for range 200 {
			text := "The lamp.\n"
			if one.Apart {
				text += one.Keywords[0] + "\n"
			}
			text += sampleOf(tree, r) + "\nThe sea."
			if strings.Contains(text, "\n\n\n") || len(one.match(text, 0, len(text), nil)) == 0 {
				continue
			}
			tried = true
			if found = len(Find(text)) > 0; found {
				break
			}
		}
		if !found {
			missed++
			t.Logf("%s: tried %v", one.ID, tried)
		}
	}
	if missed*50 > len(set.rules) {
		t.Errorf("%d of %d rules find none of their kind", missed, len(set.rules))
	}
}

func BenchmarkClean(b *testing.B) {
	text := strings.Repeat("The keeper of the lamp at Skarv Point wrote down the access road, the key to the tower and who had asked for it; the risk is theirs.\n", 10_000)
	b.SetBytes(int64(len(text)))
	for b.Loop() {
		if found := Find(text); len(found) > 0 {
			b.Fatal(fmt.Sprint(found))
		}
	}
}
