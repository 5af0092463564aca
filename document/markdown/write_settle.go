package markdown

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// without takes atoms, given in order, out and joins the texts around them.
func (r *inlineWriter) without(drop []int) {
	kept := r.moved[:0]
	for i, a := range r.atoms {
		if len(drop) > 0 && drop[0] == i {
			for len(drop) > 0 && drop[0] == i {
				drop = drop[1:]
			}
			continue
		}
		kept = append(kept, a)
	}
	r.moved, r.atoms = r.atoms[:0], r.join(kept)
}

// join makes neighbouring texts, and neighbouring code, one.
func (r *inlineWriter) join(atoms []inlineAtom) []inlineAtom {
	out := make([]inlineAtom, 0, len(atoms))
	for i := 0; i < len(atoms); i++ {
		j := i + 1
		for atoms[i].kind == inlineText && j < len(atoms) && atoms[j].kind == inlineText {
			j++
		}
		a := atoms[i]
		if j > i+1 {
			var b strings.Builder
			for _, t := range atoms[i:j] {
				b.WriteString(t.text)
			}
			a.text = b.String()
		}
		out = append(out, a)
		i = j - 1
	}
	if writeCodesTouch(out) {
		return r.joinCode(out)
	}
	return out
}

// settle moves punctuation out of styles that would otherwise not be read,
// as that of 「**重要**」です is: CommonMark takes no delimiter between a
// letter outside and punctuation inside.
func (r *inlineWriter) settle() {
	moved := r.moved[:0]
	changed := false
	for i, a := range r.atoms {
		if a.kind == inlineText {
			lead, tail := r.outward(i)
			if lead+tail > 0 {
				changed = true
				moved = writeMoveLead(moved, a.text[:lead])
				if body := a.text[lead : len(a.text)-tail]; body != "" {
					moved = append(moved, inlineAtom{kind: inlineText, text: body})
				}
				if tail > 0 {
					moved = append(moved, inlineAtom{kind: inlineHeld, text: a.text[len(a.text)-tail:]})
				}
				continue
			}
		}
		moved = append(moved, a)
	}
	if !changed {
		r.moved = moved
		return
	}
	r.moved, r.atoms = r.atoms[:0], r.join(writeMoveTails(moved))
}

// outward returns how many bytes of punctuation at the start and at the end
// of a styled text have to leave the style. If one of a pair of brackets or
// quotes leaves, so does the other.
func (r *inlineWriter) outward(i int) (lead, tail int) {
	s := r.atoms[i].text
	opens := i > 0 && r.isDelimiter(i-1, inlineOpen)
	shuts := i+1 < len(r.atoms) && r.isDelimiter(i+1, inlineShut)
	outLead := opens && i > 1 && r.letter(i-2, true)
	outTail := shuts && i+2 < len(r.atoms) && r.letter(i+2, false)
	first, _ := utf8.DecodeRuneInString(s)
	last, _ := utf8.DecodeLastRuneInString(s)
	if opens && shuts && unicode.In(first, unicode.Ps, unicode.Pi) && unicode.In(last, unicode.Pe, unicode.Pf) {
		outLead, outTail = outLead || outTail, outLead || outTail
	}
	if outLead {
		lead = len(s) - len(strings.TrimLeftFunc(s, writeLeaves))
	}
	if outTail {
		tail = len(s) - lead - len(strings.TrimRightFunc(s[lead:], writeLeaves))
	}
	return lead, tail
}

func writeLeaves(c rune) bool {
	return unicode.IsPunct(c) || unicode.IsSymbol(c) || unicode.IsSpace(c)
}

func (r *inlineWriter) isDelimiter(i int, kind inlineKind) bool {
	return r.atoms[i].kind == kind && escDelimiter(r.atoms[i].style) != ""
}

// letter reports whether the end, or the begin, of an atom is a letter.
func (r *inlineWriter) letter(i int, end bool) bool {
	s := r.atoms[i].text
	if r.atoms[i].kind != inlineText {
		return false
	}
	c, _ := utf8.DecodeRuneInString(s)
	if end {
		c, _ = utf8.DecodeLastRuneInString(s)
	}
	return !writeLeaves(c)
}

// writeMoveLead puts text in front of the delimiter that ends atoms.
func writeMoveLead(atoms []inlineAtom, text string) []inlineAtom {
	if text == "" {
		return atoms
	}
	open := atoms[len(atoms)-1]
	return append(atoms[:len(atoms)-1], inlineAtom{kind: inlineText, text: text}, open)
}

// writeMoveTails puts what was held back behind the delimiters that follow,
// and takes out styles that have become empty.
func writeMoveTails(atoms []inlineAtom) []inlineAtom {
	out := make([]inlineAtom, 0, len(atoms))
	for i := 0; i < len(atoms); i++ {
		a, tail := atoms[i], ""
		if a.kind == inlineHeld {
			tail = a.text
			i++
			a = atoms[i]
		}
		if n := len(out); n > 0 && a.kind == inlineShut && out[n-1].kind == inlineOpen {
			out = out[:n-1]
		} else {
			out = append(out, a)
		}
		if tail != "" {
			out = append(out, inlineAtom{kind: inlineText, text: tail})
		}
	}
	return out
}
