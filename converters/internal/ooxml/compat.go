package ooxml

import (
	"slices"
	"strings"
	"sync"

	"github.com/seed353dc258/backstory/converters"
	"github.com/seed353dc258/backstory/converters/internal/xmlread"
	"github.com/seed353dc258/backstory/document"
)

// Compatibility is the namespace of alternatives (ISO/IEC 29500-3, 7.6), for
// [xmlread.NewSpaces].
const Compatibility = "http://schemas.openxmlformats.org/markup-compatibility/2006"

// The codes for the branches of alternatives that are not read.
const (
	warnUnseen = "alternative-unseen"
	warnOther  = "alternative-dropped"
)

// unread are what is said of such branches.
var unread = [...]converters.WarningInfo{
	{Code: warnUnseen, Title: "text that is shown by no program, since it requires a namespace that none knows, was left out"},
	{Code: warnOther, Title: "text that only some programs show, in place of what was read, was left out"},
}

// Alternative chooses one branch of an alternative for a reader that scans.
// Its zero value is ready for one alternative.
type Alternative struct{ taken bool }

// Take reports whether the branch whose start tag is the scanner's event is
// the one to read: the first choice all of whose required namespaces are
// among the known ones, or the fallback where none was. The other branches
// have to be skipped, so that what is in all of them is read once.
func (a *Alternative) Take(s *xmlread.Scanner, known ...xmlread.Space) bool {
	if a.taken {
		return false
	}
	switch s.Local() {
	case "Fallback":
		a.taken = true
	case "Choice":
		a.taken = requiresOnly(s, known)
	}
	return a.taken
}

// requiresOnly reports whether a choice requires known namespaces alone.
func requiresOnly(s *xmlread.Scanner, known []xmlread.Space) bool {
	requires, _ := s.Attr(xmlread.None, "Requires")
	for prefix := range strings.FieldsSeq(requires) {
		if !slices.Contains(known, s.Resolve(prefix)) {
			return false
		}
	}
	return true
}

// Understood returns the namespaces that programs of today understand, by which they
// take the choice of an alternative, but for those of OOXML itself.
func Understood() []string {
	const office = "http://schemas.microsoft.com/office/"
	names := []string{"urn:schemas-microsoft-com:vml", "urn:schemas-microsoft-com:office:office", "urn:schemas-microsoft-com:office:excel", "urn:schemas-microsoft-com:office:powerpoint", "urn:schemas-microsoft-com:office:word"}
	for name := range strings.FieldsSeq(understoodNames) {
		names = append(names, office+name)
	}
	return names
}

const understoodNames = `
powerpoint/2010/main powerpoint/2012/main powerpoint/2013/main powerpoint/2013/main/command powerpoint/2014/inkAction powerpoint/2015/main powerpoint/2015/09/main powerpoint/2015/10/main
powerpoint/2016/slidezoom powerpoint/2016/sectionzoom powerpoint/2016/summaryzoom powerpoint/2017/3/main powerpoint/2017/10/main powerpoint/2018/4/main powerpoint/2018/8/main
powerpoint/2019/9/main/command powerpoint/2019/12/main powerpoint/2020/02/main powerpoint/2021/06/main powerpoint/2022/03/main powerpoint/2022/08/main
drawing/2007/8/2/chart drawing/2008/diagram drawing/2010/main drawing/2010/chartDrawing drawing/2010/compatibility drawing/2010/diagram drawing/2010/picture drawing/2010/slicer drawing/2012/chart
drawing/2012/chartStyle drawing/2012/main drawing/2012/timeslicer drawing/2013/main/command drawing/2014/chart drawing/2014/chart/ac drawing/2014/chartex drawing/2014/main
drawing/2015/9/8/chartex drawing/2015/10/21/chartex drawing/2016/5/9/chartex drawing/2016/5/10/chartex drawing/2016/5/11/chartex drawing/2016/5/12/chartex
drawing/2016/5/13/chartex drawing/2016/5/14/chartex drawing/2016/11/diagram drawing/2016/11/main drawing/2016/12/diagram drawing/2016/SVG/main drawing/2016/ink
drawing/2017/03/chart drawing/2017/decorative drawing/2017/model3d drawing/2018/animation drawing/2018/animation/model3d drawing/2018/hyperlinkcolor drawing/2018/sketchyshapes
drawing/2020/classificationShape drawing/2021/livefeed drawing/2021/oembed drawing/2021/scriptlink drawing/2022/imageformula
spreadsheetml/2009/9/main spreadsheetml/2009/9/ac spreadsheetml/2010/11/ac spreadsheetml/2010/11/main spreadsheetml/2014/revision spreadsheetml/2015/revision2
spreadsheetml/2016/revision3 spreadsheetml/2018/threadedcomments excel/2006/main excel/2008/2/main excel/2010/spreadsheetDrawing
word/2010/wordml word/2010/wordprocessingCanvas word/2010/wordprocessingDrawing word/2010/wordprocessingGroup word/2010/wordprocessingInk word/2010/wordprocessingShape word/2012/wordml word/2012/wordprocessingDrawing
word/2015/wordml/symex word/2016/wordml/cid word/2018/wordml word/2018/wordml/cex
mac/drawingml/2008/main mac/office/2008/main mac/powerpoint/2008/main thememl/2012/main`

