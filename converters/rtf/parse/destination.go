package parse

import (
	"bytes"
	"strings"
	"unsafe"

	"github.com/seed353dc258/backstory/converters/internal/lost"
	"github.com/seed353dc258/backstory/converters/internal/visible"
	"github.com/seed353dc258/backstory/converters/rtf/numbering"
	"github.com/seed353dc258/backstory/converters/rtf/token"
)

// role is what a destination is for.
type role uint8

const (
	roleNone role = iota

	// Those whose text is a name or a marker, which is short.
	roleMarker // \listtext, \pntext
	roleMarkerBefore
	roleMarkerAfter
	roleBookmark
	roleAnnotAuthor
	roleAnnotID
	roleAnnotDate
	roleShapeName
	lastName

	// Others whose text is collected.
	roleFieldInst
	roleFormItem
	roleTitle
	roleAuthor
	roleSubject
	roleKeywords
	roleCreated
	roleRevised
	roleLevelText
	roleShapeValue
	roleMath
	roleMathPart

	// Those with a story of their own.
	roleFootnote
	roleAnnotation
	roleHeader
	roleFooter
	roleShapeText

	roleFonts
	roleStyles
	roleInfo
	rolePn
	roleUpr
	roleField
	roleFieldResult
	roleFormField
	roleNestProps
	roleShape // a picture, too
	roleObject
	roleObjectResult
	roleOther
)

func (o role) isName() bool { return o > roleNone && o < lastName }

func (o role) isMath() bool { return o == roleMath || o == roleMathPart }

// begin makes the group the owner of a destination.
func (r *reader) begin(s sink, o role) {
	r.sink, r.role, r.owner, r.from = s, o, true, int32(len(r.collected))
}

// around returns the state around the group's n-th parent; 1 is that of its
// parent.
func (r *reader) around(n int) *group { return &r.stack[max(len(r.stack)-n, 0)] }

// enter returns an act that begins a destination.
func enter(s sink, o role) func(*reader, token.Token) {
	return func(r *reader, _ token.Token) { r.begin(s, o) }
}

// collects returns an act for a destination whose text is collected: in one of
// another role, where that is not roleNone.
func collects(o, in role) func(*reader, token.Token) {
	return func(r *reader, _ token.Token) {
		if in != roleNone && r.role != in {
			r.drop()
			return
		}
		r.begin(toCollected, o)
		r.opened.clock = [5]int{}
	}
}

// tells returns an act for a destination with a story of its own.
func tells(o role) func(*reader, token.Token) {
	return func(r *reader, _ token.Token) { r.enterStory(o) }
}

// enterLevelText begins the text of a level of a list.
func (r *reader) enterLevelText(token.Token) {
	if r.sink != toLists && r.sink != toOverrides {
		r.drop()
		return
	}
	r.begin(toCollected, roleLevelText)
}

// enterUnicode shows the half of \upr that is in Unicode in place of the
// other one.
func (r *reader) enterUnicode(token.Token) {
	if r.around(1).role != roleUpr {
		r.drop()
		return
	}
	outer := r.around(2)
	r.sink, r.role, r.from, r.owner = outer.sink, outer.role, outer.from, false
}

func (r *reader) enterFonts(token.Token) {
	r.begin(toFonts, roleFonts)
	r.fontDef.number = noFont
}

func (r *reader) enterStyles(token.Token) {
	r.begin(toStyles, roleStyles)
	r.resetStyle()
}

func (r *reader) enterPn(token.Token) {
	r.begin(toNothing, rolePn)
	r.opened.word6 = numbering.Word6{Start: 1}
}

func (r *reader) enterNestProps(token.Token) {
	r.begin(toNothing, roleNestProps)
	r.def = &r.nestedRow
}

func (r *reader) enterObject(token.Token) {
	r.opened.objects++
	r.begin(toNothing, roleObject)
}

func (r *reader) enterObjectResult(token.Token) {
	if r.around(1).role == roleObject && len(r.stack) > 1 {
		outer := r.around(2)
		r.sink, r.role, r.from = outer.sink, roleObjectResult, outer.from
	}
}

// leave ends the destination that the group owns.
func (r *reader) leave() {
	switch g := r.group; g.role {
	case roleFootnote, roleAnnotation, roleHeader, roleFooter, roleShapeText:
		r.leaveStory(g)
	case roleField:
		r.leaveField()
	case roleShape:
		r.leaveShape()
	case roleObject:
		r.opened.objects--
		r.losses.Lose(lost.Object, r.pos())
	case roleNestProps:
		r.def = &r.row
	case rolePn:
		r.leavePn(g)
	case roleFonts:
		r.endFont()
		r.decoder.Bad = 0 // names of fonts do not count
	case roleStyles:
		r.resetStyle()
	case roleMath, roleMathPart:
		r.leaveMath(g)
	default:
		if use := uses[g.role]; use != nil && g.sink == toCollected {
			use(r, r.takeCollected(g.from))
		}
	}
	r.owner = false
}

