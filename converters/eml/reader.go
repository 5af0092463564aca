package eml

import (
	"context"
	"fmt"
	"strings"

	"github.com/seed353dc258/backstory/converters"
	"github.com/seed353dc258/backstory/converters/internal/charset"
	"github.com/seed353dc258/backstory/converters/internal/ical"
	"github.com/seed353dc258/backstory/converters/internal/inner"
	"github.com/seed353dc258/backstory/converters/internal/mapi"
	"github.com/seed353dc258/backstory/document"
)

// warnCut is the code for a part whose encoding is broken.
const warnCut = "mail-part-cut"

const (
	partNodes = 16 // what a part takes
)

// reader goes through the parts of messages.
type reader struct {
	ctx     context.Context
	env     *converters.Env
	depth   int
	parts   int
	files   bool // only attachments are taken: the text is that of another part
	archive bool // the source is an archive of a page (MHTML, RFC 2557)
	marks   bool // the source is a mailbox, which marks lines that begin with "From "
	cut     int  // parts whose encoding is broken
	guess   int  // parts that name an encoding that nobody knows
	inner   inner.Attached

	referred referred // what the pages before show
}

// count charges a part.
func (r *reader) count(e entity) error {
	r.parts++
	pos := document.LineSpan(e.line, e.line)
	if err := r.env.Check(converters.LimitEntries, int64(r.parts), pos); err != nil {
		return err
	}
	return r.env.Spend(converters.LimitNodes, partNodes, pos)
}

// message returns the blocks of a message: a section where it is one of several.
func (r *reader) message(e entity, section bool) ([]document.Block, error) {
	body, err := r.entity(e)
	if err != nil {
		return nil, err
	}
	subject := e.text("subject")
	var blocks []document.Block
	if lines := headers(r.env, e); len(lines) > 0 {
		blocks = append(blocks, converters.Make(r.env, &document.Paragraph{Pos: e.pos, Inlines: lines}))
	}
	blocks = append(blocks, body...)
	switch {
	case section && subject == "":
		subject = "Message"
		fallthrough
	case section:
		return []document.Block{converters.Make(r.env, &document.Section{Pos: e.pos, Kind: document.SectionPart, Title: subject, Blocks: blocks})}, nil
	case subject != "":
		head := converters.Make(r.env, &document.Heading{Pos: e.pos, Level: 1, Inlines: []document.Inline{converters.Make(r.env, &document.Text{Value: subject})}})
		blocks = append([]document.Block{head}, blocks...)
	}
	return blocks, nil
}

// headers returns the headers that a reader is shown, a line each.
func headers(env *converters.Env, e entity) []document.Inline {
	var out []document.Inline
	for _, name := range []string{"From", "To", "Cc", "Date"} {
		text := e.text(strings.ToLower(name))
		if name == "From" && e.fields["snapshot-content-location"] != nil {
			text = "" // it names the browser
		}
		if text != "" {
			if len(out) > 0 {
				out = append(out, converters.Make(env, &document.Break{}))
			}
			out = append(out, converters.Make(env, &document.Text{Value: name + ": " + text}))
		}
	}
	return out
}

// entity returns the blocks of a part.
func (r *reader) entity(e entity) ([]document.Block, error) {
	if err := r.env.Step(r.ctx, int64(len(e.body)), e.pos); err != nil {
		return nil, err
	}
	r.depth++
	defer func() { r.depth-- }()
	switch {
	case r.depth > maxDepth:
		r.leave(e, "it is too deep inside of others")
		return nil, nil
	case isLocked(e):
		return nil, r.locked(e)
	case strings.HasPrefix(e.kind, "multipart/"):
		return r.multipart(e)
	case r.repeats(e):
		return nil, nil
	case isForPrograms(e):
		r.leave(e, "it is a form of the text for other programs")
		return nil, r.tell(e, r.page)
	case e.kind == "message/external-body":
		r.leave(e, "its content is not in the message")
		return nil, r.tell(e, r.plain)
	case e.kind == "message/rfc822":
		return r.message(entity{body: r.decoded(e), line: e.line}.parse(), true)
	case e.isTNEF():
		return r.enclosed(e, false)
	case e.attached():
		return r.attachment(e)
	case e.isPage():
		return r.page(e)
	case e.kind == "text/calendar":
		return r.calendar(e)
	case e.kind == "", strings.HasPrefix(e.kind, "text/"), strings.HasPrefix(e.kind, "message/"):
		return r.plain(e)
	}
	return r.attachment(e)
}

