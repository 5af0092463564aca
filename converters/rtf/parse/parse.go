// Package parse reads the tokens of RTF into the paragraphs of wordtext and into tables:
// groups and their properties, destinations, fields and shapes, what is hidden.
//
//   - parse.go, words_table.go: groups, and what each control word does
//   - page.go, field.go, math.go, shape.go: fields, pictures, equations, HTML that is wrapped
//   - story.go, row.go, list.go, destination.go: where text goes, and the items of lists
//   - break.go, text.go, hide.go: characters, what ends them, and whether they are seen
//   - font.go, style.go, state.go, color.go: properties, and the tables of the head
//   - reader.go: the reader, and all that it holds
//   - source.go: what is read, and what that has cost
package parse

import (
	"bytes"
	"context"
	"fmt"
	"strings"
	"sync"
	"unsafe"

	"github.com/seed353dc258/backstory/converters"
	"github.com/seed353dc258/backstory/converters/internal/lost"
	"github.com/seed353dc258/backstory/converters/internal/visible"
	"github.com/seed353dc258/backstory/converters/internal/wordtext"
	"github.com/seed353dc258/backstory/converters/rtf/numbering"
	"github.com/seed353dc258/backstory/converters/rtf/token"
	"github.com/seed353dc258/backstory/document"
)

// Parse reads a document, and warns of what it leaves out.
func Parse(ctx context.Context, env *converters.Env, src *token.Source) (*document.Document, error) {
	r := newReader(ctx, env, src)
	if err := r.readAll(); err != nil {
		return nil, err
	}
	if r.lex.Cut {
		r.sight.losses.Lose(lost.End, r.pos())
	}
	out := &document.Document{Meta: r.out.meta, Blocks: r.out.whole()}
	if r.done != nil {
		return nil, r.done
	}
	r.sight.losses.Warn(env)
	r.head.warn(env)
	r.in.warn(env)
	return out, nil
}

func newReader(ctx context.Context, env *converters.Env, from *token.Source) *reader {
	src := &source{ctx: ctx, env: env, lex: token.NewLexer(from, index())}
	r := &reader{source: src, head: newHead(src)}
	r.text = writer{at: &r.at, head: &r.head, out: &r.out, lists: lists{listed: map[int32]bool{}}}
	r.sight = sight{src: src, losses: lost.NewTally(env)}
	r.opened.equation.src = src
	r.out.src, r.out.sight = src, &r.sight
	r.out.words = wordtext.Builder{Env: env, Fail: src.fail}
	r.out.story = r.out.newStory(visible.Shown)
	src.stepped = src.lex.Offset()
	r.sight.stale, r.out.rows.def = true, &r.out.rows.row
	r.at.group = group{chars: chars{uc: 1, size: defaultSize}, pars: plainPars()}
	r.in.out, r.in.decoder.Raw = r.put, from.UTF8
	r.in.setFont(r.head.font(0))
	return r
}

// warn warns of a code page that is not known.
func (h *head) warn(env *converters.Env) {
	if h.unknownPage != 0 {
		env.Warn(document.Warning{
			Code:    converters.WarnEncodingUncertain,
			Message: fmt.Sprintf("code page %d is not known: read as Windows-1252", h.unknownPage),
		})
	}
}