// takeCollected returns what was collected from an offset on. A very long text
// keeps its memory.
func (r *reader) takeCollected(from int32) string {
	const long = 1 << 20
	text := r.collected[from:]
	if len(text) < long {
		r.collected = r.collected[:from]
		return string(text)
	}
	r.collected = bytes.Clone(r.collected[:from])
	return unsafe.String(unsafe.SliceData(text), len(text))
}

// uses are what becomes of text that was collected.
var uses = map[role]func(r *reader, text string){
	roleMarker:       (*reader).setMarker,
	roleMarkerBefore: func(r *reader, text string) { r.opened.word6.Before = numbering.Clean(text) },
	roleMarkerAfter:  func(r *reader, text string) { r.opened.word6.After = numbering.Clean(text) },
	roleBookmark:     (*reader).addMark,
	roleAnnotAuthor:  trimmed(func(r *reader, text string) { r.opened.comment.Author = text }),
	roleAnnotID: trimmed(func(r *reader, text string) {
		if r.opened.comment.Author == "" {
			r.opened.comment.Author = text
		}
	}),
	roleAnnotDate:  trimmed(func(r *reader, text string) { r.opened.comment.Date = minutes(text) }),
	roleShapeName:  trimmed((*reader).shapeName),
	roleShapeValue: trimmed((*reader).shapeValue),
	roleFieldInst:  (*reader).instruct,
	roleFormItem:   trimmed((*reader).formItem),
	roleLevelText:  func(r *reader, text string) { r.table.Text(text) },
	roleTitle:      trimmed(func(r *reader, text string) { r.meta.Title = text }),
	roleAuthor:     trimmed(func(r *reader, text string) { r.meta.Author = text }),
	roleSubject:    trimmed(func(r *reader, text string) { r.meta.Subject = text }),
	roleKeywords:   trimmed(func(r *reader, text string) { r.meta.Keywords = text }),
	roleCreated:    func(r *reader, _ string) { r.meta.Created = clockText(r.opened.clock) },
	roleRevised:    func(r *reader, _ string) { r.meta.Modified = clockText(r.opened.clock) },
}

func trimmed(use func(*reader, string)) func(*reader, string) {
	return func(r *reader, text string) { use(r, strings.TrimSpace(text)) }
}

// setMarker takes the marker that a paragraph carries. Programs that know lists
// make markers anew, so that a long one is hidden from them.
func (r *reader) setMarker(text string) {
	text = strings.TrimSpace(text)
	if len(text) > numbering.MaxMarker {
		r.hide(visible.Note)
		return
	}
	s := r.story
	s.marker, s.listed = numbering.Clean(text), true
	if s.line == 0 {
		s.line = r.lex.Line
	}
}

// maxMarks bounds the bookmarks at one paragraph.
const maxMarks = 64

func (r *reader) addMark(text string) {
	if s := r.story; len(s.marks) < maxMarks {
		s.marks = append(s.marks, strings.TrimSpace(text))
		r.hold(1)
	}
}

// pnLevelBullet is the level of \pnlvl that has bullets.
const pnLevelBullet = 11

// ofPn returns an act for a word of \pn.
func ofPn(set func(r *reader, n int)) func(*reader, token.Token) {
	return func(r *reader, t token.Token) {
		if r.role == rolePn {
			set(r, t.Num)
		}
	}
}

// pnLevel takes the level of \pn.
func (r *reader) pnLevel(n int) {
	r.pars.marker = numberMarker
	if n == pnLevelBullet {
		r.pars.marker = bulletMarker
	}
}

// pnKind returns an act for a word that says how the numbers of \pn are written:
// as \levelnfc does.
func pnKind(kind int) func(*reader, token.Token) {
	return ofPn(func(r *reader, _ int) { r.opened.word6.Kind = kind })
}

// leavePn gives the paragraph the list that was defined.
func (r *reader) leavePn(g group) {
	p := &r.around(1).pars
	p.marker, p.word6 = g.pars.marker, 0
	if p.marker != numberMarker {
		return
	}
	all := &r.word6
	if n := len(*all); n == 0 || (*all)[n-1] != r.opened.word6 {
		*all = append(*all, r.opened.word6)
		r.hold(1)
	}
	p.word6 = int32(len(*all))
}

// ofList returns an act for a word of the list tables.
func ofList(cost int64, set func(*numbering.Table, int)) func(*reader, token.Token) {
	return func(r *reader, t token.Token) {
		if r.sink == toLists || r.sink == toOverrides {
			set(&r.table, t.Num)
			r.hold(cost)
		}
	}
}
