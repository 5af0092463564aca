package sql

import (
	"slices"

	"github.com/seed353dc258/backstory/converters/sql/lex"
	"github.com/seed353dc258/backstory/document"
)

// copyRows reads a COPY with its rows. It is not ok for what is none.
func (r *reader) copyRows(i int) (end int, ok bool, err error) {
	h, form, known, ok := copyHead(r.lex, i)
	if !ok {
		return i, false, nil
	}
	rows, next := r.lex.CopyBlock(h.Rows)
	if !known || len(r.catalog.forms) == maxForms {
		end, err = r.piece(next)
		return end, true, err
	}
	count := tally{from: h.Rows, width: h.Columns}
	short, err := r.copyTally(&count, rows, form)
	if err != nil {
		return i, false, err
	}
	to, fits := target{}, false
	if count.ok {
		if err := r.bounds(count.width, document.LineSpan(r.lines.lineOf(i), r.lines.lineOf(i))); err != nil {
			return i, false, err
		}
		if h.Columns == 0 {
			h.Named = copyNames(r.lex, h.Header, form)
		}
		to, fits = r.catalog.resolve(h, count.width)
	}
	if !fits {
		if count.rows > 0 {
			r.lost.mismatched.add(&r.lines, h.Rows)
		}
		end, err = r.piece(next)
		return end, true, err
	}
	if short > 0 {
		r.lost.ragged.add(&r.lines, h.Rows)
		r.lost.ragged.n += short - 1
	}
	return next, true, r.place(to, segment{at: h.Rows, order: to.order, form: formCopy, copied: r.catalog.formOf(form)}, rows, &count)
}

// maxForms bounds the forms that the rows of COPY have in one file.
const maxForms = 100

// formOf returns the place of a form among those of the file.
func (c *catalog) formOf(form copyForm) uint8 {
	i := slices.Index(c.forms, form)
	if i < 0 {
		i = len(c.forms)
		c.forms = append(c.forms, form)
	}
	return uint8(i)
}

// copyNames returns the names that the header of a COPY has, or nil.
func copyNames(l *lex.Lexer, header lex.Span, form copyForm) []string {
	if header.From == header.To {
		return nil
	}
	var names []string
	for _, f := range form.Fields(l, header.From, header.To, nil) {
		names = append(names, form.Unquoted(l.Of(f)))
	}
	return names
}

// copyTally counts the rows of a COPY up to end, and those that are shorter
// than the first or than its list of columns. It is not ok if one is longer.
func (r *reader) copyTally(t *tally, end int, form copyForm) (short int, err error) {
	var fields []lex.Span
	for i := t.from; i < end; {
		stop := form.Row(r.lex, i, end)
		fields = form.Fields(r.lex, i, stop, fields[:0])
		n := len(fields)
		if t.width == 0 {
			t.width = n
		}
		if n > t.width {
			return 0, nil
		}
		if n < t.width {
			short++
		}
		t.rows++
		if err := r.account.step(i, stop); err != nil {
			return 0, err
		}
		i = stop + 1
	}
	t.ok = t.rows > 0
	return short, nil
}
