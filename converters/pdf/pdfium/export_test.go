package pdfium

// Memory returns how much memory the instance has, in bytes.
func (d *Document) Memory() int { return int(d.memory.Size()) }
