package xlsx

import (
	"slices"
	"strings"

	"github.com/seed353dc258/backstory/converters"
	"github.com/seed353dc258/backstory/converters/internal/lost"
	"github.com/seed353dc258/backstory/converters/internal/numfmt"
	"github.com/seed353dc258/backstory/converters/internal/sheet"
	"github.com/seed353dc258/backstory/converters/internal/visible"
	"github.com/seed353dc258/backstory/converters/xlsx/sml"
	"github.com/seed353dc258/backstory/converters/xlsx/style"
	"github.com/seed353dc258/backstory/document"
)

// value reads a v element. What is usual is one text up to the end tag.
func (r *reader) value() error {
	s := r.scanner
	depth := s.Depth
	k, err := s.Next()
	if err != nil {
		return err
	}
	if k == sml.End {
		return r.cell.show(s.Text)
	}
	text := append([]byte(nil), s.Text...)
	if k == sml.Start {
		if err := s.Skip(); err != nil {
			return err
		}
	}
	for s.Depth >= depth {
		if k, err = s.Next(); err != nil || k == sml.EOF {
			return err
		}
		text = append(text, s.Text...)
		if k == sml.Start {
			if err := s.Skip(); err != nil {
				return err
			}
		}
	}
	return r.cell.show(text)
}

// show keeps what a value looks like. A formula without a result has no value,
// unless its result is an empty text.
func (w *cellWriter) show(raw []byte) error {
	w.color = 0
	if len(w.formula) > 0 && w.typ != sml.TypeText && len(trimSpace(raw)) == 0 {
		return w.unvalued()
	}
	switch w.typ {
	case sml.TypeShared:
		return w.sharedText(raw)
	case sml.TypeText:
		w.buf = sml.Decode(w.buf[:0], raw)
		if alt, ok := w.cellImage(); ok {
			return w.picture(alt)
		}
		return w.text(w.buf, 0)
	case sml.TypeBool:
		text := "FALSE"
		if v := strings.TrimSpace(string(raw)); v != "0" && v != "false" {
			text = "TRUE"
		}
		return w.keep([]byte(text), sheet.Value|sheet.Plain)
	case sml.TypeError:
		if v, ok := w.richValue(); ok {
			if v.picture {
				return w.picture(v.text)
			}
			return w.text([]byte(v.text), 0)
		}
		w.buf = sml.Decode(w.buf[:0], raw)
		return w.keep(w.buf, sheet.Value)
	case sml.TypeDate:
		return w.date(raw)
	}
	return w.number(raw)
}

// unvalued keeps a formula whose result the file does not hold.
func (w *cellWriter) unvalued() error {
	w.book.losses.Lose(lost.Value, w.pos())
	return w.keep(nil, sheet.Formula)
}

// sharedText keeps a shared string.
func (w *cellWriter) sharedText(raw []byte) error {
	i, ok := sml.Digits(trimSpace(raw))
	if !ok || i >= len(w.book.shared) {
		w.book.losses.Lose(lost.String, w.pos())
		return nil
	}
	shared := &w.book.shared[i]
	if shared.empty && len(w.formula) == 0 {
		return nil
	}
	if f := w.book.styles.At(w.style); !f.Text || f.Struck || f.Font.HasSymbols() || shared.faint || len(w.formula) > 0 {
		return w.text(w.unveiled([]byte(w.sheet.grid.Book.Texts.Get(shared.at)), shared.faint), shared.flags)
	}
	if err := w.sheet.grid.Book.Texts.Spend(int64(shared.size)); err != nil {
		return err
	}
	return w.push(sheet.Cell{At: shared.at, Flags: shared.flags})
}

// text keeps a text by its format.
func (w *cellWriter) text(text []byte, f sheet.Flags) error {
	format := w.book.styles.At(w.style)
	if f&sheet.Rich == 0 && format.Font.HasSymbols() {
		text = []byte(format.Font.Text(string(text)))
	}
	if format.Text {
		return w.keep(text, f|plainFlag(text))
	}
	w.color = format.Show.TextColor()
	out := format.Show.AppendText(nil, string(text))
	if sml.IsBlank(out) {
		return w.keep(text, f|style.Blank|plainFlag(text))
	}
	return w.keep(out, f|plainFlag(out))
}

// unveiled takes the marks of text that cannot be seen out of a text, and the
// text itself: where it is too small, or white on a white ground.
func (w *cellWriter) unveiled(text []byte, faint bool) []byte {
	if !faint {
		return text
	}
	out := make([]byte, 0, len(text))
	for how := visible.Shown; len(text) > 0; {
		end := 1
		for end < len(text) && (text[end] < sheet.FirstMark || text[end] > sheet.LastMark) {
			end++
		}
		run := text[:end]
		text = text[end:]
		if run[0] >= sheet.FirstMark && run[0] <= sheet.LastMark {
			if how = w.hidesRun(run[0]); run[0] == sml.MarkFaint || run[0] == sml.MarkTiny {
				run[0] = sml.MarkPlain
			}
		}
		if how != visible.Shown && !sml.IsBlank(run[1:]) {
			w.book.losses.Hide(how, w.pos())
			switch w.book.losses.When(how) {
			case converters.DropHidden:
				continue
			case converters.MarkHidden:
				run[0] = sheet.LastMark
			}
		}
		out = append(out, run...)
	}
	return out
}

