package glyph

import (
	"math"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"

	"github.com/seed353dc258/backstory/converters/pdf/pdfium"
	"github.com/seed353dc258/backstory/converters/pdf/script"
)

// Claims knows which glyphs of a document show other letters than the file says
// that they are (PDF 32000-1, 9.10.3). Glyphs of which that may be so are compared
// with their names, and with the shapes of letters where these say nothing: once
// for each glyph of a font.
type Claims struct {
	source  claimSource
	known   map[claimKey]claimVerdict
	trusted map[*pdfium.Font]bool // whether its names are those of letters
	coded   map[*pdfium.Font]*codedFont
}

// claimSource is the document that glyphs are of.
type claimSource interface {
	// MaySayMeanings reports whether the file has tables of what glyphs mean.
	MaySayMeanings() bool
	Named(page int) (map[[2]int32]rune, error)
	Outline(f *pdfium.Font, r rune) [][][2]float64
}

// NewClaims returns what is known of the glyphs of a document at first.
func NewClaims(d claimSource) *Claims {
	return &Claims{source: d, known: map[claimKey]claimVerdict{}, trusted: map[*pdfium.Font]bool{}, coded: map[*pdfium.Font]*codedFont{}}
}

// claimKey tells glyphs of a font from one another, by what the file says of them
// and by their ink.
type claimKey struct {
	font           *pdfium.Font
	text           string
	wide, top, low int16 // in fiftieths of the size; 0 in text that is turned
	blank          bool  // it has none
}

// claimVerdict is what is known of what a file says of a glyph.
type claimVerdict uint8

// unnamed is the name of a glyph that has none.
const unnamed = 0

const (
	claimHolds claimVerdict = iota
	claimUnsure
	claimFalse
)

// claimed is a glyph of a page with what the file says of it.
type claimed struct {
	first, end int // of the page's characters
	key        claimKey
	name       rune // what it shows by its name, where the page's names were looked at
}

// check of a nil value does nothing; another compares what a page says of its glyphs with what they show. Where a glyph
// shows another letter, its word has what is shown, and what the file says is the text
// that is given for it. It reports whether a word is only not sure.
func (c *Claims) check(p *pdfium.Page) (unsure bool, err error) {
	if c == nil || !c.source.MaySayMeanings() {
		return false, nil
	}
	glyphs := glyphsIn(p)
	fonts := map[*pdfium.Font]bool{} // with glyphs that have to be judged
	for i := range glyphs {
		g := &glyphs[i]
		switch k, known := c.known[g.key]; {
		case fonts[g.key.font] || known && k != claimFalse:
		case known || c.isSuspicious(p, g):
			fonts[g.key.font] = true
		default:
			c.known[g.key] = claimHolds
		}
	}
	if len(fonts) > 0 {
		if err := c.judge(p, glyphs, fonts); err != nil {
			return false, err
		}
	}
	return c.mend(p, glyphs), nil
}

// glyphsIn returns the glyphs of a page. Characters in one place are of one.
func glyphsIn(p *pdfium.Page) []claimed {
	out := make([]claimed, 0, len(p.Chars))
	for i := 0; i < len(p.Chars); {
		a := &p.Chars[i]
		end := i + 1
		for end < len(p.Chars) && a.Run >= 0 && p.Chars[end].Run == a.Run && p.Chars[end].X == a.X && p.Chars[end].Y == a.Y && p.Chars[end].Box == a.Box {
			end++
		}
		if a.Run >= 0 {
			out = append(out, claimed{first: i, end: end, key: keyOf(p, p.Chars[i:end])})
		}
		i = end
	}
	return out
}

// keyOf returns what tells a glyph from others.
func keyOf(p *pdfium.Page, chars []pdfium.Char) claimKey {
	c, r := &chars[0], &p.Runs[chars[0].Run]
	k := claimKey{font: r.Font, text: string(c.Rune), blank: c.Box.W() <= 0 && c.Box.H() <= 0}
	for i := range chars[1:] {
		k.text += string(chars[1+i].Rune)
	}
	if r.Turn == 0 && r.Size > 0 {
		part := func(v float64) int16 { return int16(min(max(math.Round(50*v/r.Size), -1000), 1000)) }
		k.wide, k.top, k.low = part(c.Box.W()), part(c.Y-c.Box.Y0), part(c.Box.Y1-c.Y)
	}
	return k
}

// isAlnum reports whether a letter or digit of ASCII is in a text.
func isAlnum(text string) bool {
	for i := range len(text) {
		if c := text[i]; c|0x20 >= 'a' && c|0x20 <= 'z' || c >= '0' && c <= '9' {
			return true
		}
	}
	return false
}

// isWestern reports whether a character is a digit, or a letter of Latin, or of a script
// with letters that look like those.
func isWestern(r rune) bool {
	return unicode.IsDigit(r) || unicode.In(r, unicode.Latin, unicode.Greek, unicode.Cyrillic)
}

