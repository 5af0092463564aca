package docx

import (
	"strconv"
	"strings"

	"github.com/seed353dc258/backstory/converters"
	"github.com/seed353dc258/backstory/converters/internal/visible"
	"github.com/seed353dc258/backstory/converters/internal/wordml"
	"github.com/seed353dc258/backstory/converters/internal/wordtext"
	"github.com/seed353dc258/backstory/converters/internal/xmlread"
	"github.com/seed353dc258/backstory/document"
)

// name returns the ID that a note has in the document.
func (n noteUse) name() string {
	if n.kind == document.Endnote {
		return "e" + n.id
	}
	return "f" + n.id
}

// noteMark reads the mark of a note (17.11.14, 17.11.7).
func (w inliner) noteMark(chars *wordml.Chars, kind document.NoteKind) {
	id, ok := w.st.s.Attr(wordml.NsW, "id")
	if !ok || w.st.fields.coding > 0 {
		return
	}
	if how := w.st.hides(chars, w.x); how != visible.Shown && how != visible.Size {
		w.st.doc.Hide(how, w.st.pos)
		if w.st.doc.Drops(how) {
			return
		}
	}
	n := noteUse{kind, id}
	if w.st.doc.notes.used == nil {
		w.st.doc.notes.used = map[string]bool{}
	}
	if !w.st.doc.notes.used[n.name()] {
		w.st.doc.notes.used[n.name()] = true
		w.st.doc.notes.all = append(w.st.doc.notes.all, n)
	}
	w.putNode(converters.Make(w.st.doc.env, &document.NoteRef{ID: n.name()}), wordtext.Run{})
}

// readNotes returns the notes of a kind that the text refers to. The others
// are counted: no program shows them.
func (r *reader) readNotes(kind document.NoteKind, word string) ([]document.Block, error) {
	part := r.pkg.Part(r.defs.Parts.Main, word+"s")
	if part == "" || len(r.notes.all) == 0 {
		return nil, nil
	}
	st, err := r.open(part)
	if err != nil {
		return nil, r.spare(part, err)
	}
	var out []document.Block
	err = st.s.Walk(func() error {
		if !wordml.Is(st.s, word) {
			return nil
		}
		id, _ := st.s.Attr(wordml.NsW, "id")
		shape, _ := st.s.Attr(wordml.NsW, "type")
		usual := shape == "" || shape == "normal"
		name := noteUse{kind, id}.name()
		if !usual || !r.notes.used[name] {
			if usual {
				r.Hide(visible.Note, st.pos)
				if r.ShowsNotes() {
					return r.showNote(st)
				}
			}
			return st.s.Skip()
		}
		r.notes.used[name] = false // once
		blocks, err := st.inner().blocks()
		if err != nil {
			return err
		}
		out = append(out, converters.Make(r.env, &document.Note{Pos: st.pos, Kind: kind, ID: name, Blocks: blocks}))
		return r.charge(nodesNote, st.pos)
	})
	return out, r.spare(part, err)
}

// commentMark reads the mark of a comment (17.13.4.5).
func (x *para) commentMark(s *xmlread.Scanner) {
	id, ok := s.Attr(wordml.NsW, "id")
	if ok {
		x.aside.add(extra{comment: id})
	}
}

// comment adds a comment and the answers to it, once.
func (f *flow) comment(id string) error {
	if f.story.doc.env.Options.Comments == "off" {
		return nil
	}
	if err := f.story.doc.readComments(); err != nil {
		return err
	}
	if c := f.story.doc.comments.byID[id]; c != nil && c.parent == "" {
		f.annotate(c, "", c.done)
	}
	return nil
}

// annotate adds a comment, then the answers to it.
func (f *flow) annotate(c *comment, to string, done bool) {
	if c.shown {
		return
	}
	c.shown = true
	author := c.author
	if to != "" {
		author = strings.TrimPrefix(author+", to "+to, ", ")
	}
	f.text.Put(converters.Make(f.text.Env, &document.Annotation{Pos: document.Pos{Part: f.story.pos.Part, Page: f.story.pos.Page}, Author: author, Date: c.date, Resolved: done, Blocks: c.blocks}))
	for _, a := range c.answers {
		f.annotate(a, c.author, done)
	}
}

