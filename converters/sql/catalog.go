package sql

import (
	"slices"
	"strings"

	"github.com/seed353dc258/backstory/converters/sql/lex"
)

// itemKind says what an item of the document is.
type itemKind uint8

const (
	itemPiece    itemKind = iota // index into pieces
	itemCreation                 // index into creations
	itemTable                    // index into tables: the first rows of it
)

// item is what the document has at a place, in the order of the text.
type item struct {
	kind  itemKind
	index int32
}

// catalog is what a text says of its tables, as far as it was read.
type catalog struct {
	lex       *lex.Lexer
	items     []item
	pieces    []piece
	creations chunked[creation]
	tables    []*table

	created map[string]int32 // by the table's key: the last creation so far; see creationOf
	indexed int              // how many creations are in created
	named   map[string]int32 // by the table's key: the last table so far

	databases []string   // in the order in which they are chosen; the first one has no name
	database  int32      // the one that names belong to
	forms     []copyForm // how rows of COPY are written
}

// maxHeads is how many heads are remembered.
const maxHeads = 4096

// heads remembers what the heads of rows mean.
type heads struct {
	known map[string]target // by the text of the head
	last  string            // the one that was read last, or ""
	to    target            // what that means, or no table
}

// forget drops all.
func (h *heads) forget() {
	if len(h.known) > 0 {
		h.known = map[string]target{}
	}
	h.last, h.to = "", target{}
}

// read reads the head at i. One that was read before needs no second look: to is
// what it means, or no table.
func (h *heads) read(l *lex.Lexer, i int) (found head, ok bool) {
	if h.last != "" && strings.HasPrefix(string(l.Text[i:]), h.last) {
		return head{Rows: l.Blank(i + len(h.last))}, true
	}
	found, ok = insertHead(l, i)
	if ok {
		h.last = string(l.Text[i:found.Rows])
		h.to = h.known[h.last]
	}
	if h.to.table == nil {
		h.last = ""
	}
	return found, ok
}

// add notes what a head means.
func (h *heads) add(text string, to target) {
	h.last, h.to = text, to
	if len(h.known) < maxHeads {
		h.known[text] = to
	}
}

// maxDatabases is how many databases are compared with one that is chosen.
const maxDatabases = 64

// choose takes a database for those to which names belong, and reports whether it
// is another than those that were chosen last.
func (c *catalog) choose(name string) (added bool) {
	c.creationOf("") // those so far are of the database before
	for k := len(c.databases) - 1; k >= max(0, len(c.databases)-maxDatabases); k-- {
		if c.databases[k] == name {
			c.database = int32(k)
			return false
		}
	}
	c.database = int32(len(c.databases))
	c.databases = append(c.databases, name)
	return true
}

// resolve finds the table that rows with a head belong to, or makes it. It is
// not ok where the table is known to have another number of columns.
func (c *catalog) resolve(h head, width int) (to target, ok bool) {
	name := c.lex.Of(h.Name)
	title, key := lex.PlainName(name), c.keyOf(name)
	created := c.creationOf(key)
	known := created >= 0
	columns := c.columnsAt(h, created, width)
	if columns == nil && (known && !h.Set && h.Columns == 0 || h.Named != nil) {
		return target{}, false
	}
	if h.Part.From < h.Part.To {
		part := " PARTITION " + strings.Join(strings.Fields(c.lex.Of(h.Part)), " ")
		title, key = title+part, key+"\x00"+part
	}
	before, near := c.near(key)
	for _, t := range near {
		if c.replaced(t, created) {
			before = -1 // those so far were dropped
			continue
		}
		if t.columns == nil && h.Columns == 0 && int(t.width) == width {
			t.columns = columns // the creation stood between the rows
		}
		if order, ok := t.accepts(columns, width); ok {
			if known && t.created < 0 {
				t.created = created
			}
			return target{t, width, order}, true
		}
	}
	t := &table{name: title, key: key, columns: columns, width: int32(width), created: created, before: before, database: c.database}
	c.named[key] = int32(len(c.tables))
	c.items = append(c.items, item{itemTable, int32(len(c.tables))})
	c.tables = append(c.tables, t)
	return target{t, width, -1}, true
}

// columnsAt returns the names of the columns of rows with a head, whose table a
// creation says or, where that is negative, none; nil where they are not known.
func (c *catalog) columnsAt(h head, created int32, width int) []string {
	switch {
	case h.Set:
		return c.lex.AssignedNames(h.Rows, h.Columns)
	case h.Columns > 0:
		return c.lex.ColumnNames(h.List.From, h.List.To)
	case created < 0 && len(h.Named) == width:
		return h.Named
	case created < 0:
		return nil
	}
	of := c.creations.at(created)
	columns, more := c.columnsFor(of, width), partitionColumns(c.lex, h.Part)
	if columns == nil && width > len(more) {
		if columns = c.columnsFor(of, width-len(more)); columns != nil {
			columns = append(columns, more...)
		}
	}
	return columns
}

// replaced reports whether a creation, if there is one, makes a table anew that was
// there before.
func (c *catalog) replaced(t *table, created int32) bool {
	return created >= 0 && t.created >= 0 && t.created != created && c.creations.at(created).anew
}

// near returns the last table so far that has a key, or -1, and those of that
// key that rows may belong to, the first one first.
func (c *catalog) near(key string) (last int32, near []*table) {
	last, ok := c.named[key]
	if !ok {
		return -1, nil
	}
	for at := last; at >= 0 && len(near) < maxTables; at = c.tables[at].before {
		near = append(near, c.tables[at])
	}
	slices.Reverse(near)
	return last, near
}

// creationOf returns the last creation so far of a table with a key, or -1. It
// looks at the names of those that came since it was asked last: in many files
// it never is.
func (c *catalog) creationOf(key string) int32 {
	for ; c.indexed < c.creations.count(); c.indexed++ {
		made := c.creations.at(int32(c.indexed))
		if name, _, ok := createHead(c.lex, c.lex.Blank(made.from)); ok {
			c.created[c.keyOf(c.lex.Of(name))] = int32(c.indexed)
		}
	}
	if at, ok := c.created[key]; ok {
		return at
	}
	return -1
}

// columnsFor returns the names of the columns of a creation that rows of a width
// without a list have: all of them, or those that are not computed; else nil.
func (c *catalog) columnsFor(of *creation, width int) []string {
	switch {
	case int(of.columns) == width:
		if names := columnsOf(c.lex, of); len(names) == width {
			return names
		}
	case of.computed < 0 || int(of.columns-of.computed) == width:
		if names := storedOf(c.lex, of); len(names) == width {
			return names
		}
	}
	return nil
}

// keyOf returns what names have in common that mean the same table of the
// database that is chosen.
func (c *catalog) keyOf(name string) string {
	if c.database == 0 {
		return lex.NameKey(name)
	}
	return lex.NameKey(name) + "\x00" + c.databases[c.database]
}
