// Package parse reads the tokens of RTF into the paragraphs of wordtext and into tables:
// groups and their properties, destinations, fields and shapes, what is hidden.
//
//   - parse.go, words_table.go: groups, and what each control word does
//   - state.go, style.go, color.go, font.go: properties, and the tables of the head
//   - text.go, break.go, format.go, hide.go: characters, what ends them, and
//     whether they are seen
//   - destination.go, story.go, row.go, list.go: where text goes, and the items of lists
//   - field.go, shape.go: fields and equations, shapes and pictures
package parse

import (
	"context"
	"fmt"

	"github.com/seed353dc258/backstory/converters"
	"github.com/seed353dc258/backstory/converters/internal/lost"
	"github.com/seed353dc258/backstory/converters/internal/visible"
	"github.com/seed353dc258/backstory/converters/internal/wordtext"
	"github.com/seed353dc258/backstory/converters/rtf/numbering"
	"github.com/seed353dc258/backstory/converters/rtf/token"
	"github.com/seed353dc258/backstory/document"
)

// reader makes a document of tokens.
type reader struct {
	ctx context.Context
	env *converters.Env
	lex *token.Lexer

	losses *lost.Tally

	scope
	input
	head
	format
	rows
	budget
	stories
	lists
	opened    opened
	collected []byte // text of destinations that are no stories
	page      *page  // of HTML that the file wraps: then nothing else is read
}

// scope is where in the tree of groups the reader is.
type scope struct {
	group
	stack   []group
	fresh   bool // nothing but words has been seen in the group
	starred bool // \* has been seen in the group, and no word behind it
}

// opened is what has begun and not ended.
type opened struct {
	fields   []field
	shapes   []shape
	pictures []picture // of the shapes
	objects  int
	comment  document.Annotation // what is known of the next one
	math     []string            // what ends the parts of the equation
	clock    [5]int              // a date: year, month, day, hour, minute
	word6    numbering.Word6
}

// Parse reads a document, and warns of what it leaves out.
func Parse(ctx context.Context, env *converters.Env, src *token.Source) (*document.Document, error) {
	r := newReader(ctx, env, src)
	if err := r.readAll(); err != nil {
		return nil, err
	}
	if r.lex.Cut {
		r.losses.Lose(lost.End, r.pos())
	}
	out := &document.Document{Meta: r.meta, Blocks: r.whole()}
	if r.done != nil {
		return nil, r.done
	}
	r.losses.Warn(env)
	r.warnEncoding()
	return out, nil
}

func newReader(ctx context.Context, env *converters.Env, src *token.Source) *reader {
	r := &reader{ctx: ctx, env: env, lex: token.NewLexer(src, index), losses: lost.NewTally(env), head: newHead(), lists: lists{listed: map[int32]bool{}}}
	r.words = wordtext.Builder{Env: env, Fail: r.fail}
	r.story = r.newStory(visible.Shown)
	r.stepped = r.lex.Offset()
	r.stale, r.def = true, &r.row
	r.group = group{chars: chars{uc: 1, size: defaultSize}, pars: plainPars()}
	r.decoder.Raw = src.UTF8
	r.setFont(0)
	return r
}

// warnEncoding warns of what is not certain of the text.
func (r *reader) warnEncoding() {
	if r.unknownPage != 0 {
		r.env.Warn(document.Warning{
			Code:    converters.WarnEncodingUncertain,
			Message: fmt.Sprintf("code page %d is not known: read as Windows-1252", r.unknownPage),
		})
	}
	if r.decoder.Bad > 0 {
		r.env.Warn(document.Warning{
			Code: converters.WarnEncodingReplaced, Message: "bytes that are no text in their code page became U+FFFD", Count: r.decoder.Bad,
		})
	}
}

// readAll reads the source to its end.
func (r *reader) readAll() error {
	for ended := false; r.done == nil && !ended; {
		if r.lex.Offset()-r.stepped > stepEvery {
			r.step()
		}
		r.lex.Next()
		t := &r.lex.Token
		switch t.Kind {
		case token.End:
			r.lex.Cut, ended = true, true
		case token.Open:
			r.open()
		case token.Close:
			ended = r.close()
		case token.Star:
			r.starred = r.fresh
		case token.Text:
			if r.sink != toNothing {
				r.text(t.Text, t.High)
				r.trail()
			}
			r.fresh = false
		case token.Byte:
			r.fresh = false
			r.byte(t.Char)
		case token.Control:
			r.word(*t)
		}
	}
	if r.lex.Trailing() {
		r.losses.Lose(lost.Trailing, r.pos())
	}
	r.finish()
	r.fail(r.lex.Err())
	return r.done
}

