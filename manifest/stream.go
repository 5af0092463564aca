package manifest

import "io"

// Read reads an empty manifest in our own form, as builds write it, and holds a small part
// of its text at once, which has a size. The entries take little memory. Where it reports
// false it is another text, or could not be read, and [Load] says what it is.
func (m *Manifest) Read(text io.Reader, size int64) bool {
	r := &reader{json: jsonReader{window: window{from: text, buf: make([]byte, 0, min(size+1, windowSize))}}}
	if r.json.fill(1); r.json.peek() != '{' {
		return false
	}
	r.json.members(func(name string) {
		switch {
		case name == "files" && m.Schema == Schema && m.Packed == nil:
			m.Packed = &packed{}
			r.pack(m)
		case name == "files", name == "errors", name == "unsupported_files", name == "skipped": // lists of other forms
			r.json.fail()
		default:
			r.field(m, name)
		}
	})
	r.json.peek()
	if r.json.bad || r.json.at != len(r.json.b) || r.json.window.err != io.EOF || m.Packed == nil || m.Coqui || m.Schema != Schema {
		return false
	}
	m.Recount()
	return true
}

// pack reads the list of all that was found.
func (r *reader) pack(m *Manifest) {
	j := &r.json
	if j.take('['); j.peek() == ']' {
		j.at++
		return
	}
	for !j.bad {
		from := j.at
		e := r.one(true)
		if j.bad && j.retry(from) {
			continue
		}
		if isAside(e.Status) {
			j.at = from
			r.put(m, r.one(false))
		} else {
			m.Packed.add(&e)
		}
		j.fill(windowLow)
		done := j.more(']')
		if j.fill(windowLow); done {
			return
		}
	}
}

// one reads an entry. One that borrows has texts that are valid until more is read.
func (r *reader) one(borrows bool) (e Entry) {
	r.aside, r.json.borrows = r.aside[:0], borrows
	r.entry(&e, &Entry{})
	r.json.borrows = false
	return e
}

// put gives one of which more is said than of an entry to the lists it belongs to.
func (r *reader) put(m *Manifest, e Entry) {
	one := Manifest{Files: []Entry{e}}
	one.takeApart(r.aside)
	m.Unsupported = append(m.Unsupported, one.Unsupported...)
	m.Skipped = append(m.Skipped, one.Skipped...)
	m.Errors = append(m.Errors, one.Errors...)
	for i := range one.Files {
		m.Packed.add(&one.Files[i])
	}
}
