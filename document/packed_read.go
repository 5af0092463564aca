package document

import (
	"encoding/binary"
	"fmt"
	"math"
	"unsafe"
)

// unpacker reads what packing has written. The bytes are our own, so that what
// is wrong with them is a bug.
type unpacker struct {
	source string
	rest   []byte
	line   int
	end    int

	texts      slab[Text]
	paragraphs slab[Paragraph]
	inlineList slab[Inline]
	blockList  slab[Block]
}

// slab gives out memory for nodes, that for some of them at once, and for more
// each time.
type slab[T any] struct {
	room []T
	size int
}

// slabMost is how many nodes are allocated at once in the end.
const slabMost = 64

// take returns n nodes.
func (s *slab[T]) take(n int) []T {
	if n > len(s.room) {
		s.size = min(max(2*s.size, 1), slabMost)
		if n >= s.size {
			return make([]T, n)
		}
		s.room = make([]T, s.size)
	}
	out := s.room[:n:n]
	s.room = s.room[n:]
	return out
}

// one returns a node with a value.
func (s *slab[T]) one(v T) *T {
	p := &s.take(1)[0]
	*p = v
	return p
}

func (r *unpacker) byte() byte {
	b := r.rest[0]
	r.rest = r.rest[1:]
	return b
}

func (r *unpacker) flag() bool { return r.byte() != 0 }

func (r *unpacker) number() int {
	if b := r.rest[0]; b < 0x80 { // most are small
		r.rest = r.rest[1:]
		return int(b>>1) ^ -int(b&1)
	}
	v, n := binary.Varint(r.rest)
	r.rest = r.rest[n:]
	return int(v)
}

func (r *unpacker) float() float32 {
	f := math.Float32frombits(binary.LittleEndian.Uint32(r.rest))
	r.rest = r.rest[4:]
	return f
}

// string reads a string, which shares the memory of the source or of the bytes
// themselves: neither changes.
func (r *unpacker) string() string {
	n := r.number()
	switch {
	case n == 0:
		return ""
	case n < 0:
		at := r.end + r.number()
		r.end = at - n
		return r.source[at:r.end]
	}
	s := unsafe.String(&r.rest[0], n)
	r.rest = r.rest[n:]
	return s
}

func (r *unpacker) pos() Pos {
	has := r.byte()
	var p Pos
	if has&packedLine != 0 {
		r.line += r.number()
		p.Lines = Span{r.line, r.line}
	}
	if has&packedLines != 0 {
		p.Lines.Last = p.Lines.First + r.number()
	}
	if has&packedRows != 0 {
		p.Rows.First, p.Rows.Last = r.number(), r.number()
	}
	if has&packedPage != 0 {
		p.Page = r.number()
	}
	if has&packedPart != 0 {
		p.Part = r.string()
	}
	if has&packedBox != 0 {
		p.Box = Rect{r.float(), r.float(), r.float(), r.float()}
	}
	if has&packedParagraphNumber != 0 {
		p.Paragraph = int32(r.number())
	}
	if has&packedTableNumber != 0 {
		p.Table = int32(r.number())
	}
	return p
}

func (r *unpacker) blocks() []Block {
	n := r.number()
	if n == 0 {
		return nil
	}
	blocks := r.blockList.take(n)
	for i := range blocks {
		blocks[i] = r.block()
	}
	return blocks
}

func (r *unpacker) block() Block {
	kind, pos := r.byte(), r.pos()
	switch kind {
	case packedHeading:
		return &Heading{Pos: pos, Level: r.number(), ID: r.string(), Inlines: r.inlines()}
	case packedParagraph:
		return r.paragraphs.one(Paragraph{Pos: pos, Inlines: r.inlines()})
	case packedList:
		list := &List{Pos: pos, Loose: r.flag(), Items: make([]Item, r.number())}
		for i := range list.Items {
			list.Items[i] = r.item()
		}
		return list
	case packedCode:
		return &CodeBlock{Pos: pos, Lang: r.string(), Text: r.string()}
	case packedQuote:
		return &Quote{Pos: pos, Blocks: r.blocks()}
	case packedBreak:
		return &ThematicBreak{Pos: pos}
	case packedDefinitions:
		return &DefinitionList{Pos: pos, Definitions: r.definitions()}
	case packedNote:
		return &Note{Pos: pos, Kind: NoteKind(r.byte()), ID: r.string(), Blocks: r.blocks()}
	case packedAnnotation:
		return &Annotation{Pos: pos, Author: r.string(), Date: r.string(), Resolved: r.flag(), Blocks: r.blocks()}
	case packedMath:
		return &MathBlock{Pos: pos, TeX: r.string()}
	case packedSection:
		return &Section{Pos: pos, Kind: SectionKind(r.byte()), Number: r.number(), Title: r.string(), Blocks: r.blocks()}
	case packedVerbatim:
		return &Verbatim{Pos: pos, Text: r.string()}
	case packedTable:
		return r.table(pos)
	default:
		panic(fmt.Sprintf("document: unknown packed block %d", kind))
	}
}

func (r *unpacker) item() Item {
	return Item{Marker: r.string(), Task: Task(r.byte()), Blocks: r.blocks()}
}

func (r *unpacker) definitions() []Definition {
	list := make([]Definition, r.number())
	for i := range list {
		d := &list[i]
		d.Terms = make([][]Inline, r.number())
		for k := range d.Terms {
			d.Terms[k] = r.inlines()
		}
		d.Details = make([][]Block, r.number())
		for k := range d.Details {
			d.Details[k] = r.blocks()
		}
	}
	return list
}

func (r *unpacker) inlines() []Inline {
	n := r.number()
	if n == 0 {
		return nil
	}
	inlines := r.inlineList.take(n)
	for i := range inlines {
		inlines[i] = r.inline()
	}
	return inlines
}

func (r *unpacker) inline() Inline {
	switch kind := r.byte(); kind {
	case packedText:
		return r.texts.one(Text{Value: r.string()})
	case packedStyled:
		return &Styled{Style: Style(r.byte()), Inlines: r.inlines()}
	case packedInlineCode:
		return &Code{Value: r.string()}
	case packedLink:
		return &Link{URL: r.string(), Title: r.string(), Inlines: r.inlines()}
	case packedImage:
		return &Image{Alt: r.string()}
	case packedLineBreak:
		return &Break{Soft: r.flag()}
	case packedNoteRef:
		return &NoteRef{ID: r.string()}
	case packedInlineMath:
		return &Math{TeX: r.string()}
	default:
		panic(fmt.Sprintf("document: unknown packed inline %d", kind))
	}
}