// repeats reports whether a part says nothing that others do not: a signature, a
// picture of a page, another form of a text.
func (r *reader) repeats(e entity) bool {
	if r.files && !isForPrograms(e) && (!e.attached() || e.isPage() || e.kind == "text/plain") {
		return true
	}
	return e.isForPage() && (r.archive || r.referred.has(e)) || strings.HasSuffix(e.kind, "-signature") // of PGP and S/MIME
}

// isLocked reports whether a part is encrypted (RFC 1847, RFC 8551).
func isLocked(e entity) bool {
	switch e.kind {
	case "multipart/encrypted":
		return true
	case "application/pkcs7-mime", "application/x-pkcs7-mime":
		return e.params["smime-type"] != "signed-data"
	}
	return false
}

// locked returns the error for a message that is encrypted; a part of one is left out.
func (r *reader) locked(e entity) error {
	if r.depth > 1 {
		r.leave(e, "it is encrypted")
		return nil
	}
	return &converters.EncryptedError{What: "the message is encrypted", Remedy: "save it decrypted from a mail program"}
}

// multipart reads the parts of an entity: all, or one of several forms of a text.
func (r *reader) multipart(e entity) ([]document.Block, error) {
	var parts []entity
	for raw := range e.parts() {
		if err := r.count(raw); err != nil {
			return nil, err
		}
		part := raw.parse()
		part.file = e.file
		parts = append(parts, part)
	}
	if len(parts) == 0 {
		return r.plain(e) // there is no boundary: what is there is text
	}
	if e.kind == "multipart/alternative" {
		return r.alternative(parts)
	}
	if e.kind == "multipart/related" {
		parts = e.related(parts, r.archive)
	}
	var out []document.Block
	for _, part := range parts {
		if e.kind == "multipart/digest" && part.kind == "" {
			part.kind = "message/rfc822"
		}
		var blocks []document.Block
		var err error
		if part.isTNEF() {
			blocks, err = r.enclosed(part, len(out) > 0)
		} else {
			blocks, err = r.entity(part)
		}
		if err != nil {
			return nil, err
		}
		out = append(out, blocks...)
	}
	return out, nil
}

// isTNEF reports whether a part is what Outlook encloses for itself.
func (e entity) isTNEF() bool {
	switch e.kind {
	case "application/ms-tnef", "application/vnd.ms-tnef":
		return true
	case "application/octet-stream":
		return strings.EqualFold(e.name(), "winmail.dat")
	}
	return false
}

// enclosed reads what Outlook encloses for itself: the files, and the text where no part
// before has said it.
func (r *reader) enclosed(e entity, said bool) ([]document.Block, error) {
	m, err := mapi.TNEF(r.ctx, r.env, r.decoded(e))
	if err != nil {
		return nil, err
	}
	if m == nil {
		r.leave(e, "it is not what Outlook encloses")
		return nil, nil
	}
	if m.Cut {
		r.cut++
	}
	return mapi.Inside(r.ctx, r.env, m, &r.inner, e.pos, said || r.files)
}

// alternative reads one of several forms of a text, then invitations, and files that
// are among the other forms.
func (r *reader) alternative(parts []entity) ([]document.Block, error) {
	var out []document.Block
	chosen := choose(parts)
	for chosen >= 0 && !r.files {
		blocks, err := r.entity(parts[chosen])
		if err != nil {
			return nil, err
		}
		if out = blocks; len(out) > 0 {
			break
		}
		chosen = choose(parts[:chosen]) // nothing of it can be seen
	}
	shown := out
	for i, part := range parts {
		if i == chosen && !r.files {
			continue
		}
		files := r.files
		r.files = files || !isCalendar(part)
		blocks, err := r.entity(part)
		r.files = files
		if err != nil {
			return nil, err
		}
		out = append(out, blocks...)
		if chosen >= 0 && part.kind == "text/plain" && !part.attached() && !r.files {
			compare(r.env, part.pos, r.unicode(part), shown)
		}
	}
	return out, nil
}

