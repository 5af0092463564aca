package manifest

import (
	"bytes"
	"io"
)

// The status of what is not an entry, in the list of all that was found.
const (
	statusUnsupported Status = "unsupported"
	statusSkipped     Status = "skipped"
)

// Write writes the manifest as the bytes of its file: indented JSON in ASCII
// with a final line feed. Equal manifests give equal bytes. Keys of ours that
// say nothing are left out of entries. It holds little of them at once, and its
// error is that of out.
//
// Our own form has one list, of all that was found, by order: in a short list of
// its own, of failures say, any two that two branches add are neighbours, which
// git cannot merge.
func (m *Manifest) Write(out io.Writer, order Order) error {
	w := &writer{out: out, b: make([]byte, 0, 2*flushed), coqui: m.Coqui}
	w.open('{')
	w.num("version", int64(m.Version))
	if m.Coqui {
		w.str("generated_at", m.GeneratedAt)
		w.str("content_hash", m.ContentHash)
		list(w, "files", m.Files, (*writer).entry)
		list(w, "errors", m.Errors, (*writer).failure)
		list(w, "unsupported_files", m.Unsupported, (*writer).unsupported)
		w.num("total_tokens", int64(m.TotalTokens))
		w.num("total_files", int64(m.TotalFiles))
		w.num("failed_files", int64(m.FailedFiles))
		if m.Schema != 0 {
			w.ours(m)
			list(w, "skipped", m.Skipped, (*writer).skip)
		}
	} else {
		w.ours(m)
		w.found(m, order)
	}
	w.close('}')
	w.b = append(w.b, '\n')
	w.flush()
	return w.err
}

// Encode returns what [Manifest.Write] writes.
func (m *Manifest) Encode(order Order) []byte {
	var b bytes.Buffer
	_ = m.Write(&b, order) // a buffer has no errors
	return b.Bytes()
}

// found writes all that was found as one list.
func (w *writer) found(m *Manifest, order Order) {
	w.key("files")
	w.open('[')
	others := others{m.Unsupported, m.Skipped, order}
	codes := make(map[string]string, len(m.Errors))
	for i := range m.Errors {
		codes[m.Errors[i].Path] = m.Errors[i].Code
	}
	for e := range m.All() {
		others.write(w, e)
		w.item()
		w.open('{')
		w.entry(e)
		w.some("code", codes[e.Path])
		w.close('}')
	}
	others.write(w, nil)
	w.close(']')
}

// others are what was found and is no entry, and is yet to be written.
type others struct {
	unsupported []Unsupported
	skipped     []Skip
	order       Order
}

// write writes those that come before an entry, all where it is nil.
func (o *others) write(w *writer, e *Entry) {
	first := func(path string) bool {
		return (e == nil || o.order(path, e.Path) < 0) &&
			(len(o.unsupported) == 0 || o.order(path, o.unsupported[0].Path) <= 0) &&
			(len(o.skipped) == 0 || o.order(path, o.skipped[0].Path) <= 0)
	}
	for {
		switch {
		case len(o.unsupported) > 0 && first(o.unsupported[0].Path):
			w.item()
			w.open('{')
			w.unsupported(&o.unsupported[0])
			o.unsupported = o.unsupported[1:]
		case len(o.skipped) > 0 && first(o.skipped[0].Path):
			w.item()
			w.open('{')
			w.skip(&o.skipped[0])
			o.skipped = o.skipped[1:]
		default:
			return
		}
		w.close('}')
	}
}

// ours writes what we say of the whole profile.
func (w *writer) ours(m *Manifest) {
	w.num("schema", int64(m.Schema))
	w.some("generator", m.Generator)
	w.str("options_digest", m.OptionsDigest)
	w.str("label", m.Label)
}

// time writes a time, which only Coqui's form has.
func (w *writer) time(name, at string) {
	if w.coqui {
		w.str(name, at)
	}
}

func list[T any](w *writer, name string, items []T, write func(*writer, *T)) {
	w.key(name)
	w.open('[')
	for i := range items {
		w.item()
		w.open('{')
		write(w, &items[i])
		w.close('}')
	}
	w.close(']')
}

func (w *writer) null() { w.b = append(w.b, "null"...) }

func (w *writer) entry(e *Entry) {
	w.path(e.Path)
	w.str("sha256", e.SHA256)
	w.num("size_bytes", e.SizeBytes)
	w.time("modified_at", e.ModifiedAt)
	w.num("token_estimate", int64(e.TokenEstimate))
	w.str("status", string(e.Status))
	if e.Error == "" {
		w.key("error")
		w.null()
	} else {
		w.str("error", e.Error)
	}
	if e.Format != "" {
		w.str("format", e.Format)
		w.num("format_version", int64(e.FormatVersion))
	}
	w.some("key", e.Key)
	w.some("options_digest", e.OptionsDigest)
	if e.Tokens != 0 {
		w.num("tokens", int64(e.Tokens))
	}
	if e.Chapter != (Chapter{}) {
		w.key("chapter")
		w.open('{')
		w.num("length", e.Chapter.Length)
		w.str("digest", e.Chapter.Digest)
		w.some("keywords", e.Chapter.Keywords)
		w.close('}')
	}
	if e.Kept != (Kept{}) {
		w.key("kept")
		w.open('{')
		w.str("sha256", e.Kept.SHA256)
		w.some("key", e.Kept.Key)
		w.close('}')
	}
	if len(e.Warnings) > 0 {
		list(w, "warnings", e.Warnings, (*writer).warning)
	}
}

func (w *writer) warning(v *Warning) {
	w.str("code", v.Code)
	w.num("count", int64(v.Count))
	w.str("message", v.Message)
	w.some("place", v.Place)
}

func (w *writer) failure(f *Failure) {
	w.path(f.Path)
	w.str("error", f.Error)
	w.time("timestamp", f.Timestamp)
	w.some("code", f.Code)
	if f.Kept {
		w.key("kept")
		w.b = append(w.b, "true"...)
	}
}

func (w *writer) unsupported(u *Unsupported) {
	w.path(u.Path)
	w.status(statusUnsupported)
	w.str("extension", u.Extension)
	w.str("sha256", u.SHA256)
	w.num("size_bytes", u.SizeBytes)
	w.time("modified_at", u.ModifiedAt)
	w.str("reason", u.Reason)
}

func (w *writer) skip(s *Skip) {
	w.path(s.Path)
	w.status(statusSkipped)
	w.str("reason", s.Reason)
}

// status writes the status of what has one by the list it is in, in Coqui's form.
func (w *writer) status(status Status) {
	if !w.coqui {
		w.str("status", string(status))
	}
}
