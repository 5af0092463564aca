// Package word reads the structures of a document of Word 6 to 2003 ([MS-DOC]): its text
// and which of it is of which story, the properties of characters, paragraphs and rows,
// styles, fonts, lists, notes, comments and shapes. What they mean for the document is
// the matter of its caller.
//
//   - chars.go, look.go, para.go, row.go, color.go: what they make
//   - piece.go: the text; page.go: where the properties of a place are
//   - style.go, font.go, list.go: the tables of the document
//   - sprm.go, op_table.go: changes of properties, those of Word 6 and 95 among them
//   - shape.go: text boxes, pictures, forms
//   - plex.go: places with something at each; note.go: notes, comments, headers
//   - word.go, file.go: the document as a whole; fib.go: the head that says where all is
package word

import (
	"context"

	"github.com/seed353dc258/backstory/converters"
	"github.com/seed353dc258/backstory/converters/internal/cfb"
	"github.com/seed353dc258/backstory/converters/internal/crypt"
)

// Open reads the tables of a document.
func Open(ctx context.Context, env *converters.Env, in *cfb.File) (*File, error) {
	main, err := in.Read(in.Root().Stream("WordDocument"))
	if err != nil {
		return nil, err
	}
	f := &File{in: &streams{ctx: ctx, env: env}}
	f.Texts.in, f.Styles.in, f.Fonts.in, f.Lists.in, f.Shapes.in = f.in, f.in, f.in, f.in, f.in
	f.Shapes.texts = &f.Texts
	if f.in.fib, err = readFib(main); err != nil {
		return nil, err
	}
	if f.in.table = main; !f.in.old {
		name := "0Table"
		if f.in.flags()&flagTable1 != 0 {
			name = "1Table"
		}
		if f.in.table, err = in.Read(in.Root().Stream(name)); err != nil {
			return nil, err
		}
	}
	if f.in.data, err = in.Read(in.Root().Stream("Data")); err != nil {
		return nil, err
	}
	if err := f.in.unlock(); err != nil {
		return nil, err
	}
	f.chars, f.paras = f.in.pagesOf(partChars, 1), f.in.pagesOf(partParas, 13)
	if f.in.old {
		f.paras.width, f.paras.old = 7, true
	}
	for _, read := range []func() error{f.Texts.read, f.Texts.findStories, f.Fonts.read, f.Styles.read, f.Lists.read, f.Shapes.read} {
		if err := read(); err != nil {
			return nil, err
		}
	}
	return f, nil
}

// What is encrypted of a document: all but the first bytes of the main stream, and the
// header of the lock in front of the tables. There is a new key every 512 bytes (2.2.6).
const (
	lockedFrom  = 0x44
	lockedBlock = 512
)

// unlock decrypts the streams of a document that is locked with a password.
func (s *streams) unlock() error {
	if s.flags()&flagEncrypted == 0 {
		return nil
	}
	head := cut(s.table, 0, int64(s.long(14)))
	key, err := crypt.Legacy(s.ctx, s.env, "document", head, lockedBlock)
	if err != nil {
		return err
	}
	key.Decrypt(s.raw[lockedFrom:], lockedFrom)
	key.Decrypt(s.table[len(head):], len(head))
	key.Decrypt(s.data, 0)
	return nil
}

// findStories notes where each story begins. A text that is shorter than the head says
// has shorter stories.
func (t *texts) findStories() error {
	at, n := int64(0), t.in.counts()
	for i := range n {
		t.starts[i] = Place(at)
		at = min(at+n[i], int64(len(t.text)))
	}
	t.starts[storyCount] = Place(at)
	if t.starts[Footnotes] == 0 { // the head does not say it
		for i := 1; i <= int(storyCount); i++ {
			t.starts[i] = Place(len(t.text))
		}
	}
	return nil
}
