package write

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/seed353dc258/backstory/converters"
	"github.com/seed353dc258/backstory/converters/pdf/glyph"
	"github.com/seed353dc258/backstory/converters/pdf/layout"
	"github.com/seed353dc258/backstory/converters/pdf/script"
	"github.com/seed353dc258/backstory/document"
)

// inliner makes inlines of words.
type inliner struct {
	doc   *Traits
	self  string          // the ID of the heading that the lines are of
	stops bool            // lines may end where the writer wanted
	edge  float64         // of the cell that the lines are in; 0 where there is none
	plain document.Styles // that are left out, as in a heading that is bold as a whole
	runs  document.Runs
	code  strings.Builder
	link  string
	label document.Style // of hidden text, where it is open, else 0
	is    setting        // of the word
	end   byte           // how the text ends: ' ' or else
}

// setting is how a word is set.
type setting struct {
	power  bool // it is one of a formula
	script bool // it is raised or lowered, and not only set off
}

// lines makes the inlines of lines.
func (n *inliner) lines(lines []layout.Line, skip int) []document.Inline {
	for i := range lines {
		l := &lines[i]
		ws := l.Words
		if i == 0 {
			ws = ws[min(skip, len(ws)):]
		}
		if i > 0 && n.stops && endsEarly(lines, i) {
			n.endCode()
			n.endLink()
			n.endHidden()
			n.runs.Inline(converters.Make(n.doc.Env, &document.Break{}), 0)
			n.end = 0
		}
		for j := range ws {
			n.is = setting{layout.IsPower(ws, j), isScript(ws, j, l)}
			glued := ws[j].Glued
			if i > 0 && j == 0 {
				glued = n.follows(lines, i)
			}
			text := ws[j].Text
			if j+1 == len(ws) && i+1 < len(lines) && ws[j].Hyphen && n.drops(&ws[j], &lines[i+1]) {
				text = strings.TrimRight(text, "-\u00ad\u2010")
			}
			n.word(&ws[j], text, l, glued)
		}
	}
	n.endCode()
	n.endLink()
	n.endHidden()
	return n.runs.Inlines()
}

// follows reports whether the first word of a line follows the line before it without
// a space.
func (n *inliner) follows(lines []layout.Line, at int) bool {
	before, w := &lines[at-1], &lines[at].Words[0]
	return n.turns(before, w) || n.doc.Trails && splitsWord(lines, at, n.edge) && !n.apart(before, w)
}

// word adds a word of a line, with a text that may be without its hyphen.
func (n *inliner) word(w *glyph.Word, text string, l *layout.Line, glued bool) {
	glued = n.veil(w, glued)
	styles := w.Face.Styles &^ n.plain
	if n.is.script {
		styles = layout.Raised(styles, w, l)
	}
	glued = n.turnTo(n.linkAt(w, l.Page), glued)
	if w.Face.Fixed && !styles.Has(document.Superscript) && n.link == "" {
		n.fixed(text, glued)
		return
	}
	n.endCode()
	if key := (NoteKey{l.Page, w.Text}); n.doc.Notes[key] && layout.IsNoteMark(w, l) && !n.is.power {
		n.endLink()
		n.runs.Inline(converters.Make(n.doc.Env, &document.NoteRef{ID: key.id()}), 0)
		n.end = 'x'
		return
	}
	if !glued {
		n.put(" ", n.between(styles))
	}
	n.put(text, styles)
}

// turnTo ends the link that is open and begins another one, or none, where a word is not
// of the same. It returns whether the word follows without a space.
func (n *inliner) turnTo(url string, glued bool) bool {
	if url == n.link {
		return glued
	}
	n.endCode()
	n.endLink()
	if !glued {
		n.put(" ", 0)
	}
	if n.link = url; url != "" {
		n.runs.BeginLink(converters.Make(n.doc.Env, &document.Link{URL: url}), 0)
	}
	return true
}

// veil says where hidden text begins and ends. It returns whether the word
// follows without a space.
func (n *inliner) veil(w *glyph.Word, glued bool) bool {
	if w.Label == n.label {
		return glued
	}
	n.endHidden()
	if w.Label == 0 {
		return glued
	}
	n.endCode()
	n.endLink()
	if !glued {
		n.put(" ", 0)
	}
	n.label = w.Label
	return true
}

