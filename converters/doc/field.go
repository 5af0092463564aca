package doc

import (
	"github.com/seed353dc258/backstory/converters"
	"github.com/seed353dc258/backstory/converters/internal/omml"
	"github.com/seed353dc258/backstory/converters/internal/wordtext"
	"github.com/seed353dc258/backstory/document"
)

// Bounds of fields.
const (
	maxFields = 64
	maxCode   = 1 << 14
)

// take takes a piece of the instruction.
func (f *field) take(text []byte) {
	if len(f.raw)+len(text) <= maxCode {
		f.raw = append(f.raw, text...)
	}
}

// coding returns the field whose instruction is being read, or nil.
func (fs fields) coding() *field {
	for i := len(fs) - 1; i >= 0; i-- {
		if fs[i].coding {
			return &fs[i]
		}
	}
	return nil
}

// isSilent reports whether nothing is shown of a field that is open.
func (fs fields) isSilent() bool {
	for i := range fs {
		if fs[i].silent {
			return true
		}
	}
	return false
}

// link returns the link around the text, or nil.
func (fs fields) link() *wordtext.Link {
	for i := len(fs) - 1; i >= 0; i-- {
		if l := fs[i].link; l != nil {
			return l
		}
	}
	return nil
}

// shown notes that fields have a result.
func (fs fields) shown() {
	for i := range fs {
		fs[i].shown = true
	}
}

// fieldMark begins a field, ends its instruction, or ends it (2.8.25).
func (st *story) fieldMark(c uint16, s *stretch) {
	n := len(st.fields)
	switch {
	case c == charField && n < maxFields:
		st.fields = append(st.fields, field{coding: true})
	case c == charResult && n > 0 && st.fields[n-1].coding:
		st.paged = st.fields[n-1].decode(st.furniture) || st.paged
	case c == charFieldEnd:
		st.endField(s)
	}
}

// decode acts upon the instruction of a field. It reports whether it is the number of a
// page, which is not shown in furniture.
func (f *field) decode(furniture bool) (paged bool) {
	f.coding = false
	f.code = wordtext.ReadField(string(f.raw))
	paged = furniture && f.code.IsPages()
	f.link, f.silent = f.code.Link(), f.code.IsSilent() || paged
	return paged
}

// endField ends a field. One without a result may show something still.
func (st *story) endField(s *stretch) {
	n := len(st.fields)
	if n == 0 {
		return
	}
	if st.fields[n-1].coding {
		st.paged = st.fields[n-1].decode(st.furniture) || st.paged
	}
	f := st.fields[n-1]
	st.fields = st.fields[:n-1]
	switch {
	case f.form != "":
		st.put([]byte(f.form), s)
	case f.shown || f.silent:
	case f.code.Name == "EQ":
		if tex, prose := omml.Field(string(f.raw)); prose {
			st.put([]byte(tex), s)
		} else if tex != "" {
			st.putNode(converters.Make(st.doc.env, &document.Math{TeX: tex}), s, s.run.Label)
		}
	default:
		st.put([]byte(f.code.Instead()), s)
	}
}

// endCodes ends the instructions of all open fields at the end of a paragraph: one that
// never ends would hide the rest of the document.
func (fs fields) endCodes() {
	for i := range fs {
		fs[i].coding = false
	}
}