// unseen counts the comments that the text does not show.
func (r *reader) unseen() error {
	if r.env.Options.Comments == "off" {
		return nil
	}
	if err := r.readComments(); err != nil {
		return err
	}
	for _, c := range r.comments.all {
		if !c.shown {
			r.Hide(visible.Note, document.Pos{Part: r.comments.part})
			r.ShowNote(document.Pos{Part: r.comments.part}, c.blocks)
		}
	}
	return nil
}

// showNote tells the words of a note that the text does not show.
func (r *reader) showNote(st *story) error {
	at := st.pos
	blocks, err := st.inner().blocks()
	r.ShowNote(at, blocks)
	return err
}

// readComments reads the comments when they are asked for first.
func (r *reader) readComments() error {
	if r.comments.read {
		return nil
	}
	r.comments.read = true
	r.comments.byID = map[string]*comment{}
	part := r.pkg.Part(r.defs.Parts.Main, "comments")
	if part == "" {
		return nil
	}
	r.comments.part = part
	if err := r.spare(part, r.readAll(part)); err != nil {
		return err
	}
	part = r.pkg.Part(r.defs.Parts.Main, "commentsExtended")
	if part == "" {
		return nil
	}
	return r.spare(part, r.readThreads(part))
}

// readAll reads every comment of the part with comments.
func (r *reader) readAll(part string) error {
	st, err := r.open(part)
	if err != nil {
		return err
	}
	return st.s.Walk(func() error {
		if wordml.Is(st.s, "comment") {
			return r.readComment(st)
		}
		return nil
	})
}

// readComment reads one comment (17.13.4.2).
func (r *reader) readComment(st *story) error {
	if err := r.charge(nodesComment, st.pos); err != nil {
		return err
	}
	c := &comment{}
	id, _ := st.s.Attr(wordml.NsW, "id")
	c.author, _ = st.s.Attr(wordml.NsW, "author")
	if c.author == "" {
		c.author, _ = st.s.Attr(wordml.NsW, "initials")
	}
	c.date = dateOf(st.s)
	in := st.inner()
	f := in.newFlow(nil)
	err := in.s.Each(func() error {
		if p, ok := in.s.Attr(wordml.NsW14, "paraId"); ok && wordml.Is(in.s, "p") {
			c.para = p
		}
		return in.child(&place{flow: f})
	})
	if err != nil {
		return err
	}
	c.blocks = f.text.Blocks()
	if _, ok := r.comments.byID[id]; !ok {
		r.comments.byID[id] = c
		r.comments.all = append(r.comments.all, c)
	}
	return nil
}

// readThreads reads which comments answer others and which are resolved, as
// Word has it since 2013 ([MS-DOCX] 2.5.1.1).
func (r *reader) readThreads(part string) error {
	s, err := r.pkg.Scan(part, r.defs.Parts.Spaces)
	if err != nil {
		return err
	}
	byPara := map[string]*comment{}
	for _, c := range r.comments.all {
		if c.para != "" {
			byPara[c.para] = c
		}
	}
	return s.Walk(func() error {
		if s.Space() != wordml.NsW15 || s.Local() != "commentEx" {
			return nil
		}
		id, _ := s.Attr(wordml.NsW15, "paraId")
		c := byPara[id]
		if c == nil {
			return nil
		}
		done, ok := s.Attr(wordml.NsW15, "done")
		c.done = ok && wordml.IsOn(done, true)
		answered, _ := s.Attr(wordml.NsW15, "paraIdParent")
		if to := byPara[answered]; to != nil && to != c && to.parent == "" && c.parent == "" && len(c.answers) == 0 {
			c.parent = answered
			to.answers = append(to.answers, c)
		}
		return nil
	})
}

// dateOf returns when the element that is the event was written, or "": some
// programs write the first day of all for a day that they do not know.
func dateOf(s *xmlread.Scanner) string {
	date, _ := s.Attr(wordml.NsW, "date")
	year, _, _ := strings.Cut(date, "-")
	if n, err := strconv.Atoi(year); err == nil && n <= 1 {
		return ""
	}
	return date
}
