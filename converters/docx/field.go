package docx

import (
	"strconv"

	"github.com/seed353dc258/backstory/converters/internal/omml"
	"github.com/seed353dc258/backstory/converters/internal/symbolfont"
	"github.com/seed353dc258/backstory/converters/internal/wordml"
	"github.com/seed353dc258/backstory/converters/internal/wordtext"
	"github.com/seed353dc258/backstory/converters/internal/xmlread"
)

// Bounds of fields.
const (
	maxFields = 64      // inside one another
	maxCode   = 1 << 14 // bytes of a code
)

// fieldChar reads the begin, the middle or the end of a field (17.16.18).
func (w inliner) fieldChar(chars *wordml.Chars) error {
	kind, _ := w.st.s.Attr(wordml.NsW, "fldCharType")
	switch kind {
	case "begin":
		f := field{coding: true}
		err := f.formData(w.st.s)
		if len(w.st.fields.open) < maxFields {
			w.st.fields.open = append(w.st.fields.open, f)
			w.st.fields.coding++
		}
		return err
	case "separate":
		if n := len(w.st.fields.open); n > 0 && w.st.fields.open[n-1].coding {
			f := &w.st.fields.open[n-1]
			f.coding = false
			w.st.fields.coding--
			if f.decode(w.st.paged); f.silent {
				w.st.silent++
			}
		}
	case "end":
		if n := len(w.st.fields.open); n > 0 {
			f := w.st.fields.open[n-1]
			w.st.fields.open = w.st.fields.open[:n-1]
			if f.coding {
				w.st.fields.coding--
				f.decode(w.st.paged)
				w.instead(string(f.code), chars)
			} else if f.silent {
				w.st.silent--
			}
			if !f.shown {
				w.put(f.form, chars)
			}
		}
	}
	return w.st.s.Skip()
}

// formData reads what a form has in place of the field's result: the state of a check
// box (17.16.7), the choice of a list (17.16.12). The scanner stays at the start tag where
// there is none.
func (f *field) formData(s *xmlread.Scanner) error {
	return s.Each(func() error {
		if !wordml.Is(s, "ffData") {
			return s.Skip()
		}
		return s.Each(func() error {
			switch {
			case wordml.Is(s, "checkBox"):
				return f.checkBox(s)
			case wordml.Is(s, "ddList"):
				return f.choice(s)
			}
			return s.Skip()
		})
	})
}

// checkBox reads whether a box is checked.
func (f *field) checkBox(s *xmlread.Scanner) error {
	f.form = "☐"
	return s.Each(func() error {
		if wordml.Is(s, "checked") || wordml.Is(s, "default") && f.form == "☐" {
			if f.form = "☐"; wordml.Toggled(s) {
				f.form = "☒"
			}
		}
		return s.Skip()
	})
}

// choice reads the entry of a list that is chosen, or else its default, or the first.
func (f *field) choice(s *xmlread.Scanner) error {
	chosen, isChosen, entry := 0, false, 0
	return s.Each(func() error {
		n, err := strconv.Atoi(wordml.Value(s))
		switch {
		case wordml.Is(s, "result") && err == nil:
			chosen, isChosen = n, true
		case wordml.Is(s, "default") && err == nil && !isChosen:
			chosen = n
		case wordml.Is(s, "listEntry"):
			if entry == 0 || entry == chosen {
				f.form = wordml.Value(s)
			}
			entry++
		}
		return s.Skip()
	})
}

// readCode reads a piece of a field's code.
func (fs *fields) readCode(s *xmlread.Scanner) error {
	for {
		kind, err := s.Next()
		switch {
		case err != nil:
			return err
		case kind == xmlread.End, kind == xmlread.EOF:
			return nil
		case kind == xmlread.Start:
			err = s.Skip()
		case kind == xmlread.Text && len(fs.open) > 0:
			f := &fs.open[len(fs.open)-1]
			if f.coding && len(f.code) < maxCode {
				f.code, err = s.AppendText(f.code)
			}
		}
		if err != nil {
			return err
		}
	}
}

// simpleField reads a field whose code is an attribute (17.16.19).
func (st *story) simpleField(at *place) error {
	code, _ := st.s.Attr(wordml.NsW, "instr")
	f := field{code: []byte(code[:min(len(code), maxCode)])}
	f.decode(st.paged)
	if len(st.fields.open) >= maxFields {
		return st.children(at)
	}
	st.fields.open = append(st.fields.open, f)
	n := len(st.fields.open)
	silent := st.silent
	if f.silent {
		st.silent++
	}
	err := st.children(at)
	st.silent = silent
	st.fields.open = st.fields.open[:min(n-1, len(st.fields.open))]
	return err
}

// decode acts upon a field's code, and notes in paged whether it is the number of a page.
func (f *field) decode(paged *bool) {
	code := wordtext.ReadField(string(f.code))
	f.link, f.silent = code.Link(), code.IsSilent()
	*paged = *paged || code.IsPages()
}

// instead shows a field without a result: the character of a symbol, the text of a
// button, the formula of EQ.
func (w inliner) instead(code string, chars *wordml.Chars) {
	field := wordtext.ReadField(code)
	if field.Name != "EQ" {
		w.put(field.Instead(), chars)
		return
	}
	text, prose := omml.Field(code)
	if prose {
		w.put(text, chars)
	} else {
		w.st.equation(&place{para: w.x}, text, chars, false, 0)
	}
}

// symbol returns the character of a symbol (17.3.3.30).
func symbol(s *xmlread.Scanner) string {
	font, _ := s.Attr(wordml.NsW, "font")
	text, _ := s.Attr(wordml.NsW, "char")
	code, err := strconv.ParseUint(text, 16, 32)
	if err != nil {
		return ""
	}
	return symbolfont.Of(font).Sign(int64(code))
}
