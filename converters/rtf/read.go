package rtf

import (
	"context"

	"github.com/seed353dc258/backstory/converters"
	"github.com/seed353dc258/backstory/converters/internal/visible"
	"github.com/seed353dc258/backstory/document"
)

// reader makes paragraphs and rows of tokens.
type reader struct {
	lexer
	ctx context.Context
	env *converters.Env

	group   group
	stack   []group
	fresh   bool  // nothing but words has been seen in the group
	starred bool  // \* has been seen in the group, and no word behind it
	stepped int64 // up to where steps are counted

	decoder
	wrapped   bool // the page that the file wraps is read, and nothing else
	page      []byte
	skip      int  // bytes that still stand for the last \u
	surrogate rune // the first half of a pair, waiting for the other

	head
	story       *story
	spare       []*story // whose memory is used again
	readers     []*heldReader
	far         []far       // what is held by itself
	defs        [][]cellDef // of rows
	widest      int         // how many cells the widest row defines
	stories     []*story    // those that the current one interrupts
	collected   []byte
	fields      []field
	links       []string // targets
	nodes       []document.Inline
	shapes      []shape
	pictures    []picture // of the shapes that are open
	object      int       // how many objects are open
	row         rowDef
	nestRow     rowDef // of nested tables
	clock       [5]int // the date that is being read
	mathNames   []string
	unknownPage int
	def         *rowDef // the definition that words go to
	lastNest    int     // level of the last nested cell

	notes   []note
	headers furniture
	footers furniture
	comment extra // what is known of the next annotation
	losses
	format run  // of the text that comes next
	stale  bool // format has to be made again
	unseen visible.Way
	seen   visible.Way // what was counted last
	unsure bool        // the next text may be hidden by its colour
	held   int64       // paragraphs, runs and cells
	inText int64       // bytes of text in fonts of any width
	inMono int64       // bytes of text in fonts of fixed width
	ended  bool        // the closing brace has been read
	done   error
	listed map[int32]bool // lists whose paragraphs carry their markers
	pns    []pnDef        // lists of Word 6
	pn     pnDef          // that is being defined
}

// stepBytes is how many bytes of the source are one step.
const stepBytes = 16

// readAll reads the source to its end.
func (r *reader) readAll() error {
	for r.done == nil && !r.ended {
		if r.offset()-r.stepped > 1024 {
			r.step()
		}
		t := &r.token
		r.next()
		switch t.kind {
		case tokenEnd:
			r.cut = true
			r.finish()
			r.fail(r.window.err)
			return r.done
		case tokenOpen:
			r.open()
		case tokenClose:
			r.close()
		case tokenStar:
			r.starred = r.fresh
		case tokenText:
			if r.group.dest != destQuiet {
				r.text(t.text, t.high)
				r.trail()
			}
			r.fresh = false
		case tokenByte:
			r.fresh = false
			r.byte(t.char)
		case tokenWord:
			r.word(*t)
		}
	}
	r.trailing()
	r.finish()
	r.fail(r.window.err)
	return r.done
}

// step counts what was read as steps.
func (r *reader) step() {
	n := r.offset() - r.stepped
	r.stepped = r.offset()
	r.fail(r.window.err)
	r.fail(r.env.Step(r.ctx, n/stepBytes+1, r.pos()))
}

// pos returns the place that is being read.
func (r *reader) pos() document.Pos { return document.LineSpan(r.line, r.line) }

// fail keeps the first error.
func (r *reader) fail(err error) {
	if r.done == nil {
		r.done = err
	}
}

// What takes more memory than a paragraph counts as so many of what is held.
const (
	nodeCost    = 6 // a picture, an equation, the sign of a note
	linkCost    = 4
	headingCost = 10 // with the segment of the text that it begins
	storyCost   = 36 // a note, a text box, a comment
	tableCost   = 48
	fontCost    = 12
	listCost    = 60
)

// hold counts something that is kept in memory.
func (r *reader) hold(n int64) {
	r.held += n
	r.fail(r.env.Check(converters.LimitNodes, r.held, r.pos()))
}

// open begins a group.
func (r *reader) open() {
	r.flush()
	r.stack = append(r.stack, r.group)
	r.group.owner = false
	r.fresh, r.starred = true, false
	r.skip = 0
	r.fail(r.env.Check(converters.LimitDepth, int64(len(r.stack)), r.pos()))
}

// close ends a group.
func (r *reader) close() {
	r.flush()
	r.skip = 0
	r.fresh, r.starred = false, false
	if len(r.stack) == 0 {
		return
	}
	if r.group.owner {
		r.leave()
	}
	last := len(r.stack) - 1
	if last == 0 {
		if r.more() {
			r.lose(lostBrace, r.line, 1)
			return
		}
		r.ended = !r.another()
	}
	font := r.group.chars.font
	r.group = r.stack[last]
	r.stack = r.stack[:last]
	if r.group.chars.font != font {
		r.setFont(r.group.chars.font)
	}
	r.stale = true
}

// drop leaves out the rest of the group.
func (r *reader) drop() {
	if !r.skipGroup() {
		r.cut = true
		return
	}
	r.at-- // the brace ends the group as any other
}

// finish ends what is open at the end of the source.
func (r *reader) finish() {
	r.settle()
	for len(r.stack) > 0 {
		if r.group.owner {
			r.leave()
		}
		last := len(r.stack) - 1
		r.group, r.stack = r.stack[last], r.stack[:last]
	}
	r.endStory()
}

// word acts upon a control word.
func (r *reader) word(t token) {
	starred := r.starred
	r.starred = false
	switch w := t.word; {
	case w < lastDest && w > wUnknown:
		r.flush()
		if r.fresh && len(r.stack) > 1 {
			r.enter(t)
		}
		return
	case w == wSkip:
		if r.fresh && len(r.stack) > 1 {
			r.drop()
		}
		return
	case w > wSkip && w < lastText:
		r.textWord(t)
	case w == wHTMLTag && r.wrapped:
		r.begin(destTag, w)
	case starred && !r.inTables() && w != wCharStyle && w != wOtherStyle && w != wUpDownSize:
		r.drop()
	case w > lastText && w < lastChars:
		r.charWord(t)
	case w > lastChars && w < lastPars:
		r.parWord(t)
	case w > lastPars && w < lastRows:
		r.rowWord(t)
	case w > lastRows:
		r.headWord(t)
	}
}

// inTables reports whether the group is part of a table of the head, where
// starred words mean something.
func (r *reader) inTables() bool {
	switch r.group.dest {
	case destFonts, destColors, destStyles, destLists, destOverrides:
		return true
	default:
		return r.group.of == wPn || r.group.of == wFormField
	}
}
