package pdf

import (
	"slices"

	"github.com/seed353dc258/backstory/converters"
	"github.com/seed353dc258/backstory/converters/pdf/pdfium"
	"github.com/seed353dc258/backstory/document"
	"github.com/seed353dc258/backstory/document/gate"
)

// The codes of what a document loses.
const (
	warnOCR        = "needs-ocr"
	warnBadPage    = "page-unreadable"
	warnPagesCut   = "pages-left-out"
	warnFurniture  = "running-text-dropped"
	warnUnmapped   = "text-unmapped"
	warnMisled     = "text-misleading"
	warnAttachment = "attachment-left-out"
	warnRecognized = "recognized"
	warnUnsure     = "recognized-unsure"
	warnCopying    = "copying-not-allowed"
	warnPictures   = "pictures-left-out"
	warnDoubt      = "hidden-doubtful"
)

// hiddenKinds says how each way of hiding is reported.
var hiddenKinds = [hidingCount]struct{ code, title string }{
	hiddenMode:    {"hidden-invisible", "text that is painted without ink (text render modes 3 and 7)"},
	hiddenOffPage: {"hidden-off-page", "moved out of the page"},
	hiddenSmall:   {"hidden-size", "too small to see: below 2 points"},
	hiddenClear:   {"hidden-opacity", "transparent: opacity 0"},
	hiddenClip:    {"hidden-clipped", "cut off by a clipping path"},
	hiddenInk:     {"hidden-color", "not seen on the page: in the colour of its ground, covered, or in a layer that is off"},
	hiddenActual:  {"hidden-actual-text", "text that the file gives instead of what the page shows, and that says something else"},
}

// warningTable lists the format's own warnings.
func warningTable() []converters.WarningInfo {
	out := []converters.WarningInfo{
		{Code: warnOCR, Title: "pages are pictures of text, or their fonts do not say what they mean: they have to be recognised"},
		{Code: warnBadPage, Title: "a page could not be read"},
		{Code: warnPagesCut, Title: "a document with more than 20,000 pages was cut"},
		{Code: warnFurniture, Title: "headers, footers and page numbers were left out"},
		{Code: warnUnmapped, Title: "characters whose font does not say what they mean"},
		{Code: warnMisled, Title: "letters look otherwise than what their font says they are: the text may not be what the page shows"},
		{Code: warnRecognized, Title: "text was recognised from the pictures of pages (--ocr)"},
		{Code: warnUnsure, Title: "words that were recognised with little confidence were left out"},
		{Code: warnCopying, Title: "the document asks that its text is not copied"},
		{Code: warnDoubt, Title: "more than half of a page seems to be hidden: it is shown, between [hidden: and ]"},
		{Code: warnPictures, Title: "pictures without an alternative text or a caption were left out"},
		{Code: warnAttachment, Title: "files attached to the document were not read"},
	}
	for _, k := range hiddenKinds[1:] {
		out = append(out, converters.WarningInfo{Code: k.code, Title: k.title})
	}
	return out
}

// losses counts what is lost.
type losses struct {
	hidden    [hidingCount]struct{ count, page int }
	furniture int
	pagesCut  int
	unmapped  int
	bad, ocr  []int
	misled    []int // pages whose fonts do not say what they show
	doubtful  []int // pages most of which seems to be hidden
	pictures  []int // the page of each that nothing is said of

	recognized []int // pages
	unsure     int   // words of those
	unread     error // why a page was not recognised
	copying    bool  // is not allowed
}

// hide adds what a page hides in one way.
func (l *losses) hide(how hiding, n, page int) {
	if n > 0 && l.hidden[how].count == 0 {
		l.hidden[how].page = page
	}
	l.hidden[how].count += n
}

// page reports whether a page has to be recognised: what it shows is a picture,
// or its fonts do not say what they mean.
func (l *losses) page(p *pdfium.Page, w *wordReader) bool {
	if w.chars > 20 {
		if float64(w.unknown) > unknownShare*float64(w.chars) {
			return true
		}
		l.unmapped += w.unknown
		return false
	}
	for _, image := range p.Objects.Images {
		if w.chars < 20 && image.W()*image.H() > pictureShare*p.Width*p.Height {
			return true
		}
	}
	l.unmapped += w.unknown
	return false
}

// unrecognized notes a page that is left as it is.
func (l *losses) unrecognized(number int, w *wordReader) {
	l.unmapped += w.unknown
	l.ocr = append(l.ocr, number)
}

// warn reports what was lost, in a fixed order.
func (l *losses) warn(env *converters.Env, called labels) {
	policy := env.Options.Hidden
	for how, k := range hiddenKinds {
		h := l.hidden[how]
		if h.count == 0 {
			continue
		}
		message := "hidden content was left out: " + k.title
		if policy == "keep" || policy == "mark" {
			message = "hidden content is shown: " + k.title
		}
		env.Warn(document.Warning{Code: k.code, Pos: called.pos(h.page, pdfium.Box{}), Message: message, Count: h.count})
	}
	report := func(code, message string, count int, pages []int) {
		if count == 0 {
			return
		}
		w := document.Warning{Code: code, Message: message, Count: count}
		if len(pages) > 0 {
			w.Pos = called.pos(pages[0], pdfium.Box{})
			w.Message += numbers(pages)
		}
		env.Warn(w)
	}
	why := "have them recognised, with the option ocr (--ocr=tesseract), or before, such as by ocrmypdf"
	if l.unread != nil {
		var gate gate.Gate
		why = gate.Line(l.unread.Error())
	}
	if l.copying {
		env.Warn(document.Warning{Code: warnCopying, Message: "its author asks that its text is not copied; it was read"})
	}
	report(warnOCR, "these pages are pictures or have no readable text: "+why+": pages ", len(l.ocr), l.ocr)
	report(warnRecognized, "the text of these pages was recognised from their pictures, so it may have errors: pages ", len(l.recognized), l.recognized)
	report(warnUnsure, "words that were recognised with little confidence were left out", l.unsure, l.recognized[:0])
	report(warnMisled, "letters look otherwise than what their font says they are, so the text may not be what the page shows: pages ", len(l.misled), l.misled)
	report(warnBadPage, "these pages could not be read: ", len(l.bad), l.bad)
	report(warnPagesCut, "pages after the first 20,000 were left out", l.pagesCut, nil)
	report(warnDoubt, "more than half of these pages seems to be hidden, and is shown between [hidden: and ]: pages ", len(l.doubtful), l.doubtful)
	report(warnPictures, "pictures without an alternative text or a caption were left out: pages ", len(l.pictures), slices.Compact(l.pictures))
	report(warnFurniture, "lines that repeat at the head or foot of pages were left out", l.furniture, nil)
	report(warnUnmapped, "characters whose font does not say what they mean", l.unmapped, nil)
}
