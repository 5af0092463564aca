package json

import (
	"context"
	"strings"

	"github.com/seed353dc258/backstory/converters"
	"github.com/seed353dc258/backstory/document"
)

// checker reads JSON (RFC 8259) without building it: one pass, one byte of
// memory for each open object or array.
type checker struct {
	text string
	at   int
	open []byte // '{' or '[', the outermost first
	ctx  context.Context
	env  *converters.Env
	done int // bytes that the budget was asked for
}

// stepEvery is how many bytes are read between two looks at the budget.
const stepEvery = 64 << 10

// check reports the first fault of a text that has to be one JSON value: a
// [syntaxError], a [converters.LimitError] or the context's error. A step is
// a byte.
func check(ctx context.Context, env *converters.Env, text string) error {
	c := &checker{text: text, ctx: ctx, env: env}
	if err := c.values(); err != nil {
		return err
	}
	c.space()
	if c.at < len(c.text) {
		return c.fault("something follows the end of the value")
	}
	return c.step(len(c.text))
}

// values reads one value with all that is in it.
func (c *checker) values() error {
	for {
		opened, err := c.value()
		if err != nil {
			return err
		}
		if opened {
			continue
		}
		more, err := c.next()
		if err != nil || !more {
			return err
		}
	}
}

// value reads a value, or the start of an object or array up to the first
// value in it. It reports whether a value is still to come.
func (c *checker) value() (opened bool, err error) {
	c.space()
	if c.at == len(c.text) {
		return false, c.fault("the text ends where a value is expected")
	}
	switch b := c.text[c.at]; {
	case b == '{' || b == '[':
		return c.enter(b)
	case b == '"':
		return false, c.str()
	case b == '-' || b >= '0' && b <= '9':
		return false, c.number()
	default:
		return false, c.word()
	}
}

// enter opens an object or array. An empty one is a value that is complete.
func (c *checker) enter(b byte) (opened bool, err error) {
	c.at++
	c.open = append(c.open, b)
	if depth := int64(len(c.open)); depth > c.env.Limits.Depth {
		return false, c.env.Check(converters.LimitDepth, depth, c.pos(c.at-1))
	}
	c.space()
	if c.at < len(c.text) && c.text[c.at] == b+2 { // '{'+2 is '}', '['+2 is ']'
		c.at++
		c.open = c.open[:len(c.open)-1]
		return false, nil
	}
	if b == '{' {
		return true, c.key()
	}
	return true, nil
}

// next reads what follows a value: the ends of objects and arrays, then a
// comma and, in an object, the next key. It reports whether a value follows.
func (c *checker) next() (bool, error) {
	for len(c.open) > 0 {
		if err := c.step(c.at); err != nil {
			return false, err
		}
		c.space()
		inner := c.open[len(c.open)-1]
		if c.at == len(c.text) {
			return false, c.fault("the text ends inside " + kind(inner))
		}
		switch c.text[c.at] {
		case inner + 2:
			c.at++
			c.open = c.open[:len(c.open)-1]
		case ',':
			c.at++
			return true, c.follow(inner)
		default:
			return false, c.unexpected("a comma or the end of " + kind(inner) + " is expected")
		}
	}
	return false, nil
}

// follow reads the text between a comma and the next value.
func (c *checker) follow(inner byte) error {
	c.space()
	if c.at < len(c.text) && c.text[c.at] == inner+2 {
		return &syntaxError{c.at, "a comma before the end of " + kind(inner), "take the comma out"}
	}
	if inner == '{' {
		return c.key()
	}
	return nil
}

// key reads a key and its colon.
func (c *checker) key() error {
	if c.at == len(c.text) {
		return c.fault("the text ends inside an object")
	}
	if c.text[c.at] != '"' {
		return c.unexpected("a key in double quotes is expected")
	}
	if err := c.str(); err != nil {
		return err
	}
	c.space()
	if c.at == len(c.text) || c.text[c.at] != ':' {
		return c.fault("a colon is expected after the key")
	}
	c.at++
	return nil
}

// str reads a string (RFC 8259, 7).
func (c *checker) str() error {
	start := c.at
	for c.at++; ; {
		c.at = plainEnd(c.text, c.at)
		if c.at == len(c.text) {
			break
		}
		switch b := c.text[c.at]; {
		case b == '"':
			c.at++
			return c.step(c.at)
		case b == '\\':
			if err := c.escape(); err != nil {
				return err
			}
		case b == '\n' || b == '\r':
			c.at = start
			return c.fault("a string that does not end on its line")
		default:
			return c.fault("a control character in a string")
		}
	}
	c.at = start
	return c.fault("the text ends inside a string")
}

// plainEnd returns where the characters of a string end that mean themselves.
func plainEnd(s string, i int) int {
	for i < len(s) && s[i] >= ' ' && s[i] != '"' && s[i] != '\\' {
		i++
	}
	return i
}

// escape reads what follows a backslash in a string.
func (c *checker) escape() error {
	rest := c.text[c.at+1:]
	switch {
	case rest == "":
		return c.fault("the text ends inside a string")
	case rest[0] == 'u':
		if len(rest) < 5 || !isHex(rest[1:5]) {
			return c.fault(`four hexadecimal digits are expected after \u`)
		}
		c.at += 6
	case strings.IndexByte(`"\/bfnrt`, rest[0]) >= 0:
		c.at += 2
	default:
		return c.fault("an unknown escape in a string")
	}
	return nil
}

func isHex(s string) bool {
	for i := range len(s) {
		b := s[i] | 0x20
		if (b < '0' || b > '9') && (b < 'a' || b > 'f') {
			return false
		}
	}
	return true
}

// number reads a number (RFC 8259, 6).
func (c *checker) number() error {
	if c.text[c.at] == '-' {
		c.at++
	}
	if c.at < len(c.text) && c.text[c.at] == '0' {
		c.at++
	} else if !c.digits() {
		return c.fault("a digit is expected")
	}
	if c.at < len(c.text) && c.text[c.at] == '.' {
		c.at++
		if !c.digits() {
			return c.fault("a digit is expected after the decimal point")
		}
	}
	if c.at < len(c.text) && c.text[c.at]|0x20 == 'e' {
		c.at++
		if c.at < len(c.text) && (c.text[c.at] == '+' || c.text[c.at] == '-') {
			c.at++
		}
		if !c.digits() {
			return c.fault("a digit is expected in the exponent")
		}
	}
	return c.step(c.at)
}

// digits skips digits and reports whether there were any.
func (c *checker) digits() bool {
	start := c.at
	for c.at < len(c.text) && c.text[c.at] >= '0' && c.text[c.at] <= '9' {
		c.at++
	}
	return c.at > start
}

// word reads true, false or null, and says what else it found.
func (c *checker) word() error {
	word := ""
	switch c.text[c.at] {
	case 't':
		word = "true"
	case 'f':
		word = "false"
	case 'n':
		word = "null"
	}
	if word != "" && strings.HasPrefix(c.text[c.at:], word) {
		c.at += len(word)
		return nil
	}
	return c.unexpected("a value is expected")
}

// space skips white space (RFC 8259, 2).
func (c *checker) space() {
	i := c.at
	for i < len(c.text) && (c.text[i] == ' ' || c.text[i] == '\n' || c.text[i] == '\t' || c.text[i] == '\r') {
		i++
	}
	c.at = i
}

// step counts the bytes up to an offset.
func (c *checker) step(to int) error {
	if to-c.done < stepEvery && to < len(c.text) {
		return nil
	}
	n := to - c.done
	c.done = to
	return c.env.Step(c.ctx, int64(n), document.Pos{})
}