func (n *inliner) endHidden() {
	if n.label != 0 {
		n.endCode()
		n.endLink()
		n.label = 0
	}
}

// put adds text to what is open.
func (n *inliner) put(text string, styles document.Styles) {
	if n.end == 0 && text == " " {
		return
	}
	n.end = text[len(text)-1]
	n.runs.Text(text, n.labelled(styles))
}

// labelled returns styles with the label of hidden text.
func (n *inliner) labelled(styles document.Styles) document.Styles {
	if n.label != 0 {
		return styles.With(n.label)
	}
	return styles
}

// between returns the styles of the space before a word.
func (n *inliner) between(next document.Styles) document.Styles {
	return next.Without(document.Superscript).Without(document.Subscript)
}

// fixed adds a word in a font of fixed width.
func (n *inliner) fixed(text string, glued bool) {
	if n.code.Len() == 0 {
		if !glued {
			n.put(" ", 0)
		}
	} else if !glued {
		n.code.WriteByte(' ')
	}
	n.code.WriteString(text)
}

func (n *inliner) endCode() {
	if n.code.Len() == 0 {
		return
	}
	node := converters.Make(n.doc.Env, &document.Code{Value: n.code.String()})
	n.code.Reset()
	n.end = 'x'
	n.runs.Inline(node, n.labelled(0))
}

func (n *inliner) endLink() {
	n.runs.EndLink()
	n.link = ""
}

// linkAt returns where a word leads.
func (n *inliner) linkAt(w *glyph.Word, page int) string {
	if w.Link < 0 {
		return ""
	}
	links := n.doc.Links[page]
	if w.Link >= len(links) || n.self != "" && links[w.Link].URL == "#"+n.self {
		return ""
	}
	return links[w.Link].URL
}

// isScript reports whether a word that may be raised or lowered is an index, an
// exponent or a mark: short, right beside what it belongs to, and no letter
// inside a word, as in the name of TeX, or a piece of a line that is out of
// true.
func isScript(words []glyph.Word, k int, l *layout.Line) bool {
	const longest = 5 // characters
	w := &words[k]
	if layout.Raised(0, w, l) == 0 {
		return false
	}
	before := k > 0 && w.Glued
	after := k+1 < len(words) && words[k+1].Glued
	if !before && (!after || !layout.IsNumber(w.Text)) || script.RuneCount(w.Text) > longest {
		return false
	}
	inside := after && script.HasLetter(w.Text) && script.HasLetter(words[k+1].Text) && layout.Raised(0, &words[k+1], l) == 0
	return !inside || !before || !script.HasLetter(words[k-1].Text)
}

// turns reports whether the first word of a line follows the line before it
// without a space: after a hyphen, or in a script without spaces.
func (n *inliner) turns(before *layout.Line, w *glyph.Word) bool {
	last := &before.Words[len(before.Words)-1]
	r, _ := utf8.DecodeLastRuneInString(last.Text)
	if wide, next := script.IsWide(r), script.IsWide(script.FirstRune(w.Text)); wide && next || (wide || next) && !last.Source.Trail && !n.doc.Spaced {
		return true
	}
	next := script.FirstRune(w.Text)
	return last.Hyphen && (script.RuneCount(last.Text) > 1 && unicode.IsLetter(next) || bothFixed(last, w) && (next == '-' || unicode.IsLetter(next)))
}

// splitsWord reports whether a line breaks inside a word: the one before it is
// as long as any, and no space follows it in the file.
func splitsWord(lines []layout.Line, at int, edge float64) bool {
	before, l := &lines[at-1], &lines[at]
	last := &before.Words[len(before.Words)-1]
	if last.Source.Trail || last.Hyphen || before.RTL {
		return false
	}
	right := rightOf(lines, at, edge)
	next := script.FirstRune(l.Words[0].Text)
	end, _ := utf8.DecodeLastRuneInString(last.Text)
	if strings.ContainsRune("/?&=_.—–", end) && !unicode.IsSpace(next) && script.RuneCount(last.Text) > 1 {
		return before.Box.X1+layout.Piece(l) > right && (end != '.' || inAddress(before, l))
	}
	inside := unicode.IsLower(next) || script.InWord(next) && !script.InWord(end)
	return inside && before.Box.X1 > right-1.2*before.Size && (isToken(before) || bothFixed(last, &l.Words[0]) && script.InWord(end))
}

