package xlsx

import (
	"cmp"
	"strconv"
	"strings"
)

// operand is a value in a formula.
type operand struct {
	kind valueKind
	num  float64
	text string
}

func number(n float64) operand { return operand{kind: valueNumber, num: n} }

func boolean(b bool) operand {
	if b {
		return operand{kind: valueBool, num: 1}
	}
	return operand{kind: valueBool}
}

// true reports whether a condition with this value holds.
func (o operand) true() bool {
	return (o.kind == valueNumber || o.kind == valueBool) && o.num != 0
}

// compare compares values as Excel does: numbers before texts before truth
// values; texts without regard to case; a blank cell is like what it meets.
func (o operand) compare(p operand) int {
	o, p = o.like(p), p.like(o)
	if o.kind != p.kind {
		return cmp.Compare(o.rank(), p.rank())
	}
	if o.kind == valueText {
		return strings.Compare(strings.ToLower(o.text), strings.ToLower(p.text))
	}
	return cmp.Compare(o.num, p.num)
}

func (o operand) rank() int {
	switch o.kind {
	case valueText:
		return 1
	case valueBool:
		return 2
	}
	return 0
}

func (o operand) like(p operand) operand {
	if o.kind != valueBlank {
		return o
	}
	if p.kind == valueBlank {
		return number(0)
	}
	return operand{kind: p.kind}
}

// asNumber returns a value to calculate with.
func (o operand) asNumber() (float64, bool) {
	return o.num, o.kind == valueNumber || o.kind == valueBool || o.kind == valueBlank
}

// asText returns a value as text.
func (o operand) asText() (string, bool) {
	switch o.kind {
	case valueText, valueBlank:
		return o.text, true
	case valueNumber:
		return strconv.FormatFloat(o.num, 'g', 15, 64), true
	}
	return "", false
}