// compare counts the words of a plain text that the form beside it does not say.
func compare(env *converters.Env, pos document.Pos, text string, shown []document.Block) {
	said := map[string]bool{}
	document.Walk(shown, func(b document.Block) bool {
		for word := range words(blockText(b)) {
			said[word] = true
		}
		return true
	})
	more, lacks := 0, []string(nil)
	for field := range strings.FieldsSeq(text) {
		if strings.Contains(field, "://") { // a page has it behind a text
			continue
		}
		before := more
		for word := range words(field) {
			if !said[word] {
				more++
			}
		}
		if more > before && env.Shows(warnForms) {
			lacks = append(lacks, field)
		}
	}
	if more > 0 {
		env.Warn(document.Warning{Code: warnForms, Pos: pos, Message: "words of the plain text that the page beside it does not say were left out", Count: more})
		env.Show(warnForms, pos, strings.Join(lacks, " "))
	}
}

// decoded returns the content of a part, and counts one that is broken.
func (r *reader) decoded(e entity) []byte {
	content, ok := e.content()
	if !ok {
		r.cut++
	}
	return content
}

// unicode returns the text of a part. One that is not text is left out.
func (r *reader) unicode(e entity) string {
	content, hint := r.decoded(e), charset.Hint(e.params["charset"])
	if isUTF7(hint) {
		return decodeUTF7(content)
	}
	if hint != "" && !hint.IsKnown() {
		r.guess++
	}
	text, _, err := charset.Decode(content, hint)
	if err != nil {
		r.leave(e, err.Error())
	}
	return text
}

func (r *reader) page(e entity) ([]document.Block, error) {
	text := r.unicode(e)
	if strings.TrimSpace(text) == "" {
		return nil, nil
	}
	r.referred = r.referred.add(text)
	return r.convert(e, converters.TextInput("body.html", text))
}

// calendar shows an invitation.
func (r *reader) calendar(e entity) ([]document.Block, error) {
	text := r.unicode(e)
	if err := r.env.Spend(converters.LimitNodes, int64(strings.Count(text, "\n")), e.pos); err != nil {
		return nil, err
	}
	blocks, left := ical.Blocks(r.env, text, func(int, int) document.Pos { return e.pos })
	if w := left.Warning(e.pos); w != nil {
		r.env.Warn(*w)
	}
	return blocks, nil
}

// convert reads a text of a message. What cannot be read is left out.
func (r *reader) convert(e entity, in converters.Input) ([]document.Block, error) {
	blocks, why, err := r.inner.Convert(r.ctx, r.env, in, e.pos)
	if why != "" {
		r.leave(e, why)
	}
	return blocks, err
}

func (r *reader) attachment(e entity) ([]document.Block, error) {
	name := e.name()
	if name == "" {
		name = "part" + extensions[e.kind]
	}
	blocks, why, err := r.inner.Read(r.ctx, r.env, name, r.decoded(e), e.pos)
	if why != "" {
		r.leave(e, why)
	}
	return blocks, err
}

// extensions are those of parts without a name.
var extensions = map[string]string{
	"application/pdf": ".pdf", "application/json": ".json", "application/rtf": ".rtf", "application/xml": ".xml",
	"text/csv": ".csv", "text/html": ".html", "text/markdown": ".md", "text/plain": ".txt", "text/xml": ".xml",
}

// leave notes a part that is not read.
func (r *reader) leave(e entity, why string) {
	name := e.name()
	if name == "" {
		name = "a part without a name"
	}
	r.inner.Leave(fmt.Sprintf("%.200s (%.100s): %.200s", name, e.kind, why), e.pos)
}

// tell tells the words of a part that is not read, where they are asked for.
func (r *reader) tell(e entity, read func(entity) ([]document.Block, error)) error {
	if !r.env.Shows(inner.WarnAttachment) {
		return nil
	}
	blocks, err := read(e)
	var words []string
	document.Walk(blocks, func(b document.Block) bool {
		words = append(words, blockText(b))
		return true
	})
	r.env.Show(inner.WarnAttachment, e.pos, strings.Join(words, " "))
	return err
}

// warn reports what was left out.
func (r *reader) warn() {
	r.inner.Warn(r.env, "")
	if r.guess > 0 {
		r.env.Warn(document.Warning{Code: converters.WarnEncodingUncertain, Message: "parts name an encoding that is not known: it was guessed", Count: r.guess})
	}
	if r.cut > 0 {
		r.env.Warn(document.Warning{Code: warnCut, Message: "parts whose encoding is broken were read up to there", Count: r.cut})
	}
}
