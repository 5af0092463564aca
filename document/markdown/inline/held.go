package inline

import "strings"

// flush writes what waits, because something visible follows.
func (b *builder) flush() {
	b.flushHeld()
	for _, a := range b.opens {
		b.endText()
		last := len(b.atoms) - 1
		if last >= 0 && a.kind == atomOpen && b.atoms[last].kind == atomShut && b.atoms[last].style == a.style {
			b.atoms = b.atoms[:last] // the style goes on, and so does its text
			if last--; last >= 0 && b.atoms[last].kind == atomText {
				b.text, b.growth, b.atoms = b.atoms[last].text, 1, b.atoms[:last]
			}
			continue
		}
		b.atoms = append(b.atoms, a)
		b.spans = true
	}
	b.opens = b.opens[:0]
}

// flushHeld writes the white space and the breaks that wait: a run of breaks
// is its hard ones, or else one soft one, and what surrounds it is white
// space at the end or begin of a line.
func (b *builder) flushHeld() {
	if len(b.held) == 0 {
		return
	}
	first := len(b.atoms) == 0 && b.growth == 0
	hard, soft, last := 0, false, -1
	for i, a := range b.held {
		switch a.kind {
		case atomHard:
			hard, last = hard+1, i
		case atomSoft:
			soft, last = true, i
		}
	}
	if !first {
		b.flushBreaks(hard, soft)
	}
	for _, a := range b.held[last+1:] {
		switch {
		case first || hard > 0 && b.mode != Cell:
			b.growSome(strings.TrimLeft(a.text, " \t"))
		case soft && b.mode != Paragraph:
			b.growSome(strings.Trim(a.text, " \t"))
		default:
			b.growSome(a.text)
		}
	}
	b.held = b.held[:0]
}

func (b *builder) growSome(s string) {
	if s != "" {
		b.grow(s)
	}
}

func (b *builder) flushBreaks(hard int, soft bool) {
	if hard == 0 && !soft {
		return
	}
	if hard == 0 && b.mode != Paragraph {
		b.grow(" ")
		return
	}
	b.endText()
	for range hard {
		b.atoms = append(b.atoms, atom{kind: atomHard})
	}
	if hard == 0 {
		b.atoms = append(b.atoms, atom{kind: atomSoft})
	}
}

func (b *builder) addBreak(soft bool) {
	kind := atomHard
	if soft {
		kind = atomSoft
	}
	b.held = append(b.held, atom{kind: kind})
}
