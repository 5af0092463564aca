package rtf

import (
	"bytes"
	"strings"
	"unsafe"

	"github.com/seed353dc258/backstory/converters"
	"github.com/seed353dc258/backstory/converters/internal/visible"
	"github.com/seed353dc258/backstory/document"
)

// enter begins the destination that a word names.
func (r *reader) enter(t token) {
	w := t.word
	r.stale = true
	switch {
	case w == wUnicodePair:
		r.enterUnicode()
	case w < lastCollect:
		r.enterCollect(w)
	case w < lastStory:
		r.enterStory(w)
	default:
		r.enterOther(w)
	}
}

// begin makes the group the owner of a destination.
func (r *reader) begin(d dest, w word) {
	g := &r.group
	g.dest, g.of, g.owner, g.from = d, w, true, int32(len(r.collected))
}

// around returns the state around the group's n-th parent; 1 is that of its
// parent.
func (r *reader) around(n int) *group { return &r.stack[max(len(r.stack)-n, 0)] }

// enterUnicode shows the half of \upr that is in Unicode in place of the
// other one.
func (r *reader) enterUnicode() {
	if r.around(1).of != wUpr {
		r.drop()
		return
	}
	outer := r.around(2)
	r.group.dest, r.group.of, r.group.from, r.group.owner = outer.dest, outer.of, outer.from, false
}

func (r *reader) enterCollect(w word) {
	switch w {
	case wTitle, wAuthor, wSubject, wKeywords, wCreated, wRevised:
		if r.group.of != wInfo {
			r.drop()
			return
		}
	case wLevelText:
		if r.group.dest != destLists && r.group.dest != destOverrides {
			r.drop()
			return
		}
	}
	r.begin(destCollect, w)
	r.clock = [5]int{}
}

// enterStory begins a text of its own.
func (r *reader) enterStory(w word) {
	if r.wrapped {
		return
	}
	veil := r.hiddenAround()
	if veil == visible.Shown && w == wShapeText {
		veil = r.veils()
	}
	if w == wShapeText && (veil == visible.Shape || veil == visible.OffPage || veil == visible.Size) {
		r.seen = visible.Shown // a shape counts for itself, whatever stood before it
	}
	if veil != visible.Shown && r.When(veil) == converters.DropHidden {
		r.countStretch(veil)
		r.drop()
		return
	}
	if r.headless(w) {
		r.drop()
		return
	}
	r.begin(destBody, w)
	if w == wFootnote {
		r.node(&document.NoteRef{ID: noteID(len(r.notes))})
		r.group.from = int32(len(r.notes))
		r.notes = append(r.notes, note{line: r.line, depth: len(r.stories), veiled: veil != visible.Shown})
	}
	r.stories = append(r.stories, r.story)
	r.story = r.newStory(veil)
	r.stale = true
	r.group.pars = plainPars()
	r.group.chars = chars{font: r.defaultFont, uc: r.group.chars.uc, size: sizeDefault}
	r.setFont(r.defaultFont)
	r.hold(storyCost)
}

// noteID returns the ID of a note: its number, so that no writer has to keep a table
// of them.
func noteID(i int) string { return itoa(i + 1) }

// hiddenAround returns how the text is hidden that the group stands in.
func (r *reader) hiddenAround() visible.Way {
	if r.group.dest != destBody || r.visible() {
		return r.story.veil
	}
	return r.unseen
}

// headless reports whether a header or a footer is inside another story,
// where it is none.
func (r *reader) headless(w word) bool { return (w == wHeader || w == wFooter) && len(r.stories) > 0 }

func (r *reader) enterOther(w word) {
	switch w {
	case wFontTable:
		r.begin(destFonts, w)
		r.fontAt = -1
	case wColorTable:
		r.begin(destColors, w)
	case wStyleSheet:
		r.begin(destStyles, w)
		r.resetStyle()
	case wListTable:
		r.begin(destLists, w)
	case wOverrideTable:
		r.begin(destOverrides, w)
	case wInfo, wUpr:
		r.begin(destQuiet, w)
	case wPn:
		r.begin(destQuiet, w)
		r.pn = pnDef{start: 1}
	case wFormField:
		r.begin(destQuiet, w)
	case wField:
		r.group.of, r.group.owner = w, true
		r.fields = append(r.fields, field{from: -1})
		r.hold(1)
	case wFieldResult:
		r.enterResult()
	case wNestProps:
		r.begin(destQuiet, w)
		r.def = &r.nestRow
	case wMath, wMathPart, wMathText:
		r.enterMath(w)
	default:
		r.enterPicture(w)
	}
}

