package model

import (
	"encoding/json"
	"slices"
	"strconv"
	"strings"
)

// maxCalls is how many calls one answer may have.
const maxCalls = 128

var errManyCalls = &broken{"the answer has more than 128 calls"}

// openAICalls are the calls of an answer, which come in pieces. Servers differ in
// what they say again in each piece, and in how they tell calls apart.
type openAICalls struct{ list []*openAIComing }

// openAIComing is a call of which pieces come.
type openAIComing struct {
	index    int
	id, name string
	args     string
}

type openAIPiece struct {
	Index    openAIIndex
	ID       string
	Function openAICalled
}

// openAICalled is what is called.
type openAICalled struct {
	Name      string          `json:"name"`
	Arguments openAIArguments `json:"arguments"`
}

// openAIArguments are JSON in a string; with some servers the object itself.
type openAIArguments string

// UnmarshalJSON implements [json.Unmarshaler].
func (a *openAIArguments) UnmarshalJSON(raw []byte) error {
	var text string
	if json.Unmarshal(raw, &text) != nil { // null is none
		text = string(raw)
	}
	*a = openAIArguments(text)
	return nil
}

// openAIIndex is the place of a call, with some servers in a string. What is no
// number says nothing.
type openAIIndex struct{ *int }

// UnmarshalJSON implements [json.Unmarshaler].
func (x *openAIIndex) UnmarshalJSON(raw []byte) error {
	if n, err := strconv.Atoi(strings.Trim(string(raw), `"`)); err == nil {
		x.int = &n
	}
	return nil
}

// add adds a piece to the call that it belongs to.
func (a *openAICalls) add(p openAIPiece) error {
	c := a.find(p)
	if c == nil {
		if len(a.list) == maxCalls {
			return errManyCalls
		}
		c = &openAIComing{index: len(a.list)}
		if p.Index.int != nil {
			c.index = *p.Index.int
		}
		a.list = append(a.list, c)
	}
	if p.ID != "" {
		c.id = p.ID
	}
	c.name = joined(c.name, p.Function.Name)
	if args := string(p.Function.Arguments); !(isObject(c.args) && args == c.args) { // else it is said again
		c.args += args
	}
	return nil
}

// joined is a name with a piece of it: some servers say the whole name again in each.
func joined(name, piece string) string {
	if strings.HasPrefix(piece, name) {
		return piece
	}
	if strings.HasPrefix(name, piece) {
		return name
	}
	return name + piece
}

// find returns the call that a piece belongs to, or nil where it begins one.
func (a *openAICalls) find(p openAIPiece) *openAIComing {
	if len(a.list) == 0 {
		return nil
	}
	last := a.list[len(a.list)-1]
	if p.Index.int == nil {
		if p.ID == "" {
			if isNext(last, p) {
				return nil
			}
			return last
		}
		at := slices.IndexFunc(a.list, func(c *openAIComing) bool { return c.id == p.ID })
		if at < 0 {
			return nil
		}
		return a.list[at]
	}
	var c *openAIComing
	for _, known := range a.list {
		if known.index == *p.Index.int {
			c = known // the last one: some servers give every call the same index
		}
	}
	if c != nil && p.ID != "" && c.id != "" && p.ID != c.id && isNext(c, p) {
		return nil
	}
	return c
}

// isNext reports whether a piece that names a function begins another call than
// the one before it: that one is whole, or is of another function.
func isNext(c *openAIComing, p openAIPiece) bool {
	name := p.Function.Name
	return name != "" && (isObject(c.args) || c.args == "" && joined(c.name, name) == c.name+name)
}

func isObject(text string) bool {
	return strings.HasPrefix(strings.TrimSpace(text), "{") && json.Valid([]byte(text))
}
