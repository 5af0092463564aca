package generate

import (
	"regexp"
	"strings"
	"sync"
)

// polite is what a sentence may begin with without saying anything else.
const polite = `(?:(?:please|and|also|so|ok|okay|no|again|still|sorry|thanks|i said|i told you|i asked|bitte|und|nein|nochmal|immer noch|s'il (?:te|vous) plaît|et|non|encore|por favor|per favore|y|e)[,:.!]? )*`

// matcher is an expression that is compiled when it is first used: all of them
// would be half of the time that the program takes to start.
type matcher = func() *regexp.Regexp

// begins matches a sentence that begins with one of some words, behind words of
// politeness.
func begins(words ...string) matcher {
	return made(words, `)(?:[^\pL\pN]|$)`)
}

// only matches a sentence that says nothing else than one of some words: it
// corrects the agent, and is not text on something that was too long.
func only(words ...string) matcher {
	return made(words, `)(?:,? (?:please|thanks|thank you|again|next time|this time|bitte|danke|s'il (?:te|vous) plaît|merci|por favor|gracias|per favore|grazie|obrigad[oa]))*[.!]*$`)
}

func made(words []string, end string) matcher {
	return sync.OnceValue(func() *regexp.Regexp {
		return regexp.MustCompile(`(?i)^` + polite + `(?:` + strings.Join(words, "|") + end)
	})
}
