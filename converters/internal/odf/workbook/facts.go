package workbook

import (
	"slices"
	"strconv"
	"strings"

	"github.com/seed353dc258/backstory/converters/internal/odf/ns"
	"github.com/seed353dc258/backstory/converters/internal/odf/pack"
	"github.com/seed353dc258/backstory/converters/internal/sheet"
	"github.com/seed353dc258/backstory/converters/internal/xmlread"
	"github.com/seed353dc258/backstory/document"
)

// named reads the names of ranges and expressions (9.4.11).
func (b *book) named() error {
	return b.Scanner.Each(func() error {
		if b.Scanner.Space() != ns.Table || len(b.names) >= sheet.MaxFacts {
			return nil
		}
		n := namedRange{}
		n.name, _ = b.Scanner.Attr(ns.Table, "name")
		switch b.Scanner.Local() {
		case "named-range":
			n.refers, _ = b.Scanner.Attr(ns.Table, "cell-range-address")
			n.refers = strings.ReplaceAll(n.refers, "$", "")
		case "named-expression":
			n.refers, _ = b.Scanner.Attr(ns.Table, "expression")
			if n.refers = formulaText(n.refers); !strings.Contains(n.refers, `"`) {
				n.refers = strings.ReplaceAll(n.refers, "$", "")
			}
		}
		n.refers = strings.ReplaceAll(n.refers, ":.", ":")
		if n.name != "" && n.refers != "" && !madeByProgram(n) {
			b.names = append(b.names, n)
		}
		return nil
	})
}

// madeByProgram reports whether a name is one that programs make for
// themselves, or leads nowhere any more.
func madeByProgram(n namedRange) bool {
	return strings.HasPrefix(n.name, "_") || strings.HasPrefix(n.name, "Excel_BuiltIn_") || strings.Contains(n.refers, "#REF!")
}

// facts returns what a sheet has besides its cells: frozen panes, names.
func (sh *worksheet) facts() []string {
	var list []string
	for _, n := range sh.book.names {
		of, _, _ := readCell(n.refers)
		if of == sh.grid.Name || sh.number == 1 && (of == "" || !sh.book.isSheet(of)) {
			list = append(list, n.name+" = "+n.refers)
		}
	}
	return sheet.AppendFacts(sh.grid.Frozen.AppendFrozen(nil), "Names", list, len(list))
}

func (b *book) isSheet(name string) bool {
	return slices.ContainsFunc(b.sheets, func(sh *worksheet) bool { return sh.grid.Name == name })
}

// settings reads which rows and columns of sheets are frozen, which is
// with the settings of the view.
func (b *book) settings() error {
	const part = "settings.xml"
	if b.Nested || !b.Package.Has(part) {
		return nil
	}
	text, err := b.Package.Text(part)
	if err == nil && strings.Contains(text, "SplitMode") && strings.Contains(text, ">2<") { // 2 is frozen
		err = b.views(b.Package.Scan(part, text))
	}
	return b.stored.Tally.Spare(err, document.Pos{Part: part})
}

// views reads the settings of the sheets in a view, which have names.
func (b *book) views(s *xmlread.Scanner) error {
	b.frozen = map[string]sheet.Place{}
	return s.Walk(func() error {
		name := attrNamed(s, "name")
		if s.Local() != "config-item-map-entry" || name == "" {
			return nil
		}
		items := map[string]int{}
		err := s.Each(func() error {
			item := attrNamed(s, "name")
			if !strings.Contains(item, "Split") {
				return s.Skip()
			}
			text, err := pack.PlainText(s)
			n, _ := strconv.Atoi(text)
			items[item] = min(max(n, 0), sheet.MaxColumns)
			return err
		})
		const frozen = 2 // 1 is split
		at := sheet.Place{}
		if items["VerticalSplitMode"] == frozen {
			at.Row = items["VerticalSplitPosition"]
		}
		if items["HorizontalSplitMode"] == frozen {
			at.Col = items["HorizontalSplitPosition"]
		}
		if at != (sheet.Place{}) {
			b.frozen[name] = at
		}
		return err
	})
}

// attrNamed returns the value of an attribute of whatever namespace.
func attrNamed(s *xmlread.Scanner, local string) string {
	for i := range s.Attrs() {
		if s.AttrName(i).Local == local {
			v, _ := s.AttrValue(i)
			return v
		}
	}
	return ""
}

// formulaText returns a formula as a person writes it: without the prefix that
// names its grammar, references without brackets.
func formulaText(formula string) string {
	if prefix, rest, ok := strings.Cut(formula, ":"); ok && len(prefix) <= 6 && strings.Trim(prefix, "abcdefghijklmnopqrstuvwxyz") == "" {
		formula = rest
	}
	parts := strings.Split(formula, `"`)
	for i := 0; i < len(parts); i += 2 { // the others are in quotes
		parts[i] = referenceMarks.Replace(parts[i])
	}
	return strings.Join(parts, `"`)
}

// referenceMarks takes off the marks of references: "[.A1:.B2]" is "A1:B2".
var referenceMarks = strings.NewReplacer("[.", "", "[", "", "]", "", ":.", ":")
