package markdown

import (
	"strings"

	"github.com/seed353dc258/backstory/document"
)

// addStyled adds a styled run.
func (b *inlineBuilder) addStyled(in *document.Styled) {
	if b.active.Has(in.Style) {
		b.add(in.Inlines)
		return
	}
	around := b.active
	b.active = around.With(in.Style)
	b.opens = append(b.opens, inlineAtom{kind: inlineOpen, style: in.Style})
	b.add(in.Inlines)
	b.shut(inlineAtom{kind: inlineShut, style: in.Style})
	b.active = around
}

// shut ends the innermost span. One without text has not begun and is
// forgotten; then shut returns false.
func (b *inlineBuilder) shut(a inlineAtom) bool {
	if n := len(b.opens); n > 0 {
		b.opens = b.opens[:n-1]
		return false
	}
	b.endText()
	b.atoms = append(b.atoms, a)
	return true
}

// addLink adds a link, or its text alone where the target is not kept.
func (b *inlineBuilder) addLink(in *document.Link) {
	if b.link {
		b.add(in.Inlines)
		return
	}
	target, ok := b.w.target(in.URL)
	if !ok {
		b.add(in.Inlines)
		return
	}
	text := writeOnlyText(in.Inlines)
	if auto := writeAutolink(target, text); auto != "" && in.Title == "" && b.fits(auto) {
		before, after, _ := strings.Cut(writeCleanAny(document.InlineText(in.Inlines)), text)
		b.hold(before)
		b.put(inlineAtom{kind: inlineRaw, text: auto})
		b.hold(after)
		return
	}
	b.link = true
	b.opens = append(b.opens, inlineAtom{kind: inlineLink, text: target, title: writeTitle(in.Title)})
	b.add(in.Inlines)
	if !b.shut(inlineAtom{kind: inlineLinkEnd}) {
		if auto := writeAutolink(target, target); auto != "" && b.fits(auto) {
			b.put(inlineAtom{kind: inlineRaw, text: auto})
		} else if !writeHasNoScheme(target) {
			b.addText(target)
		}
	}
	b.link = false
	for _, a := range b.notes {
		b.put(a)
	}
	b.notes = b.notes[:0]
}

// writeOnlyText returns the text of inlines, or "" if there is more than text.
func writeOnlyText(inlines []document.Inline) string {
	for _, in := range inlines {
		switch in := in.(type) {
		case *document.Text, *document.Code:
		case *document.Styled:
			if writeOnlyText(in.Inlines) == "" {
				return ""
			}
		default:
			return ""
		}
	}
	return strings.TrimSpace(writeCleanAny(document.InlineText(inlines)))
}

// fits reports whether Markdown can be here as it is.
func (b *inlineBuilder) fits(raw string) bool {
	return b.mode != inlineCell || strings.IndexByte(raw, '|') < 0
}

// addCode adds a code span. Code that no span can hold is text.
func (b *inlineBuilder) addCode(s string) {
	mask := escClasses(s)
	s = strings.ReplaceAll(writeClean(s, mask), "\n", " ")
	if strings.TrimSpace(s) == "" {
		b.hold(s)
		return
	}
	if writeTicks(s) == 0 || b.mode == inlineCell && strings.Contains(s, `\|`) || b.gluesMail(s) ||
		b.link && strings.Contains(s, "]:") { // a definition would be found before the code is
		b.addText(s)
		return
	}
	b.w.codeTokens(s)
	b.put(inlineAtom{kind: inlineCode, text: s})
}

// gluesMail reports whether code begins inside a word and holds an "@":
// goldmark takes such a word, back-ticks and all, for the address of a mail.
func (b *inlineBuilder) gluesMail(code string) bool {
	return len(b.held) == 0 && len(b.atoms)+b.growth > 0 && strings.IndexByte(code, '@') >= 0
}

// joinCode makes one of neighbouring atoms of code, whose back-ticks would
// touch: text, where no span can hold all of it.
func (b *inlineBuilder) joinCode(atoms []inlineAtom) []inlineAtom {
	out := atoms[:0:0]
	for i := 0; i < len(atoms); {
		j := i + 1
		for atoms[i].kind == inlineCode && j < len(atoms) && atoms[j].kind == inlineCode {
			j++
		}
		one := atoms[i]
		if j > i+1 {
			one = b.oneOf(atoms[i:j])
		}
		if last := len(out) - 1; one.kind == inlineText && last >= 0 && out[last].kind == inlineText {
			out[last].text += one.text
		} else {
			out = append(out, one)
		}
		i = j
	}
	return out
}

// oneOf makes one atom of several of code.
func (b *inlineBuilder) oneOf(codes []inlineAtom) inlineAtom {
	texts := make([]string, 0, len(codes))
	for _, a := range codes {
		texts = append(texts, a.text)
	}
	one := inlineAtom{kind: inlineCode, text: strings.Join(texts, "")}
	if writeTicks(one.text) == 0 || b.mode == inlineCell && strings.Contains(one.text, `\|`) {
		one.kind = inlineText
		b.mask |= escClasses(one.text)
	}
	return one
}

