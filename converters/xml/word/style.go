package word

import (
	"strconv"
	"strings"
	"unicode"

	"github.com/seed353dc258/backstory/converters/xml/vocab"

	"github.com/seed353dc258/backstory/converters"
	"github.com/seed353dc258/backstory/converters/internal/xmlread"
	"github.com/seed353dc258/backstory/document"
)

// toggle is a property of characters that is on or off.
type toggle uint16

const (
	bold toggle = 1 << iota
	italic
	strike
	super
	sub
	vanish
	mono
	size   // size says how large
	ink    // ink is the colour
	ground // ground is the colour behind
	spaced // spacing says how far letters are set apart
)

// chars are properties of characters. What is not set in them is that of
// what they stand in.
type chars struct {
	set, on toggle
	size    int32 // half points
	scale   int32 // width of the letters in per cent, 0 unset
	spacing int32 // between letters, in twips
	ink     color
	ground  color
}

// color is a colour as 0xRRGGBB, or one that is not known.
type color int32

const auto color = -1

// over returns the properties with those of other that are set in their place.
func (c chars) over(other chars) chars {
	c.on = c.on&^other.set | other.on
	c.set |= other.set
	if other.set&size != 0 {
		c.size = other.size
	}
	if other.scale != 0 {
		c.scale = other.scale
	}
	if other.set&spaced != 0 {
		c.spacing = other.spacing
	}
	if other.set&ink != 0 {
		c.ink = other.ink
	}
	if other.set&ground != 0 {
		c.ground = other.ground
	}
	return c
}

func (c *chars) toggle(t toggle, on bool) {
	c.set |= t
	c.on &^= t
	if on {
		c.on |= t
	}
}

// styles returns the styles that a reader sees.
func (c chars) styles() document.Styles {
	var s document.Styles
	for _, k := range []struct {
		toggle toggle
		style  document.Style
	}{
		{bold, document.Strong},
		{italic, document.Emphasis},
		{strike, document.Strike},
		{super, document.Superscript},
		{sub, document.Subscript},
	} {
		if c.on&k.toggle != 0 {
			s = s.With(k.style)
		}
	}
	return s
}

// kind is what a paragraph is by the name of its style.
type kind uint8

const (
	plain kind = iota
	quote
	code
)

// noOutline is the outline level of body text.
const noOutline = 9

// props are the properties of a paragraph.
type props struct {
	chars   chars
	direct  toggle // of chars: meant as emphasis, not the look of a style
	outline int    // 0 to 8, or noOutline
	kind    kind
	list    string // w:ilfo, "" or "0" for none
	level   int
	left    int // in twentieths of a point
	hanging bool
	ground  color
	border  bool
}

// style is a style. Its properties are those of its base and its own.
type style struct {
	node  xmlread.NodeID
	base  string
	done  bool
	props props
}

// styleNodes is what a style takes of the limit of nodes: it stays, with what
// stands in it. Word has some thousands of styles at most.
const styleNodes = 64

// chain is how many styles may stand behind one another.
const chain = 64

// readStyles reads the style sheet.
func (w *word) readStyles() error {
	w.styles = map[string]*style{}
	w.body = props{outline: noOutline, ground: auto}
	err := w.Elements(w.Child(xmlread.Root, vocab.NsWord, "styles"), func(n xmlread.NodeID) error {
		id := w.Attr(n, vocab.NsWord, "styleId")
		if id == "" || !w.Name(n).Is(vocab.NsWord, "style") || w.styles[id] != nil { // nothing can name a style without an id
			return nil
		}
		if err := w.Env.Spend(converters.LimitNodes, styleNodes, w.Pos(n)); err != nil {
			return err
		}
		w.Pin(n)
		w.styles[id] = &style{node: n, base: w.val(w.Child(n, vocab.NsWord, "basedOn"))}
		if w.Attr(n, vocab.NsWord, "type") == "paragraph" && w.on(w.Attr(n, vocab.NsWord, "default"), false) {
			w.plain = id
		}
		return nil
	})
	return err
}

// style returns the properties of a style.
func (w *word) style(id string) (props, error) { return w.styleAt(id, 0) }

