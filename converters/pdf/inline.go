package pdf

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/seed353dc258/backstory/document"
)

// lexicon is the words of a document, to tell a hyphen that belongs to a word
// from one that only ends its line.
type lexicon map[string]bool

// learn adds the words of lines, without those at their ends.
func (x lexicon) learn(lines []line) {
	for i := range lines {
		ws := lines[i].words
		for j := range ws {
			if !ws[j].hyphen && (j > 0 || len(ws) == 1) {
				x[bare(ws[j].text)] = true
			}
		}
	}
}

// learnWhole adds the words of lines that are surely whole: with spaces, or
// other words, on both sides.
func (x lexicon) learnWhole(lines []line) {
	for i := range lines {
		if t := lines[i].table; t != nil {
			for _, row := range t.rows {
				for j := range row {
					x.learnInner(row[j].words)
				}
			}
		}
		x.learnInner(lines[i].words)
	}
}

// learnInner adds those of some words that stand between others on their line.
func (x lexicon) learnInner(ws []word) {
	for j := 1; j+1 < len(ws); j++ {
		w := &ws[j]
		const level = .3 // of the size
		if !w.glued && !ws[j+1].glued && abs(w.base-ws[j-1].base) < level*w.size && abs(w.base-ws[j+1].base) < level*w.size {
			x[bare(w.text)] = true
		}
	}
}

// bare is a word without what surrounds it.
func bare(s string) string {
	return strings.ToLower(strings.TrimFunc(s, func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) }))
}

// inliner makes inlines of words.
type inliner struct {
	*traits
	self   string          // the ID of the heading that the lines are of
	stops  bool            // lines may end where the writer wanted
	edge   float64         // of the cell that the lines are in; 0 where there is none
	plain  document.Styles // that are left out, as in a heading that is bold as a whole
	runs   document.Runs
	code   strings.Builder
	inner  document.Runs // of an open link
	link   string
	hides  bool // the text is said to be hidden
	power  bool // the word is one of a formula
	script bool // the word is raised or lowered, and not only set off
	end    byte // how the text ends: ' ' or else
}

// lines makes the inlines of lines.
func (n *inliner) lines(lines []line, skip int) []document.Inline {
	for i := range lines {
		l := &lines[i]
		ws := l.words
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
			n.power, n.script = isPower(ws, j), isScript(ws, j, l)
			n.word(&ws[j], l, i > 0 && j == 0, lines, i)
		}
	}
	n.endCode()
	n.endLink()
	n.endHidden()
	return n.runs.Inlines()
}

