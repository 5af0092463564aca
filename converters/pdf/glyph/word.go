package glyph

import (
	"math"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/seed353dc258/backstory/converters/pdf/bidi"
	"github.com/seed353dc258/backstory/converters/pdf/pdfium"
	"github.com/seed353dc258/backstory/converters/pdf/script"
	"github.com/seed353dc258/backstory/document"
)

// Word is a stretch of characters without a space in one style. A word of the
// text that changes its style is several, the later ones glued.
type Word struct {
	Text   string
	Box    pdfium.Box // its width is that of the ink, its height that of the font
	Base   float64
	Start  float64 // the middle of its first character
	End    float64 // the middle of its last character
	Glued  bool    // no space before it
	RTL    bool
	Hyphen bool           // ends with a hyphen at the end of a line
	Link   int            // of the page's links, or -1
	Label  document.Style // Hidden where no reader sees it, MayBeHidden where that is not known, else 0
	Face   Face
	Source Source
}

// Face is how a word is set.
type Face struct {
	Size   float64 // in points
	Styles document.Styles
	Fixed  bool // in a font of fixed width
	Font   *pdfium.Font
	Style  pdfium.Style
}

// Source is what the file has of a word.
type Source struct {
	MCID     int            // the marked content that it is in, or -1
	Artifact bool           // the file says that it is not content
	Actual   *pdfium.Actual // the text that the file gives for it
	Unmapped bool           // its font does not say what it means
	Gap      uint8          // what is known of the space before it: 0, Jump or Settled
	Trail    bool           // a space follows it in the file
	Field    bool           // it is of the value of a field
}

// NewWord returns a word that no characters of the page make, from one place of its
// baseline to another.
func NewWord(text string, x0, x1, base, size float64) Word {
	return Word{
		Text: text, Base: base, Link: -1, RTL: strings.ContainsFunc(text, script.IsRTL),
		Box:  pdfium.Box{X0: x0, X1: x1, Y0: base - Above*size, Y1: base + Below*size},
		Face: Face{Size: size}, Source: Source{MCID: -1},
	}
}

// Turned is the words of a page that go in another direction than most of it,
// in a view in which they are upright.
type Turned struct {
	View  View
	Words []Word
}

// What is known of the space before a word.
const (
	Jump    = 1 + iota // it is not in the file
	Settled            // the word is on the line of the one before it
)

const maxAsides = 64 // directions of a page that are told apart

// wordReader makes words of a page's characters.
type wordReader struct {
	page     *pdfium.Page
	hidden   *hider
	out      []Word
	asides   []Turned // text in other directions than the page's
	text     strings.Builder
	cur      Word
	last     lastChar
	spaced   bool
	inferred bool // the space is one that PDFium saw between two places
	chars    int
	unknown  int     // characters without a meaning
	at       int     // the character
	track    float64 // how far the letters of the text are set apart
}

// lastChar is the character before the one that is read.
type lastChar struct {
	rune rune
	run  int32
	end  float64 // where it ends, if it is the last of its run
	link int     // that it is on, or -1
}

// readWords returns the words of a page in the order of the file.
func readWords(p *pdfium.Page, h *hider) *wordReader {
	r := &wordReader{page: p, hidden: h, spaced: true, last: lastChar{run: -1, link: -1}}
	for i := range p.Chars {
		r.char(i)
	}
	r.end()
	return r
}

// char takes a character.
func (r *wordReader) char(i int) {
	r.at = i
	c := &r.page.Chars[i]
	switch {
	case c.Run < 0:
		r.end()
		r.inferred = c.Rune == ' ' && (!r.spaced || r.inferred)
		r.spaced = true
	case r.hidden.hides(i):
	case unicode.IsSpace(c.Rune) || c.Rune == '\u00a0':
		r.space()
	default:
		r.letter(c, r.hidden.label(i))
	}
}

// space takes a space of the file.
func (r *wordReader) space() {
	r.end()
	if n := len(r.out); n > 0 && !r.spaced {
		r.out[n-1].Source.Trail = true
	}
	r.spaced, r.inferred = true, false
}

// letter takes a character that is no space.
func (r *wordReader) letter(c *pdfium.Char, label document.Style) {
	run := &r.page.Runs[c.Run]
	link := r.linkAt(c)
	if r.last.rune != 0 && r.text.Len() > 0 && script.InWord(c.Rune) && script.InWord(r.last.rune) {
		link = r.last.link // a word that a link covers in part
	}
	if r.breaks(c, run) || link != r.last.link || r.text.Len() > 0 && r.cur.Label != label {
		r.end()
		r.last.link = link
	}
	if r.text.Len() == 0 {
		r.begin(c, run)
		r.cur.Label = label
	}
	r.last.run, r.last.rune, r.last.end = c.Run, c.Rune, c.End
	r.chars++
	if c.Unmapped || c.Rune == utf8.RuneError {
		r.unknown++
		r.cur.Source.Unmapped = true
	}
	r.add(c, run)
}

