package props

import (
	"math"
	"strconv"
	"strings"

	"github.com/seed353dc258/backstory/converters/html/dom"
	"github.com/seed353dc258/backstory/converters/internal/visible"
)

// LongestValue is how many bytes a value with functions may have.
const LongestValue = 512

// LongestRead is how many bytes a value may have that is read at all, for each
// element anew.
const LongestRead = 4 << 10

// Pixels reads a length, with the functions of css-values-4 that reckon with
// lengths. A percentage counts as one of a 16 pixel em.
func Pixels(v string) (float64, bool) {
	if strings.IndexByte(v, '(') >= 0 {
		return reckon(v)
	}
	end := len(v)
	for end > 0 && (dom.IsLetter(v[end-1]) || v[end-1] == '%') {
		end--
	}
	if end == 0 || end > LongestValue {
		return 0, false
	}
	n, err := strconv.ParseFloat(v[:end], 64)
	if err != nil || math.IsNaN(n) {
		return 0, false
	}
	factor, ok := unit(v[end:])
	return n * factor, ok
}

// unit returns how many pixels a unit of length has.
func unit(name string) (float64, bool) {
	switch name {
	case "", "px":
		return 1, true
	case "pt":
		return 4.0 / 3, true
	case "em", "rem", "pc", "ic", "lh", "rlh":
		return 16, true
	case "%":
		return 16.0 / 100, true
	case "in":
		return 96, true
	case "cm":
		return 37.8, true
	case "mm":
		return 3.78, true
	case "q":
		return 0.945, true
	case "ex", "ch", "cap", "rex", "rch":
		return 8, true
	case "vw", "svw", "lvw", "dvw", "vi", "vmax", "cqw", "cqi", "cqmax":
		return ScreenWidth / 100, true
	case "vh", "svh", "lvh", "dvh", "vb", "vmin", "cqh", "cqb", "cqmin":
		return ScreenHeight / 100, true
	}
	return 0, false
}

// Number reads a number, a percentage or a function that gives one.
func Number(v string) (float64, bool) {
	if strings.IndexByte(v, '(') >= 0 {
		return reckon(v)
	}
	scale := 1.0
	if s, ok := strings.CutSuffix(v, "%"); ok {
		v, scale = s, 100
	}
	if v == "" || v[0] > '9' { // a word: an error costs memory
		return 0, false
	}
	n, err := strconv.ParseFloat(v, 64)
	return n / scale, err == nil && !math.IsNaN(n) && !math.IsInf(n, 0)
}

// IsZero reports whether a number or a percentage is at most a small one.
func IsZero(v string, most float64) bool {
	n, ok := Number(v)
	return ok && n <= most
}

// reckoner evaluates calc() and its like (css-values-4, section 10).
type reckoner struct {
	s     string
	depth int
}

// maxCalcDepth is how many parentheses may be in one another.
const maxCalcDepth = 32

func reckon(v string) (float64, bool) {
	if len(v) > LongestValue {
		return 0, false
	}
	r := reckoner{s: v}
	n, ok := r.operand()
	return n, ok && strings.TrimSpace(r.s) == "" && !math.IsNaN(n)
}

func (r *reckoner) skip() { r.s = strings.TrimLeft(r.s, " \n\t\r\f") }

// sum reads products with "+" or "-" between them.
func (r *reckoner) sum() (float64, bool) {
	n, ok := r.product()
	for r.skip(); ok && r.s != "" && (r.s[0] == '+' || r.s[0] == '-'); r.skip() {
		sign := 1.0
		if r.s[0] == '-' {
			sign = -1
		}
		r.s = r.s[1:]
		var x float64
		x, ok = r.product()
		n += sign * x
	}
	return n, ok
}

// product reads operands with "*" or "/" between them.
func (r *reckoner) product() (float64, bool) {
	n, ok := r.operand()
	for r.skip(); ok && r.s != "" && (r.s[0] == '*' || r.s[0] == '/'); r.skip() {
		divides := r.s[0] == '/'
		r.s = r.s[1:]
		var x float64
		if x, ok = r.operand(); divides {
			x = 1 / x
		}
		n *= x
	}
	return n, ok
}

// operand reads a length, a number, or a function of some.
func (r *reckoner) operand() (float64, bool) {
	r.skip()
	end := strings.IndexAny(r.s, "()*/, \n\t\r\f")
	if end < 0 {
		end = len(r.s)
	}
	word := r.s[:end]
	if end == len(r.s) || r.s[end] != '(' {
		r.s = r.s[end:]
		switch word {
		case "infinity":
			return math.Inf(1), true
		case "-infinity":
			return math.Inf(-1), true
		}
		return Pixels(word)
	}
	r.s = r.s[end+1:]
	if r.depth++; r.depth > maxCalcDepth {
		return 0, false
	}
	defer func() { r.depth-- }()
	var args []float64
	for {
		n, ok := r.sum()
		if r.skip(); !ok || r.s == "" {
			return 0, false
		}
		args = append(args, n)
		stop := r.s[0]
		r.s = r.s[1:]
		if stop == ')' {
			return apply(word, args)
		}
		if stop != ',' {
			return 0, false
		}
	}
}

// apply gives the value of a function.
func apply(name string, args []float64) (float64, bool) {
	first := args[0]
	switch name {
	case "", "calc", "-webkit-calc", "-moz-calc":
		return first, len(args) == 1
	case "min", "max":
		for _, n := range args {
			if name == "min" {
				first = min(first, n)
			} else {
				first = max(first, n)
			}
		}
		return first, true
	case "clamp":
		if len(args) != 3 {
			return 0, false
		}
		return max(first, min(args[1], args[2])), true
	case "abs":
		return math.Abs(first), len(args) == 1
	}
	return 0, false
}

// Argument returns what is in the first parenthesis.
func Argument(v string) string {
	inner, _ := Parenthesis(v)
	return inner
}

// Parenthesis returns what is in the first parenthesis, and what follows it.
// One that is not closed ends with the value.
func Parenthesis(v string) (inner, behind string) {
	_, v, _ = strings.Cut(v, "(")
	depth := 1
	for i := range len(v) {
		switch v[i] {
		case '(':
			depth++
		case ')':
			if depth--; depth == 0 {
				return strings.TrimSpace(v[:i]), v[i+1:]
			}
		}
	}
	return strings.TrimSpace(v), ""
}

// Words splits a value at white space that is in no parenthesis.
func Words(v string) []string {
	if len(v) > LongestRead {
		return nil
	}
	var out []string
	for w := range SplitOutside(v, ' ') {
		if w = strings.TrimSpace(w); w != "" {
			out = append(out, w)
		}
	}
	return out
}

// OffPage is how many pixels before its place a text has to stand to be out
// of the page.
const OffPage = 500

// The page is looked at on a desktop screen.
const (
	ScreenWidth  = 1280
	ScreenHeight = 800
)

// TinyFont is the size in pixels below which no one reads a text: 2 points. A
// size that depends on that of the text around is judged as if that were 24
// pixels where nothing says what it is.
const (
	TinyFont   = visible.MinSize / pointsPerPixel
	FontAround = 24
	TinyFactor = TinyFont / FontAround
	LeastFont  = 1e-6 // what stands for 0

	pointsPerPixel = 0.75
)

// Points returns a length in points.
func Points(px float64) float64 { return px * pointsPerPixel }
