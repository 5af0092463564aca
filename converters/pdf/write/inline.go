package write

import (
	"math"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/seed353dc258/backstory/converters/pdf/glyph"
	"github.com/seed353dc258/backstory/converters/pdf/layout"
	"github.com/seed353dc258/backstory/converters/pdf/script"
	"github.com/seed353dc258/backstory/document"
)

// Lexicon is the words of a document, to tell a hyphen that belongs to a word
// from one that only ends its line.
type Lexicon map[string]bool

// Learn adds the words of lines, without those at their ends.
func (x Lexicon) Learn(lines []layout.Line) {
	for i := range lines {
		ws := lines[i].Words
		for j := range ws {
			if !ws[j].Hyphen && (j > 0 || len(ws) == 1) {
				x[bare(ws[j].Text)] = true
			}
		}
	}
}

// LearnWhole adds the words of lines that are surely whole: with spaces, or
// other words, on both sides.
func (x Lexicon) LearnWhole(lines []layout.Line) {
	for i := range lines {
		if t := lines[i].Table; t != nil {
			for _, row := range t.Rows {
				for j := range row {
					x.learnInner(row[j].Words)
				}
			}
		}
		x.learnInner(lines[i].Words)
	}
}

// learnInner adds those of some words that are between others on their line.
func (x Lexicon) learnInner(ws []glyph.Word) {
	for j := 1; j+1 < len(ws); j++ {
		w := &ws[j]
		const level = .3 // of the size
		if !w.Glued && !ws[j+1].Glued && math.Abs(w.Base-ws[j-1].Base) < level*w.Size && math.Abs(w.Base-ws[j+1].Base) < level*w.Size {
			x[bare(w.Text)] = true
		}
	}
}

// bare is a word without what surrounds it.
func bare(s string) string {
	return strings.ToLower(strings.TrimFunc(s, func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) }))
}

// inliner makes inlines of words.
type inliner struct {
	*Traits
	self   string          // the ID of the heading that the lines are of
	stops  bool            // lines may end where the writer wanted
	edge   float64         // of the cell that the lines are in; 0 where there is none
	plain  document.Styles // that are left out, as in a heading that is bold as a whole
	runs   document.Runs
	code   strings.Builder
	link   string
	hides  bool // the text is said to be hidden
	power  bool // the word is one of a formula
	script bool // the word is raised or lowered, and not only set off
	end    byte // how the text ends: ' ' or else
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
			n.runs.Inline(&document.Break{}, 0)
			n.end = 0
		}
		for j := range ws {
			n.power, n.script = layout.IsPower(ws, j), isScript(ws, j, l)
			n.word(&ws[j], l, i > 0 && j == 0, lines, i)
		}
	}
	n.endCode()
	n.endLink()
	n.endHidden()
	return n.runs.Inlines()
}

// word adds a word.
func (n *inliner) word(w *glyph.Word, l *layout.Line, first bool, lines []layout.Line, at int) {
	glued := w.Glued
	if first {
		glued = n.turns(&lines[at-1], w) || n.Trails && splitsWord(lines, at, n.edge) && !n.apart(&lines[at-1], w)
	}
	glued = n.veil(w, glued)
	text := w.Text
	if at+1 < len(lines) && w.Hyphen && w == &l.Words[len(l.Words)-1] && n.drops(w, &lines[at+1]) {
		text = strings.TrimRight(text, "-\u00ad\u2010")
	}
	styles := w.Styles &^ n.plain
	if n.script {
		styles = layout.Raised(styles, w, l)
	}
	url := n.linkAt(w, l.Page)
	if url != n.link {
		n.endCode()
		n.endLink()
		if !glued {
			n.put(" ", 0)
			glued = true
		}
		if n.link = url; url != "" {
			n.runs.BeginLink(&document.Link{URL: url}, 0)
		}
	}
	if w.Fixed && !styles.Has(document.Superscript) && url == "" {
		n.fixed(text, glued)
		return
	}
	n.endCode()
	if key := (NoteKey{l.Page, w.Text}); n.Notes[key] && layout.IsNoteMark(w, l) && !n.power {
		n.endLink()
		n.runs.Inline(&document.NoteRef{ID: key.id()}, 0)
		n.end = 'x'
		return
	}
	if !glued {
		n.put(" ", n.between(styles))
	}
	n.put(text, styles)
}

