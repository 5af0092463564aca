package prompt

import "github.com/seed353dc258/backstory/internal/tokens"

// estimate is what a text costs, in tokens. Nobody writes walls of one sign
// but to hide what they cost: they are charged for more than they can be.
func estimate(text string) int { return tokens.Estimate(text) + walls(text)/2 }

// wallFrom is the length of a run that is a wall, in bytes, and wallStep how
// far apart it is looked for: each wall holds a whole step.
const (
	wallFrom = 32
	wallStep = wallFrom / 2
)

// walls counts the bytes of runs of one ASCII sign, but for the signs that
// rules are drawn with, which tokenizers know in long pieces.
func walls(text string) int {
	sum, done := 0, 0
	for i := 0; i+wallStep <= len(text); i += wallStep {
		c := text[i]
		if i < done || c != text[i+wallStep/2] || c != text[i+wallStep-1] || !isWall(c) {
			continue
		}
		from, to := i, i
		for from > done && text[from-1] == c {
			from--
		}
		for to < len(text) && text[to] == c {
			to++
		}
		if to-from >= wallFrom {
			sum += to - from
		}
		done = to
	}
	return sum
}

// isWall reports whether a sign makes walls.
func isWall(c byte) bool {
	switch {
	case c <= ' ' || c > '~', c >= '0' && c <= '9', c >= 'A' && c <= 'Z', c >= 'a' && c <= 'z':
		return false
	}
	return c != '-' && c != '=' && c != '_' && c != '*' && c != '#' && c != '~' && c != '.'
}
