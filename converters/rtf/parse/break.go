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
		case r.at.sink == toCollected:
			r.at.collected = append(r.at.collected, ' ')
		case r.at.sink == toStory:
			act(r)
		}
	}
}

func breakLine(r *reader) {
	r.put([]byte{'\n'})
}

// breakPage ends the paragraph unless it is empty.
func breakPage(r *reader) {
	if r.out.story.par.text.Len() > 0 {
		r.text.endPara()
	}
}

func breakCell(r *reader) { r.text.endCell(1) }

func breakRow(r *reader) { r.text.endRow(1) }

func breakNestedCell(r *reader) {
	r.out.rows.nested = max(int(r.at.pars.nest), 2)
	r.text.endCell(r.out.rows.nested)
}

func breakNestedRow(r *reader) { r.text.endRow(max(r.out.rows.nested, 2)) }

// nestRow acts upon \nestrow, which is in a destination of its own.
func nestRow(r *reader, t token.Token) {
	breaks(breakNestedRow)(r, t)
	if r.page == nil && r.at.sink == toNothing && r.at.role == roleNestProps && !r.opened.shapes.holds(len(r.out.outer)) {
		breakNestedRow(r)
	}
}
