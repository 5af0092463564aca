package parse

import "github.com/seed353dc258/backstory/converters/rtf/token"

// char returns an act for a word that is a character.
func char(c rune) func(*reader, token.Token) {
	return func(r *reader, _ token.Token) {
		if r.skip > 0 {
			r.skip--
			return
		}
		r.settle()
		r.putRune(c)
	}
}

// breaks returns an act for a word that ends a line, a paragraph, a cell or a row
// of a story.
func breaks(act func(*reader)) func(*reader, token.Token) {
	return func(r *reader, _ token.Token) {
		r.settle()
		r.skip = 0
		switch {
		case r.page != nil:
			r.put([]byte{'\n'})
		case r.sink == toCollected:
			r.collected = append(r.collected, ' ')
		case r.sink == toStory:
			act(r)
		}
	}
}

func (r *reader) breakLine() {
	r.put([]byte{'\n'})
}

// breakPage ends the paragraph unless it is empty.
func (r *reader) breakPage() {
	if r.story.text.Len() > 0 {
		r.endPara()
	}
}

func (r *reader) breakCell() { r.endCell(1) }

func (r *reader) breakRow() { r.endRow(1) }

func (r *reader) breakNestedCell() {
	r.nested = max(int(r.pars.nest), 2)
	r.endCell(r.nested)
}

func (r *reader) breakNestedRow() { r.endRow(max(r.nested, 2)) }

// nestRow acts upon \nestrow, which is in a destination of its own.
func (r *reader) nestRow(t token.Token) {
	breaks((*reader).breakNestedRow)(r, t)
	if r.page == nil && r.sink == toNothing && r.role == roleNestProps && !r.inShape() {
		r.breakNestedRow()
	}
}
