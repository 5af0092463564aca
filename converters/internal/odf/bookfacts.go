package odf

import (
	"slices"
	"strconv"
	"strings"

	"github.com/seed353dc258/backstory/converters/internal/xmlread"
	"github.com/seed353dc258/backstory/document"
)

// factsMost is how many names or filters are noted.
const factsMost = 50

// named reads the names of ranges and expressions (9.4.11).
func (b *book) named() error {
	depth := b.s.Depth()
	for {
		kind, err := b.s.Next()
		if err != nil || kind == xmlread.End && b.s.Depth() == depth {
			return err
		}
		if kind != xmlread.Start || b.s.Space() != nsTable || len(b.names) >= factsMost {
			continue
		}
		n := namedRange{}
		n.name, _ = b.s.Attr(nsTable, "name")
		switch b.s.Local() {
		case "named-range":
			n.refers, _ = b.s.Attr(nsTable, "cell-range-address")
			n.refers = strings.ReplaceAll(n.refers, "$", "")
		case "named-expression":
			n.refers, _ = b.s.Attr(nsTable, "expression")
			if n.refers = formulaText(n.refers); !strings.Contains(n.refers, `"`) {
				n.refers = strings.ReplaceAll(n.refers, "$", "")
			}
		}
		n.refers = strings.ReplaceAll(n.refers, ":.", ":")
		if n.name != "" && n.refers != "" && !madeByProgram(n) {
			b.names = append(b.names, n)
		}
	}
}

// madeByProgram reports whether a name is one that programs make for
// themselves, or leads nowhere any more.
func madeByProgram(n namedRange) bool {
	return strings.HasPrefix(n.name, "_") || strings.HasPrefix(n.name, "Excel_BuiltIn_") || strings.Contains(n.refers, "#REF!")
}

// facts returns the line that says what a sheet has besides its cells: frozen
// panes, names.
func (b *book) facts(sh *sheetData) document.Block {
	var parts []string
	if text := frozenText(sh.frozen); text != "" {
		parts = append(parts, "Frozen: "+text)
	}
	var list []string
	for _, n := range b.names {
		sheet, _, _ := readCell(n.refers)
		if sheet == sh.name || sheet == "" && sh.number == 1 || !b.isSheet(sheet) && sh.number == 1 {
			list = append(list, n.name+" = "+n.refers)
		}
	}
	if len(list) > 0 {
		parts = append(parts, "Names: "+strings.Join(list, ", "))
	}
	if len(parts) == 0 {
		return nil
	}
	return document.PlainParagraph(document.Pos{Part: sh.name}, strings.Join(parts, ". ")+".")
}

func (b *book) isSheet(name string) bool {
	return slices.ContainsFunc(b.sheets, func(sh *sheetData) bool { return sh.name == name })
}

// frozenText says which rows and columns do not scroll.
func frozenText(f cellAt) string {
	var parts []string
	if f.row == 1 {
		parts = append(parts, "row 1")
	} else if f.row > 1 {
		parts = append(parts, "rows 1–"+strconv.Itoa(f.row))
	}
	if f.col == 1 {
		parts = append(parts, "column A")
	} else if f.col > 1 {
		parts = append(parts, "columns A–"+columnName(f.col-1))
	}
	return strings.Join(parts, ", ")
}

// settings reads which rows and columns of sheets are frozen, which stands
// with the settings of the view.
func (b *book) settings() error {
	const part = "settings.xml"
	if b.depth > 0 || !b.src.has(part) {
		return nil
	}
	text, err := b.src.text(part)
	if err == nil && strings.Contains(text, "SplitMode") && strings.Contains(text, ">2<") { // 2 is frozen
		err = b.views(b.src.scan(part, text))
	}
	return b.unread(err, document.Pos{Part: part})
}

// views reads the settings of the sheets in a view.
func (b *book) views(s *xmlread.Scanner) error {
	b.frozen = map[string]cellAt{}
	sheet := ""
	var mode, at cellAt
	in := &reader{doc: b.doc, s: s}
	for {
		kind, err := s.Next()
		if err != nil || kind == xmlread.EOF {
			return err
		}
		local := ""
		if kind == xmlread.Start || kind == xmlread.End {
			local = s.Local()
		}
		switch {
		case kind == xmlread.Start && local == "config-item-map-entry":
			sheet, mode, at = attrNamed(s, "name"), cellAt{}, cellAt{}
		case kind == xmlread.End && local == "config-item-map-entry":
			if mode.row != 2 { // 2 is frozen, 1 is split
				at.row = 0
			}
			if mode.col != 2 {
				at.col = 0
			}
			if sheet != "" && at != (cellAt{}) {
				b.frozen[sheet] = at
			}
			sheet = ""
		case kind == xmlread.Start && local == "config-item":
			name := attrNamed(s, "name")
			if !strings.Contains(name, "Split") {
				if err := s.Skip(); err != nil {
					return err
				}
				continue
			}
			text, err := in.plainText()
			if err != nil {
				return err
			}
			n, _ := strconv.Atoi(text)
			n = min(max(n, 0), maxColumns)
			switch name {
			case "VerticalSplitMode":
				mode.row = n
			case "HorizontalSplitMode":
				mode.col = n
			case "VerticalSplitPosition":
				at.row = n
			case "HorizontalSplitPosition":
				at.col = n
			}
		}
	}
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
	var out strings.Builder
	quoted := false
	for i := 0; i < len(formula); i++ {
		c := formula[i]
		if c == '"' {
			quoted = !quoted
		}
		if !quoted && (c == '[' || c == ']') {
			if c == '[' && i+1 < len(formula) && formula[i+1] == '.' {
				i++
			}
			continue
		}
		if !quoted && c == '.' && i > 0 && formula[i-1] == ':' {
			continue
		}
		out.WriteByte(c)
	}
	return out.String()
}
