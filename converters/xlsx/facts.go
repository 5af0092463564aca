package xlsx

import (
	"slices"
	"strings"

	"github.com/seed353dc258/backstory/converters"
	"github.com/seed353dc258/backstory/converters/internal/lost"
	"github.com/seed353dc258/backstory/converters/internal/sheet"
	"github.com/seed353dc258/backstory/converters/internal/xmlread"
	"github.com/seed353dc258/backstory/converters/xlsx/sml"
	"github.com/seed353dc258/backstory/document"
)

// facts returns the line that says what a sheet has besides its cells: tables,
// frozen panes, choices, names.
func (sh *worksheet) facts(number int) document.Block {
	parts := sheet.AppendFacts(nil, "Tables", sh.tableNames, len(sh.tableNames))
	parts = sh.AppendFrozen(parts)
	parts = sheet.AppendFacts(parts, "Choices", sh.choices, sh.asked)
	list := sh.namesOf(number)
	parts = sheet.AppendFacts(parts, "Names", list, len(list))
	return sheet.FactsBlock(sh.env, sh.Name, append(parts, sh.printed...))
}

// shown returns what a name refers to, without the signs that only matter
// where a formula is copied.
func (n *definedName) shown() string {
	if strings.Contains(n.refers, `"`) {
		return n.refers
	}
	return strings.ReplaceAll(n.refers, "$", "")
}

// settleNames finds the sheet of each name: the one that it is for, or refers
// to first. The names are sorted by it.
func (b *book) settleNames() {
	b.byName = map[string]int{}
	for i, sh := range slices.Backward(b.sheets) {
		b.byName[strings.ToLower(sh.Name)] = i
	}
	for i := range b.names {
		n := &b.names[i]
		if n.owner >= 0 {
			continue
		}
		if at, _, ok := b.refersTo(n.refers); ok {
			n.owner = at
		}
	}
	slices.SortStableFunc(b.names, func(a, b definedName) int { return a.owner - b.owner })
}

// refersTo returns the sheet that a reference names first, and what follows
// the name.
func (b *book) refersTo(ref string) (sheet int, rest string, ok bool) {
	name, rest, ok := strings.Cut(ref, "!")
	if !ok {
		return 0, "", false
	}
	name = strings.TrimLeft(name, "=(")
	if quoted := strings.Trim(name, "'"); quoted != name {
		name = strings.ReplaceAll(quoted, "''", "'")
	}
	sheet, ok = b.byName[strings.ToLower(name)]
	return sheet, rest, ok
}

// namesOf returns the names of a sheet; those without a sheet for -1.
func (b *book) namesOf(number int) []string {
	var list []string
	from, _ := slices.BinarySearchFunc(b.names, number, func(n definedName, number int) int { return n.owner - number })
	for _, n := range b.names[from:] {
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
	list := b.namesOf(-1)
	return sheet.FactsBlock(b.env, b.main, sheet.AppendFacts(nil, "Names", list, len(list)))
}

// readTables reads the table objects of a sheet.
func (sh *worksheet) readTables() error {
	for _, r := range sh.rels.All {
		if r.Kind != "table" || r.External || !sh.pkg.Has(r.Target) {
			continue
		}
		if err := sh.tolerate(sh.visit(r.Target, sh.readTable)); err != nil {
			return err
		}
	}
	return nil
}

// readTable reads a part with a table object (18.5).
func (sh *worksheet) readTable(s *xmlread.Scanner) error {
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
		sh.Tables = append(sh.Tables, t)
		sh.tableNames = append(sh.tableNames, name+" "+t.Area.String())
	}
	return sh.env.Spend(converters.LimitNodes, 1, s.Pos())
}

// link marks the cells that are links.
func (sh *worksheet) link() {
	looks := 0
	for i := range sh.links {
		if l := &sh.links[i]; sh.resolve(l) && sh.Link(l.Area, l.url, &looks) {
			sh.losses.Lose(lost.Link, sheet.RowsAt(sh.Name+"!"+l.Area.String(), l.From.Row, l.To.Row))
		}
	}
}

// resolve finds the address of a link, and reports whether it leads out of the
// workbook.
func (sh *worksheet) resolve(l *link) bool {
	if l.url != "" {
		return true // of a formula
	}
	r, ok := sh.rels.ByID(l.id)
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

// roomForLink reports whether a sheet may have one more link.
func (sh *worksheet) roomForLink(a sheet.Area) bool {
	if len(sh.links) < maxLinks {
		return true
	}
	sh.losses.Lose(lost.Link, sheet.RowsAt(sh.Name+"!"+a.String(), a.From.Row, a.To.Row))
	return false
}
