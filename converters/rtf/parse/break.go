package parse

import "github.com/seed353dc258/backstory/converters/rtf/token"

// char returns an act for a word that is a character.
func char(c rune) func(*reader, token.Token) {
	return func(r *reader, _ token.Token) {
		if r.in.skip > 0 {
			r.in.skip--
			return
		}
		r.in.settle()
		r.in.putRune(c)
	}
}

// breaks returns an act for a word that ends a line, a paragraph, a cell or a row
// of a story.
func breaks(act func(*reader)) func(*reader, token.Token) {
	return func(r *reader, _ token.Token) {
		r.in.settle()
		r.in.skip = 0
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

func breakLine(r *reader) {
	r.put([]byte{'\n'})
}

// breakPage ends the paragraph unless it is empty.
func breakPage(r *reader) {
	if r.story.par.text.Len() > 0 {
		r.endPara()
	}
}

func breakCell(r *reader) { r.endCell(1) }

func breakRow(r *reader) { r.endRow(1) }

func breakNestedCell(r *reader) {
	r.rows.nested = max(int(r.pars.nest), 2)
	r.endCell(r.rows.nested)
}

func breakNestedRow(r *reader) { r.endRow(max(r.rows.nested, 2)) }

// nestRow acts upon \nestrow, which is in a destination of its own.
func nestRow(r *reader, t token.Token) {
	breaks(breakNestedRow)(r, t)
	if r.page == nil && r.sink == toNothing && r.role == roleNestProps && !r.opened.shapes.holds(len(r.outer)) {
		breakNestedRow(r)
	}
}
