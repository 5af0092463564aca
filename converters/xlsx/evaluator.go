package xlsx

import (
	"math"
	"strconv"
	"strings"
	"unicode/utf8"
)

// evaluator reads a formula from left to right.
type evaluator struct {
	*sheet
	rest       string
	rows, cols int // how far relative references are moved
	at         place
	depth      int
	lost       bool // something was not understood
}

func (e *evaluator) blank() { e.rest = strings.TrimLeft(e.rest, " \n\t\r") }

func (e *evaluator) fail() operand {
	e.lost, e.rest = true, ""
	return operand{}
}

// take passes over a sign, if it is next.
func (e *evaluator) take(sign string) bool {
	e.blank()
	rest, ok := strings.CutPrefix(e.rest, sign)
	if ok {
		e.rest = rest
	}
	return ok
}

// levels are the operators by how tightly they bind, the loosest first; longer
// signs stand before those that they begin with.
var levels = [...][]string{{"<=", ">=", "<>", "=", "<", ">"}, {"&"}, {"+", "-"}, {"*", "/"}}

// nestedMost is how deep parentheses may be.
const nestedMost = 16

// expression reads operators of a level, or of those that bind more tightly.
func (e *evaluator) expression(level int) operand {
	if level == len(levels) {
		return e.signed()
	}
	v := e.expression(level + 1)
	for !e.lost {
		sign := ""
		for _, s := range levels[level] {
			if e.take(s) {
				sign = s
				break
			}
		}
		if sign == "" {
			break
		}
		v = e.apply(sign, v, e.expression(level+1))
	}
	return v
}

// apply returns what an operator makes of two values.
func (e *evaluator) apply(sign string, a, b operand) operand {
	if a.kind == valueError || b.kind == valueError {
		return operand{kind: valueError}
	}
	if a.kind == valueUnknown || b.kind == valueUnknown {
		return e.fail()
	}
	if sign == "&" {
		x, ok := a.asText()
		y, also := b.asText()
		if e.sheet.evaluated += len(x) + len(y); !ok || !also || len(x)+len(y) > operandMost {
			return e.fail()
		}
		return operand{kind: valueText, text: x + y}
	}
	if n := a.compare(b); strings.ContainsAny(sign, "<=>") {
		return boolean(n < 0 && sign[0] == '<' || n > 0 && strings.Contains(sign, ">") || n == 0 && strings.Contains(sign, "="))
	}
	x, ok := a.asNumber()
	y, also := b.asNumber()
	if !ok || !also {
		return operand{kind: valueError}
	}
	switch sign {
	case "+":
		return number(x + y)
	case "-":
		return number(x - y)
	case "*":
		return number(x * y)
	}
	if y == 0 {
		return operand{kind: valueError}
	}
	return number(x / y)
}

// signed reads a value with its sign.
func (e *evaluator) signed() operand {
	if e.depth++; e.depth > nestedMost {
		return e.fail()
	}
	defer func() { e.depth-- }()
	switch {
	case e.take("-"):
		return e.apply("-", number(0), e.signed())
	case e.take("+"):
		return e.signed()
	case e.take("("):
		v := e.expression(0)
		if !e.take(")") {
			return e.fail()
		}
		return v
	case e.take(`"`):
		return e.quoted()
	}
	end := 0
	for end < len(e.rest) && (isWord(e.rest[end]) || e.rest[end] == '$') {
		end++
	}
	word := e.rest[:end]
	e.rest = e.rest[end:]
	if e.take("(") {
		return e.call(strings.ToUpper(word))
	}
	return e.word(word)
}

// quoted reads a text from behind its first quotation mark.
func (e *evaluator) quoted() operand {
	text := ""
	for {
		part, rest, ok := strings.Cut(e.rest, `"`)
		if !ok {
			return e.fail()
		}
		text, e.rest = text+part, rest
		if rest, ok = strings.CutPrefix(rest, `"`); !ok {
			return operand{kind: valueText, text: text}
		}
		text, e.rest = text+`"`, rest
	}
}

// word returns the value of a number, a truth value or a cell.
func (e *evaluator) word(word string) operand {
	switch strings.ToUpper(word) {
	case "TRUE":
		return boolean(true)
	case "FALSE":
		return boolean(false)
	}
	if n, err := strconv.ParseFloat(word, 64); err == nil && word[0] <= '9' {
		if e.take("%") {
			n /= 100
		}
		return number(n)
	}
	p, ok := readPlace(word)
	if !ok || e.rest != "" && (e.rest[0] == ':' || e.rest[0] == '!' || e.rest[0] == '[') {
		return e.fail()
	}
	if word[0] != '$' {
		p.col += e.cols
	}
	if strings.LastIndexByte(word, '$') <= 0 {
		p.row += e.rows
	}
	if p.row < 1 || p.row > rowsMost || p.col < 0 || p.col >= columnsMost {
		return e.fail()
	}
	return e.operandAt(p)
}

// call reads the arguments of a function and returns its value.
func (e *evaluator) call(name string) operand {
	var args []operand
	for !e.take(")") {
		if len(args) > 0 && !e.take(",") || e.rest == "" {
			return e.fail()
		}
		args = append(args, e.expression(0))
		if e.lost {
			return operand{}
		}
	}
	switch {
	case name == "TRUE" && len(args) == 0:
		return boolean(true)
	case name == "FALSE" && len(args) == 0:
		return boolean(false)
	case name == "ROW" && len(args) == 0:
		return number(float64(e.at.row))
	case name == "COLUMN" && len(args) == 0:
		return number(float64(e.at.col + 1))
	case name == "AND" || name == "OR":
		return e.junction(args, name == "AND")
	case name == "IF" && len(args) == 3:
		if args[0].kind == valueError {
			return args[0]
		}
		return args[1+int(1-boolean(args[0].true()).num)]
	case name == "MOD" && len(args) == 2:
		return e.mod(args[0], args[1])
	case len(args) == 1 && args[0].kind != valueUnknown:
		return e.single(name, args[0])
	}
	return e.fail()
}

// junction returns whether all, or any, of some conditions hold.
func (e *evaluator) junction(args []operand, all bool) operand {
	for _, a := range args {
		switch {
		case a.kind == valueError:
			return a
		case a.kind == valueUnknown || a.kind == valueText:
			return e.fail()
		case a.true() != all:
			return boolean(!all)
		}
	}
	return boolean(all)
}

func (e *evaluator) mod(a, b operand) operand {
	x, ok := a.asNumber()
	y, also := b.asNumber()
	if !ok || !also || y == 0 {
		return operand{kind: valueError}
	}
	return number(x - y*math.Floor(x/y))
}

// single returns the value of a function of one argument.
func (e *evaluator) single(name string, a operand) operand {
	switch name {
	case "ISERROR":
		return boolean(a.kind == valueError)
	case "ISBLANK":
		return boolean(a.kind == valueBlank)
	case "ISNUMBER":
		return boolean(a.kind == valueNumber)
	case "ISTEXT":
		return boolean(a.kind == valueText)
	case "ISNONTEXT":
		return boolean(a.kind != valueText)
	}
	if a.kind == valueError {
		return a
	}
	switch name {
	case "NOT":
		return boolean(!a.true())
	case "ABS":
		if n, ok := a.asNumber(); ok {
			return number(math.Abs(n))
		}
	case "LEN":
		if text, ok := a.asText(); ok {
			return number(float64(utf8.RuneCountInString(text)))
		}
	case "TRIM":
		if text, ok := a.asText(); ok {
			return operand{kind: valueText, text: strings.Join(strings.Fields(text), " ")}
		}
	}
	return e.fail()
}
