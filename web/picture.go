package web

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"net/http"
	"path/filepath"
	"strconv"
	"sync"
	"time"

	"github.com/seed353dc258/backstory/agent/api"
	"github.com/seed353dc258/backstory/converters"
	"github.com/seed353dc258/backstory/converters/pdf"
	"github.com/seed353dc258/backstory/document"
	"github.com/seed353dc258/backstory/internal/names"
	"github.com/seed353dc258/backstory/internal/plainfile"
	"github.com/seed353dc258/backstory/manifest"
)

// drawer draws pages of PDF files in processes that are confined.
type drawer interface {
	Draw(ctx context.Context, content *io.SectionReader, passwords converters.Passwords, page int) (*pdf.Drawing, error)
}

const (
	maxDrawn   = 64 << 20    // bytes of drawings that are kept
	maxFailed  = 1000        // failures that are kept
	failedTime = time.Minute // in which a page that could not be drawn is not tried again
)

// drawings are the pages that were drawn last. One is drawn at a time, so that looking
// at a file takes one processor, and not all.
type drawings struct {
	mu    sync.Mutex
	kept  map[string]*pdf.Drawing
	order []string // of their use, the last at the end
	size  int

	failed map[string]failure
}

// failure is why a page could not be drawn, and until when that counts.
type failure struct {
	err   error
	until time.Time
}

// page returns a page of a source that the backstory has, as the last build read it;
// nil where there is none.
func (d *drawings) page(ctx context.Context, o *opened, e *manifest.Entry, page int) *pdf.Drawing {
	by, ok := o.server.Builder().Isolator.(drawer)
	if !ok || e.Format != "pdf" || e.Status != manifest.StatusOK || page < 1 {
		return nil
	}
	drawing, err := d.once(fmt.Sprint(e.SHA256, " ", page), time.Now(), func() (*pdf.Drawing, error) { return d.draw(ctx, by, o, e, page) })
	if err != nil {
		o.server.Log().Warn("drawing a page", "source", e.Path, "page", page, "error", err)
		return nil
	}
	return drawing
}

// once returns a drawing that is kept, or has it drawn. Each view of a page asks for
// it: one that takes too long must not stop all views each time.
func (d *drawings) once(key string, now time.Time, draw func() (*pdf.Drawing, error)) (*pdf.Drawing, error) {
	d.mu.Lock()
	defer d.mu.Unlock()
	if kept := d.get(key); kept != nil {
		return kept, nil
	}
	if f, ok := d.failed[key]; ok && now.Before(f.until) {
		return nil, f.err
	}
	drawing, err := draw()
	if err == nil {
		d.put(key, drawing)
		return drawing, nil
	}
	if d.failed == nil || len(d.failed) >= maxFailed {
		d.failed = map[string]failure{}
	}
	d.failed[key] = failure{err, now.Add(failedTime)}
	return nil, err
}

// draw has a page of a source drawn.
func (d *drawings) draw(ctx context.Context, by drawer, o *opened, e *manifest.Entry, page int) (*pdf.Drawing, error) {
	root, folder := o.Documents()
	f, info, err := plainfile.Open(root, filepath.Join(folder, filepath.FromSlash(e.Path)))
	if err != nil {
		return nil, err
	}
	defer f.Close()
	hash := sha256.New()
	if _, err := io.Copy(hash, f); err != nil {
		return nil, err
	}
	if hex.EncodeToString(hash.Sum(nil)) != e.SHA256 {
		return nil, errors.New("the file changed after the last build")
	}
	var passwords converters.Passwords
	if known := o.server.Builder().Passwords; known != nil {
		passwords = known(filepath.Join(root.Name(), folder), e.Path)
	}
	// Who does not wait for it any more must not cost a process that is in use.
	return by.Draw(context.WithoutCancel(ctx), io.NewSectionReader(f, 0, info.Size()), passwords, page)
}

// get returns a drawing that is kept, or nil.
func (d *drawings) get(key string) *pdf.Drawing {
	for i, k := range d.order {
		if k == key {
			d.order = append(append(d.order[:i:i], d.order[i+1:]...), key)
			return d.kept[key]
		}
	}
	return nil
}

// put keeps a drawing, in the place of those that were not used for the longest time.
func (d *drawings) put(key string, drawing *pdf.Drawing) {
	if d.kept == nil {
		d.kept = map[string]*pdf.Drawing{}
	}
	d.kept[key], d.order = drawing, append(d.order, key)
	for d.size += len(drawing.PNG); d.size > maxDrawn && len(d.order) > 1; d.order = d.order[1:] {
		d.size -= len(d.kept[d.order[0]].PNG)
		delete(d.kept, d.order[0])
	}
}

// picture answers with the picture of a page of a source.
func (p *Page) picture(w http.ResponseWriter, r *http.Request, o *opened) error {
	verdict, err := p.server.Builds.Check(r.Context(), o.Profile)
	if err != nil {
		return err
	}
	number, _ := strconv.Atoi(r.URL.Query().Get("n")) // what is no number is of no page
	for i := range verdict.Manifest.Files {
		if e := &verdict.Manifest.Files[i]; e.Path == r.PathValue("path") {
			drawing := p.drawn.page(r.Context(), o, e, number)
			if drawing == nil {
				break
			}
			private(w)
			w.Header().Set("Content-Type", "image/png")
			// Its address has the digest of the file: another file has another one.
			w.Header().Set("Cache-Control", "private, max-age=86400, immutable")
			_, _ = w.Write(drawing.PNG) // who does not read it has gone
			return nil
		}
	}
	return api.NotFound()
}

// sheet returns the page on which a line is, or the first line of which a page is known;
// nil where there is no picture of it.
func (d *drawings) sheet(ctx context.Context, o *opened, e *manifest.Entry, list []line, number int) *sheet {
	here := -1
	for i := range list {
		if list[i].Page > 0 && (here < 0 || list[i].Number == number) {
			here = i
		}
	}
	if here < 0 {
		return nil
	}
	s := &sheet{Name: names.Show(e.Path), Number: list[here].Page}
	drawing := d.page(ctx, o, e, s.Number)
	if drawing == nil {
		return nil
	}
	s.Width, s.Height = drawing.Width, drawing.Height
	s.Address = pictureAddress(at(o.key), e, s.Number)
	for i := range list {
		l := &list[i]
		if l.Page != s.Number || l.Box == (document.Rect{}) {
			continue
		}
		if last := len(s.Marks) - 1; last >= 0 && s.Marks[last].Box == l.Box {
			s.Marks[last].Here = s.Marks[last].Here || l.Number == number
			continue
		}
		s.Marks = append(s.Marks, mark{l.Box, l.Number, l.Number == number})
	}
	return s
}
