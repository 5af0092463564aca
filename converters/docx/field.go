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
func (st *story) fieldChar(x *para, chars *wordml.Chars) error {
	kind, _ := st.s.Attr(wordml.NsW, "fldCharType")
	switch kind {
	case "begin":
		f := field{coding: true}
		err := st.formData(&f)
		if len(st.fields) < maxFields {
			st.fields = append(st.fields, f)
			st.coding++
		}
		return err
	case "separate":
		if n := len(st.fields); n > 0 && st.fields[n-1].coding {
			f := &st.fields[n-1]
			f.coding = false
			st.coding--
			if st.decode(f); f.silent {
				st.silent++
			}
		}
	case "end":
		if n := len(st.fields); n > 0 {
			f := st.fields[n-1]
			st.fields = st.fields[:n-1]
			if f.coding {
				st.coding--
				st.decode(&f)
				st.instead(x, string(f.code), chars)
			} else if f.silent {
				st.silent--
			}
			if !f.shown {
				st.put(x, f.form, chars)
			}
		}
	}
	return st.s.Skip()
}

// formData reads what a form has in place of the field's result: the state of a check
// box (17.16.7), the choice of a list (17.16.12). The scanner stays at the start tag where
// there is none.
func (st *story) formData(f *field) error {
	return st.s.Each(func() error {
		if !wordml.Is(st.s, "ffData") {
			return st.s.Skip()
		}
		return st.s.Each(func() error {
			switch {
			case wordml.Is(st.s, "checkBox"):
				return st.checkBox(f)
			case wordml.Is(st.s, "ddList"):
				return st.choice(f)
			}
			return st.s.Skip()
		})
	})
}

// checkBox reads whether a box is checked.
func (st *story) checkBox(f *field) error {
	f.form = "☐"
	return st.s.Each(func() error {
		if wordml.Is(st.s, "checked") || wordml.Is(st.s, "default") && f.form == "☐" {
			if f.form = "☐"; wordml.Toggled(st.s) {
				f.form = "☒"
			}
		}
		return st.s.Skip()
	})
}

// choice reads the entry of a list that is chosen, or else its default, or the first.
func (st *story) choice(f *field) error {
	chosen, isChosen, entry := 0, false, 0
	return st.s.Each(func() error {
		n, err := strconv.Atoi(wordml.Value(st.s))
		switch {
		case wordml.Is(st.s, "result") && err == nil:
			chosen, isChosen = n, true
		case wordml.Is(st.s, "default") && err == nil && !isChosen:
			chosen = n
		case wordml.Is(st.s, "listEntry"):
			if entry == 0 || entry == chosen {
				f.form = wordml.Value(st.s)
			}
			entry++
		}
		return st.s.Skip()
	})
}

// fieldCode reads a piece of a field's code.
func (st *story) fieldCode() error {
	s := st.s
	for {
		kind, err := s.Next()
		switch {
		case err != nil:
			return err
		case kind == xmlread.End, kind == xmlread.EOF:
			return nil
		case kind == xmlread.Start:
			err = s.Skip()
		case kind == xmlread.Text && len(st.fields) > 0:
			f := &st.fields[len(st.fields)-1]
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
	st.decode(&f)
	if len(st.fields) >= maxFields {
		return st.children(at)
	}
	st.fields = append(st.fields, f)
	n := len(st.fields)
	silent := st.silent
	if f.silent {
		st.silent++
	}
	err := st.children(at)
	st.silent = silent
	st.fields = st.fields[:min(n-1, len(st.fields))]
	return err
}

// decode acts upon a field's code.
func (st *story) decode(f *field) {
	code := wordtext.ReadField(string(f.code))
	f.link, f.silent = code.Link(), code.IsSilent()
	if code.IsPages() {
		st.countsPages()
	}
}

// instead shows a field without a result: the character of a symbol, the text of a
// button, the formula of EQ.
func (st *story) instead(x *para, code string, chars *wordml.Chars) {
	field := wordtext.ReadField(code)
	if field.Name != "EQ" {
		st.put(x, field.Instead(), chars)
		return
	}
	text, prose := omml.Field(code)
	if prose {
		st.put(x, text, chars)
	} else {
		st.equation(&place{para: x}, text, chars, false)
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
