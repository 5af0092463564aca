package xml

import (
	"strconv"
	"strings"
	"unicode"

	"github.com/seed353dc258/backstory/converters"
	"github.com/seed353dc258/backstory/converters/internal/xmlread"
	"github.com/seed353dc258/backstory/document"
)

// wordToggle is a property of characters that is on or off.
type wordToggle uint16

const (
	wordBold wordToggle = 1 << iota
	wordItalic
	wordStrike
	wordSuper
	wordSub
	wordVanish
	wordMono
	wordSize   // size says how large
	wordInk    // ink is the colour
	wordGround // ground is the colour behind
	wordSpaced // spacing says how far letters are set apart
)

// wordChars are properties of characters. What is not set in them is that of
// what they stand in.
type wordChars struct {
	set, on wordToggle
	size    int32 // half points
	scale   int32 // width of the letters in per cent, 0 unset
	spacing int32 // between letters, in twips
	ink     wordColor
	ground  wordColor
}

// wordColor is a colour as 0xRRGGBB, or one that is not known.
type wordColor int32

const wordAuto wordColor = -1

// over returns the properties with those of other that are set in their place.
func (c wordChars) over(other wordChars) wordChars {
	c.on = c.on&^other.set | other.on
	c.set |= other.set
	if other.set&wordSize != 0 {
		c.size = other.size
	}
	if other.scale != 0 {
		c.scale = other.scale
	}
	if other.set&wordSpaced != 0 {
		c.spacing = other.spacing
	}
	if other.set&wordInk != 0 {
		c.ink = other.ink
	}
	if other.set&wordGround != 0 {
		c.ground = other.ground
	}
	return c
}

func (c *wordChars) toggle(t wordToggle, on bool) {
	c.set |= t
	c.on &^= t
	if on {
		c.on |= t
	}
}

// styles returns the styles that a reader sees.
func (c wordChars) styles() document.Styles {
	var s document.Styles
	for _, k := range []struct {
		toggle wordToggle
		style  document.Style
	}{
		{wordBold, document.Strong},
		{wordItalic, document.Emphasis},
		{wordStrike, document.Strike},
		{wordSuper, document.Superscript},
		{wordSub, document.Subscript},
	} {
		if c.on&k.toggle != 0 {
			s = s.With(k.style)
		}
	}
	return s
}

// wordKind is what a paragraph is by the name of its style.
type wordKind uint8

const (
	wordPlain wordKind = iota
	wordQuote
	wordCode
)

// wordNoOutline is the outline level of body text.
const wordNoOutline = 9

// wordProps are the properties of a paragraph.
type wordProps struct {
	chars   wordChars
	direct  wordToggle // of chars: meant as emphasis, not the look of a style
	outline int        // 0 to 8, or wordNoOutline
	kind    wordKind
	list    string // w:ilfo, "" or "0" for none
	level   int
	left    int // in twentieths of a point
	hanging bool
	ground  wordColor
	border  bool
}

// wordStyle is a style. Its properties are those of its base and its own.
type wordStyle struct {
	node  xmlread.NodeID
	base  string
	done  bool
	props wordProps
}

// wordStyleNodes is what a style takes of the limit of nodes: it stays, with what
// stands in it. Word has some thousands of styles at most.
const wordStyleNodes = 64

// wordChain is how many styles may stand behind one another.
const wordChain = 64

// readStyles reads the style sheet.
func (w *word) readStyles() error {
	w.styles = map[string]*wordStyle{}
	w.body = wordProps{outline: wordNoOutline, ground: wordAuto}
	err := w.elements(w.Child(xmlread.Root, nsWord, "styles"), func(n xmlread.NodeID) error {
		id := w.Attr(n, nsWord, "styleId")
		if id == "" || !w.Name(n).Is(nsWord, "style") || w.styles[id] != nil { // nothing can name a style without an id
			return nil
		}
		if err := w.env.Spend(converters.LimitNodes, wordStyleNodes, w.Pos(n)); err != nil {
			return err
		}
		w.Pin(n)
		w.styles[id] = &wordStyle{node: n, base: w.val(w.Child(n, nsWord, "basedOn"))}
		if w.Attr(n, nsWord, "type") == "paragraph" && w.on(w.Attr(n, nsWord, "default"), false) {
			w.plain = id
		}
		return nil
	})
	return err
}

// style returns the properties of a style.
func (w *word) style(id string) (wordProps, error) { return w.styleAt(id, 0) }

func (w *word) styleAt(id string, depth int) (wordProps, error) {
	s := w.styles[id]
	if s == nil || depth == wordChain {
		return w.body, nil
	}
	if s.done {
		return s.props, nil
	}
	s.done, s.props = true, w.body // a style that is its own base ends here
	props, err := w.styleAt(s.base, depth+1)
	if err != nil {
		return props, err
	}
	props.named(w.val(w.Child(s.node, nsWord, "name")))
	if err := w.readPars(&props, w.Child(s.node, nsWord, "pPr")); err != nil {
		return props, err
	}
	chars, err := w.readChars(w.Child(s.node, nsWord, "rPr"))
	props.chars = props.chars.over(chars)
	props.direct = 0
	if isAutomatic(id) {
		props.direct = chars.set
	}
	s.props = props
	return props, err
}

// isAutomatic reports whether a style is one of those that LibreOffice writes
// for what a paragraph has without a style: P1, P2.
func isAutomatic(id string) bool {
	return len(id) > 1 && id[0] == 'P' && strings.Trim(id[1:], "0123456789") == ""
}

// val returns the attribute w:val.
func (w *word) val(n xmlread.NodeID) string {
	if n == 0 {
		return ""
	}
	return w.Attr(n, nsWord, "val")
}