// word adds a word.
func (n *inliner) word(w *word, l *line, first bool, lines []line, at int) {
	glued := w.glued
	if first {
		glued = n.turns(&lines[at-1], w) || n.trails && splitsWord(lines, at, n.edge) && !n.apart(&lines[at-1], w)
	}
	glued = n.veil(w, glued)
	text := w.text
	if at+1 < len(lines) && w.hyphen && w == &l.words[len(l.words)-1] && n.drops(w, &lines[at+1]) {
		text = strings.TrimRight(text, "-\u00ad\u2010")
	}
	styles := w.styles &^ n.plain
	if n.script {
		styles = raised(styles, w, l)
	}
	url := n.linkAt(w, l.page)
	if url != n.link {
		n.endCode()
		n.endLink()
		if !glued {
			n.put(" ", 0)
			glued = true
		}
		n.link = url
	}
	if w.fixed && !styles.Has(document.Superscript) && url == "" {
		n.fixed(text, glued)
		return
	}
	n.endCode()
	if key := (noteKey{l.page, w.text}); n.notes[key] && isNoteMark(w, l) && !n.power {
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
func (n *inliner) veil(w *word, glued bool) bool {
	if !w.hidden {
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
	if n.link != "" {
		n.inner.Text(text, styles)
		return
	}
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
	if n.link != "" {
		n.inner.Inline(node, 0)
		return
	}
	n.runs.Inline(node, 0)
}

func (n *inliner) endLink() {
	if n.link == "" {
		return
	}
	if inlines := n.inner.Inlines(); len(inlines) > 0 {
		n.runs.Inline(&document.Link{URL: n.link, Inlines: inlines}, 0)
	}
	n.link = ""
}

// linkAt returns where a word leads.
func (n *inliner) linkAt(w *word, page int) string {
	if w.link < 0 {
		return ""
	}
	links := n.links[page]
	if w.link >= len(links) || n.self != "" && links[w.link].URL == "#"+n.self {
		return ""
	}
	return links[w.link].URL
}

// raised adds superscript or subscript to the styles of a small word that is
// off the baseline.
func raised(s document.Styles, w *word, l *line) document.Styles {
	if w.size > .86*l.size {
		return s
	}
	switch off := w.base - l.base; {
	case off < -.12*l.size:
		return s.With(document.Superscript)
	case off > .06*l.size:
		return s.With(document.Subscript)
	}
	return s
}

// isScript reports whether a word that may be raised or lowered is an index, an
// exponent or a mark: short, right beside what it belongs to, and no letter
// inside a word, as in the name of TeX, or a piece of a line that is out of
// true.
func isScript(words []word, k int, l *line) bool {
	const longest = 5 // characters
	w := &words[k]
	if raised(0, w, l) == 0 {
		return false
	}
	before := k > 0 && w.glued
	after := k+1 < len(words) && words[k+1].glued
	if !before && (!after || !isNumber(w.text)) || runeCount(w.text) > longest {
		return false
	}
	inside := after && hasLetter(w.text) && hasLetter(words[k+1].text) && raised(0, &words[k+1], l) == 0
	return !inside || !before || !hasLetter(words[k-1].text)
}

// spacesScripts reports whether a document has spaces between scripts without
// spaces and others, as Chinese often has, and Japanese has not.
func spacesScripts(pages []*sheet) bool {
	with, without := 0, 0
	for _, s := range pages {
		for i := range s.lines {
			ws := s.lines[i].words
			for j := range ws {
				without += scriptTurns(ws[j].text)
				if j == 0 {
					continue
				}
				end, _ := utf8.DecodeLastRuneInString(ws[j-1].text)
				if next := firstRune(ws[j].text); isWide(end) != isWide(next) && isAlnum(end) && isAlnum(next) {
					with += flag(!ws[j].glued)
					without += flag(ws[j].glued)
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
		if last != 0 && isWide(r) != isWide(last) && isAlnum(r) && isAlnum(last) {
			n++
		}
		last = r
	}
	return n
}

// isAlnum reports whether a character is a letter or a digit.
func isAlnum(r rune) bool { return unicode.IsLetter(r) || unicode.IsDigit(r) }

// turns reports whether the first word of a line follows the line before it
// without a space: after a hyphen, or in a script without spaces.
func (n *inliner) turns(before *line, w *word) bool {
	last := &before.words[len(before.words)-1]
	r, _ := utf8.DecodeLastRuneInString(last.text)
	if wide, next := isWide(r), isWide(firstRune(w.text)); wide && next || (wide || next) && !last.trail && !n.spaced {
		return true
	}
	next := firstRune(w.text)
	return last.hyphen && (runeCount(last.text) > 1 && unicode.IsLetter(next) || last.fixed && w.fixed && (next == '-' || unicode.IsLetter(next)))
}

// breaksWords reports whether a document breaks words at the ends of lines: it
// does so often, or once in a word that stands unbroken elsewhere.
func breaksWords(pages []*sheet, words lexicon) bool {
	broken, all := 0, 0
	for _, s := range pages {
		for i := range s.lines {
			l := &s.lines[i]
			if l.table != nil || len(l.words) < 4 {
				continue
			}
			all++
			last := &l.words[len(l.words)-1]
			if !last.hyphen || i+1 >= len(s.lines) || len(s.lines[i+1].words) == 0 {
				continue
			}
			broken++
			stem, follow := strings.TrimRight(last.text, "-\u00ad\u2010"), s.lines[i+1].words[0].text
			if strings.HasSuffix(last.text, "\u00ad") || len(stem) > 1 && words[bare(stem+follow)] {
				return true
			}
		}
	}
	const often = 25 // one in so many lines
	return broken >= 2 && broken*often >= all
}

// splitsWord reports whether a line breaks inside a word: the one before it is
// as long as any, and no space follows it in the file.
func splitsWord(lines []line, at int, edge float64) bool {
	before := &lines[at-1]
	last := &before.words[len(before.words)-1]
	if last.trail || last.hyphen || before.rtl {
		return false
	}
	const near = 16 // lines that are as long as the column, one of them
	right := max(before.box.X1, edge)
	for i := max(at-near, 0); i < min(at+near, len(lines)); i++ {
		right = max(right, lines[i].box.X1)
	}
	next := firstRune(lines[at].words[0].text)
	end, _ := utf8.DecodeLastRuneInString(last.text)
	if strings.ContainsRune("/?&=_.—–", end) && !unicode.IsSpace(next) && runeCount(last.text) > 1 {
		return before.box.X1+piece(&lines[at]) > right && (end != '.' || inAddress(before, &lines[at]))
	}
	return (before.isToken() || last.fixed && lines[at].words[0].fixed && inWord(end)) && before.box.X1 > right-1.2*before.size && (unicode.IsLower(next) || inWord(next) && !inWord(end))
}

// endsEarly reports whether a line ends where the writer wanted: what comes
// next in the text would have had room in it, and to spare.
func endsEarly(lines []line, at int) bool {
	const (
		near  = 16  // lines that are as long as the column, one of them
		spare = 3.0 // of the size
	)
	before, l := &lines[at-1], &lines[at]
	wide := 0.0
	for i := max(at-near, 0); i < min(at+near, len(lines)); i++ {
		wide = max(wide, lines[i].box.W())
	}
	last := &before.words[len(before.words)-1]
	end, _ := utf8.DecodeLastRuneInString(last.text)
	if isWide(end) || isWide(firstRune(l.words[0].text)) || before.page != l.page || last.hyphen || l.base-before.base < .5*l.size {
		return false
	}
	next := l.words[0].box.W()
	for i := 1; i < len(l.words) && l.words[i].glued; i++ {
		next += l.words[i].box.W()
	}
	return before.box.W()+next+spare*before.size < wide
}

// apart reports whether the words on both sides of the end of a line are known
// as words by themselves.
func (n *inliner) apart(before *line, w *word) bool {
	const long = 4 // characters of a word that is hardly a syllable
	last := &before.words[len(before.words)-1]
	return n.whole[bare(w.text)] && (runeCount(w.text) >= long || n.whole[bare(last.text)]) && inWord(firstRune(w.text)) && !strings.ContainsAny(last.text[len(last.text)-1:], "/?&=_.")
}

// isToken reports whether there is no space in a line. Another one is broken
// between words before it is inside one.
func (l *line) isToken() bool {
	for i := 1; i < len(l.words); i++ {
		if !l.words[i].glued {
			return false
		}
	}
	return true
}

// inAddress reports whether a point at the end of a line is that of a name of a
// file or a server: it goes on with a small letter, in the same style.
func inAddress(before, l *line) bool {
	last, next := &before.words[len(before.words)-1], &l.words[0]
	return last.fixed && next.fixed || last.link >= 0 && last.link == next.link
}

// spacesTrail reports whether a document has the spaces at which its lines
// break. Without one, a line breaks inside a word.
func spacesTrail(pages []*sheet, producer string) bool {
	with, all := 0, 0
	for _, s := range pages {
		for i := range s.lines {
			l := &s.lines[i]
			if l.table != nil {
				w, a := l.table.trails()
				with, all = with+w, all+a
				continue
			}
			if len(l.words) < 3 || l.fixed() || i+1 == len(s.lines) || !l.turnsTo(&s.lines[i+1]) {
				continue
			}
			last := &l.words[len(l.words)-1]
			if r, _ := utf8.DecodeLastRuneInString(last.text); last.hyphen || isWide(r) {
				continue
			}
			all++
			with += flag(last.trail)
		}
	}
	if all < 5 || strings.Contains(producer, "LibreOffice") && with > 0 {
		return strings.Contains(producer, "LibreOffice") // which always does
	}
	return with*10 >= all*8
}

// turnsTo reports whether the next line goes on with a sentence.
func (l *line) turnsTo(next *line) bool {
	if len(next.words) == 0 || !unicode.IsLower(firstRune(next.words[0].text)) || ends(l.text()) {
		return false
	}
	step := next.base - l.base
	return step > .5*l.size && step < 2*l.size && abs(l.size-next.size) < .1*l.size && min(l.box.X1, next.box.X1) > max(l.box.X0, next.box.X0)
}

// trails counts the lines of several words in the cells of a table that others
// follow, and those of them that end with a space.
func (t *table) trails() (with, all int) {
	for _, row := range t.rows {
		for i := range row {
			ws := row[i].words
			start := 0
			for j := 1; j < len(ws); j++ {
				if ws[j].base < ws[j-1].base+.5*ws[j].size {
					continue
				}
				if r, _ := utf8.DecodeLastRuneInString(ws[j-1].text); j-start > 1 && inWord(r) && inWord(firstRune(ws[j].text)) && !isWide(r) && !isWide(firstRune(ws[j].text)) {
					all++
					with += flag(ws[j-1].trail)
				}
				start = j
			}
		}
	}
	return with, all
}

// drops reports whether the hyphen at the end of a line goes.
func (n *inliner) drops(w *word, next *line) bool {
	if len(next.words) == 0 || runeCount(w.text) < 2 {
		return false
	}
	follow := next.words[0].text
	if !unicode.IsLower(firstRune(follow)) {
		return false
	}
	stem := strings.TrimRight(w.text, "-\u00ad\u2010")
	if !hasLetter(stem) && !hasDigit(stem) || strings.HasSuffix(w.text, "--") {
		return false // a sign of its own
	}
	if n.words[bare(stem+follow)] {
		return true
	}
	if !n.breaks {
		return false
	}
	return !n.words[bare(stem+"-"+follow)] && hasLetter(stem)
}
