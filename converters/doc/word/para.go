package word

import (
	"encoding/binary"

	"github.com/seed353dc258/backstory/converters/internal/wordtext"
	"github.com/seed353dc258/backstory/document"
)

// ParaAt returns the properties of the paragraph that ends with the character of a place.
func (f *File) ParaAt(at Place) Para {
	p := f.Texts.pieceAt(at)
	if p == nil {
		return f.Styles.ofParas(0)
	}
	s := f.paras.find(p.offset(at))
	if len(s.changes) < 2 {
		out := f.Styles.ofParas(0)
		f.Texts.ofPiece(p, func(x change) { f.Styles.setPara(&out, x) })
		return out
	}
	style := binary.LittleEndian.Uint16(s.changes)
	out := f.Styles.ofParas(style)
	f.in.each(s.changes[2:], func(x change) { f.Styles.setPara(&out, x) })
	f.Texts.ofPiece(p, func(x change) { f.Styles.setPara(&out, x) })
	return out
}

// setPara applies a change to a paragraph, or to the row that it ends.
func (sheet *styles) setPara(p *Para, x change) {
	switch x.op {
	case opParaStyle:
		*p = sheet.ofParas(x.shortArg())
	case opHuge, opHugeOld: // the changes are elsewhere (2.6.2)
		if b := cut(sheet.in.data, int64(x.longArg()), 1<<16); len(b) > 2 {
			sheet.in.each(cut(b, 2, int64(binary.LittleEndian.Uint16(b))), func(x change) {
				if x.op != opHuge && x.op != opHugeOld {
					sheet.setPara(p, x)
				}
			})
		}
	case opInTable:
		p.InTable = x.byteArg() != 0
	case opRowEnd, opInnerRow:
		p.RowEnd = x.byteArg() != 0
	case opInnerCell:
		p.CellEnd = x.byteArg() != 0
	case opDepth:
		p.Depth = int32(x.longArg())
	case opDepthMore:
		p.Depth += int32(x.longArg())
	case opList, opListLevel, opOldList, opOldLevel:
		p.setList(x)
	default:
		if x.op>>10&7 == sgcTable {
			p.Row.set(x)
			return
		}
		p.setLook(x)
	}
}

// setLook applies a change of how a paragraph looks.
func (p *Para) setLook(x change) {
	switch x.op {
	case opAlign, opAlignNew:
		p.Align = [...]document.Align{document.AlignNone, document.AlignCenter, document.AlignRight, document.AlignNone}[x.byteArg()&3]
	case opLeft, opLeftNew:
		p.Left = x.twips()
	case opFirst, opFirstNew:
		p.First = x.twips()
	case opOutlineLevel:
		p.Outline = int8(min(x.byteArg(), noOutline))
	case opParaShade:
		p.Ground = shade(x.arg)
	case opParaShadeOld:
		p.Ground = oldShade(x.shortArg())
	case opLine:
		line := int32(int16(x.shortArg()))
		p.Flat = line < 0 && line > -minLine
	case opFrameX:
		p.Frame.X = x.twips()
	case opFrameY:
		p.Frame.Y = x.twips()
	case opFrameWidth:
		p.Frame.Width = x.twips()
	default:
		p.setRule(x)
	}
}

// setRule applies a change of the line below a paragraph.
func (p *Para) setRule(x change) {
	switch x.op {
	case opBelow:
		p.Ruled = len(x.arg) >= 6 && x.arg[5] != 0 && x.arg[5] != 0xFF
	case opBelowOld:
		p.Ruled = len(x.arg) == 4 && x.arg[1] != 0 && x.longArg() != 0xFFFFFFFF
	case opOldBelow:
		p.Ruled = x.shortArg()&0x1F != 0
	}
}

// Tables returns in how many tables a paragraph is.
func (p *Para) Tables() int {
	if p.InTable || p.Depth > 0 {
		return int(min(max(p.Depth, 1), 1<<14))
	}
	return 0
}

// setList applies a change of the list of a paragraph.
func (p *Para) setList(x change) {
	switch x.op {
	case opListLevel:
		p.Listed.Level = int8(min(x.byteArg(), wordtext.ListLevels-1))
	case opList:
		switch n := x.shortArg(); {
		case n == listOld:
			p.Listed.List = 0
		case n >= listFewer:
			p.Listed.List, p.Listed.Old = 0, OldList{}
		default:
			p.Listed.List, p.Listed.Old = int32(n), OldList{}
		}
	case opOldLevel:
		if x.byteArg() == 0 {
			p.Listed.Old = OldList{}
		}
	case opOldList:
		p.Listed.Old = oldListOf(x.arg)
	}
}