// writeCodesTouch reports whether two atoms of code are neighbours.
func writeCodesTouch(atoms []inlineAtom) bool {
	for i := 1; i < len(atoms); i++ {
		if atoms[i].kind == inlineCode && atoms[i-1].kind == inlineCode {
			return true
		}
	}
	return false
}

// addImage adds what is written for an image.
func (b *inlineBuilder) addImage(alt string) {
	alt = strings.Join(strings.Fields(writeCleanAny(alt)), " ")
	if alt == "" {
		b.w.warn(warnImage)
		b.addText("[image]")
		return
	}
	b.addText("[image: " + alt + "]")
}

// addNote adds the mark of a note. Links hold none, so that of a link's text
// is behind it.
func (b *inlineBuilder) addNote(id string) {
	label, ok := b.w.noteLabel(id)
	if !ok {
		return
	}
	a := inlineAtom{kind: inlineNote, text: label}
	if b.link {
		b.notes = append(b.notes, a)
		return
	}
	b.put(a)
}

// addMath adds mathematics between dollars. TeX that CommonMark would read
// as anything but text is in a code span between them, as GitHub reads it.
func (b *inlineBuilder) addMath(tex string) {
	if tex = writeCleanAny(tex); b.mode == inlineCell && strings.Contains(tex, `\|`) {
		tex = writeNorms(tex)
	}
	tex = strings.Join(strings.Fields(tex), " ")
	switch {
	case tex == "":
	case writeInert(tex, b.mode == inlineCell || b.link):
		b.put(inlineAtom{kind: inlineRaw, text: "$" + tex + "$"})
	case strings.ContainsAny(tex, "`$@]") || b.mode == inlineCell && strings.Contains(tex, `\|`):
		b.addCode(tex)
	default:
		b.put(inlineAtom{kind: inlineRaw, text: "$`" + tex + "`$"})
	}
}

// writeNorms writes TeX in which no backslash is before a pipe, which a cell
// would take for the escape of the pipe: the sign of a norm has a name as well,
// and behind the end of a line a blank changes nothing.
func writeNorms(tex string) string {
	var b strings.Builder
	for i := 0; i < len(tex); i++ {
		switch {
		case tex[i] != '\\' || i+1 == len(tex):
			b.WriteByte(tex[i])
			continue
		case tex[i+1] == '|':
			b.WriteString(`\Vert `)
		default:
			b.WriteString(tex[i : i+2])
			if strings.HasPrefix(tex[i:], `\\|`) {
				b.WriteByte(' ')
			}
		}
		i++
	}
	return b.String()
}

// writeCleanAny is writeClean for a text whose classes are not known.
func writeCleanAny(s string) string { return writeClean(s, escControl|escHigh) }

// writeTicks returns the shortest run of back-ticks that is not in s; 0 if it
// would be longer than every reader takes.
func writeTicks(s string) int {
	const most = 60
	var have [most + 1]bool
	for i := 0; i < len(s); i++ {
		if s[i] == '`' {
			n := escRun(s, i)
			have[min(n, most)] = true
			i += n - 1
		}
	}
	for n := 1; n < most; n++ {
		if !have[n] {
			return n
		}
	}
	return 0
}

// writeInert reports whether TeX means the same to a reader that knows no
// mathematics: nothing in it begins or ends Markdown, backslashes aside. The
// fence says that brackets and pipes mean something around it.
func writeInert(tex string, fenced bool) bool {
	for i := range len(tex) {
		if !writeInertAt(tex, i, fenced) {
			return false
		}
	}
	if strings.HasSuffix(tex, `\`) {
		return false
	}
	open := false
	for i := 0; i < len(tex); i++ {
		if tex[i] != '_' {
			continue
		}
		before, after := escAround(tex, i, i+1)
		if open && escMayClose('_', before, after) {
			return false
		}
		open = open || escMayOpen('_', before, after)
	}
	return !open
}

// writeInertAt reports whether nothing begins at a byte that stands by itself.
func writeInertAt(tex string, i int, fenced bool) bool {
	switch tex[i] {
	case '`', '$', '*', '~', '@':
		return false
	case '<', '&', '!':
		return escGap(tex, i+1, false)
	case '[':
		return !fenced && !strings.HasPrefix(tex[i:], "[^")
	case ']':
		return !fenced && !strings.HasPrefix(tex[i:], "](") && !strings.HasPrefix(tex[i:], "]:")
	case '|':
		return !fenced
	case ':':
		return !strings.HasPrefix(tex[i:], "://")
	case 'w':
		return !strings.HasPrefix(tex[i:], "www.")
	}
	return true
}
