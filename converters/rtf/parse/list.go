package parse

import (
	"strings"
	"unicode/utf8"

	"github.com/seed353dc258/backstory/converters/internal/visible"
	"github.com/seed353dc258/backstory/converters/internal/wordtext"
	"github.com/seed353dc258/backstory/converters/rtf/numbering"
	"github.com/seed353dc258/backstory/converters/rtf/token"
)

// item says which item the current paragraph begins or continues, if any.
func (l *lists) item(p *pars, s *story, f *wordtext.Flow) {
	x := s.par.text
	marker, begins := l.markerOf(p, s, f)
	if !begins {
		if s.par.listed || p.list > 0 {
			x.Item = wordtext.Item{Counted: true, List: p.list, Level: p.listLevel}
			return
		}
		typed := 0
		if marker, typed = typedMarker(p, x.Bytes()); typed == 0 {
			return
		}
		x.Cut(typed)
		x.Kind = wordtext.PlainText
	}
	if l.table.IsBullet(p.list, p.listLevel) && len(marker) <= 1 && strings.ContainsFunc(marker, isWord) {
		marker = wordtext.Bullet
	}
	x.Item = wordtext.Item{Counted: true, Marker: marker, List: p.list, Level: p.listLevel, Left: p.indents.left}
	if p.list == 0 { // its indent alone says which list it is in
		x.Item.List, x.Item.Level = -1-p.indents.left, 0
	}
}

// markerOf returns the marker of an item that the current paragraph begins: the one
// that it carries, or that its list gives it.
func (l *lists) markerOf(p *pars, s *story, f *wordtext.Flow) (marker string, begins bool) {
	switch {
	case s.par.listed:
		return s.par.marker, s.par.marker != ""
	case p.list > 0:
		if l.listed[p.list] {
			return "", false
		}
		return l.table.Next(p.list, p.listLevel)
	case p.marker == bulletMarker:
		return wordtext.Bullet, true
	case p.word6 > 0:
		return l.word6Marker(p.word6, s, f), true
	}
	return "", false
}

// word6Marker returns the marker of a paragraph in a list of Word 6 that does not
// carry it: one more than that of the item before it in the same list.
func (l *lists) word6Marker(number int32, s *story, f *wordtext.Flow) string {
	list := &l.word6[number-1]
	if s.word6 != number || !f.InList() {
		s.word6, s.next = number, list.Start
	}
	s.next++
	return list.Marker(s.next - 1)
}

func isWord(c rune) bool { return isLetter(c) || '0' <= c && c <= '9' }

func isLetter(c rune) bool { return 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z' }

// maxTyped is how many bytes a typed marker may have.
const maxTyped = 16

// typedMarker returns the marker of a paragraph that hangs, and has a marker and a
// tab in its first line: a list that a program wrote out. The second result is where
// the text behind them begins, 0 for no such paragraph.
func typedMarker(p *pars, text []byte) (string, int) {
	if p.indents.first >= 0 || p.indents.left+p.indents.first < 0 {
		return "", 0
	}
	before, _, ok := strings.Cut(string(text[:min(len(text), maxTyped)]), "\t")
	marker := strings.TrimSpace(before)
	if !ok || before == "" || !isTyped(marker) {
		return "", 0
	}
	return marker, len(before) + 1
}

// isTyped reports whether a text is a bullet or a number.
func isTyped(m string) bool {
	if c, size := utf8.DecodeRuneInString(m); size == len(m) {
		return strings.ContainsRune("•◦▪‣·–—-*●○■□➢✓\uF0B7\uF0A7\uF0D8o", c)
	}
	body := strings.TrimPrefix(strings.TrimRight(m, ".)"), "(")
	if len(body) == len(m) || body == "" || len(body) > 8 {
		return false
	}
	for _, part := range strings.Split(body, ".") {
		digits := strings.Trim(part, "0123456789") == "" && part != ""
		roman := strings.Trim(strings.ToLower(part), "ivxlcdm") == "" && part != ""
		if !digits && !roman && !(len(part) == 1 && isLetter(rune(part[0]))) {
			return false
		}
	}
	return true
}

// headingNumber returns the number in front of a heading that it carries, or that
// its list gives it.
func (l *lists) headingNumber(p *pars, s *story) string {
	marker := s.par.marker
	if !s.par.listed && p.list > 0 {
		marker, _ = l.table.Next(p.list, p.listLevel)
	}
	return marker
}

// ofPn returns an act for a word of \pn.
func ofPn(set func(r *reader, n int)) func(*reader, token.Token) {
	return func(r *reader, t token.Token) {
		if r.at.role == rolePn {
			set(r, t.Num)
		}
	}
}

// pnLevel takes the level of \pn.
func pnLevel(r *reader, n int) {
	r.at.pars.marker = numberMarker
	if n == pnLevelBullet {
		r.at.pars.marker = bulletMarker
	}
}

// pnKind returns an act for a word that says how the numbers of \pn are written:
// as \levelnfc does.
func pnKind(kind int) func(*reader, token.Token) {
	return ofPn(func(r *reader, _ int) { r.opened.word6.Kind = kind })
}

// leavePn gives the paragraph the list that was defined.
func (r *reader) leavePn(g group) {
	p := &r.at.around(1).pars
	p.marker, p.word6 = g.pars.marker, 0
	if p.marker != numberMarker {
		return
	}
	all := &r.text.lists.word6
	if n := len(*all); n == 0 || (*all)[n-1] != r.opened.word6 {
		*all = append(*all, r.opened.word6)
		r.hold(1)
	}
	p.word6 = int32(len(*all))
}

// pnLevelBullet is the level of \pnlvl that has bullets.
const pnLevelBullet = 11

// ofList returns an act for a word of the list tables.
func ofList(cost int64, set func(*numbering.Table, int)) func(*reader, token.Token) {
	return func(r *reader, t token.Token) {
		if r.at.sink == toLists || r.at.sink == toOverrides {
			set(&r.text.lists.table, t.Num)
			r.hold(cost)
		}
	}
}

func enterPn(r *reader, _ token.Token) {
	r.at.begin(toNothing, rolePn)
	r.opened.word6 = numbering.Word6{Start: 1}
}

// setMarker takes the marker that a paragraph carries. Programs that know lists
// make markers anew, so that a long one is hidden from them.
func (o *stories) setMarker(text string) {
	text = strings.TrimSpace(text)
	if len(text) > numbering.MaxMarker {
		o.sight.hide(visible.Note)
		o.sight.losses.ShowMarker(o.src.pos(), text)
		return
	}
	s := o.story
	s.par.marker, s.par.listed = numbering.Clean(text), true
	if s.par.line == 0 {
		s.par.line = o.src.lex.Line
	}
}

// enterLevelText begins the text of a level of a list.
func enterLevelText(r *reader, _ token.Token) {
	if r.at.sink != toLists && r.at.sink != toOverrides {
		r.drop()
		return
	}
	r.at.begin(toCollected, roleLevelText)
}

// setList sets the list of a paragraph, or ends an override by its number.
func setList(r *reader, t token.Token) {
	if r.at.sink == toOverrides {
		r.text.lists.table.Use(clip(t.Num))
	} else {
		r.at.pars.list = clip(t.Num)
	}
}