// The namespaces by which alternatives are judged.
const (
	spaceMC xmlread.Space = iota + 1
	spaceUnderstood
)

// alternativeSpaces is a table that nothing changes, made when it is first asked for.
var alternativeSpaces = sync.OnceValue(func() *xmlread.Spaces {
	names := Understood()
	for _, path := range []string{
		"wordprocessingml/main", "presentationml/main", "spreadsheetml/main", "drawingml/main", "drawingml/chart", "drawingml/diagram", "drawingml/picture",
		"drawingml/wordprocessingDrawing", "drawingml/spreadsheetDrawing", "officeDocument/math", "officeDocument/relationships",
	} {
		names = append(names, Spaces(path)...)
	}
	return xmlread.NewSpaces([]string{Compatibility}, names)
})

// branch is a branch of an alternative.
type branch struct {
	isUnseen bool // it requires what no program knows
	words    string
	pos      document.Pos
}

// maxBranch is how much text of a branch is compared, in bytes.
const maxBranch = 1 << 20

// alternatives warns of text in branches of a part that is not in the one which programs
// show in their place. A part that is broken is for its reader to tell.
func (p *Package) alternatives(part, text string) {
	if !strings.Contains(text, "AlternateContent") || slices.Contains(p.judged, part) {
		return
	}
	p.judged = append(p.judged, part)
	s := xmlread.New(p.ctx, p.env, xmlread.Source{Part: part, Text: text, Spaces: alternativeSpaces()})
	_ = s.Walk(func() error {
		if s.Space() != spaceMC || s.Local() != "AlternateContent" {
			return nil
		}
		return p.alternative(s, &strings.Builder{})
	})
}

// alternative adds the text of an alternative to words, as programs show it, and warns of
// the rest.
func (p *Package) alternative(s *xmlread.Scanner, words *strings.Builder) error {
	var all []branch
	err := s.Each(func() error {
		b := branch{pos: s.Pos(), isUnseen: s.Local() == "Choice" && !requiresOnly(s, []xmlread.Space{spaceUnderstood})}
		var inner strings.Builder
		err := p.texts(s, &inner)
		b.words = inner.String()
		all = append(all, b)
		return err
	})
	shown := ""
	at := slices.IndexFunc(all, func(b branch) bool { return !b.isUnseen })
	if at >= 0 {
		shown = all[at].words
		addText(words, shown)
	}
	shown = squeezed(shown)
	for i, b := range all {
		if i == at || strings.Contains(shown, squeezed(b.words)) {
			continue
		}
		p.Unread(b.pos, b.isUnseen, b.words)
	}
	return err
}

// Unread warns of text of a branch that is not read: no program shows it, since it requires
// a namespace that none knows, or some do.
func (p *Package) Unread(pos document.Pos, isUnseen bool, words string) {
	about := unread[1]
	if isUnseen {
		about = unread[0]
	}
	p.env.Warn(document.Warning{Code: about.Code, Pos: pos, Message: about.Title})
	p.env.Show(about.Code, pos, words)
}

// IsUnderstood reports whether programs understand a namespace.
func IsUnderstood(name string) bool { return alternativeSpaces().Has(name) }

// texts adds the text inside of an element to words.
func (p *Package) texts(s *xmlread.Scanner, words *strings.Builder) error {
	return s.Each(func() error {
		switch {
		case s.Space() == spaceMC && s.Local() == "AlternateContent":
			return p.alternative(s, words)
		case s.Local() != "t":
			return p.texts(s, words)
		}
		text, err := s.InnerText()
		addText(words, text+" ")
		return err
	})
}

// addText adds text, as far as it is compared.
func addText(words *strings.Builder, text string) {
	if words.Len() < maxBranch {
		words.WriteString(text)
	}
}

// squeezed returns a text without blanks: runs end at other places in other branches.
func squeezed(text string) string { return strings.Join(strings.Fields(text), "") }
