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
			st.put(x, f.check, chars)
		}
	}
	return st.s.Skip()
}

// formData reads the state of a check box in a form (17.16.7). The scanner
// stays at the start tag where there is none.
func (st *story) formData(f *field) error {
	return st.s.Each(func() error {
		if !wordml.Is(st.s, "ffData") {
			return st.s.Skip()
		}
		return st.s.Each(func() error {
			if !wordml.Is(st.s, "checkBox") {
				return st.s.Skip()
			}
			f.check = "☐"
			return st.s.Each(func() error {
				if wordml.Is(st.s, "checked") || wordml.Is(st.s, "default") && f.check == "☐" {
					if f.check = "☐"; wordml.Toggled(st.s) {
						f.check = "☒"
					}
				}
				return st.s.Skip()
			})
		})
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
