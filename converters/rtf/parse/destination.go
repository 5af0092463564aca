package parse

import (
	"fmt"
	"strconv"

	"github.com/seed353dc258/backstory/converters/rtf/token"
)

// begin makes the group the owner of a destination.
func (at *scope) begin(s sink, o role) {
	at.sink, at.role, at.owner, at.from = s, o, true, int32(len(at.collected))
}

// takeByte takes a byte in the text of a level of a list, where it is no letter.
func (s *scope) takeByte(c byte) bool {
	if s.sink != toCollected || s.role != roleLevelText {
		return false
	}
	s.collected = append(s.collected, c)
	return true
}

// around returns the state around the group's n-th parent; 1 is that of its
// parent.
func (at *scope) around(n int) *group { return &at.stack[max(len(at.stack)-n, 0)] }

// enter returns an act that begins a destination.
func enter(s sink, o role) func(*reader, token.Token) {
	return func(r *reader, _ token.Token) { r.at.begin(s, o) }
}

// collects returns an act for a destination whose text is collected: in one of
// another role, where that is not roleNone.
func collects(o, in role) func(*reader, token.Token) {
	return func(r *reader, _ token.Token) {
		if in != roleNone && r.at.role != in {
			r.drop()
			return
		}
		r.at.begin(toCollected, o)
		r.opened.clock = [5]int{}
	}
}

// enterUnicode shows the half of \upr that is in Unicode in place of the
// other one.
func enterUnicode(r *reader, _ token.Token) {
	if r.at.around(1).role != roleUpr {
		r.drop()
		return
	}
	outer := r.at.around(2)
	r.at.sink, r.at.role, r.at.from, r.at.owner = outer.sink, outer.role, outer.from, false
}

func enterFonts(r *reader, _ token.Token) {
	r.at.begin(toFonts, roleFonts)
	r.head.fontDef.number = noFont
}

func enterStyles(r *reader, _ token.Token) {
	r.at.begin(toStyles, roleStyles)
	r.head.resetStyle()
}

func enterNestProps(r *reader, _ token.Token) {
	r.at.begin(toNothing, roleNestProps)
	r.out.rows.def = &r.out.rows.nestedRow
}

func enterObject(r *reader, _ token.Token) {
	r.opened.objects++
	r.at.begin(toNothing, roleObject)
}

func enterObjectResult(r *reader, _ token.Token) {
	if r.at.around(1).role == roleObject && len(r.at.stack) > 1 {
		outer := r.at.around(2)
		r.at.sink, r.at.role, r.at.from = outer.sink, roleObjectResult, outer.from
	}
}

// setClock returns an act for a part of a date.
func setClock(part int) func(*reader, token.Token) {
	return func(r *reader, t token.Token) { r.opened.clock[part] = t.Num }
}

// clockText writes a date as the file has it: years to minutes.
func clockText(c [5]int) string {
	if c[0] <= 0 || c[0] > 9999 || c[1] == 0 || c[2] == 0 {
		return ""
	}
	return fmt.Sprintf("%04d-%02d-%02dT%02d:%02d", c[0], c[1]%100, c[2]%100, c[3]%100, c[4]%100)
}

// minutes reads the date of an annotation, DTTM: from the lowest bit 6 bits of
// minutes, 5 of hours, 5 of days, 4 of months, 9 of years since 1900.
func minutes(text string) string {
	n, err := strconv.ParseInt(text, 10, 64)
	if err != nil || n == 0 {
		return ""
	}
	v := uint32(n)
	return clockText([5]int{
		int(v>>20&0x1FF) + 1900, int(v >> 16 & 0xF), int(v >> 11 & 0x1F), int(v >> 6 & 0x1F), int(v & 0x3F),
	})
}
