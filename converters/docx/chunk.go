package docx

// chunk reads a document inside of the document (17.17.2.1).
func (st *story) chunk(_ *flow) error {
	st.gone[lostChunk].add(st.pos)
	return st.s.Skip()
}

// graphic reads a chart or a diagram.
func (st *story) graphic(_ *para, d *drawn, _ string) error {
	d.text = true
	st.gone[lostChart].add(st.pos)
	return st.s.Skip()
}