// bothFixed reports whether two words are in fonts of fixed width.
func bothFixed(a, b *glyph.Word) bool { return a.Face.Fixed && b.Face.Fixed }

// rightOf returns where the lines around one end to the right, or their cell.
func rightOf(lines []layout.Line, at int, edge float64) float64 {
	const near = 16 // lines that are as long as the column, one of them
	right := max(lines[at-1].Box.X1, edge)
	for i := max(at-near, 0); i < min(at+near, len(lines)); i++ {
		right = max(right, lines[i].Box.X1)
	}
	return right
}

// endsEarly reports whether a line ends where the writer wanted: what comes
// next in the text would have had room in it, and to spare.
func endsEarly(lines []layout.Line, at int) bool {
	const (
		near  = 16  // lines that are as long as the column, one of them
		spare = 3.0 // of the size
	)
	before, l := &lines[at-1], &lines[at]
	wide := 0.0
	for i := max(at-near, 0); i < min(at+near, len(lines)); i++ {
		wide = max(wide, lines[i].Box.W())
	}
	last := &before.Words[len(before.Words)-1]
	end, _ := utf8.DecodeLastRuneInString(last.Text)
	if script.IsWide(end) || script.IsWide(script.FirstRune(l.Words[0].Text)) || before.Page != l.Page || last.Hyphen || l.Base-before.Base < .5*l.Size {
		return false
	}
	next := l.Words[0].Box.W()
	for i := 1; i < len(l.Words) && l.Words[i].Glued; i++ {
		next += l.Words[i].Box.W()
	}
	return before.Box.W()+next+spare*before.Size < wide
}

// apart reports whether the words on both sides of the end of a line are known
// as words by themselves.
func (n *inliner) apart(before *layout.Line, w *glyph.Word) bool {
	const long = 4 // characters of a word that is hardly a syllable
	last := &before.Words[len(before.Words)-1]
	return n.doc.Whole[bare(w.Text)] && (script.RuneCount(w.Text) >= long || n.doc.Whole[bare(last.Text)]) && script.InWord(script.FirstRune(w.Text)) && !strings.ContainsAny(last.Text[len(last.Text)-1:], "/?&=_.")
}

// isToken reports whether there is no space in a line. Another one is broken
// between words before it is inside one.
func isToken(l *layout.Line) bool {
	for i := 1; i < len(l.Words); i++ {
		if !l.Words[i].Glued {
			return false
		}
	}
	return true
}

// inAddress reports whether a point at the end of a line is that of a name of a
// file or a server: it continues with a small letter, in the same style.
func inAddress(before, l *layout.Line) bool {
	last, next := &before.Words[len(before.Words)-1], &l.Words[0]
	return bothFixed(last, next) || last.Link >= 0 && last.Link == next.Link
}

// isCapitals reports whether a text is several letters, all of them capitals.
func isCapitals(s string) bool {
	return script.RuneCount(bare(s)) > 1 && strings.ToUpper(s) == s && !script.HasDigit(s)
}

// drops reports whether the hyphen at the end of a line goes.
func (n *inliner) drops(w *glyph.Word, next *layout.Line) bool {
	if len(next.Words) == 0 || script.RuneCount(w.Text) < 2 {
		return false
	}
	follow := next.Words[0].Text
	stem := strings.TrimRight(w.Text, "-\u00ad\u2010")
	if !unicode.IsLower(script.FirstRune(follow)) {
		return isCapitals(stem) && isCapitals(follow) && n.doc.Words[bare(stem+follow)]
	}
	if !script.HasLetter(stem) && !script.HasDigit(stem) || strings.HasSuffix(w.Text, "--") {
		return false // a sign of its own
	}
	if n.doc.Words[bare(stem+follow)] {
		return true
	}
	if !n.doc.Breaks {
		return false
	}
	return !n.doc.Words[bare(stem+"-"+follow)] && script.HasLetter(stem)
}
