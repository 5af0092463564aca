package pdf

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/seed353dc258/backstory/converters"
	"github.com/seed353dc258/backstory/converters/internal/inner"
	"github.com/seed353dc258/backstory/converters/pdf/glyph"
	"github.com/seed353dc258/backstory/converters/pdf/pdfium"
	"github.com/seed353dc258/backstory/converters/pdf/write"
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
	warnMissing    = "text-missing"
	warnMisled     = "text-misleading"
	warnRecognized = "recognized"
	warnUnsure     = "recognized-unsure"
	warnCopying    = "copying-not-allowed"
	warnPictures   = "pictures-left-out"
	warnFieldsCut  = "fields-left-out"
)

// warningTable lists the format's own warnings.
func warningTable() []converters.WarningInfo {
	out := []converters.WarningInfo{
		{Code: warnOCR, Title: "pages are pictures of text, or their fonts do not say what they mean: their text has to be recognised"},
		{Code: warnBadPage, Title: "a page could not be read"},
		{Code: warnPagesCut, Title: "a document with more than 20,000 pages was cut"},
		{Code: warnFurniture, Title: "headers, footers and page numbers were left out"},
		{Code: warnUnmapped, Title: "characters whose font does not say what they mean"},
		{Code: warnMissing, Title: "pages show more text than there are characters of"},
		{Code: warnMisled, Title: "letters look different from what their font says they are: the text may not be what the page shows"},
		{Code: warnRecognized, Title: "text was recognised from the pictures of pages (--ocr)"},
		{Code: warnUnsure, Title: "words that were recognised with little confidence were left out"},
		{Code: warnCopying, Title: "the document asks that its text is not copied"},
		{Code: warnPictures, Title: "pictures without an alternative text or a caption were left out"},
		{Code: warnFieldsCut, Title: "form fields, notes and ends of long fields were left out of a page that has too many"},
		{Code: inner.WarnAttachment, Title: "files attached to the document were not read"},
	}
	for _, k := range glyph.HiddenKinds[1:] {
		out = append(out, converters.WarningInfo{Code: k.Code, Title: k.Title})
	}
	return out
}

const (
	unknownShare = .3 // of a page's characters without a meaning, from which it is a picture
	missingShare = .6 // of a page's pieces of text that have no characters: spaces may be half of them
	missingFrom  = 10 // such pieces
	pictureShare = .3 // of a page that a picture covers, for a page without text
)

// losses counts what is lost.
type losses struct {
	hidden    [glyph.HidingCount]struct{ count, page int }
	furniture int
	pagesCut  int
	unmapped  int
	bad, ocr  []int
	missing   struct {
		pages []int   // that show more text than they have characters of
		share float64 // of such a page that has none, the largest
	}
	misled   []int // pages whose fonts do not say what they show
	doubtful []int // pages most of which seems to be hidden
	pictures []int // the page of each that nothing is said of
	fields   struct {
		count int
		pages []int // that have too many, or too long ones
	}

	recognized []int // pages
	unsure     int   // words of those
	unread     error // why a page was not recognised
	copying    bool  // is not allowed
}

// hide adds what a page hides in one way.
func (l *losses) hide(how glyph.Hiding, n, page int) {
	if n > 0 && l.hidden[how].count == 0 {
		l.hidden[how].page = page
	}
	l.hidden[how].count += n
}

// cut adds fields, notes and ends of fields that a page has too many of.
func (l *losses) cut(n, page int) {
	if n > 0 {
		l.fields.count += n
		l.fields.pages = append(l.fields.pages, page)
	}
}

// silent returns the share of a page's text that has no characters, or 0 where that is
// usual. A page without any is told as one to be recognised.
func silent(p *pdfium.Page) float64 {
	o := &p.Objects
	if share := float64(o.Silent) / float64(max(o.Pieces, 1)); len(p.Chars) > 0 && o.Silent >= missingFrom && share > missingShare {
		return share
	}
	return 0
}

