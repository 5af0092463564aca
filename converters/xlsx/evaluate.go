package xlsx

import "strings"

// evaluatedMost is how long a condition may be that is understood, in bytes.
const evaluatedMost = 256

// How long the formulas of conditions are together that are evaluated for a
// workbook, and the texts that they read, in bytes, how many bytes each counts in
// addition, and how long a text is that is read: no cell of Excel has more.
const (
	evaluationsMost = 1 << 24
	evaluationBytes = 8
	operandMost     = 32 << 10
)

// holds reports whether a rule holds for a cell, and whether that is known.
func (sh *sheet) holds(r *rule, p place, v value) (holds, known bool) {
	contains := func(has func(s, part string) bool) (bool, bool) {
		if v.kind == valueError {
			return false, true
		}
		text, ok := sh.readText(p)
		if !ok {
			return false, false
		}
		return has(strings.ToLower(text), strings.ToLower(r.text)), r.text != ""
	}
	switch r.kind {
	case "expression":
		return sh.truthOf(r, p)
	case "cellIs":
		return sh.compares(r, p)
	case "containsText":
		return contains(strings.Contains)
	case "notContainsText":
		holds, known = contains(strings.Contains)
		return known && !holds, known
	case "beginsWith":
		return contains(strings.HasPrefix)
	case "endsWith":
		return contains(strings.HasSuffix)
	case "containsBlanks":
		return false, true // cells without text are not kept
	case "notContainsBlanks":
		return true, true
	case "containsErrors":
		return v.kind == valueError, true
	case "notContainsErrors":
		return v.kind != valueError, true
	case "dataBar", "iconSet", "colorScale":
		return false, true
	}
	return false, false
}

// truthOf evaluates the formula of a rule.
func (sh *sheet) truthOf(r *rule, p place) (holds, known bool) {
	v, ok := sh.evaluate(r, 0, p)
	return ok && v.true(), ok
}

// compares compares a cell with the formulas of a rule.
func (sh *sheet) compares(r *rule, p place) (holds, known bool) {
	low, ok := sh.evaluate(r, 0, p)
	if !ok {
		return false, false
	}
	cell := sh.operandAt(p)
	if cell.kind == valueUnknown {
		return false, false
	}
	if cell.kind == valueError || low.kind == valueError {
		return false, true
	}
	if strings.HasSuffix(strings.ToLower(r.operator), "between") {
		high, ok := sh.evaluate(r, 1, p)
		if high.kind == valueError {
			return false, true
		}
		if high.compare(low) < 0 {
			low, high = high, low
		}
		in := cell.compare(low) >= 0 && cell.compare(high) <= 0
		return in == (r.operator == "between"), ok
	}
	n := cell.compare(low)
	switch r.operator {
	case "equal":
		return n == 0, true
	case "notEqual":
		return n != 0, true
	case "lessThan":
		return n < 0, true
	case "lessThanOrEqual":
		return n <= 0, true
	case "greaterThan":
		return n > 0, true
	case "greaterThanOrEqual":
		return n >= 0, true
	}
	return false, false
}

// operandAt returns the value of a cell.
func (sh *sheet) operandAt(p place) operand {
	v := sh.valueAt(p)
	if v.kind != valueText {
		return operand{kind: v.kind, num: v.num}
	}
	text, ok := sh.readText(p)
	if !ok {
		return operand{kind: valueUnknown}
	}
	return operand{kind: valueText, text: text}
}

// readText returns the text of a cell, if that is short enough and so is what
// was read before.
func (sh *sheet) readText(p place) (string, bool) {
	if sh.evaluated > evaluationsMost {
		return "", false
	}
	text := sh.textAt(p)
	sh.evaluated += len(text)
	return text, len(text) <= operandMost && sh.evaluated <= evaluationsMost
}

// evaluate returns the value of a formula of a rule for a cell, and whether it
// is known: of what the language has, the usual conditions are.
func (sh *sheet) evaluate(r *rule, number int, p place) (operand, bool) {
	if number >= len(r.formulas) || len(r.formulas[number]) > evaluatedMost {
		return operand{}, false
	}
	if sh.evaluated += len(r.formulas[number]) + evaluationBytes; sh.evaluated > evaluationsMost {
		return operand{}, false
	}
	e := evaluator{
		sheet: sh, rest: strings.TrimPrefix(strings.TrimSpace(r.formulas[number]), "="),
		rows: p.row - r.origin.row, cols: p.col - r.origin.col, at: p,
	}
	v := e.expression(0)
	e.blank()
	return v, !e.lost && e.rest == "" && v.kind != valueUnknown
}
