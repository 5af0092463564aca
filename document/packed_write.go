package document

import (
	"encoding/binary"
	"fmt"
	"math"
	"unsafe"
)

// The kinds of packed blocks.
const (
	packedHeading byte = iota
	packedParagraph
	packedList
	packedCode
	packedQuote
	packedBreak
	packedDefinitions
	packedNote
	packedAnnotation
	packedMath
	packedSection
	packedTable
	packedVerbatim
)

// The kinds of packed inlines.
const (
	packedText byte = iota
	packedStyled
	packedInlineCode
	packedLink
	packedImage
	packedLineBreak
	packedNoteRef
	packedInlineMath
)

// What is said of a packed place.
const (
	packedLine  = 1 << iota // one line, by its distance from the one before
	packedLines             // the lines after it, too
	packedRows
	packedPage
	packedPart
	packedBox
	packedParagraphNumber
	packedTableNumber
)

// packing writes blocks. Numbers are varints; lines and shared strings are told
// by their distance from the last ones.
type packing struct {
	source string
	to     []byte
	line   int // the last that was written
	end    int // of the last string that is part of the source
	noted  bool
}

func (w *packing) byte(b byte)  { w.to = append(w.to, b) }
func (w *packing) number(n int) { w.to = binary.AppendVarint(w.to, int64(n)) }
func (w *packing) float(f float32) {
	w.to = binary.LittleEndian.AppendUint32(w.to, math.Float32bits(f))
}

func (w *packing) flag(b bool) {
	if b {
		w.byte(1)
	} else {
		w.byte(0)
	}
}

// string writes a string: its length and its bytes, or, where it is part of the
// source, a negative length and where it begins.
func (w *packing) string(s string) {
	at, shared := w.within(s)
	if !shared {
		w.number(len(s))
		w.to = append(w.to, s...)
		return
	}
	w.number(-len(s))
	w.number(at - w.end)
	w.end = at + len(s)
}

// within returns where in the source a string is, if it is part of its memory.
// That says nothing about the text, so that the blocks are the same for
// whatever it returns.
func (w *packing) within(s string) (int, bool) {
	if s == "" || w.source == "" {
		return 0, false
	}
	at := uintptr(unsafe.Pointer(unsafe.StringData(s))) - uintptr(unsafe.Pointer(unsafe.StringData(w.source)))
	return int(at), at < uintptr(len(w.source)) && len(s) <= len(w.source)-int(at)
}

func (w *packing) pos(p Pos) {
	var has byte
	for _, f := range [...]struct {
		bit byte
		has bool
	}{
		{packedLine, p.Lines != Span{}},
		{packedLines, p.Lines.Last != p.Lines.First},
		{packedRows, p.Rows != Span{}},
		{packedPage, p.Page != 0},
		{packedPart, p.Part != ""},
		{packedBox, p.Box != Rect{}},
		{packedParagraphNumber, p.Paragraph != 0},
		{packedTableNumber, p.Table != 0},
	} {
		if f.has {
			has |= f.bit
		}
	}
	w.byte(has)
	if has&packedLine != 0 {
		w.number(p.Lines.First - w.line)
		w.line = p.Lines.First
	}
	if has&packedLines != 0 {
		w.number(p.Lines.Last - p.Lines.First)
	}
	if has&packedRows != 0 {
		w.number(p.Rows.First)
		w.number(p.Rows.Last)
	}
	if has&packedPage != 0 {
		w.number(p.Page)
	}
	if has&packedPart != 0 {
		w.string(p.Part)
	}
	if has&packedBox != 0 {
		w.float(p.Box.X0)
		w.float(p.Box.Y0)
		w.float(p.Box.X1)
		w.float(p.Box.Y1)
	}
	if has&packedParagraphNumber != 0 {
		w.number(int(p.Paragraph))
	}
	if has&packedTableNumber != 0 {
		w.number(int(p.Table))
	}
}

func (w *packing) blocks(blocks []Block) {
	w.number(len(blocks))
	for _, b := range blocks {
		w.block(b)
	}
}

// begin writes what every block has.
func (w *packing) begin(kind byte, pos Pos) {
	w.byte(kind)
	w.pos(pos)
}

func (w *packing) block(b Block) {
	switch b := b.(type) {
	case *Heading:
		w.begin(packedHeading, b.Pos)
		w.number(b.Level)
		w.string(b.ID)
		w.inlines(b.Inlines)
	case *Paragraph:
		w.begin(packedParagraph, b.Pos)
		w.inlines(b.Inlines)
	case *List:
		w.begin(packedList, b.Pos)
		w.flag(b.Loose)
		w.number(len(b.Items))
		for _, item := range b.Items {
			w.item(item)
		}
	case *CodeBlock:
		w.begin(packedCode, b.Pos)
		w.string(b.Lang)
		w.string(b.Text)
	case *Quote:
		w.begin(packedQuote, b.Pos)
		w.blocks(b.Blocks)
	case *ThematicBreak:
		w.begin(packedBreak, b.Pos)
	case *DefinitionList:
		w.begin(packedDefinitions, b.Pos)
		w.definitions(b.Definitions)
	case *Note:
		w.noted = true
		w.begin(packedNote, b.Pos)
		w.byte(byte(b.Kind))
		w.string(b.ID)
		w.blocks(b.Blocks)
	case *Annotation:
		w.begin(packedAnnotation, b.Pos)
		w.string(b.Author)
		w.string(b.Date)
		w.flag(b.Resolved)
		w.blocks(b.Blocks)
	case *MathBlock:
		w.begin(packedMath, b.Pos)
		w.string(b.TeX)
	case *Verbatim:
		w.begin(packedVerbatim, b.Pos)
		w.string(b.Text)
	case *Section:
		w.begin(packedSection, b.Pos)
		w.byte(byte(b.Kind))
		w.number(b.Number)
		w.string(b.Title)
		w.blocks(b.Blocks)
	case *Table:
		w.begin(packedTable, b.Pos)
		w.table(b)
	default:
		panic(fmt.Sprintf("document: unknown block %T", b))
	}
}

func (w *packing) item(item Item) {
	w.string(item.Marker)
	w.byte(byte(item.Task))
	w.blocks(item.Blocks)
}

func (w *packing) definitions(list []Definition) {
	w.number(len(list))
	for _, d := range list {
		w.number(len(d.Terms))
		for _, term := range d.Terms {
			w.inlines(term)
		}
		w.number(len(d.Details))
		for _, detail := range d.Details {
			w.blocks(detail)
		}
	}
}

func (w *packing) inlines(inlines []Inline) {
	w.number(len(inlines))
	for _, in := range inlines {
		w.inline(in)
	}
}

func (w *packing) inline(in Inline) {
	switch in := in.(type) {
	case *Text:
		w.byte(packedText)
		w.string(in.Value)
	case *Styled:
		w.byte(packedStyled)
		w.byte(byte(in.Style))
		w.inlines(in.Inlines)
	case *Code:
		w.byte(packedInlineCode)
		w.string(in.Value)
	case *Link:
		w.byte(packedLink)
		w.string(in.URL)
		w.string(in.Title)
		w.inlines(in.Inlines)
	case *Image:
		w.byte(packedImage)
		w.string(in.Alt)
	case *Break:
		w.byte(packedLineBreak)
		w.flag(in.Soft)
	case *NoteRef:
		w.byte(packedNoteRef)
		w.string(in.ID)
	case *Math:
		w.byte(packedInlineMath)
		w.string(in.TeX)
	default:
		panic(fmt.Sprintf("document: unknown inline %T", in))
	}
}
