package inline

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// without takes atoms, given in order, out and joins the texts around them.
func (b *builder) without(drop []int) {
	kept := b.moved[:0]
	for i, a := range b.out.atoms {
		if len(drop) > 0 && drop[0] == i {
			for len(drop) > 0 && drop[0] == i {
				drop = drop[1:]
			}
			continue
		}
		kept = append(kept, a)
	}
	b.moved, b.out.atoms = b.out.atoms[:0], b.join(kept)
}

// join makes neighbouring texts, and neighbouring code, one.
func (b *builder) join(atoms []atom) []atom {
	out := make([]atom, 0, len(atoms))
	for i := 0; i < len(atoms); i++ {
		j := i + 1
		for atoms[i].kind == atomText && j < len(atoms) && atoms[j].kind == atomText {
			j++
		}
		a := atoms[i]
		if j > i+1 {
			var text strings.Builder
			for _, t := range atoms[i:j] {
				text.WriteString(t.text)
			}
			a.text = text.String()
		}
		out = append(out, a)
		i = j - 1
	}
	if codesTouch(out) {
		return b.joinCode(out)
	}
	return out
}

// settle moves punctuation out of styles that would otherwise not be read,
// as that of 「**重要**」です is: CommonMark takes no delimiter between a
// letter outside and punctuation inside.
func (b *builder) settle() {
	moved := b.moved[:0]
	changed := false
	for i, a := range b.out.atoms {
		if a.kind == atomText {
			lead, tail := b.out.outward(i)
			if lead+tail > 0 {
				changed = true
				moved = moveLead(moved, a.text[:lead])
				if body := a.text[lead : len(a.text)-tail]; body != "" {
					moved = append(moved, atom{kind: atomText, text: body})
				}
				if tail > 0 {
					moved = append(moved, atom{kind: atomHeld, text: a.text[len(a.text)-tail:]})
				}
				continue
			}
		}
		moved = append(moved, a)
	}
	if !changed {
		b.moved = moved
		return
	}
	b.moved, b.out.atoms = b.out.atoms[:0], b.join(moveTails(moved))
}

// outward returns how many bytes of punctuation at the start and at the end
// of a styled text have to leave the style. If one of a pair of brackets or
// quotes leaves, so does the other.
func (f *flow) outward(i int) (lead, tail int) {
	s := f.atoms[i].text
	opens := i > 0 && f.isDelimiter(i-1, atomOpen)
	shuts := i+1 < len(f.atoms) && f.isDelimiter(i+1, atomShut)
	outLead := opens && i > 1 && f.letter(i-2, true)
	outTail := shuts && i+2 < len(f.atoms) && f.letter(i+2, false)
	first, _ := utf8.DecodeRuneInString(s)
	last, _ := utf8.DecodeLastRuneInString(s)
	if opens && shuts && unicode.In(first, unicode.Ps, unicode.Pi) && unicode.In(last, unicode.Pe, unicode.Pf) {
		outLead, outTail = outLead || outTail, outLead || outTail
	}
	if outLead {
		lead = len(s) - len(strings.TrimLeftFunc(s, leavesStyle))
	}
	if outTail {
		tail = len(s) - lead - len(strings.TrimRightFunc(s[lead:], leavesStyle))
	}
	return lead, tail
}

func leavesStyle(c rune) bool {
	return unicode.IsPunct(c) || unicode.IsSymbol(c) || unicode.IsSpace(c)
}

func (f *flow) isDelimiter(i int, kind atomKind) bool {
	return f.atoms[i].kind == kind && escDelimiter(f.atoms[i].style) != ""
}

// letter reports whether the end, or the start, of an atom is a letter.
func (f *flow) letter(i int, end bool) bool {
	s := f.atoms[i].text
	if f.atoms[i].kind != atomText {
		return false
	}
	c, _ := utf8.DecodeRuneInString(s)
	if end {
		c, _ = utf8.DecodeLastRuneInString(s)
	}
	return !leavesStyle(c)
}

// moveLead puts text in front of the delimiter that ends atoms.
func moveLead(atoms []atom, text string) []atom {
	if text == "" {
		return atoms
	}
	open := atoms[len(atoms)-1]
	return append(atoms[:len(atoms)-1], atom{kind: atomText, text: text}, open)
}

// moveTails puts what was held back behind the delimiters that follow,
// and takes out styles that have become empty.
func moveTails(atoms []atom) []atom {
	out := make([]atom, 0, len(atoms))
	for i := 0; i < len(atoms); i++ {
		a, tail := atoms[i], ""
		if a.kind == atomHeld {
			tail = a.text
			i++
			a = atoms[i]
		}
		if n := len(out); n > 0 && a.kind == atomShut && out[n-1].kind == atomOpen {
			out = out[:n-1]
		} else {
			out = append(out, a)
		}
		if tail != "" {
			out = append(out, atom{kind: atomText, text: tail})
		}
	}
	return out
}