// MaxLinks is how many links of a page are looked at for each character.
const MaxLinks = 300

// linkAt returns the link that a character is on, or -1.
func (r *wordReader) linkAt(c *pdfium.Char) int {
	links := r.page.Links
	if len(links) == 0 {
		return -1
	}
	x, y := (c.Box.X0+c.Box.X1)/2, (c.Box.Y0+c.Box.Y1)/2
	if run := &r.page.Runs[c.Run]; run.Turn != 0 {
		x, y = asideView(r.page, run).back(x, y)
	}
	if r.last.link >= 0 && links[r.last.link].Holds(x, y) {
		return r.last.link
	}
	for i := range links[:min(len(links), MaxLinks)] {
		if (links[i].URL != "" || links[i].To.Page > 0) && links[i].Holds(x, y) {
			return i
		}
	}
	return -1
}

// add adds a character to the word.
func (r *wordReader) add(c *pdfium.Char, run *pdfium.Run) {
	const hyphen = 2 // how PDFium shows a hyphen at the end of a line
	text := c.Rune
	if text == hyphen {
		text = '-'
		r.cur.Hyphen = true
	} else {
		r.cur.Hyphen = text == '-' || text == '\u00ad' || text == '\u2010'
	}
	if lig, ok := script.Ligature(text); ok {
		r.text.WriteString(lig)
	} else {
		r.text.WriteRune(text)
	}
	b := charBox(c, run)
	r.cur.Box = r.cur.Box.Union(b)
	r.cur.End = (b.X0 + b.X1) / 2
	r.cur.RTL = r.cur.RTL || script.IsRTL(text)
}

// begin starts a word.
func (r *wordReader) begin(c *pdfium.Char, run *pdfium.Run) {
	b := charBox(c, run)
	r.cur = Word{
		Box: b, Start: (b.X0 + b.X1) / 2, Base: c.Y, Link: r.last.link,
		Glued:  !r.spaced || r.inferred && (r.besideWide(c) || r.insideStack(c)) || r.tight(c, run),
		Face:   Face{Size: run.Size, Styles: stylesOf(run), Fixed: isCode(run), Font: run.Font, Style: run.Around.Style},
		Source: Source{MCID: run.MCID, Artifact: run.Around.Artifact, Actual: run.Around.Actual, Gap: r.gapOf(c, run)},
	}
	r.spaced, r.inferred = false, false
}

// gapOf returns what is known of the space before a word.
func (r *wordReader) gapOf(c *pdfium.Char, run *pdfium.Run) uint8 {
	switch {
	case c.Settled && len(r.out) > 0 && r.out[len(r.out)-1].Source.MCID == run.MCID:
		return Settled
	case r.inferred:
		return Jump
	}
	return 0
}

// The widest space, of the size, that a program sets between two scripts by
// itself: between the ink, and between the characters.
const (
	wideGap     = .35
	wideAdvance = .26
)

// besideWide reports whether a space that was inferred is beside a
// character of a script without spaces: programs set those apart a little.
func (r *wordReader) besideWide(c *pdfium.Char) bool {
	if len(r.out) == 0 {
		return false
	}
	last := &r.out[len(r.out)-1]
	end, _ := utf8.DecodeLastRuneInString(last.Text)
	gap, most := c.Box.X0-last.Box.X1, wideGap
	if r.last.end > 0 {
		gap, most = c.X-r.last.end, wideAdvance
	}
	return (script.IsWide(c.Rune) || script.IsWide(end)) && gap < most*last.Face.Size && math.Abs(c.Y-last.Base) < .3*last.Face.Size
}

// insideStack reports whether a space that was inferred is where there is
// no room for one: beside a sign that is above or below the letters of a script
// whose signs are set so.
func (r *wordReader) insideStack(c *pdfium.Char) bool {
	if len(r.out) == 0 || !isStacked(c.Rune) {
		return false
	}
	const room = .08 // of the size
	last := &r.out[len(r.out)-1]
	return c.Box.X0-last.Box.X1 < room*last.Face.Size && c.Box.X1 > last.Box.X0 && math.Abs(c.Y-last.Base) < .3*last.Face.Size
}

// tight reports whether a space or the end of a line that was inferred is where there is no room
// for one, in text that goes in another direction than its page: PDFium measures
// by the directions of the page.
func (r *wordReader) tight(c *pdfium.Char, run *pdfium.Run) bool {
	return run.Turn != 0 && r.last.end != 0 && math.Abs(c.X-r.last.end) < bidi.WordGap*run.Size && math.Abs(c.Y-r.cur.Base) < .1*run.Size
}

