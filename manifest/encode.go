package manifest

// Encode writes the manifest as the bytes of its file: indented JSON in ASCII
// with a final line feed. Equal manifests give equal bytes. Keys of ours that
// say nothing are left out of entries.
func (m *Manifest) Encode() []byte {
	w := &writer{b: make([]byte, 0, m.length())}
	w.open('{')
	w.num("version", int64(m.Version))
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
	}
	w.close('}')
	return append(w.b, '\n')
}

// length returns about how many bytes the manifest has, mostly a few more: a
// guess that is too small costs as much memory again.
func (m *Manifest) length() int {
	const samples = 64
	entries, n := 0, min(samples, len(m.Files))
	if n > 0 {
		w := &writer{depth: 3}
		for i := range n {
			w.entry(&m.Files[i*len(m.Files)/n])
		}
		entries = (len(w.b)/n + 64) * len(m.Files)
	}
	return 2048 + entries + 512*len(m.Unsupported) + 256*len(m.Skipped)
}

func (w *writer) ours(m *Manifest) {
	w.num("schema", int64(m.Schema))
	w.some("generator", m.Generator)
	w.str("options_digest", m.OptionsDigest)
	w.str("label", m.Label)
	w.num("tokens", int64(m.Tokens))
	list(w, "skipped", m.Skipped, (*writer).skip)
	w.key("output")
	if m.Output == nil {
		w.null()
		return
	}
	w.open('{')
	w.str("path", m.Output.Path)
	w.str("sha256", m.Output.SHA256)
	w.str("previous_sha256", m.Output.PreviousSHA256)
	w.num("size_bytes", m.Output.SizeBytes)
	w.close('}')
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
	w.str("modified_at", e.ModifiedAt)
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
	w.str("timestamp", f.Timestamp)
	w.some("code", f.Code)
}

func (w *writer) unsupported(u *Unsupported) {
	w.path(u.Path)
	w.str("extension", u.Extension)
	w.str("sha256", u.SHA256)
	w.num("size_bytes", u.SizeBytes)
	w.str("modified_at", u.ModifiedAt)
	w.str("reason", u.Reason)
}

func (w *writer) skip(s *Skip) {
	w.path(s.Path)
	w.str("reason", s.Reason)
}
