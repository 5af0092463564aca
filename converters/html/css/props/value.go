package props

import (
	"math"
	"slices"
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

// units are how many pixels units of length have.
var units = map[string]float64{
	"": 1, "px": 1, "pt": 4.0 / 3, "em": 16, "rem": 16, "pc": 16, "ic": 16, "lh": 16, "rlh": 16, "%": 16.0 / 100, "in": 96, "cm": 37.8, "mm": 3.78,
	"q": 0.945, "ex": 8, "ch": 8, "cap": 8, "rex": 8, "rch": 8,
	"vw": ScreenWidth / 100.0, "vi": ScreenWidth / 100.0, "vmax": ScreenWidth / 100.0, "vh": ScreenHeight / 100.0, "vb": ScreenHeight / 100.0, "vmin": ScreenHeight / 100.0,
	"cqw": ScreenWidth / 100.0, "cqi": ScreenWidth / 100.0, "cqmax": ScreenWidth / 100.0, "cqh": ScreenHeight / 100.0, "cqb": ScreenHeight / 100.0, "cqmin": ScreenHeight / 100.0,
}

// unit returns how many pixels a unit of length has. The views of a screen
// whose size does not change are the same.
func unit(name string) (float64, bool) {
	if len(name) == len("svw") && name[1] == 'v' && strings.IndexByte("sld", name[0]) >= 0 {
		name = name[1:]
	}
	px, ok := units[name]
	return px, ok
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
	return n, ok && r.next() == 0 && !math.IsNaN(n)
}

// next returns the next byte that is no white space; 0 at the end.
func (r *reckoner) next() byte {
	if r.s = strings.TrimLeft(r.s, " \n\t\r\f"); r.s == "" {
		return 0
	}
	return r.s[0]
}

// chain reads operands with operators between them: "+" and "-" at level 0, and
// "*" and "/", which bind closer, at level 1.
func (r *reckoner) chain(level int) (float64, bool) {
	read := r.operand
	if level == 0 {
		read = func() (float64, bool) { return r.chain(1) }
	}
	n, ok := read()
	for op := r.next(); ok && op != 0 && strings.IndexByte([]string{"+-", "*/"}[level], op) >= 0; op = r.next() {
		r.s = r.s[1:]
		var x float64
		x, ok = read()
		switch op {
		case '+':
			n += x
		case '-':
			n -= x
		case '*':
			n *= x
		case '/':
			n /= x
		}
	}
	return n, ok
}

// operand reads a length, a number, or a function of some.
func (r *reckoner) operand() (float64, bool) {
	r.next()
	end := strings.IndexAny(r.s, "()*/, \n\t\r\f")
	if end < 0 {
		end = len(r.s)
	}
	word := r.s[:end]
	r.s = r.s[end:]
	switch {
	case word == "pi":
		return math.Pi, true
	case word == "e":
		return math.E, true
	case word == "infinity" || word == "-infinity":
		n, err := strconv.ParseFloat(word, 64)
		return n, err == nil
	case r.s == "" || r.s[0] != '(':
		return Pixels(word)
	}
	r.depth++
	defer func() { r.depth-- }()
	var args []float64
	for stop := byte(','); stop == ','; {
		r.s = r.s[1:]
		if r.depth > maxCalcDepth {
			return 0, false
		}
		n, ok := r.chain(0)
		if stop = r.next(); !ok || stop != ',' && stop != ')' {
			return 0, false
		}
		args = append(args, n)
	}
	r.s = r.s[1:]
	return apply(word, args)
}

// apply gives the value of a function.
func apply(name string, args []float64) (float64, bool) {
	switch {
	case name == "min":
		return slices.Min(args), true
	case name == "max":
		return slices.Max(args), true
	case name == "clamp" && len(args) == 3:
		return max(args[0], min(args[1], args[2])), true
	}
	return args[0], len(args) == 1 && dom.HasWord("calc -webkit-calc -moz-calc", name) || name == "" && len(args) == 1
}

// argument returns what is in the first parenthesis.
func argument(v string) string {
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

// offPage is how many pixels before its place a text has to lie to be out
// of the page.
const offPage = 500

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

// Beyond reports whether a length is at least so many pixels. Screens are up
// to three times as wide as the one that the page is looked at on: by what is
// said of their width, an element moves further out on those.
func Beyond(v string, least float64) bool {
	px, ok := Pixels(v)
	if strings.Contains(v, "vw") {
		px *= 3
	}
	return ok && px >= least
}

// Away reports whether a length moves an element before the page or so far
// behind its start that no one scrolls there.
func Away(v string) bool { return !isBare(v) && isFar(v) }

func isFar(v string) bool {
	px, ok := Pixels(v)
	return ok && px <= -offPage || Beyond(v, 10*offPage)
}

// unreckoned reports whether a value has a function of numbers that is not
// evaluated here, or is far away if it is one: a number without a unit is a
// length in quirks mode alone.
func unreckoned(v string) bool {
	if !strings.HasSuffix(v, ")") {
		return isBare(v) && isFar(v)
	}
	for i, c := range []byte(v) {
		if name := lastName(v[:i]); c == '(' && (dom.HasWord(unreckonedFunctions, name) || strings.HasPrefix(name, "--")) {
			return true
		}
	}
	return false
}

const unreckonedFunctions = "abs round mod rem sign sin cos tan asin acos atan atan2 pow sqrt hypot log exp fit-content anchor anchor-size calc-size " +
	"progress sibling-index sibling-count random"

// lastName returns the name at the end of a text.
func lastName(s string) string {
	return s[len(strings.TrimRight(s, "abcdefghijklmnopqrstuvwxyz0123456789-")):]
}

// IsWide reports whether a value is one that every property has.
func IsWide(v string) bool { return dom.HasWord("inherit initial unset revert revert-layer", v) }

// Depends reports whether a value is only known where it is used.
func Depends(v string) bool {
	return strings.IndexByte(v, '(') >= 0 && (strings.Contains(v, "var(") || strings.Contains(v, "env(") || strings.Contains(v, "attr(") || strings.Contains(v, "if("))
}

// isBare reports whether a length has no unit: it is one in quirks mode alone, but
// for 0.
func isBare(v string) bool { return v != "" && (dom.IsDigit(v[len(v)-1]) || v[len(v)-1] == '.') }
