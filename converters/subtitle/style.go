package subtitle

import (
	"errors"
	"html"
	"strings"

	"github.com/seed353dc258/backstory/converters"
	"github.com/seed353dc258/backstory/document"
)

const (
	// maxStyle is how many bytes of rules are kept. Each cue is read with them.
	maxStyle = 16 << 10
	// styleSteps is what a byte of rules costs for each cue.
	styleSteps = 192
)

// addStyle takes the rules of a STYLE block (WebVTT 4.1) as those of a page, in
// which a cue is an element of its own. Behind the first cue there are none (6.1).
func (r *reader) addStyle(lines []string) {
	if r.cued {
		return
	}
	css := strings.Join(lines, " ")
	if strings.ContainsRune(css, '<') || len(r.style)+len(css) > maxStyle {
		r.unread = true
		return
	}
	var b strings.Builder
	for {
		before, rest, ok := strings.Cut(css, "::cue")
		b.WriteString(before)
		if !ok {
			break
		}
		b.WriteString("cue")
		if css = rest; !strings.HasPrefix(css, "(") {
			continue
		}
		selector, behind, _ := strings.Cut(css[1:], ")")
		if !strings.HasPrefix(selector, "#") {
			b.WriteByte(' ')
		}
		b.WriteString(selector)
		css = behind
	}
	r.style += "<style>" + b.String() + "</style>"
}

// seen returns the lines of a cue that its styles show. The HTML format decides,
// and counts what is left out; letters are white on black, as players have them.
func (r *reader) seen(c cue) ([]phrase, error) {
	if err := r.env.Step(r.ctx, styleSteps*int64(len(r.style)), document.LineSpan(r.line, r.line)); err != nil {
		return nil, err
	}
	page := r.style + `<div style="color:#fff;background:#000"><cue id="` + html.EscapeString(c.id) + `">` +
		markup(strings.Join(c.lines, "\n")) + "</cue></div>"
	doc, err := r.env.Convert(r.ctx, converters.Fragment("cue.html", page))
	if errors.Is(err, converters.ErrCorrupt) {
		return nil, nil // nobody sees a word of it
	}
	if err != nil {
		return nil, err
	}
	var out []phrase
	speaker := ""
	for _, b := range doc.Blocks {
		switch b := b.(type) {
		case *document.Heading:
			speaker = strings.TrimSuffix(document.LabelText(b.Inlines), nobody)
		case *document.Paragraph:
			if text := strings.TrimSpace(document.LabelText(b.Inlines)); text != "" {
				out = append(out, phrase{text, document.LabelIn(b.Inlines), speaker})
			}
		}
	}
	return out, nil
}

// nobody is the heading of what is said by none that is named.
const nobody = "…"

// markup returns the text of a cue as a page has it: the text after a name in
// a tag are classes and a voice. Who speaks is a heading.
func markup(text string) string {
	var b strings.Builder
	for text != "" {
		i := strings.IndexAny(text, "<{")
		if i < 0 {
			break
		}
		b.WriteString(text[:i])
		text = text[i:]
		size, who := tag(text)
		if who != "" {
			b.WriteString("<h6>" + html.EscapeString(html.UnescapeString(who)) + "</h6>")
		}
		if size == 0 {
			b.WriteString(html.EscapeString(text[:1]))
			size = 1
		} else if body := text[1 : size-1]; text[0] == '<' && (body[0] < '0' || body[0] > '9') {
			name, said, _ := strings.Cut(body, " ")
			name, classes, _ := strings.Cut(name, ".")
			b.WriteString("<" + name)
			if name[0] != '/' {
				b.WriteString(` class="` + html.EscapeString(strings.ReplaceAll(classes, ".", " ")) + `" voice="` + html.EscapeString(said) + `"`)
			}
			b.WriteByte('>')
		}
		if isVoiceEnd(text[:size]) {
			b.WriteString("<h6>" + nobody + "</h6>")
		}
		text = text[size:]
	}
	b.WriteString(text)
	return strings.ReplaceAll(b.String(), "\n", "<br>")
}
