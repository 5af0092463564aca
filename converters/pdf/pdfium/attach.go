package pdfium

// Attachment is a file inside the document.
type Attachment struct {
	Name string
	Size int // bytes; -1 where the file says nothing that can be read

	handle uint64
}

// Attachments returns the first of the files that are attached to the document, and how
// many there are.
func (d *Document) Attachments(most int) (first []Attachment, count int, err error) {
	count = max(d.int(fnAttachments, d.file.handle), 0)
	for i := range uint64(min(count, most)) {
		if err := d.step(16); err != nil {
			return nil, count, err
		}
		first = append(first, d.attachment(d.ptr(fnAttachment, d.file.handle, i)))
	}
	return first, count, d.err
}

func (c *machine) attachment(handle uint64) Attachment {
	a := Attachment{Size: -1, handle: handle}
	if handle == 0 {
		return a
	}
	a.Name = c.text(fnAttachmentName, handle)
	c.put(0, 0)
	if c.ok(fnAttachmentFile, handle, 0, 0, c.at(0)) {
		a.Size = c.i32(0)
	}
	return a
}

// Content returns the bytes of an attached file, at most so many.
func (d *Document) Content(a Attachment, most int) ([]byte, error) {
	if a.Size <= 0 || a.Size > most || a.handle == 0 {
		return nil, d.err
	}
	if err := d.step(a.Size/1024 + 1); err != nil {
		return nil, err
	}
	p := d.alloc(a.Size)
	defer func() { d.call(fnFree, uint64(p)) }()
	if !d.ok(fnAttachmentFile, a.handle, uint64(p), uint64(a.Size), d.at(0)) {
		return nil, d.err
	}
	b, ok := d.memory.Read(p, uint32(a.Size))
	if !ok {
		return nil, d.err
	}
	return append([]byte(nil), b...), d.err
}