// open begins a group.
func (r *reader) open() {
	r.flush()
	r.stack = append(r.stack, r.group)
	r.owner = false
	r.fresh, r.starred = true, false
	r.skip = 0
	r.fail(r.env.Check(converters.LimitDepth, int64(len(r.stack)), r.pos()))
}

// close ends a group, and reports whether the document has ended with it.
func (r *reader) close() bool {
	r.flush()
	r.skip = 0
	r.fresh, r.starred = false, false
	if len(r.stack) == 0 {
		return false
	}
	if r.owner {
		r.leave()
	}
	ended := false
	if len(r.stack) == 1 {
		if r.lex.GoesOn() {
			r.losses.Lose(lost.Brace, r.pos())
			return false
		}
		ended = !r.another()
	}
	font := r.chars.font
	r.pop()
	if r.chars.font != font {
		r.setFont(r.chars.font)
	}
	r.stale = true
	return ended
}

// pop returns to the group around.
func (r *reader) pop() {
	last := len(r.stack) - 1
	r.group, r.stack = r.stack[last], r.stack[:last]
}

// another gets ready for a second document, if one follows.
func (r *reader) another() bool {
	if !r.lex.Another() {
		return false
	}
	r.losses.Lose(lost.Appended, r.pos())
	r.endStory()
	r.fonts, r.styles, r.colors = map[int32]font{}, map[int32]style{}, nil
	return true
}

// drop leaves out the rest of the group. Its brace ends it as any other.
func (r *reader) drop() { r.lex.SkipGroup() }

// finish ends what is open at the end of the source.
func (r *reader) finish() {
	r.settle()
	for len(r.stack) > 0 {
		if r.owner {
			r.leave()
		}
		r.pop()
	}
	r.endStory()
}

// command is what a control word does.
type command struct {
	names string // with blanks between them
	kind  kind
	act   func(*reader, token.Token) // nil where the word only has to be known
	star  bool                       // it means the same behind \*
}

// kind is what a control word is about.
type kind uint8

const (
	ofDestination kind = iota
	ofIgnored          // a destination that is not read
	ofText
	ofChars
	ofPars
	ofRows
	ofHead
)

// index finds the commands.
var index = token.NewIndex(names(commands))

func names(of []command) []string {
	out := make([]string, len(of))
	for i := range of {
		out[i] = of[i].names
	}
	return out
}

// word acts upon a control word.
func (r *reader) word(t token.Token) {
	starred := r.starred && !r.inTables()
	r.starred = false
	if t.Word == 0 {
		if starred {
			r.drop()
		}
		return
	}
	c := &commands[t.Word-1]
	switch {
	case c.kind <= ofIgnored:
		r.destination(c, t)
	case c.kind == ofText:
		r.fresh = false
		c.do(r, t)
	case starred && !c.star:
		r.drop()
	case c.kind == ofChars:
		r.charWord(c, t)
	case c.kind == ofPars && r.sink == toStyles:
		r.styleWord(c, t)
	case c.kind == ofPars:
		c.do(r, t)
	default:
		c.do(r, t)
		r.setFont(r.chars.font)
		r.stale = true
	}
}

// destination begins a destination: its word is the first one of a group.
func (r *reader) destination(c *command, t token.Token) {
	first := r.fresh && len(r.stack) > 1
	switch {
	case c.kind == ofIgnored && first:
		r.drop()
	case c.kind == ofDestination:
		if r.flush(); first {
			r.stale = true
			c.do(r, t)
		}
	}
}

func (c *command) do(r *reader, t token.Token) {
	if c.act != nil {
		c.act(r, t)
	}
}

// inTables reports whether the group is part of a table of the head, where
// starred words mean something.
func (r *reader) inTables() bool {
	switch r.sink {
	case toFonts, toColors, toStyles, toLists, toOverrides:
		return true
	}
	return r.role == rolePn || r.role == roleFormField
}
