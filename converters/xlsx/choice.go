package xlsx

import (
	"strconv"
	"strings"

	"github.com/seed353dc258/backstory/converters/xlsx/sml"

	"github.com/seed353dc258/backstory/converters"
	"github.com/seed353dc258/backstory/converters/internal/sheet"
	"github.com/seed353dc258/backstory/converters/internal/xmlread"
)

// titleRows reads the name for the rows that are printed above each page, such
// as S!$A:$A,S!$1:$2. Most of them are the header of the table.
func titleRows(refers string) sheet.Span {
	for ref := range strings.SplitSeq(refers, ",") {
		ref = strings.ReplaceAll(ref[strings.LastIndexByte(ref, '!')+1:], "$", "")
		first, last, _ := strings.Cut(ref, ":")
		from, err := strconv.Atoi(first)
		if err != nil || from < 1 {
			continue // columns
		}
		if to, err := strconv.Atoi(last); err == nil && to >= from && to <= sheet.MaxRows {
			return sheet.Span{First: from, Last: to}
		}
	}
	return sheet.Span{}
}

// maxChoices is how long the list of a cell's choices may be, in bytes.
const maxChoices = 300

// read reads which values a cell asks for (ECMA-376 part 1, 18.3.1.32):
// what may be chosen from, and the note that a reader sees who comes to the
// cell. Other conditions are for writers. In an extension (MS-XLSX 2.6.6), where
// lists on other sheets are, formulas and cells are elements.
func (cs *choices) read(s *sml.Scanner, formula string, env *converters.Env) error {
	cells := s.Attrs.Get("sqref")
	var notes []string
	for _, name := range []string{"promptTitle", "prompt"} {
		if text := strings.TrimSpace(s.Attrs.Get(name)); text != "" {
			notes = append(notes, text)
		}
	}
	list := s.Attrs.Get("type") == "list"
	from := ""
	err := s.Inner(func() error {
		switch {
		case list && s.Is(formula) && from == "":
			return shortText(s, &from)
		case s.Is("sqref"):
			return shortText(s, &cells)
		}
		return nil
	})
	if err != nil {
		return err
	}
	if list && from != "" {
		notes = append([]string{choicesOf(from)}, notes...)
	}
	if len(notes) == 0 {
		return nil
	}
	if cs.asked++; len(cs.lines) < sheet.MaxFacts {
		text := env.Gate.Line(strings.ReplaceAll(strings.Join(notes, "; "), "\n", " "))
		cs.lines = append(cs.lines, shortCells(cells)+" ("+text+")")
	}
	return nil
}

// shortCells returns the first ranges of a list as long as it may be.
func shortCells(cells string) string {
	if len(cells) > maxChoices {
		cells = cells[:maxChoices]
		cells = cells[:max(strings.LastIndexByte(cells, ' '), 0)] + " …"
	}
	return strings.Join(strings.Fields(cells), " and ")
}

// shortText reads the text of an element as far as it is shown.
func shortText(s *sml.Scanner, to *string) error {
	var text []byte
	err := s.Content(func(part []byte, raw bool) {
		if len(text) <= maxChoices {
			text = sml.Decode(text, part)
		}
	})
	*to = string(text)
	return err
}

// choicesOf returns the choices that a formula names: a list in quotes, or
// cells.
func choicesOf(formula string) string {
	text := strings.TrimSpace(formula)
	if quoted, ok := strings.CutPrefix(text, `"`); ok {
		quoted = strings.TrimSuffix(quoted, `"`)
		text = strings.Join(strings.FieldsFunc(quoted, func(r rune) bool { return r == ',' }), ", ")
	} else {
		text = "from " + strings.ReplaceAll(text, "$", "")
	}
	if len(text) > maxChoices {
		text = strings.ToValidUTF8(text[:maxChoices], "") + "…"
	}
	return text
}

// maxVML is how long a part of old drawings may be that is looked into.
const maxVML = 1 << 20

// countControls counts the buttons, boxes and lists on a sheet that only the
// part of old drawings holds. Notes are there, too; they are comments.
func (sh *worksheet) countControls() error {
	r, ok := sh.rels.ByID(sh.legacy)
	if sh.legacy == "" || sh.objects > 0 || !ok || r.External {
		return nil
	}
	e, ok := sh.book.packed.pkg.Find(r.Target)
	if !ok || e.Size > maxVML {
		return nil
	}
	content, err := sh.book.packed.pkg.Read(r.Target)
	if err != nil {
		return sh.book.packed.tolerate(err)
	}
	text, err := xmlread.Decode(r.Target, content)
	if err != nil {
		return sh.book.packed.tolerate(err)
	}
	const kind = `ObjectType="`
	sh.objects = strings.Count(text, kind) - strings.Count(text, kind+`Note"`)
	return nil
}