// warn warns of what was no text.
func (in *input) warn(env *converters.Env) {
	if in.decoder.Bad > 0 {
		env.Warn(document.Warning{
			Code: converters.WarnEncodingReplaced, Message: "bytes that are no text in their code page became U+FFFD", Count: in.decoder.Bad,
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
			r.at.starred = r.at.fresh
		case token.Text:
			if r.at.sink != toNothing {
				r.in.text(t.Text, t.High)
				r.trail()
			}
			r.at.fresh = false
		case token.Byte:
			r.at.fresh = false
			if r.in.skip > 0 || !r.at.takeByte(t.Char) {
				r.in.byte(t.Char)
			}
		case token.Control:
			r.word(*t)
		}
	}
	if r.lex.Trailing() {
		r.sight.losses.Lose(lost.Trailing, r.pos())
	}
	r.finish()
	r.fail(r.lex.Err())
	return r.done
}

// open begins a group.
func (r *reader) open() {
	r.in.flush()
	r.at.stack = append(r.at.stack, r.at.group)
	r.at.owner = false
	r.at.fresh, r.at.starred = true, false
	r.in.skip = 0
	r.fail(r.env.Check(converters.LimitDepth, int64(len(r.at.stack)), r.pos()))
}

// close ends a group, and reports whether the document has ended with it.
func (r *reader) close() bool {
	r.in.flush()
	r.in.skip = 0
	r.at.fresh, r.at.starred = false, false
	if len(r.at.stack) == 0 {
		return false
	}
	if r.at.owner {
		r.leave()
	}
	ended := false
	if len(r.at.stack) == 1 {
		if r.lex.GoesOn() {
			r.sight.losses.Lose(lost.Brace, r.pos())
			return false
		}
		ended = !r.another()
	}
	font := r.at.chars.font
	r.at.pop()
	if r.at.chars.font != font {
		r.in.setFont(r.head.font(r.at.chars.font))
	}
	r.sight.stale = true
	return ended
}

// pop returns to the group around.
func (at *scope) pop() {
	last := len(at.stack) - 1
	at.group, at.stack = at.stack[last], at.stack[:last]
}

// another gets ready for a second document, if one follows.
func (r *reader) another() bool {
	if !r.lex.Another() {
		return false
	}
	r.sight.losses.Lose(lost.Appended, r.pos())
	r.in.settle()
	r.text.endStory()
	r.head.fonts, r.head.styles, r.head.colors = map[int32]font{}, map[int32]style{}, nil
	return true
}

// finish ends what is open at the end of the source.
func (r *reader) finish() {
	r.in.settle()
	for len(r.at.stack) > 0 {
		if r.at.owner {
			r.leave()
		}
		r.at.pop()
	}
	r.text.endStory()
}

// index finds the commands.
var index = sync.OnceValue(func() *token.Index { return token.NewIndex(names(commands())) })

func names(of []command) []string {
	out := make([]string, len(of))
	for i := range of {
		out[i] = of[i].names
	}
	return out
}

// word acts upon a control word.
func (r *reader) word(t token.Token) {
	starred := r.at.starred && !r.at.inTables()
	r.at.starred = false
	if t.Word == 0 {
		if starred {
			r.drop()
		}
		return
	}
	c := &commands()[t.Word-1]
	switch {
	case c.kind <= ofIgnored:
		r.destination(c, t)
	case c.kind == ofText:
		r.at.fresh = false
		c.do(r, t)
	case starred && !c.star:
		r.drop()
	case c.kind == ofChars:
		r.charWord(c, t)
	case c.kind == ofPars && r.at.sink == toStyles:
		r.head.styleWord(c, t)
	case c.kind == ofPars:
		c.do(r, t)
	default:
		c.do(r, t)
		r.in.setFont(r.head.font(r.at.chars.font))
		r.sight.stale = true
	}
}

// destination begins a destination: its word is the first one of a group.
func (r *reader) destination(c *command, t token.Token) {
	first := r.at.fresh && len(r.at.stack) > 1
	switch {
	case c.kind == ofIgnored && first:
		r.drop()
	case c.kind == ofDestination:
		if r.in.flush(); first {
			r.sight.stale = true
			c.do(r, t)
		}
	}
}

// inTables reports whether the group is part of a table of the head, where
// starred words mean something.
func (at *scope) inTables() bool {
	switch at.sink {
	case toFonts, toColors, toStyles, toLists, toOverrides:
		return true
	}
	return at.role == rolePn || at.role == roleFormField
}

// leave ends the destination that the group owns.
func (r *reader) leave() {
	switch g := r.at.group; g.role {
	case roleFootnote, roleAnnotation, roleHeader, roleFooter, roleFirstHeader, roleFirstFooter, roleShapeText:
		r.leaveStory(g)
	case roleField:
		r.leaveField()
	case roleShape:
		r.leaveShape()
	case roleObject:
		r.opened.objects--
		r.sight.losses.Lose(lost.Object, r.pos())
	case roleNestProps:
		r.out.rows.def = &r.out.rows.row
	case rolePn:
		r.leavePn(g)
	case roleFonts:
		r.head.endFont()
		r.in.decoder.Bad = 0 // names of fonts do not count
	case roleStyles:
		r.head.resetStyle()
	case roleMath, roleMathPart:
		r.leaveMath(g)
	default:
		if use := uses[g.role]; use != nil && g.sink == toCollected {
			use(r, take(&r.at.collected, g.from))
		}
	}
	r.at.owner = false
}

// uses are what becomes of text that was collected.
var uses = map[role]func(r *reader, text string){
	roleMarker:       func(r *reader, text string) { r.out.setMarker(text) },
	roleMarkerBefore: func(r *reader, text string) { r.opened.word6.Before = numbering.Clean(text) },
	roleMarkerAfter:  func(r *reader, text string) { r.opened.word6.After = numbering.Clean(text) },
	roleBookmark:     func(r *reader, text string) { r.out.addMark(text) },
	roleAnnotAuthor:  trimmed(func(r *reader, text string) { r.opened.annotation(r.env).Author = text }),
	roleAnnotID: trimmed(func(r *reader, text string) {
		if r.opened.annotation(r.env).Author == "" {
			r.opened.annotation(r.env).Author = text
		}
	}),
	roleAnnotDate:  trimmed(func(r *reader, text string) { r.opened.annotation(r.env).Date = minutes(text) }),
	roleShapeName:  trimmed(func(r *reader, text string) { r.opened.shapes.last().called(text) }),
	roleShapeValue: trimmed(func(r *reader, text string) { r.opened.shapes.last().say(text) }),
	roleFieldInst:  func(r *reader, text string) { r.opened.fields.last().instruct(text) },
	roleFormItem:   trimmed(formItem),
	roleLevelText:  func(r *reader, text string) { r.text.lists.table.Text(text) },
	roleTitle:      trimmed(func(r *reader, text string) { r.out.meta.Title = text }),
	roleAuthor:     trimmed(func(r *reader, text string) { r.out.meta.Author = text }),
	roleSubject:    trimmed(func(r *reader, text string) { r.out.meta.Subject = text }),
	roleKeywords:   trimmed(func(r *reader, text string) { r.out.meta.Keywords = text }),
	roleCreated:    func(r *reader, _ string) { r.out.meta.Created = clockText(r.opened.clock) },
	roleRevised:    func(r *reader, _ string) { r.out.meta.Modified = clockText(r.opened.clock) },
}

func trimmed(use func(*reader, string)) func(*reader, string) {
	return func(r *reader, text string) { use(r, strings.TrimSpace(text)) }
}

// take returns what was collected from an offset on. A very long text keeps its memory.
func take(collected *[]byte, from int32) string {
	const long = 1 << 20
	text := (*collected)[from:]
	if len(text) < long {
		*collected = (*collected)[:from]
		return string(text)
	}
	*collected = bytes.Clone((*collected)[:from])
	return unsafe.String(unsafe.SliceData(text), len(text))
}

// charWord acts upon a word that formats characters.
func (r *reader) charWord(c *command, t token.Token) {
	if r.at.sink == toFonts {
		if c.names == "f" {
			r.head.beginFont(t.Num)
		}
		return
	}
	r.in.flush()
	c.do(r, t)
	r.in.setFont(r.head.font(r.at.chars.font))
	r.sight.stale = true
}