// page reports whether a page has to be recognised: what it shows is a picture,
// or its fonts do not say what they mean, or there is text without a character.
func (l *losses) page(p *pdfium.Page, w *glyph.Seen) bool {
	if silent(p) > 0 {
		return true
	}
	if w.Chars > 20 {
		if float64(w.Unknown) > unknownShare*float64(w.Chars) {
			return true
		}
		l.unmapped += w.Unknown
		return false
	}
	for _, image := range p.Objects.Images {
		if w.Chars < 20 && image.W()*image.H() > pictureShare*p.Width*p.Height {
			return true
		}
	}
	l.unmapped += w.Unknown
	// Of a font that is not embedded and is written downwards there are no characters.
	return len(p.Chars) == 0 && p.Objects.HasText()
}

// unrecognized notes a page that is left as it is.
func (l *losses) unrecognized(p *pdfium.Page, w *glyph.Seen) {
	l.unmapped += w.Unknown
	if share := silent(p); share > 0 {
		l.missing.pages, l.missing.share = append(l.missing.pages, p.Number), max(l.missing.share, share)
		return
	}
	l.ocr = append(l.ocr, p.Number)
}

// warn reports what was lost, in a fixed order.
func (l *losses) warn(env *converters.Env, called write.Labels) {
	policy := env.Options.Hidden
	for how, k := range glyph.HiddenKinds {
		h := l.hidden[how]
		if h.count == 0 {
			continue
		}
		message := "hidden content was left out: " + k.Title
		if policy == "keep" || policy == "mark" {
			message = "hidden content is shown: " + k.Title
		}
		env.Warn(document.Warning{Code: k.Code, Pos: called.Pos(h.page, pdfium.Box{}), Message: message, Count: h.count})
	}
	report := func(code, message string, count int, pages []int) {
		if count == 0 {
			return
		}
		w := document.Warning{Code: code, Message: message, Count: count}
		if len(pages) > 0 {
			w.Pos = called.Pos(pages[0], pdfium.Box{})
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
	report(warnMissing, fmt.Sprintf("these pages show text whose font gives no characters, up to %.0f %% of its pieces: make the file again with its fonts in it: pages ", 100*l.missing.share), len(l.missing.pages), l.missing.pages)
	report(warnRecognized, "the text of these pages was recognised from their pictures, so it may have errors: pages ", len(l.recognized), l.recognized)
	report(warnUnsure, "words that were recognised with little confidence were left out", l.unsure, l.recognized[:0])
	report(warnMisled, "letters look otherwise than what their font says they are, so the text may not be what the page shows: pages ", len(l.misled), l.misled)
	report(warnBadPage, "these pages could not be read: ", len(l.bad), l.bad)
	report(warnPagesCut, "pages after the first 20,000 were left out", l.pagesCut, nil)
	report(converters.WarnHiddenDoubtful, "more than half of these pages seems to be hidden, and is shown between [hidden: and ]: pages ", len(l.doubtful), l.doubtful)
	report(warnPictures, "pictures without an alternative text or a caption were left out: pages ", len(l.pictures), slices.Compact(l.pictures))
	report(warnFieldsCut, "form fields past 1,000 of a page, other notes past 5,000 and words past 4,000 of a field were left out: pages ", l.fields.count, l.fields.pages)
	report(warnFurniture, "running heads and feet of pages were left out", l.furniture, nil)
	report(warnUnmapped, "characters whose font does not say what they mean", l.unmapped, nil)
}

// numbers writes page numbers, runs of them as ranges.
func numbers(pages []int) string {
	var parts []string
	for i := 0; i < len(pages); {
		j := i
		for j+1 < len(pages) && pages[j+1] == pages[j]+1 {
			j++
		}
		if j > i {
			parts = append(parts, fmt.Sprintf("%d-%d", pages[i], pages[j]))
		} else {
			parts = append(parts, strconv.Itoa(pages[i]))
		}
		if len(parts) == 20 && j+1 < len(pages) {
			parts = append(parts, "…")
			break
		}
		i = j + 1
	}
	return strings.Join(parts, ", ")
}