// veil says where hidden text begins and ends. It returns whether the word
// follows without a space.
func (n *inliner) veil(w *glyph.Word, glued bool) bool {
	if !w.Hidden {
		n.endHidden()
		return glued
	}
	if n.hides {
		return glued
	}
	n.endCode()
	n.endLink()
	if !glued {
		n.put(" ", 0)
	}
	n.put("[hidden: ", 0)
	n.hides = true
	return true
}

func (n *inliner) endHidden() {
	if n.hides {
		n.endCode()
		n.endLink()
		n.put("]", 0)
	}
	n.hides = false
}

// put adds text to what is open.
func (n *inliner) put(text string, styles document.Styles) {
	if n.end == 0 && text == " " {
		return
	}
	n.end = text[len(text)-1]
	n.runs.Text(text, styles)
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
	node := &document.Code{Value: n.code.String()}
	n.code.Reset()
	n.end = 'x'
	n.runs.Inline(node, 0)
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
	links := n.Links[page]
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

// SpacesScripts reports whether a document has spaces between scripts without
// spaces and others, as Chinese often has, and Japanese has not.
func SpacesScripts(pages []*layout.Sheet) bool {
	with, without := 0, 0
	for _, s := range pages {
		for i := range s.Lines {
			ws := s.Lines[i].Words
			for j := range ws {
				without += scriptTurns(ws[j].Text)
				if j == 0 {
					continue
				}
				end, _ := utf8.DecodeLastRuneInString(ws[j-1].Text)
				if next := script.FirstRune(ws[j].Text); script.IsWide(end) != script.IsWide(next) && script.IsAlnum(end) && script.IsAlnum(next) {
					with += script.Flag(!ws[j].Glued)
					without += script.Flag(ws[j].Glued)
				}
			}
		}
	}
	return with > without
}

// scriptTurns counts where a text goes from one kind of script to the other.
func scriptTurns(s string) int {
	n := 0
	last := rune(0)
	for _, r := range s {
		if last != 0 && script.IsWide(r) != script.IsWide(last) && script.IsAlnum(r) && script.IsAlnum(last) {
			n++
		}
		last = r
	}
	return n
}

// turns reports whether the first word of a line follows the line before it
// without a space: after a hyphen, or in a script without spaces.
func (n *inliner) turns(before *layout.Line, w *glyph.Word) bool {
	last := &before.Words[len(before.Words)-1]
	r, _ := utf8.DecodeLastRuneInString(last.Text)
	if wide, next := script.IsWide(r), script.IsWide(script.FirstRune(w.Text)); wide && next || (wide || next) && !last.Trail && !n.Spaced {
		return true
	}
	next := script.FirstRune(w.Text)
	return last.Hyphen && (script.RuneCount(last.Text) > 1 && unicode.IsLetter(next) || last.Fixed && w.Fixed && (next == '-' || unicode.IsLetter(next)))
}

// BreaksWords reports whether a document breaks words at the ends of lines: it
// does so often, or once in a word that stands unbroken elsewhere.
func BreaksWords(pages []*layout.Sheet, words Lexicon) bool {
	broken, all := 0, 0
	for _, s := range pages {
		for i := range s.Lines {
			l := &s.Lines[i]
			if l.Table != nil || len(l.Words) < 4 {
				continue
			}
			all++
			last := &l.Words[len(l.Words)-1]
			if !last.Hyphen || i+1 >= len(s.Lines) || len(s.Lines[i+1].Words) == 0 {
				continue
			}
			broken++
			stem, follow := strings.TrimRight(last.Text, "-\u00ad\u2010"), s.Lines[i+1].Words[0].Text
			if strings.HasSuffix(last.Text, "\u00ad") || len(stem) > 1 && words[bare(stem+follow)] {
				return true
			}
		}
	}
	const often = 25 // one in so many lines
	return broken >= 2 && broken*often >= all
}

// splitsWord reports whether a line breaks inside a word: the one before it is
// as long as any, and no space follows it in the file.
func splitsWord(lines []layout.Line, at int, edge float64) bool {
	before := &lines[at-1]
	last := &before.Words[len(before.Words)-1]
	if last.Trail || last.Hyphen || before.RTL {
		return false
	}
	const near = 16 // lines that are as long as the column, one of them
	right := max(before.Box.X1, edge)
	for i := max(at-near, 0); i < min(at+near, len(lines)); i++ {
		right = max(right, lines[i].Box.X1)
	}
	next := script.FirstRune(lines[at].Words[0].Text)
	end, _ := utf8.DecodeLastRuneInString(last.Text)
	if strings.ContainsRune("/?&=_.—–", end) && !unicode.IsSpace(next) && script.RuneCount(last.Text) > 1 {
		return before.Box.X1+layout.Piece(&lines[at]) > right && (end != '.' || inAddress(before, &lines[at]))
	}
	return (isToken(before) || last.Fixed && lines[at].Words[0].Fixed && script.InWord(end)) && before.Box.X1 > right-1.2*before.Size && (unicode.IsLower(next) || script.InWord(next) && !script.InWord(end))
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
	return n.Whole[bare(w.Text)] && (script.RuneCount(w.Text) >= long || n.Whole[bare(last.Text)]) && script.InWord(script.FirstRune(w.Text)) && !strings.ContainsAny(last.Text[len(last.Text)-1:], "/?&=_.")
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
// file or a server: it goes on with a small letter, in the same style.
func inAddress(before, l *layout.Line) bool {
	last, next := &before.Words[len(before.Words)-1], &l.Words[0]
	return last.Fixed && next.Fixed || last.Link >= 0 && last.Link == next.Link
}

// SpacesTrail reports whether a document has the spaces at which its lines
// break. Without one, a line breaks inside a word.
func SpacesTrail(pages []*layout.Sheet, producer string) bool {
	with, all := 0, 0
	for _, s := range pages {
		for i := range s.Lines {
			l := &s.Lines[i]
			if l.Table != nil {
				w, a := trails(l.Table)
				with, all = with+w, all+a
				continue
			}
			if len(l.Words) < 3 || l.Fixed() || i+1 == len(s.Lines) || !turnsTo(l, &s.Lines[i+1]) {
				continue
			}
			last := &l.Words[len(l.Words)-1]
			if r, _ := utf8.DecodeLastRuneInString(last.Text); last.Hyphen || script.IsWide(r) {
				continue
			}
			all++
			with += script.Flag(last.Trail)
		}
	}
	if all < 5 || strings.Contains(producer, "LibreOffice") && with > 0 {
		return strings.Contains(producer, "LibreOffice") // which always does
	}
	return with*10 >= all*8
}

// turnsTo reports whether the next line goes on with a sentence.
func turnsTo(l *layout.Line, next *layout.Line) bool {
	if len(next.Words) == 0 || !unicode.IsLower(script.FirstRune(next.Words[0].Text)) || script.Ends(l.Text()) {
		return false
	}
	step := next.Base - l.Base
	return step > .5*l.Size && step < 2*l.Size && math.Abs(l.Size-next.Size) < .1*l.Size && min(l.Box.X1, next.Box.X1) > max(l.Box.X0, next.Box.X0)
}

// trails counts the lines of several words in the cells of a table that others
// follow, and those of them that end with a space.
func trails(t *layout.Table) (with, all int) {
	for _, row := range t.Rows {
		for i := range row {
			ws := row[i].Words
			start := 0
			for j := 1; j < len(ws); j++ {
				if ws[j].Base < ws[j-1].Base+.5*ws[j].Size {
					continue
				}
				if r, _ := utf8.DecodeLastRuneInString(ws[j-1].Text); j-start > 1 && script.InWord(r) && script.InWord(script.FirstRune(ws[j].Text)) && !script.IsWide(r) && !script.IsWide(script.FirstRune(ws[j].Text)) {
					all++
					with += script.Flag(ws[j-1].Trail)
				}
				start = j
			}
		}
	}
	return with, all
}

// drops reports whether the hyphen at the end of a line goes.
func (n *inliner) drops(w *glyph.Word, next *layout.Line) bool {
	if len(next.Words) == 0 || script.RuneCount(w.Text) < 2 {
		return false
	}
	follow := next.Words[0].Text
	if !unicode.IsLower(script.FirstRune(follow)) {
		return false
	}
	stem := strings.TrimRight(w.Text, "-\u00ad\u2010")
	if !script.HasLetter(stem) && !script.HasDigit(stem) || strings.HasSuffix(w.Text, "--") {
		return false // a sign of its own
	}
	if n.Words[bare(stem+follow)] {
		return true
	}
	if !n.Breaks {
		return false
	}
	return !n.Words[bare(stem+"-"+follow)] && script.HasLetter(stem)
}