// hidesRun says how a run is hidden that begins with a mark.
func (w *cellWriter) hidesRun(mark byte) visible.Way {
	switch {
	case mark == sml.MarkTiny:
		return visible.Size
	case mark == sml.MarkFaint && w.book.styles.At(w.style).White:
		return visible.Color
	}
	return visible.Shown
}

func plainFlag(text []byte) sheet.Flags {
	if sheet.IsPlain(text) {
		return sheet.Plain
	}
	return 0
}

// date keeps a date of ISO 8601, which is how strict workbooks may write it.
func (w *cellWriter) date(raw []byte) error {
	w.buf = sml.Decode(w.buf[:0], raw)
	text := strings.TrimSuffix(strings.TrimSpace(string(w.buf)), "Z")
	text = strings.TrimSuffix(text, ".000")
	if day, ok := strings.CutSuffix(text, "T00:00:00"); ok {
		text = day
	}
	text = strings.Replace(text, "T", " ", 1)
	return w.keep([]byte(text), sheet.Value|sheet.Time|plainFlag([]byte(text)))
}

// number keeps a number by its format.
func (w *cellWriter) number(raw []byte) error {
	raw = trimSpace(raw)
	format := w.book.styles.At(w.style)
	if format.General && simple(raw) {
		return w.keep(raw, sheet.Value|sheet.Plain)
	}
	n, ok := numfmt.ParseNumber(raw)
	if !ok {
		w.buf = sml.Decode(w.buf[:0], raw)
		return w.keep(w.buf, plainFlag(w.buf))
	}
	w.color = format.Show.Color(&n)
	if format.Show.IsPlain(&n) {
		w.book.losses.Plain(w.pos())
	}
	f := sheet.Value
	if format.Date {
		f |= sheet.Time
	}
	w.buf = format.Show.Append(w.buf[:0], &n, w.book.epoch)
	if len(w.buf) == 0 && !n.IsZero() {
		w.buf = numfmt.AppendGeneral(w.buf, &n)
		f |= style.Blank
	}
	return w.keep(w.buf, f|plainFlag(w.buf))
}

// simple reports whether a number is an integer that General shows as it is
// written.
func simple(raw []byte) bool {
	b := raw
	if len(b) > 0 && b[0] == '-' {
		b = b[1:]
	}
	if len(b) == 0 || len(b) > 15 || b[0] == '0' && len(raw) > 1 {
		return false
	}
	for _, c := range b {
		if c < '0' || c > '9' {
			return false
		}
	}
	return true
}

func trimSpace(b []byte) []byte {
	for len(b) > 0 && b[0] <= ' ' {
		b = b[1:]
	}
	for len(b) > 0 && b[len(b)-1] <= ' ' {
		b = b[:len(b)-1]
	}
	return b
}

// keep stores the text of the cell, with its formula where that is asked for.
func (w *cellWriter) keep(text []byte, f sheet.Flags) error {
	if len(w.formula) > 0 && (f&sheet.Formula != 0 || w.book.formulas) {
		f = (f | sheet.Formula) &^ sheet.Plain
		text = append(append(append(slices.Clip(text), sheet.FormulaMark), '='), w.formula...)
	} else if sml.IsBlank(text) {
		return nil
	}
	if f&sheet.Rich == 0 && w.book.styles.At(w.style).Struck {
		f = (f | sheet.Rich) &^ sheet.Plain
		text = append([]byte{sml.MarkStruck}, text...)
	}
	at, err := w.sheet.grid.Book.Texts.Add(text)
	if err != nil {
		return err
	}
	return w.push(sheet.Cell{At: at, Flags: f})
}

// push adds the cell to the row.
func (w *cellWriter) push(c sheet.Cell) error {
	if err := w.book.env.Spend(converters.LimitCells, 1, document.Pos{Part: w.sheet.part}); err != nil {
		return err
	}
	f := w.book.styles.At(w.style)
	looks := f.Flags
	if w.color > 0 {
		looks = w.book.styles.FlagsWith(f, w.color)
		w.color = 0
	}
	c.Flags |= looks
	c.Col = uint16(w.at.Col)
	w.cellsOf = append(w.cellsOf, c)
	return nil
}

// pos returns the place of the cell.
func (w *cellWriter) pos() document.Pos { return w.sheet.grid.At(w.at) }