// on reads a switch, which is on where it says nothing.
func (w *word) on(value string, none bool) bool {
	switch value {
	case "":
		return none
	case "off", "false", "0":
		return false
	}
	return true
}

// named adds what the name of a style says.
func (p *wordProps) named(name string) {
	name = strings.ToLower(strings.ReplaceAll(strings.TrimSpace(name), "_20_", " "))
	name, _, _ = strings.Cut(name, ",") // aliases
	if level, ok := wordHeading(name); ok {
		p.outline = level
	}
	switch name {
	case "quote", "intense quote", "block text", "block quotation", "quotations", "blockquote", "zitat", "citation", "cita":
		p.kind = wordQuote
	case "html preformatted", "source code", "code", "preformatted text", "code block", "plain code", "macro", "macro text":
		p.kind = wordCode
	case "verbatim char", "html code", "html typewriter", "html sample", "html keyboard", "source text", "teletype", "code char":
		p.chars.toggle(wordMono, true)
	}
}

// wordHeading returns the outline level of a style by its name.
func wordHeading(name string) (int, bool) {
	if name == "title" {
		return 0, true
	}
	text := strings.TrimRightFunc(name, unicode.IsDigit)
	digits := name[len(text):]
	if len(digits) != 1 || digits[0] < '1' || digits[0] > '9' {
		return 0, false
	}
	switch strings.TrimSpace(text) {
	case "heading", "überschrift", "titre", "título", "titolo", "kop", "rubrik", "overskrift", "otsikko", "nagłówek",
		"nadpis", "címsor", "заголовок", "見出し", "标题", "標題", "제목", "başlık", "titlu", "επικεφαλίδα", "naslov":
		return int(digits[0] - '1'), true
	}
	return 0, false
}

// readPars reads the properties of a paragraph.
func (w *word) readPars(p *wordProps, n xmlread.NodeID) error {
	return w.elements(n, func(c xmlread.NodeID) error {
		switch name := w.Name(c); {
		case name.Space != nsWord:
		case name.Local == "outlineLvl":
			p.outline = min(max(wordInt(w.val(c), wordNoOutline), 0), wordNoOutline)
		case name.Local == "listPr":
			if at := w.Child(c, nsWord, "ilfo"); at != 0 {
				p.list = w.val(at)
			}
			if at := w.Child(c, nsWord, "ilvl"); at != 0 {
				p.level = min(max(wordInt(w.val(at), 0), 0), wordLevels-1)
			}
		case name.Local == "ind":
			p.indent(w.Attr(c, nsWord, "left"), w.Attr(c, nsWord, "first-line"), w.Attr(c, nsWord, "hanging"))
		case name.Local == "shd":
			p.ground = wordColorOf(w.Attr(c, nsWord, "fill"))
		case name.Local == "pBdr":
			bottom := w.Child(c, nsWord, "bottom")
			p.border = bottom != 0 && w.val(bottom) != "none" && w.val(bottom) != "nil"
		}
		return nil
	})
}

// indent reads how far a paragraph is set in.
func (p *wordProps) indent(left, first, hanging string) {
	if left != "" {
		p.left = wordInt(left, 0)
	}
	if first != "" || hanging != "" {
		p.hanging = wordInt(hanging, 0) > 0 || wordInt(first, 0) < 0
	}
}

// readChars reads the properties of a run.
func (w *word) readChars(n xmlread.NodeID) (wordChars, error) {
	var out wordChars
	err := w.elements(n, func(c xmlread.NodeID) error {
		name := w.Name(c)
		if name.Space != nsWord {
			return nil
		}
		switch name.Local {
		case "b":
			out.toggle(wordBold, w.on(w.val(c), true))
		case "i":
			out.toggle(wordItalic, w.on(w.val(c), true))
		case "strike", "dstrike":
			out.toggle(wordStrike, w.on(w.val(c), true))
		case "vanish":
			out.toggle(wordVanish, w.on(w.val(c), true))
		case "vertAlign":
			out.toggle(wordSuper, w.val(c) == "superscript")
			out.toggle(wordSub, w.val(c) == "subscript")
		case "sz":
			out.set |= wordSize
			out.size = int32(wordInt(w.val(c), 0))
		case "w":
			out.scale = int32(max(wordInt(w.val(c), 100), 1))
		case "spacing":
			out.set |= wordSpaced
			out.spacing = int32(wordInt(w.val(c), 0))
		case "color":
			out.set |= wordInk
			out.ink = wordColorOf(w.val(c))
		case "shd":
			out.set |= wordGround
			out.ground = wordColorOf(w.Attr(c, nsWord, "fill"))
		case "highlight":
			out.set |= wordGround
			out.ground = wordUnknown
		case "rFonts":
			if font := w.Attr(c, nsWord, "ascii"); font != "" {
				out.toggle(wordMono, isMono(font))
			}
		}
		return nil
	})
	return out, err
}

// isMono reports whether a font is known to have a fixed width.
func isMono(font string) bool {
	font = strings.ToLower(font)
	for _, name := range []string{"courier", "consolas", "mono", "menlo", "monaco", "lucida console", "typewriter", "fixedsys", "terminal"} {
		if strings.Contains(font, name) && !strings.Contains(font, "monotype") {
			return true
		}
	}
	return false
}

// wordInt reads a whole number, such as LibreOffice writes with a fraction.
func wordInt(s string, none int) int {
	whole, _, _ := strings.Cut(s, ".")
	n, err := strconv.Atoi(whole)
	if err != nil || n < -1<<24 || n > 1<<24 {
		return none
	}
	return n
}
