package inline

import (
	"fmt"
	"strings"

	"github.com/seed353dc258/backstory/document"
	"github.com/seed353dc258/backstory/document/markdown/chattoken"
	"github.com/seed353dc258/backstory/document/markdown/label"
)

func (b *builder) add(inlines []document.Inline) {
	for _, in := range inlines {
		switch in := in.(type) {
		case *document.Text:
			b.addText(in.Value)
		case *document.Styled:
			b.addStyled(in)
		case *document.Code:
			b.addCode(in.Value)
		case *document.Link:
			b.addLink(in)
		case *document.Image:
			b.addImage(in.Alt)
		case *document.Break:
			b.out.addBreak(in.Soft)
		case *document.NoteRef:
			b.addNote(in.ID)
		case *document.Math:
			b.addMath(in.TeX)
		default:
			panic(fmt.Sprintf("inline: unknown inline %T", in))
		}
	}
}

// finish drops what waits: white space at the end of a block.
func (b *builder) finish() {
	b.out.endText()
	b.out.held = b.out.held[:0]
	if b.out.spans && codesTouch(b.out.atoms) {
		b.out.atoms = b.joinCode(b.out.atoms)
	}
}

// addStyled adds a styled run.
func (b *builder) addStyled(in *document.Styled) {
	switch {
	case in.Style.IsLabel():
		b.addLabel(in.Style, in.Inlines)
		return
	case b.active.Has(in.Style):
		b.add(in.Inlines)
		return
	}
	around := b.active
	b.active = around.With(in.Style)
	b.out.opens = append(b.out.opens, atom{kind: atomOpen, style: in.Style})
	b.add(in.Inlines)
	b.out.shut(atom{kind: atomShut, style: in.Style})
	b.active = around
}

// shut ends the innermost span. One without text has not begun and is
// forgotten; then shut returns false.
func (f *flow) shut(a atom) bool {
	if n := len(f.opens); n > 0 {
		f.opens = f.opens[:n-1]
		return false
	}
	f.endText()
	f.atoms = append(f.atoms, a)
	return true
}

// addLink adds a link, or its text alone where the target is not kept.
func (b *builder) addLink(in *document.Link) {
	if b.link {
		b.add(in.Inlines)
		return
	}
	target, ok := b.doc.Target(in.URL)
	if !ok || b.likeLabel(in.Inlines) {
		b.add(in.Inlines)
		return
	}
	text := onlyText(in.Inlines)
	if auto := autolink(target, text); auto != "" && in.Title == "" && b.out.fits(auto) {
		before, after, _ := strings.Cut(Clean(document.InlineText(in.Inlines)), text)
		b.out.hold(before)
		b.out.put(atom{kind: atomRaw, text: auto})
		b.out.hold(after)
		return
	}
	b.link = true
	b.out.opens = append(b.out.opens, atom{kind: atomLink, text: target, title: cleanTitle(in.Title)})
	b.add(in.Inlines)
	if !b.out.shut(atom{kind: atomLinkEnd}) {
		if auto := autolink(target, target); auto != "" && b.out.fits(auto) {
			b.out.put(atom{kind: atomRaw, text: auto})
		} else if !HasNoScheme(target) {
			b.addText(target)
		}
	}
	b.link = false
	for _, a := range b.notes {
		b.out.put(a)
	}
	b.notes = b.notes[:0]
}

// onlyText returns the text of inlines, or "" if there is more than text.
func onlyText(inlines []document.Inline) string {
	for _, in := range inlines {
		switch in := in.(type) {
		case *document.Text, *document.Code:
		case *document.Styled:
			if onlyText(in.Inlines) == "" {
				return ""
			}
		default:
			return ""
		}
	}
	return strings.TrimSpace(Clean(document.InlineText(inlines)))
}

// addCode adds a code span. Code that no span can hold is text.
func (b *builder) addCode(s string) {
	mask := escClasses(s)
	s = strings.ReplaceAll(cleanClasses(s, mask), "\n", " ")
	if strings.TrimSpace(s) == "" {
		b.out.hold(s)
		return
	}
	if ticksAround(s) == 0 || b.out.mode == Cell && strings.Contains(s, `\|`) || b.out.gluesMail(s) ||
		b.link && strings.Contains(s, "]:") { // a definition would be found before the code is
		b.addText(s)
		return
	}
	b.doc.Report(ChatToken, chattoken.InCode(s))
	b.out.put(atom{kind: atomCode, text: s})
}