func (w *word) styleAt(id string, depth int) (props, error) {
	s := w.styles[id]
	if s == nil || depth == chain {
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
	props.named(w.val(w.Child(s.node, vocab.NsWord, "name")))
	if err := w.readPars(&props, w.Child(s.node, vocab.NsWord, "pPr")); err != nil {
		return props, err
	}
	chars, err := w.readChars(w.Child(s.node, vocab.NsWord, "rPr"))
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
	return w.Attr(n, vocab.NsWord, "val")
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
func (p *props) named(name string) {
	name = strings.ToLower(strings.ReplaceAll(strings.TrimSpace(name), "_20_", " "))
	name, _, _ = strings.Cut(name, ",") // aliases
	if level, ok := heading(name); ok {
		p.outline = level
	}
	switch name {
	case "quote", "intense quote", "block text", "block quotation", "quotations", "blockquote", "zitat", "citation", "cita":
		p.kind = quote
	case "html preformatted", "source code", "code", "preformatted text", "code block", "plain code", "macro", "macro text":
		p.kind = code
	case "verbatim char", "html code", "html typewriter", "html sample", "html keyboard", "source text", "teletype", "code char":
		p.chars.toggle(mono, true)
	}
}

// heading returns the outline level of a style by its name.
func heading(name string) (int, bool) {
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
func (w *word) readPars(p *props, n xmlread.NodeID) error {
	return w.Elements(n, func(c xmlread.NodeID) error {
		switch name := w.Name(c); {
		case name.Space != vocab.NsWord:
		case name.Local == "outlineLvl":
			p.outline = min(max(whole(w.val(c), noOutline), 0), noOutline)
		case name.Local == "listPr":
			if at := w.Child(c, vocab.NsWord, "ilfo"); at != 0 {
				p.list = w.val(at)
			}
			if at := w.Child(c, vocab.NsWord, "ilvl"); at != 0 {
				p.level = min(max(whole(w.val(at), 0), 0), levelCount-1)
			}
		case name.Local == "ind":
			p.indent(w.Attr(c, vocab.NsWord, "left"), w.Attr(c, vocab.NsWord, "first-line"), w.Attr(c, vocab.NsWord, "hanging"))
		case name.Local == "shd":
			p.ground = colorOf(w.Attr(c, vocab.NsWord, "fill"))
		case name.Local == "pBdr":
			bottom := w.Child(c, vocab.NsWord, "bottom")
			p.border = bottom != 0 && w.val(bottom) != "none" && w.val(bottom) != "nil"
		}
		return nil
	})
}

// indent reads how far a paragraph is set in.
func (p *props) indent(left, first, hanging string) {
	if left != "" {
		p.left = whole(left, 0)
	}
	if first != "" || hanging != "" {
		p.hanging = whole(hanging, 0) > 0 || whole(first, 0) < 0
	}
}

// readChars reads the properties of a run.
func (w *word) readChars(n xmlread.NodeID) (chars, error) {
	var out chars
	err := w.Elements(n, func(c xmlread.NodeID) error {
		name := w.Name(c)
		if name.Space != vocab.NsWord {
			return nil
		}
		switch name.Local {
		case "b":
			out.toggle(bold, w.on(w.val(c), true))
		case "i":
			out.toggle(italic, w.on(w.val(c), true))
		case "strike", "dstrike":
			out.toggle(strike, w.on(w.val(c), true))
		case "vanish":
			out.toggle(vanish, w.on(w.val(c), true))
		case "vertAlign":
			out.toggle(super, w.val(c) == "superscript")
			out.toggle(sub, w.val(c) == "subscript")
		case "sz":
			out.set |= size
			out.size = int32(whole(w.val(c), 0))
		case "w":
			out.scale = int32(max(whole(w.val(c), 100), 1))
		case "spacing":
			out.set |= spaced
			out.spacing = int32(whole(w.val(c), 0))
		case "color":
			out.set |= ink
			out.ink = colorOf(w.val(c))
		case "shd":
			out.set |= ground
			out.ground = colorOf(w.Attr(c, vocab.NsWord, "fill"))
		case "highlight":
			out.set |= ground
			out.ground = unknown
		case "rFonts":
			if font := w.Attr(c, vocab.NsWord, "ascii"); font != "" {
				out.toggle(mono, isMono(font))
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

// whole reads a whole number, such as LibreOffice writes with a fraction.
func whole(s string, none int) int {
	whole, _, _ := strings.Cut(s, ".")
	n, err := strconv.Atoi(whole)
	if err != nil || n < -1<<24 || n > 1<<24 {
		return none
	}
	return n
}
