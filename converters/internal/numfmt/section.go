package numfmt

// kind is what a section makes of a number.
type kind uint8

const (
	kindNumber kind = iota
	kindGeneral
	kindDate
	kindFraction
	kindText // there is an @ and nothing for a number
)

// section is one of the parts of a code that semicolons divide.
type section struct {
	kind   kind
	tokens []token
	when   condition
	limit  float64
	color  int // 1 to 56, or 0
	layout
	clock  clock
	locale locale
}

// condition is what a number must be for a section to hold.
type condition uint8

const (
	whenNone condition = iota // as its place says
	whenLess
	whenAtMost
	whenEqual
	whenAtLeast
	whenMore
	whenOther
)

// holds reports whether a number fulfils a condition.
func (c condition) holds(f, limit float64) bool {
	switch c {
	case whenLess:
		return f < limit
	case whenAtMost:
		return f <= limit
	case whenEqual:
		return f == limit
	case whenAtLeast:
		return f >= limit
	case whenMore:
		return f > limit
	case whenOther:
		return f != limit
	default:
		return true
	}
}

// Epoch says which day is day 0.
type Epoch uint8

// The epochs of workbooks.
const (
	Epoch1900 Epoch = iota // 1 is 1900-01-01, and 1900 is taken for a leap year
	Epoch1904              // 0 is 1904-01-01
)

// tokenKind says what a token stands for.
type tokenKind uint8

const (
	tokenLiteral tokenKind = iota // its text
	tokenGeneral
	tokenText     // @
	tokenDigit    // 0, # or ?, which is its text
	tokenPoint    // .
	tokenComma    // , which the layout takes away
	tokenPercent  // %
	tokenExponent // E+ or E-, with the digits behind it
	tokenSlash    // of a fraction
	tokenFixed    // a number below a fraction's slash
	tokenYear     // y, b; count is how many
	tokenEra      // g: the name of an era
	tokenEraYear  // e: the year of an era
	tokenWeekday  // aaa, aaaa
	tokenMonth    // m before it is known which it is, and the month
	tokenDay
	tokenHour
	tokenMinute
	tokenSecond
	tokenPart // of a second: .0
	tokenHalf // AM/PM, A/P
	tokenElapsedHour
	tokenElapsedMinute
	tokenElapsedSecond
)

// token is a part of a code. Count is how many letters or digits it has.
type token struct {
	kind  tokenKind
	text  string
	count int
}

// layout is what a section of digits asks for.
type layout struct {
	whole    int  // digits before the point
	places   int  // digits behind it
	grouped  bool // by thousands
	shift    int  // of the point: two for each percent sign, back three for each comma at the end
	exponent bool
	engine   int // the exponent is a multiple of this
}

// clock is what a section of dates and times asks for.
type clock struct {
	half    bool // hours are counted to 12
	elapsed bool
	parts   int  // digits of the seconds' fraction
	dayed   bool // a day is before the month
}
