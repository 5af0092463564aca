package pptx

import (
	"github.com/seed353dc258/backstory/converters/internal/drawing"
	"github.com/seed353dc258/backstory/converters/internal/xmlread"
)

// tableLook says how the cells of one table are painted.
type tableLook struct {
	style         *tableStyle
	rows, columns int
	behind        drawing.Paint // the table

	firstRow, lastRow, firstColumn, lastColumn, bandRows, bandColumns bool
}

// tableLook reads how a table is painted.
func (p *painter) tableLook(sh *shape, tbl xmlread.NodeID) (*tableLook, error) {
	s := p.s
	properties := s.Child(tbl, drawing.A, "tblPr")
	on := func(name string) bool { return drawing.Bool(s.Attr(properties, xmlread.None, name)) }
	style, err := p.deck.tableStyle(s.All(s.Child(properties, drawing.A, "tableStyleId")))
	l := &tableLook{
		style: style, behind: sh.looks.ground,
		firstRow: on("firstRow"), lastRow: on("lastRow"), firstColumn: on("firstCol"), lastColumn: on("lastCol"),
		bandRows: on("bandRow"), bandColumns: on("bandCol"),
	}
	if fill := drawing.ReadPaint(s.Tree, properties); fill.Kind != drawing.PaintUnset && fill.Kind != drawing.PaintNone {
		l.behind = fill
	}
	for n := s.First(tbl); n != 0; n = s.Next(n) {
		switch name := s.Name(n); {
		case name.Is(drawing.A, "tr"):
			l.rows++
		case name.Is(drawing.A, "tblGrid"):
			for c := s.First(n); c != 0; c = s.Next(c) {
				if s.Name(c).Is(drawing.A, "gridCol") {
					l.columns++
				}
			}
		}
	}
	return l, err
}

// has reports whether a cell is at a place that the table shows on its own.
func (l *tableLook) has(at place, row, column int) bool {
	isFirst, isLast := l.firstRow && row == 0, l.lastRow && row == l.rows-1
	isLeft, isRight := l.firstColumn && column == 0, l.lastColumn && column == l.columns-1
	isEnd, isSide := isFirst || isLast, isLeft || isRight
	switch at {
	case placeBand1V, placeBand2V:
		return l.bandColumns && !isSide && bandOf(column, l.firstColumn) == int(at-placeBand1V)
	case placeBand1H, placeBand2H:
		return l.bandRows && !isEnd && bandOf(row, l.firstRow) == int(at-placeBand1H)
	}
	return [placeCount]bool{
		placeAll: true, placeLastColumn: isRight, placeFirstColumn: isLeft, placeLastRow: isLast, placeFirstRow: isFirst, placeCorner: isEnd && isSide,
	}[at]
}

// bandOf returns in which of the two bands a row or a column is: the first one may
// be in none.
func bandOf(n int, headed bool) int {
	if headed {
		n--
	}
	return n % 2
}

// ground returns what is behind the text of a cell that is filled so itself,
// PaintOther where that cannot be told.
func (l *tableLook) ground(own drawing.Paint, row, column int) drawing.Paint {
	switch {
	case own.Kind == drawing.PaintNone:
		return l.below()
	case own.Kind != drawing.PaintUnset && own.Covers():
		return own
	case own.Kind != drawing.PaintUnset, l.style == nil:
		return drawing.Paint{Kind: drawing.PaintOther}
	}
	for at := placeCount - 1; ; at-- {
		fill := l.style.fills[at]
		if fill.Kind != drawing.PaintUnset && l.has(at, row, column) {
			if fill.Kind == drawing.PaintNone {
				break
			}
			if !fill.Covers() {
				return drawing.Paint{Kind: drawing.PaintOther}
			}
			return fill
		}
		if at == 0 {
			break
		}
	}
	return l.below()
}

// below returns what is seen through cells without a fill.
func (l *tableLook) below() drawing.Paint {
	switch {
	case l.style == nil:
		return drawing.Paint{Kind: drawing.PaintOther}
	case l.style.ground.Kind == drawing.PaintSolid && l.style.ground.Covers(), l.style.ground.Kind == drawing.PaintOther:
		return l.style.ground
	}
	return l.behind
}

// ink returns what the letters of a cell have from the style, or nil.
func (l *tableLook) ink(row, column int) *drawing.Levels {
	if l.style == nil {
		return nil
	}
	for at := placeCount - 1; ; at-- {
		if ink := l.style.inks[at]; ink != nil && l.has(at, row, column) {
			return ink
		}
		if at == 0 {
			return nil
		}
	}
}
