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
	f := &File{ctx: ctx, env: env}
	if f.fib, err = readFib(main); err != nil {
		return nil, err
	}
	if f.table = main; !f.old {
		name := "0Table"
		if f.flags()&flagTable1 != 0 {
			name = "1Table"
		}
		if f.table, err = in.Read(in.Root().Stream(name)); err != nil {
			return nil, err
		}
	}
	if f.data, err = in.Read(in.Root().Stream("Data")); err != nil {
		return nil, err
	}
	if err := f.unlock(); err != nil {
		return nil, err
	}
	f.chars, f.paras = f.pagesOf(partChars, 1), f.pagesOf(partParas, 13)
	if f.old {
		f.paras.width, f.paras.old = 7, true
	}
	for _, read := range []func() error{f.readPieces, f.findStories, f.readFonts, f.readStyles, f.readLists, f.readShapes} {
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
func (f *File) unlock() error {
	if f.flags()&flagEncrypted == 0 {
		return nil
	}
	head := cut(f.table, 0, int64(f.long(14)))
	key, err := crypt.Legacy(f.ctx, f.env, "document", head, lockedBlock)
	if err != nil {
		return err
	}
	key.Decrypt(f.raw[lockedFrom:], lockedFrom)
	key.Decrypt(f.table[len(head):], len(head))
	key.Decrypt(f.data, 0)
	return nil
}

// findStories notes where each story begins. A text that is shorter than the head says
// has shorter stories.
func (f *File) findStories() error {
	at, n := int64(0), f.counts()
	for i := range n {
		f.texts.starts[i] = Place(at)
		at = min(at+n[i], int64(len(f.texts.text)))
	}
	f.texts.starts[storyCount] = Place(at)
	if f.texts.starts[Footnotes] == 0 { // the head does not say it
		for i := 1; i <= int(storyCount); i++ {
			f.texts.starts[i] = Place(len(f.texts.text))
		}
	}
	return nil
}