// isSuspicious reports whether a glyph may be another letter than the file says: it does
// not look like that one, or it is of a font that only its names say something of.
func (c *Claims) isSuspicious(p *pdfium.Page, g *claimed) bool {
	ch := &p.Chars[g.first]
	r := &p.Runs[ch.Run]
	switch {
	case !g.isJudged(p):
		return false
	case g.isTooMuch() || g.isBlank():
		return true
	case !isAlnum(g.key.text):
		return !r.Font.Embedded && r.Font.Name != ""
	case !r.Font.Embedded && hasWord(r.Font.Name, "dingbat", "symbol"):
		return true
	case len(g.key.text) != 1:
		return false
	}
	outline := c.source.Outline(g.key.font, rune(g.key.text[0]))
	if !g.isOf(outline) {
		return r.Turn == 0 && contradicts(g.key.text[0], float64(g.key.top)/50, float64(g.key.low)/50)
	}
	drawn, ok := draw(outline)
	differs, _ := drawn.differs(g.key.text[0], 0)
	return ok && differs
}

// isJudged reports whether a glyph is said to be letters or digits, and is painted.
func (g *claimed) isJudged(p *pdfium.Page) bool {
	c := &p.Chars[g.first]
	return !c.Unmapped && p.Runs[c.Run].Mode != pdfium.ModeInvisible && strings.ContainsFunc(g.key.text, isWestern)
}

// isBlank reports whether a glyph has no ink. The boxes of fonts of drawings, which have
// no names, may be made up.
func (g *claimed) isBlank() bool { return g.key.blank && g.key.font.Name != "" }

// isTooMuch reports whether a glyph is narrower than all that it is said to be: the
// letters of a ligature are close together.
func (g *claimed) isTooMuch() bool {
	const narrow, least = "fijlrtI1", 10 // fiftieths of the size, of a letter
	n := 0
	for _, r := range g.key.text {
		if unicode.IsLetter(r) && !strings.ContainsRune(narrow, r) || r >= '2' && r <= '9' || r == '0' {
			n++
		}
	}
	const longest = 4 // letters of a ligature
	return n > 1 && (int(g.key.wide) < least*n || utf8.RuneCountInString(g.key.text) > longest && !strings.ContainsFunc(g.key.text, script.IsRTL))
}

// contradicts reports whether ink, from above the line to below it, in parts of the
// size, cannot be that of a letter or digit.
func contradicts(c byte, top, low float64) bool {
	const (
		small, tall = .62, .5 // small letters end below, tall ones above
		hangs, rest = .12, .04
	)
	is := func(letters string) bool { return strings.IndexByte(letters, c) >= 0 }
	switch {
	case is("gpqy"):
		return low < rest || top > small+.1
	case is("acemnorsuvwxz"):
		return top > small || low > hangs
	case is("fjQJ"):
		return top < tall
	case c >= '0' && c <= '9':
		return top < .35
	case is("it"):
		return low > hangs
	}
	return top < tall || low > hangs // capitals, and b, d, h, k, l
}

// judge judges the glyphs of fonts that a page has.
func (c *Claims) judge(p *pdfium.Page, glyphs []claimed, fonts map[*pdfium.Font]bool) error {
	names, err := c.source.Named(p.Number)
	if err != nil {
		return err
	}
	var fresh []*claimed
	for i := range glyphs {
		g := &glyphs[i]
		if !fonts[g.key.font] {
			continue
		}
		if g.name = names[p.Chars[g.first].Spot()]; g.isBlank() {
			g.name = ' '
		}
		if _, known := c.known[g.key]; known {
			continue
		}
		c.known[g.key] = claimHolds
		if g.isJudged(p) {
			fresh = append(fresh, g)
		}
	}
	c.trust(fresh)
	shown := map[*pdfium.Font]int{} // glyphs that look like their names, and not like what the file says
	for _, g := range fresh {
		k := c.judged(g)
		c.known[g.key] = k
		shown[g.key.font] += script.Flag(k == claimFalse)
	}
	const several = 2
	for _, g := range fresh {
		if f := g.key.font; c.trusted[f] || shown[f] >= several {
			c.trusted[f] = true
			c.known[g.key] = c.judged(g)
		}
	}
	return nil
}

// trust says of fonts whether their names are those of letters: some programs name
// glyphs by their numbers, and then hardly one agrees with what the file says.
func (c *Claims) trust(glyphs []*claimed) {
	agree := map[*pdfium.Font]int{}
	for _, g := range glyphs {
		if g.name != unnamed {
			agree[g.key.font] += 2*script.Flag(isSame(g.key.text, g.name)) - 1
		}
	}
	for f, n := range agree {
		if _, known := c.trusted[f]; !known {
			c.trusted[f] = !f.Embedded || n >= 0
		}
	}
}

// judged returns what is known of what a file says of a glyph.
func (c *Claims) judged(g *claimed) claimVerdict {
	named := g.name != unnamed
	switch {
	case named && isSame(g.key.text, g.name):
		return claimHolds
	case named && c.trusted[g.key.font], g.isBlank():
		return claimFalse
	case g.isTooMuch():
		return claimUnsure
	case len(g.key.text) != 1 || !isAlnum(g.key.text):
		return claimHolds
	}
	return c.looks(g)
}

