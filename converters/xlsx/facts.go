package xlsx

import (
	"slices"
	"strconv"
	"strings"

	"github.com/seed353dc258/backstory/converters"
	"github.com/seed353dc258/backstory/converters/internal/xmlread"
	"github.com/seed353dc258/backstory/document"
)

// factsMost is how many names or tables are listed for a sheet.
const factsMost = 50

// facts returns the line that says what a sheet has besides its cells: tables,
// frozen panes, choices, names.
func (sh *sheet) facts(number int) document.Block {
	var parts []string
	var list []string
	for _, t := range sh.tables {
		list = append(list, t.name+" "+t.area.String())
	}
	parts = appendList(parts, "Tables", list, len(list))
	if f := sh.frozenText(); f != "" {
		parts = append(parts, "Frozen: "+f)
	}
	parts = appendList(parts, "Choices", sh.choices, sh.asked)
	list = sh.namesOf(number)
	parts = appendList(parts, "Names", list, len(list))
	parts = append(parts, sh.printed...)
	if len(parts) == 0 {
		return nil
	}
	return document.PlainParagraph(document.Pos{Part: sh.name}, strings.Join(parts, ". ")+".")
}

// appendList appends a list of facts, of which not too many are shown, and how
// many there are besides.
func appendList(parts []string, title string, list []string, count int) []string {
	if len(list) == 0 {
		return parts
	}
	more := ""
	list = list[:min(len(list), factsMost)]
	if n := count - len(list); n > 0 {
		more = " and " + strconv.Itoa(n) + " more"
	}
	return append(parts, title+": "+strings.Join(list, ", ")+more)
}

// frozenText says which rows and columns do not scroll.
func (sh *sheet) frozenText() string {
	var parts []string
	if n := sh.frozen.row; n == 1 {
		parts = append(parts, "row 1")
	} else if n > 1 && n <= rowsMost {
		parts = append(parts, "rows 1–"+strconv.Itoa(n))
	}
	if n := sh.frozen.col; n == 1 {
		parts = append(parts, "column A")
	} else if n > 1 && n <= columnsMost {
		parts = append(parts, "columns A–"+columnName(n-1))
	}
	return strings.Join(parts, ", ")
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
		b.byName[strings.ToLower(sh.name)] = i
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
	parts := appendList(nil, "Names", list, len(list))
	if len(parts) == 0 {
		return nil
	}
	return document.PlainParagraph(document.Pos{Part: b.main}, parts[0]+".")
}

// readTables reads the table objects of a sheet.
func (sh *sheet) readTables() error {
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
func (sh *sheet) readTable(s *xmlread.Scanner) error {
	t := table{headers: 1}
	ok := false
	for {
		k, err := s.Next()
		if err != nil {
			return err
		}
		if k == xmlread.EOF {
			break
		}
		if k != xmlread.Start {
			continue
		}
		switch s.Local() {
		case "table":
			ref, _ := s.Attr(xmlread.None, "ref")
			t.area, ok = readArea(ref)
			if t.name, _ = s.Attr(xmlread.None, "displayName"); t.name == "" {
				t.name, _ = s.Attr(xmlread.None, "name")
			}
			if n, ok := attrNumber(s, "headerRowCount"); ok {
				t.headers = min(n, 1)
			}
		case "filterColumn":
			t.filtered = true
		}
	}
	if ok {
		sh.tables = append(sh.tables, t)
	}
	return sh.env.Spend(converters.LimitNodes, 1, s.Pos())
}

// linksMost is how many cells are looked at for the links of a sheet.
const linksMost = 1 << 20

// link marks the cells that links stand on.
func (sh *sheet) link() error {
	looks := 0
	for i := range sh.links {
		l := &sh.links[i]
		if !sh.resolve(l) {
			continue
		}
		if sh.linked == nil {
			sh.linked = map[uint64]int{}
		}
		if looks >= linksMost && l.from != l.to {
			sh.losses.lose(lostLink, rowsAt(sh.name+"!"+l.area.String(), l.from.row, l.to.row))
			l.to = l.from
		}
		looks += sh.linkArea(l, i)
	}
	return nil
}

// resolve finds the address of a link, and reports whether it leads out of the
// workbook.
func (sh *sheet) resolve(l *link) bool {
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

// linkArea marks the cells of one link, and returns how many it looked at.
func (sh *sheet) linkArea(l *link, number int) (looks int) {
	g := region{cols: []uint16{uint16(l.from.col), uint16(l.to.col)}}
	for i := sh.rowIndex(l.from.row); i < len(sh.rows) && int(sh.rows[i].number) <= l.to.row; i++ {
		cells := sh.inside(&sh.rows[i], &g)
		looks += 1 + len(cells)
		for k := range cells {
			cells[k].flags |= flagLink
			sh.linked[place{int(sh.rows[i].number), int(cells[k].col)}.key()] = number
		}
		if looks > linksMost {
			break
		}
	}
	return looks
}
