package tablehead

import "slices"

// MaxRegions is how many regions a sheet is divided into. One with more is
// taken as a single table.
const MaxRegions = 2000

// Groups divides columns, which are in order, where one between them is blank,
// as a function says of what lies between two of them.
func Groups(cols []uint16, blank func(a, b int) bool) [][]uint16 {
	var out [][]uint16
	from := 0
	for i := 1; i <= len(cols); i++ {
		if i < len(cols) && !blank(int(cols[i-1]), int(cols[i])) {
			continue
		}
		out = append(out, cols[from:i])
		from = i
	}
	return out
}

// maxGroups is how many tables may be beside one another.
const maxGroups = 64

// Part is what some columns hold in the rows of a region: the rows that have
// something in them, the last one not included, and what they look like.
type Part struct {
	First, Last int
	Sample      *Sample
}

// Apart reports whether groups of columns are tables of their own: each has a
// header, and none is the rest of the rows beside it. A function gives what the
// columns of a group hold.
func Apart(groups [][]uint16, part func(cols []uint16) Part) bool {
	if len(groups) < 2 || len(groups) > maxGroups {
		return false
	}
	var first Part
	for i, cols := range groups {
		p := part(cols)
		s := p.Sample
		s.Rows = s.Rows[s.Titles():]
		if i == 0 {
			first = p
		}
		ends := p.First != first.First || p.Last != first.Last
		switch {
		case len(s.Rows) < 2 || !s.HasHeader(), len(cols) < 2 && !ends:
			return false
		case i > 0 && !ends && s.Column(0) != Text && !s.Repeats(first.Sample):
			return false
		}
	}
	return true
}

// Continues reports whether rows below some blank ones belong to the table above
// them: their columns are some of the table's, and no header begins them. Below
// more than one blank row, they are all of the table's.
func Continues(above, cols []uint16, blank int, sample func() *Sample) bool {
	if len(cols) < 2 || cols[0] < above[0] || cols[len(cols)-1] > above[len(above)-1] || blank > 1 && len(cols) < len(above) {
		return false
	}
	for _, col := range cols {
		if _, ok := slices.BinarySearch(above, col); !ok {
			return false
		}
	}
	s := sample()
	return s.Rows[0].Filled > 1 && !s.HasStrongHeader()
}

// maxLines is how many rows of one column may be lines of text.
const maxLines = 50

// IsLines reports whether a region is lines of text rather than a table: one
// column with few rows, or with long texts.
func (s *Sample) IsLines() bool {
	return s.Columns == 1 && (len(s.Rows) < 3 || s.Total <= maxLines && s.Prose)
}

// maxFrozen is how many rows a frozen pane may hold to be a header.
const maxFrozen = 5

// HeaderRows returns how many rows head a table: one that a filter is in,
// those that a frozen pane holds, or one that looks like a header.
func (s *Sample) HeaderRows(filtered bool, frozen int) int {
	switch {
	case filtered:
		return 1
	case frozen > 0 && frozen <= maxFrozen && frozen < s.Total:
		return frozen
	case s.HasHeader():
		return 1
	}
	return 0
}
