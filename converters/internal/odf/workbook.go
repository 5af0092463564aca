package odf

import (
	"strconv"

	"github.com/seed353dc258/backstory/converters"
	"github.com/seed353dc258/backstory/converters/internal/odf/ns"
	"github.com/seed353dc258/backstory/converters/internal/odf/style"
	"github.com/seed353dc258/backstory/converters/internal/sheet"
	"github.com/seed353dc258/backstory/converters/internal/visible"
	"github.com/seed353dc258/backstory/converters/internal/xmlread"
	"github.com/seed353dc258/backstory/document"
)

// workbook reads an office:spreadsheet (ODF 1.3 part 3, 3.7).
func (r *reader) workbook(f *flow) error {
	b := &book{reader: r, stored: sheet.NewBook(r.ctx, r.env, r.Tally), rich: map[sheet.Address][]document.Inline{}}
	if err := b.settings(); err != nil {
		return err
	}
	if err := b.parts(); err != nil {
		return err
	}
	for _, sh := range b.sheets {
		sh.Frozen = b.frozen[sh.Name]
		for _, a := range b.filters {
			if a.sheet == sh.Name {
				sh.Filters = append(sh.Filters, sheet.Filter{Area: a.Area})
			}
		}
		if err := sh.settle(); err != nil {
			return err
		}
	}
	for _, sh := range b.sheets {
		if err := sh.put(f); err != nil {
			return err
		}
	}
	return nil
}

// parts reads the sheets, and what is said of them behind them.
func (b *book) parts() error {
	for {
		kind, err := b.s.Next()
		if err != nil || kind == xmlread.End {
			return err
		}
		if kind != xmlread.Start {
			continue
		}
		switch {
		case b.s.Space() != ns.Table:
			err = b.s.Skip()
		case b.s.Local() == "table":
			err = b.readSheet()
		case b.s.Local() == "database-ranges":
			err = b.databases()
		case b.s.Local() == "named-expressions":
			err = b.named()
		case b.s.Local() == "tracked-changes":
			err = b.cellChanges()
		default:
			err = b.s.Skip()
		}
		if err != nil {
			return err
		}
	}
}

// readSheet reads a sheet, whose start tag is the event.
func (b *book) readSheet() error {
	if err := b.env.Spend(converters.LimitNodes, holdSheet, b.pos()); err != nil {
		return err
	}
	name, _ := b.s.Attr(ns.Table, "name")
	styleName, _ := b.s.Attr(ns.Table, "style-name")
	sh := &worksheet{book: b, number: len(b.sheets) + 1}
	sh.Sheet = b.stored.NewSheet(name, sh)
	sh.Nested = b.depth > 0
	b.sheets = append(b.sheets, sh)
	if sh.hidden = b.styles.Get(style.FamilyTable, styleName).Has&style.IsHidden != 0; sh.hidden {
		pos := document.Pos{Part: name}
		if b.When(visible.Sheet) == converters.DropHidden {
			some, err := b.saysSome()
			if some {
				b.Hide(visible.Sheet, pos)
			}
			return err
		}
		b.Hide(visible.Sheet, pos)
	}
	sh.Share(sheetShares)
	part := b.part
	b.part = sh.partName()
	t := &sheetReader{worksheet: sh, next: 1, flow: b.newFlow(nil), para: b.newPara()}
	b.values = true
	b.inside++
	err := t.table()
	b.inside--
	b.values = false
	b.part = part
	sh.after = append(sh.after, t.flow.Blocks()...)
	return err
}

// sheetShares is among how many sheets the memory for cells is shared: how many
// there are is not known before the last one is read.
const sheetShares = 2

// partName returns what the sheet is called in positions.
func (sh *worksheet) partName() string {
	if sh.Name == "" {
		return "sheet " + strconv.Itoa(sh.number)
	}
	return sh.Name
}

// databases reads the ranges that filters have (9.4.15).
func (b *book) databases() error {
	depth := b.s.Depth()
	for {
		kind, err := b.s.Next()
		if err != nil || kind == xmlread.End && b.s.Depth() == depth {
			return err
		}
		if kind != xmlread.Start || b.s.Space() != ns.Table || b.s.Local() != "database-range" {
			continue
		}
		target, _ := b.s.Attr(ns.Table, "target-range-address")
		headed, _ := b.s.Attr(ns.Table, "contains-header")
		buttons, _ := b.s.Attr(ns.Table, "display-filter-buttons")
		a, ok := readArea(target)
		if !ok || headed == "false" || buttons != "true" || len(b.filters) >= sheet.MaxFacts {
			continue
		}
		b.filters = append(b.filters, a)
	}
}

// cellChanges counts the contents that recorded changes have replaced.
func (b *book) cellChanges() error {
	depth := b.s.Depth()
	for {
		kind, err := b.s.Next()
		if err != nil || kind == xmlread.End && b.s.Depth() == depth {
			return err
		}
		if kind == xmlread.Start && b.s.Space() == ns.Table && (b.s.Local() == "previous" || b.s.Local() == "deletion") {
			some, err := b.saysSome()
			if err != nil {
				return err
			}
			if some {
				b.HideMany(visible.Deleted, b.pos(), 1)
			}
		}
	}
}
