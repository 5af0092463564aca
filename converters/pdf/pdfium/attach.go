package pdfium

// Attachment is a file inside the document.
type Attachment struct {
	Name string
	Size int // bytes; -1 where the file says nothing that can be read

	handle uint64
}

// Attachments returns how many files are attached to the document.
func (d *Document) Attachments() int { return max(d.int(fnAttachments, d.handle), 0) }

// Attachment returns an attached file, which is numbered from 0.
func (d *Document) Attachment(number int) (Attachment, error) {
	if err := d.step(16); err != nil {
		return Attachment{}, err
	}
	return d.attachment(d.ptr(fnAttachment, d.handle, uint64(number)))
}

func (d *Document) attachment(handle uint64) (Attachment, error) {
	a := Attachment{Size: -1, handle: handle}
	if handle == 0 {
		return a, d.err
	}
	a.Name = d.text(fnAttachmentName, handle)
	d.put(0, 0)
	if d.ok(fnAttachmentFile, handle, 0, 0, d.at(0)) {
		a.Size = d.i32(0)
	}
	return a, d.err
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