// breaks reports whether a character does not belong to the word before it, and
// notes where there is a space between them.
func (r *wordReader) breaks(c *pdfium.Char, run *pdfium.Run) bool {
	if r.text.Len() == 0 {
		return false
	}
	apart := r.apart(c, run)
	return apart || c.Run != r.last.run && r.differs(c, run)
}

// differs reports whether a character of another run cannot be of the word: it
// looks otherwise, belongs to something else, or turns its direction.
func (r *wordReader) differs(c *pdfium.Char, run *pdfium.Run) bool {
	if script.IsRTL(c.Rune) && !r.cur.RTL && script.HasLetter(r.text.String()) {
		return true
	}
	old := &r.page.Runs[r.last.run]
	return old.Turn != run.Turn || old.Slant != run.Slant || old.MCID != run.MCID || old.Around.Actual != run.Around.Actual || old.Around.Artifact != run.Around.Artifact ||
		stylesOf(old) != stylesOf(run) || isCode(old) != isCode(run)
}

// The gaps, of the size, at which a word ends.
const (
	lineApart = .7  // from one baseline to another: there is a space between
	gapWide   = .8  // of ink, whatever the font says
	markerGap = .22 // a tab that is hardly wider than nothing
)

// apart reports whether a character is not right beside the word, and notes
// whether there is a space between them.
func (r *wordReader) apart(c *pdfium.Char, run *pdfium.Run) bool {
	size := max(run.Size, r.cur.Face.Size)
	if dy := math.Abs(c.Y - r.cur.Base); dy > .12*size || run.Size > 1.15*r.cur.Face.Size || run.Size < .87*r.cur.Face.Size {
		r.spaced = r.spaced || dy > lineApart*size && !c.Settled
		return true
	}
	if c.Settled {
		return false
	}
	gap := r.gap(c)
	if gap <= gapWide*size && !r.stepped(c, run, size) && (gap <= markerGap*size || !r.afterMarker(c, run)) {
		return false
	}
	r.spaced = true
	return true
}

// gap returns how far the ink of a character is from the word, on either side.
func (r *wordReader) gap(c *pdfium.Char) float64 {
	ahead := c.Box.X0 - r.cur.Box.X1
	if r.last.end > 0 && script.IsWide(r.last.rune) {
		ahead = min(ahead, c.X-r.last.end) // without the room that is in the character
	}
	return max(ahead, r.cur.Box.X0-c.Box.X1)
}

// stepped reports whether a character is set apart from the end of the one
// before it, in a script with spaces whose letters are not all set apart.
func (r *wordReader) stepped(c *pdfium.Char, run *pdfium.Run, size float64) bool {
	if r.last.end <= 0 || script.IsRTL(c.Rune) || script.IsRTL(r.last.rune) || script.IsWide(c.Rune) || script.IsWide(r.last.rune) {
		return false
	}
	step := c.X - r.last.end
	return step > bidi.WordGap*size && c.Box.X0 > r.cur.Box.X1 && !r.tracked(c, step)
}

// afterMarker reports whether a letter follows what looks like the marker of an
// item.
func (r *wordReader) afterMarker(c *pdfium.Char, run *pdfium.Run) bool {
	const longest = 6 // bytes of a marker
	return unicode.IsLetter(c.Rune) && !isFixed(run.Font) && r.text.Len() <= longest && script.MarkerForm().MatchString(r.text.String())
}

// tracked reports whether the gap before a character is about that after it:
// all letters of the text are set apart.
func (r *wordReader) tracked(c *pdfium.Char, gap float64) bool {
	if r.at+1 >= len(r.page.Chars) || c.End <= 0 || r.page.Chars[r.at+1].Run < 0 {
		return r.track > .6*gap && r.track < 1.7*gap
	}
	next := &r.page.Chars[r.at+1]
	same := math.Abs(next.Y-c.Y) < .5 && next.X-c.End > .6*gap && next.X-c.End < 1.7*gap
	if r.track = 0; same {
		r.track = gap
	}
	return same
}

// end ends the word.
func (r *wordReader) end() {
	if r.text.Len() == 0 {
		return
	}
	r.cur.Text = r.text.String()
	r.text.Reset()
	if run := &r.page.Runs[r.last.run]; run.Turn != 0 {
		r.takeAside(run)
		return
	}
	r.out = append(r.out, r.cur)
}

// takeAside adds a word to those of its direction.
func (r *wordReader) takeAside(run *pdfium.Run) {
	v := asideView(r.page, run)
	at := slices.IndexFunc(r.asides, func(a Turned) bool { return a.View == v })
	if at < 0 {
		if at = len(r.asides); at >= maxAsides {
			at--
		} else {
			r.asides = append(r.asides, Turned{View: v})
		}
	}
	r.asides[at].Words = append(r.asides[at].Words, r.cur)
}
