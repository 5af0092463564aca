package xlsx

import (
	"slices"
	"strings"

	"github.com/seed353dc258/backstory/converters"
	"github.com/seed353dc258/backstory/converters/internal/lost"
	"github.com/seed353dc258/backstory/converters/internal/ooxml"
	"github.com/seed353dc258/backstory/converters/internal/sheet"
	"github.com/seed353dc258/backstory/converters/internal/xmlread"
	"github.com/seed353dc258/backstory/converters/xlsx/sml"
	"github.com/seed353dc258/backstory/document"
)

// facts returns the line that says what a sheet has besides its cells: tables,
// frozen panes, choices, names.
func (sh *worksheet) facts(number int) document.Block {
	parts := sheet.AppendFacts(nil, "Tables", sh.tables.shown, len(sh.tables.shown))
	parts = sh.grid.Frozen.AppendFrozen(parts)
	parts = sheet.AppendFacts(parts, "Choices", sh.choices.lines, sh.choices.asked)
	list := sh.book.names.of(number)
	parts = sheet.AppendFacts(parts, "Names", list, len(list))
	return sheet.FactsBlock(sh.book.env, sh.grid.Name, append(parts, sh.printed...))
}

// shown returns what a name refers to, without the signs that only matter
// where a formula is copied.
func (n *definedName) shown() string {
	if strings.Contains(n.refers, `"`) {
		return n.refers
	}
	return strings.ReplaceAll(n.refers, "$", "")
}

// settle finds the sheet of each name: the one that it is for, or refers
// to first. The names are sorted by it.
func (ns *names) settle(sheets []*worksheet) {
	ns.sheets = map[string]int{}
	for i, sh := range slices.Backward(sheets) {
		ns.sheets[strings.ToLower(sh.grid.Name)] = i
	}
	for i := range ns.list {
		n := &ns.list[i]
		if n.owner >= 0 {
			continue
		}
		if at, _, ok := ns.refersTo(n.refers); ok {
			n.owner = at
		}
	}
	slices.SortStableFunc(ns.list, func(a, b definedName) int { return a.owner - b.owner })
}

// refersTo returns the sheet that a reference names first, and what follows
// the name.
func (ns *names) refersTo(ref string) (sheet int, rest string, ok bool) {
	name, rest, ok := strings.Cut(ref, "!")
	if !ok {
		return 0, "", false
	}
	name = strings.TrimLeft(name, "=(")
	if quoted := strings.Trim(name, "'"); quoted != name {
		name = strings.ReplaceAll(quoted, "''", "'")
	}
	sheet, ok = ns.sheets[strings.ToLower(name)]
	return sheet, rest, ok
}

// of returns the names of a sheet; those without a sheet for -1.
func (ns *names) of(number int) []string {
	var list []string
	from, _ := slices.BinarySearchFunc(ns.list, number, func(n definedName, number int) int { return n.owner - number })
	for _, n := range ns.list[from:] {
		if n.owner != number {
			break
		}
		if number >= 0 || !strings.Contains(n.refers, "#REF!") {
			list = append(list, n.name+" = "+n.shown())
		}
	}
	return list
}

// constants returns the line with the names that refer to no sheet.
func (b *book) constants() document.Block {
	list := b.names.of(-1)
	return sheet.FactsBlock(b.env, b.packed.main, sheet.AppendFacts(nil, "Names", list, len(list)))
}

// read reads the table objects of a sheet.
func (ts *tables) read() error {
	b := ts.sheet.book
	for _, r := range ts.sheet.rels.All {
		if r.Kind != "table" || r.External || !b.packed.pkg.Has(r.Target) {
			continue
		}
		if err := b.packed.tolerate(b.packed.visit(r.Target, ts.readPart)); err != nil {
			return err
		}
	}
	return nil
}

// readPart reads a part with a table object (18.5).
func (ts *tables) readPart(s *xmlread.Scanner) error {
	t := sheet.Table{Headers: 1}
	name, ok := "", false
	err := s.Walk(func() error {
		switch s.Local() {
		case "table":
			t.Area, ok = sheet.ReadArea(s.Value(xmlread.None, "ref"))
			if name, _ = s.Attr(xmlread.None, "displayName"); name == "" {
				name, _ = s.Attr(xmlread.None, "name")
			}
			if n, ok := sml.AttrInt(s, "headerRowCount"); ok {
				t.Headers = min(n, 1)
			}
		case "filterColumn":
			t.Active = true
		}
		return nil
	})
	if err != nil {
		return err
	}
	if ok {
		ts.sheet.grid.Tables = append(ts.sheet.grid.Tables, t)
		ts.shown = append(ts.shown, name+" "+t.Area.String())
	}
	return ts.sheet.book.env.Spend(converters.LimitNodes, 1, s.Pos())
}

// mark marks the cells that are links.
func (ls *links) mark() {
	looks := 0
	for i := range ls.list {
		if l := &ls.list[i]; l.resolve(ls.sheet.rels) && ls.sheet.grid.Link(l.Area, l.url, &looks) {
			ls.lose(l.Area)
		}
	}
}

// lose counts a link that is not kept.
func (ls *links) lose(a sheet.Area) {
	ls.sheet.book.losses.Lose(lost.Link, sheet.RowsAt(ls.sheet.grid.Name+"!"+a.String(), a.From.Row, a.To.Row))
}

// resolve finds the address of a link, and reports whether it leads out of the
// workbook.
func (l *link) resolve(rels *ooxml.Relations) bool {
	if l.url != "" {
		return true // of a formula
	}
	r, ok := rels.ByID(l.id)
	if l.id == "" || !ok || !r.External {
		return false
	}
	if l.url = r.Target; l.location != "" && !strings.Contains(l.url, "#") {
		l.url += "#" + l.location
	}
	return true
}

// maxLinks is how many links a sheet may have; Excel allows 65,530.
const maxLinks = 1 << 16

// add notes a link, as far as there is room.
func (ls *links) add(l link) error {
	if len(ls.list) < maxLinks {
		ls.list = append(ls.list, l)
	} else {
		ls.lose(l.Area)
	}
	return ls.sheet.node()
}
