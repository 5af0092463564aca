package sheet

import (
	"iter"
	"slices"
	"sort"
	"strings"

	"github.com/seed353dc258/backstory/converters"
	"github.com/seed353dc258/backstory/converters/internal/tablehead"
	"github.com/seed353dc258/backstory/document"
)

// Flags say what a cell is.
type Flags uint16

// The flags that both formats set; those from OwnFlags on are a format's own.
const (
	Plain   Flags = 1 << iota // printable ASCII and line ends
	Value                     // a number, a truth value or an error
	Time                      // a value that is shown as a date or a time
	Rich                      // see [Format.Inlines]
	Formula                   // FormulaMark and the text of a formula are behind the value
	Veiled                    // hidden, and labelled so
	Unsure                    // whether its colour hides it is not known
	Doubt                     // whether a condition hides it is not known
	Colored                   // it has a colour or a ground of its own
	covered                   // another cell covers it
	anchor                    // covers others
	inTable                   // is in a table object
	linked                    // has a link
	OwnFlags

	toJudge = Unsure | ^(OwnFlags - 1)
)

// Characters that mark parts of a stored text; [Texts.Of] leaves them out of the
// text of a cell that is Rich. Only two have a meaning here.
const (
	FirstMark   = 0x0E
	FormulaMark = 0x11
	LastMark    = 0x16 // what follows, up to the next mark, is to be in a label
)

// Cell is a cell with text.
type Cell struct {
	At    Address
	Col   uint16
	Flags Flags
}

// Has reports whether a cell has one of some flags.
func (c *Cell) Has(f Flags) bool { return c.Flags&f != 0 }

func (c *Cell) kind() tablehead.Kind {
	switch {
	case c.Has(Time):
		return tablehead.Time
	case c.Has(Value):
		return tablehead.Number
	}
	return tablehead.Text
}

// RowFlags say what a row is.
type RowFlags uint8

// The flags of rows.
const (
	RowHidden    RowFlags = 1 << iota // for no reason that the row gives
	RowFiltered                       // by a filter
	RowInGroup                        // in a group, which may be collapsed
	RowJoined                         // no blank row is between it and the one before it, whatever their numbers
	rowCollapsed                      // hidden with its group
	rowGap                            // a blank row is above it
)

// Row is a row with cells, or a hidden one, which is not a gap.
type Row struct {
	Number uint32
	Flags  RowFlags
	count  uint16
	at     uint32 // of its first cell
}

// IsEmpty reports whether a row has no cells.
func (r *Row) IsEmpty() bool { return r.count == 0 }

const (
	cellBits   = 15
	cellsChunk = 1 << cellBits
)

// Add adds a row. The cells, which are in order and of which no more than
// MaxColumns are given, are copied.
func (sh *Sheet) Add(r Row, row []Cell) error {
	pos := document.Pos{Part: sh.Name}
	if err := sh.Book.Env.Spend(converters.LimitNodes, 1, pos); err != nil {
		return err
	}
	if len(row) > MaxColumns {
		return sh.Book.Env.Check(converters.LimitColumns, int64(len(row)), pos)
	}
	if sh.cells.room() < max(len(row), 1) {
		// The first chunk of a small sheet is small.
		size := min(max(cellsChunk>>8<<(3*min(len(sh.cells), 3)), len(row)), cellsChunk)
		sh.cells.add(size)
	}
	last := len(sh.cells) - 1
	r.at, r.count = uint32(last<<cellBits|sh.cells.append(row...)), uint16(len(row))
	sh.Rows = append(sh.Rows, r)
	return nil
}

// Grow makes room for more rows, where there are some and what is read is so many
// times as long as they are: for all, so that they are not copied often, but never
// many times as many.
func (sh *Sheet) Grow(times float64) {
	if n := len(sh.Rows); n == cap(sh.Rows) {
		sh.Rows = slices.Grow(sh.Rows, Growth(n, times))
	}
}

// Growth returns for how many more values there should be room, where there are
// n and the source is so many times as long as they are.
func Growth(n int, times float64) int {
	const minimum, factor = 32, 8
	more := float64(n) * (times*1.02 - 1)
	return max(int(min(more, float64(factor*n), float64(MaxRows))), n/4, minimum)
}

// Settle puts rows in order.
func (sh *Sheet) Settle() {
	slices.SortStableFunc(sh.Rows, func(a, b Row) int { return int(a.Number) - int(b.Number) })
}