// gluesMail reports whether code begins inside a word and holds an "@":
// goldmark takes such a word, back-ticks and all, for the address of a mail.
func (f *flow) gluesMail(code string) bool {
	return len(f.held) == 0 && len(f.atoms)+f.growth > 0 && strings.IndexByte(code, '@') >= 0
}

// joinCode makes one of neighbouring atoms of code, whose back-ticks would
// touch: text, where no span can hold all of it.
func (b *builder) joinCode(atoms []atom) []atom {
	out := atoms[:0:0]
	for i := 0; i < len(atoms); {
		j := i + 1
		for atoms[i].kind == atomCode && j < len(atoms) && atoms[j].kind == atomCode {
			j++
		}
		one := atoms[i]
		if j > i+1 {
			one = b.oneOf(atoms[i:j])
		}
		if last := len(out) - 1; one.kind == atomText && last >= 0 && out[last].kind == atomText {
			out[last].text += one.text
		} else {
			out = append(out, one)
		}
		i = j
	}
	return out
}

// oneOf makes one atom of several of code.
func (b *builder) oneOf(codes []atom) atom {
	texts := make([]string, 0, len(codes))
	for _, a := range codes {
		texts = append(texts, a.text)
	}
	one := atom{kind: atomCode, text: strings.Join(texts, "")}
	if ticksAround(one.text) == 0 || b.out.mode == Cell && strings.Contains(one.text, `\|`) {
		one.kind = atomText
		mask := escClasses(one.text)
		b.mask, b.wide = b.mask|mask, b.wide || hasWide(one.text, mask)
	}
	return one
}

// addImage adds what is written for an image.
func (b *builder) addImage(alt string) {
	alt = strings.Join(strings.Fields(Clean(alt)), " ")
	if alt == "" {
		b.doc.Report(NoAlt, 1)
		b.addText("[image]")
		return
	}
	b.addText("[image: " + alt + "]")
}

// addNote adds the mark of a note. Links hold none, so that of a link's text
// is behind it.
func (b *builder) addNote(id string) {
	label, ok := b.doc.NoteLabel(id)
	if !ok {
		return
	}
	a := atom{kind: atomNote, text: label}
	if b.link {
		b.notes = append(b.notes, a)
		return
	}
	b.out.put(a)
}

// addMath adds mathematics between dollars. TeX that CommonMark would read
// as anything but text is in a code span between them, as GitHub reads it.
func (b *builder) addMath(tex string) {
	if tex = Clean(tex); b.out.mode == Cell && strings.Contains(tex, `\|`) {
		tex = escapeNorms(tex)
	}
	tex = strings.Join(strings.Fields(tex), " ")
	switch {
	case tex == "":
	case label.In(tex):
		b.addText(tex)
	case Inert(tex, b.out.mode == Cell || b.link):
		b.out.put(atom{kind: atomRaw, text: "$" + tex + "$"})
	case strings.ContainsAny(tex, "`$@]") || b.out.mode == Cell && strings.Contains(tex, `\|`):
		b.addCode(tex)
	default:
		b.out.put(atom{kind: atomRaw, text: "$`" + tex + "`$"})
	}
}

// escapeNorms writes TeX in which no backslash is before a pipe, which a cell
// would take for the escape of the pipe: the sign of a norm has a name as well,
// and behind the end of a line a blank changes nothing.
func escapeNorms(tex string) string {
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

// ticksAround returns the shortest run of back-ticks that is not in s; 0 if it
// would be longer than every reader takes.
func ticksAround(s string) int {
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

// Inert reports whether TeX means the same to a reader that knows no
// mathematics: nothing in it begins or ends Markdown, backslashes aside. The
// fence says that brackets and pipes mean something around it.
func Inert(tex string, fenced bool) bool {
	for i := range len(tex) {
		if !inertAt(tex, i, fenced) {
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

// inertAt reports whether a byte by itself opens nothing.
func inertAt(tex string, i int, fenced bool) bool {
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