// enterPicture begins what belongs to pictures, shapes and objects.
func (r *reader) enterPicture(w word) {
	switch w {
	case wPict, wShape, wDrawing:
		r.shapes = append(r.shapes, shape{
			drawn: w == wPict, around: r.hiddenAround(), depth: len(r.stories), boxes: len(r.story.extras), notes: len(r.notes), pictures: len(r.pictures),
		})
		r.begin(destQuiet, w)
		r.hold(1)
	case wObject:
		r.object++
		r.begin(destQuiet, w)
	case wResult:
		if r.around(1).of == wObject && len(r.stack) > 1 {
			outer := r.around(2)
			r.group.dest, r.group.of, r.group.from = outer.dest, wResult, outer.from
		}
	}
}

// leave ends the destination that the group owns.
func (r *reader) leave() {
	switch g := r.group; g.of {
	case wFootnote, wAnnotation, wHeader, wFooter, wShapeText:
		r.leaveStory(g)
	case wField:
		r.leaveField()
	case wPict, wShape, wDrawing:
		r.leaveShape()
	case wObject:
		r.object--
		r.lose(lostObject, r.line, 1)
	case wNestProps:
		r.def = nil
	case wPn:
		r.leavePn(g)
	case wFontTable:
		r.endFont()
		r.bad = 0 // names of fonts do not count
	case wStyleSheet:
		r.resetStyle()
	case wMath, wMathPart, wMathText:
		r.leaveMath(g)
	default:
		if g.dest == destCollect {
			r.leaveCollect(g)
		}
	}
	r.group.owner = false
}

// leaveStory ends a text of its own and puts it where it belongs.
func (r *reader) leaveStory(g group) {
	r.endStory()
	s := r.story
	last := len(r.stories) - 1
	r.story, r.stories = r.stories[last], r.stories[:last]
	items := s.held.seal()
	if g.of != wShapeText { // which is no more than the text around it
		r.bound(s.crowd, noteCost)
	}
	if r.done != nil {
		return
	}
	switch g.of {
	case wFootnote:
		r.notes[g.from].items = items
	case wHeader:
		r.headers.add(r, items, s.paged)
	case wFooter:
		r.footers.add(r, items, s.paged)
	case wAnnotation:
		e := r.comment
		e.kind, e.items, e.line, e.crowd = extraComment, items, max(r.line, 1), s.crowd
		r.comment = extra{}
		r.story.extras = append(r.story.extras, e)
	case wShapeText:
		if len(items) > 0 {
			r.story.extras = append(r.story.extras, extra{kind: extraBox, items: items, line: r.line, veiled: s.veil != visible.Shown, crowd: s.crowd})
		}
	}
	r.leftStory(s)
}

// takeCollected returns what was collected from an offset on. A very long text
// keeps its memory.
func (r *reader) takeCollected(from int32) string {
	text := r.collected[from:]
	if len(text) < farText {
		r.collected = r.collected[:from]
		return string(text)
	}
	r.collected = bytes.Clone(r.collected[:from])
	return unsafe.String(unsafe.SliceData(text), len(text))
}

// leaveCollect uses the text that was collected.
func (r *reader) leaveCollect(g group) {
	text := r.takeCollected(g.from)
	plain := strings.TrimSpace(text)
	switch g.of {
	case wListText, wPnText:
		if len(plain) > maxMarker { // programs that know lists make markers anew
			r.Hide(visible.Note, lineAt(r.line))
			break
		}
		r.story.marker, r.story.listed = markerOf(plain), true
		if r.story.line == 0 {
			r.story.line = r.line
		}
	case wFieldInst:
		if n := len(r.fields); n > 0 {
			r.fields[n-1].instruct(text)
		}
	case wFormItem:
		r.formItem(plain)
	case wBookmark:
		if len(r.story.marks) < marksMost {
			r.story.marks = append(r.story.marks, plain)
			r.hold(1)
		}
	case wAnnotAuthor:
		r.comment.author = plain
	case wAnnotID:
		if r.comment.author == "" {
			r.comment.author = plain
		}
	case wAnnotDate:
		r.comment.date = minutes(plain)
	case wShapeName:
		r.shapeName(plain)
	case wShapeValue:
		r.shapeValue(plain)
	case wLevelText:
		r.levelText(text)
	case wPnTextBefore:
		r.pn.before = markerOf(text)
	case wPnTextAfter:
		r.pn.after = markerOf(text)
	default:
		r.meta.set(g.of, plain, r.clock)
	}
}

// marksMost bounds the bookmarks at one paragraph.
const marksMost = 64
