package odf

import "github.com/seed353dc258/backstory/converters/internal/xmlread"

type numberFormat struct{}

func (st *sheet) readNumber(s *xmlread.Scanner) error { return s.Skip() }
func (r *reader) workbook(f *flow) error              { return r.s.Skip() }
func (r *reader) slides(f *flow) error                { return r.s.Skip() }
func (r *reader) chart(f *flow) error                 { return r.s.Skip() }