// Of returns the cells of a row.
func (sh *Sheet) Of(r *Row) []Cell {
	return sh.cells[r.at>>cellBits][r.at&(cellsChunk-1):][:r.count]
}

// rowIndex returns the index of the first row from a number on.
func rowIndex(rows []Row, number int) int {
	i, _ := slices.BinarySearchFunc(rows, number, func(r Row, number int) int { return int(r.Number) - number })
	return i
}

// In returns the rows of an area with their cells in it, which may be none.
func (sh *Sheet) In(a Area) iter.Seq2[*Row, []Cell] {
	return func(yield func(*Row, []Cell) bool) {
		for i := rowIndex(sh.Rows, a.From.Row); i < len(sh.Rows) && int(sh.Rows[i].Number) <= a.To.Row; i++ {
			if r := &sh.Rows[i]; !yield(r, between(sh.Of(r), a.From.Col, a.To.Col)) {
				return
			}
		}
	}
}

// between returns the cells from one column to another.
func between(cells []Cell, first, last int) []Cell {
	from := sort.Search(len(cells), func(i int) bool { return int(cells[i].Col) >= first })
	to := sort.Search(len(cells), func(i int) bool { return int(cells[i].Col) > last })
	return cells[from:max(from, to)]
}

// Cell returns the row of a place and its number among the cells of the row;
// false for a place without text.
func (sh *Sheet) Cell(p Place) (r *Row, at int, ok bool) {
	i := rowIndex(sh.Rows, p.Row)
	if i >= len(sh.Rows) || int(sh.Rows[i].Number) != p.Row {
		return nil, 0, false
	}
	r = &sh.Rows[i]
	at, ok = slices.BinarySearchFunc(sh.Of(r), p.Col, func(c Cell, col int) int { return int(c.Col) - col })
	return r, at, ok
}

// TextAt returns the text of a place, or "".
func (sh *Sheet) TextAt(p Place) string {
	r, at, ok := sh.Cell(p)
	if !ok {
		return ""
	}
	return sh.Book.Texts.Of(&sh.Of(r)[at])
}

// Of returns the text of a cell without marks, without formula and without what
// has a label.
func (s *Texts) Of(c *Cell) string {
	text := s.Get(c.At)
	if c.Has(Formula) {
		value, formula, _ := strings.Cut(text, string(rune(FormulaMark)))
		if text = value; value == "" {
			text = formula
		}
	}
	if c.Has(Rich) {
		hidden := false
		text = strings.Map(func(r rune) rune {
			if r >= FirstMark && r <= LastMark {
				hidden = r == LastMark
				return -1
			}
			if hidden {
				return -1
			}
			return r
		}, text)
	}
	return text
}

// maxAbout is how much of a cell's text is in front of a comment on it, in
// characters.
const maxAbout = 60

// About names a cell for a reader of a comment on it, who sees no references.
func (sh *Sheet) About(p Place) string {
	text := strings.Join(strings.Fields(sh.TextAt(p)), " ")
	if text == "" {
		return p.String()
	}
	if runes := []rune(text); len(runes) > maxAbout {
		text = string(runes[:maxAbout]) + "…"
	}
	return p.String() + " (" + text + ")"
}

// maxLinkLooks is how many cells are looked at for the links of a sheet.
const maxLinkLooks = 1 << 20

// Link makes the cells of an area a link. Behind some number of cells, it marks
// the first alone, and says so.
func (sh *Sheet) Link(a Area, url string, looks *int) (shortened bool) {
	if sh.places.links == nil {
		sh.places.links = map[uint64]string{}
	}
	if shortened = *looks >= maxLinkLooks && a.From != a.To; shortened {
		a.To = a.From
	}
	own := 0
	for r, cells := range sh.In(a) {
		own += 1 + len(cells)
		for i := range cells {
			cells[i].Flags |= linked
			sh.places.links[Place{int(r.Number), int(cells[i].Col)}.key()] = url
		}
		if own > maxLinkLooks {
			break
		}
	}
	*looks += own
	return shortened
}

// IsPlain reports whether a text is printable ASCII, TAB and LF.
func IsPlain(b []byte) bool {
	for _, c := range b {
		if c < ' ' && c != '\n' && c != '\t' || c > '~' {
			return false
		}
	}
	return true
}