// looks compares a glyph with the letter that it is said to be, and with its name.
func (c *Claims) looks(g *claimed) claimVerdict {
	outline := c.source.Outline(g.key.font, rune(g.key.text[0]))
	if !g.isOf(outline) && g.name != unnamed {
		outline = c.source.Outline(g.key.font, g.name)
	}
	drawn, ok := draw(outline)
	if !ok || !g.isOf(outline) {
		return claimHolds
	}
	name := byte(0)
	if g.name > ' ' && g.name < utf8.RuneSelf {
		name = byte(g.name)
	}
	switch differs, named := drawn.differs(g.key.text[0], name); {
	case differs && named && name != 0:
		return claimFalse
	case differs:
		return claimUnsure
	}
	return claimHolds
}

// isSame reports whether a text is the character of a glyph, whatever its case and
// form.
func isSame(text string, name rune) bool {
	fold := func(s string) string {
		s = strings.ToLower(norm.NFKD.String(s))
		return strings.Map(func(r rune) rune {
			if unicode.IsMark(r) || unicode.IsSpace(r) || r == '\u00ad' {
				return -1
			}
			return r
		}, s)
	}
	a, b := fold(text), fold(string(name))
	if lig, ok := script.Ligature(name); ok {
		b = lig
	}
	return a == b
}

// mend gives the words of a page what their glyphs show. It reports whether a word is
// only not sure.
func (c *Claims) mend(p *pdfium.Page, glyphs []claimed) (unsure bool) {
	var gone []int
	var last *pdfium.Actual // of the word before
	for start := 0; start < len(glyphs); {
		end := start + 1
		for end < len(glyphs) && isOneWord(p, &glyphs[end-1], &glyphs[end]) {
			end++
		}
		word := glyphs[start:end]
		switch v := c.verdictOf(word); {
		case v != claimHolds:
			last = saidOf(word, v, last)
			unsure = unsure || v == claimUnsure
			gone = append(gone, c.mendWord(p, word, last)...)
		case strings.ContainsFunc(word[0].key.text, isWestern):
			last = nil
		}
		start = end
	}
	if gone != nil {
		i := -1
		p.Chars = slices.DeleteFunc(p.Chars, func(pdfium.Char) bool {
			i++
			_, is := slices.BinarySearch(gone, i)
			return is
		})
	}
	return unsure
}

// isOneWord reports whether a glyph follows another one in a word of a text.
func isOneWord(p *pdfium.Page, a, b *claimed) bool {
	ca, cb := &p.Chars[a.first], &p.Chars[b.first]
	return ca.Run == cb.Run && a.end == b.first && !unicode.IsSpace(ca.Rune) && !unicode.IsSpace(cb.Rune)
}

// verdictOf returns what is known of what the file says of a word: a glyph that shows
// something else is enough, but of one that does not look like its letter there
// have to be several.
func (c *Claims) verdictOf(word []claimed) claimVerdict {
	letters, unsure, differ := 0, 0, map[string]bool{}
	hasLetter := false // digits of another script are written for those of Latin
	for i := range word {
		if !strings.ContainsFunc(word[i].key.text, isWestern) {
			continue
		}
		letters++
		switch c.known[word[i].key] {
		case claimFalse:
			return claimFalse
		case claimUnsure:
			unsure++
			differ[word[i].key.text] = true
			hasLetter = hasLetter || word[i].key.text > "9"
			if word[i].isTooMuch() {
				return claimUnsure
			}
		}
	}
	if len(differ) >= 2 && 2*unsure >= letters && hasLetter {
		return claimUnsure
	}
	return claimHolds
}

// saidOf returns what a file says of a word, which goes on what it says of the one
// before.
func saidOf(word []claimed, v claimVerdict, before *pdfium.Actual) *pdfium.Actual {
	if v != claimFalse {
		return &pdfium.Actual{Unsure: true}
	}
	said := before
	if said == nil || !said.False {
		said = &pdfium.Actual{False: true}
	} else {
		said.Text += " "
	}
	for i := range word {
		said.Text += word[i].key.text
	}
	return said
}

// mendWord gives a word a run of its own, with what the file says of it, and its
// glyphs what they show. It returns the characters that are too many then.
func (c *Claims) mendWord(p *pdfium.Page, word []claimed, said *pdfium.Actual) (gone []int) {
	run := p.Runs[p.Chars[word[0].first].Run]
	run.Around.Actual = said
	p.Runs = append(p.Runs, run)
	for i := range word {
		g := &word[i]
		for k := g.first; k < g.end; k++ {
			p.Chars[k].Run = int32(len(p.Runs) - 1)
		}
		switch {
		case !said.False, g.name == unnamed && c.known[g.key] == claimHolds:
			continue
		case g.name == unnamed:
			g.name = utf8.RuneError
		}
		p.Chars[g.first].Rune = g.name
		for k := g.first + 1; k < g.end; k++ {
			gone = append(gone, k)
		}
	}
	return gone
}
