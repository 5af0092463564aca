package mapi

import (
	"bytes"
	"context"
	"fmt"
	"strings"

	"github.com/seed353dc258/backstory/converters"
	"github.com/seed353dc258/backstory/converters/internal/charset"
	"github.com/seed353dc258/backstory/converters/internal/inner"
	"github.com/seed353dc258/backstory/document"
)

// Limits lists the limits that a reader of messages consults.
func Limits() []converters.Limit {
	return []converters.Limit{converters.LimitNodes, converters.LimitNesting, converters.LimitText, converters.LimitCells, converters.LimitColumns}
}

// Warnings lists what is reported of a message.
func Warnings() []converters.WarningInfo {
	return []converters.WarningInfo{{Code: inner.WarnAttachment, Title: "files attached to the document were not read"}}
}

// Document returns the document of a message.
func Document(ctx context.Context, env *converters.Env, m *Message) (*document.Document, error) {
	if class := strings.ToUpper(m.First(propClass)); strings.HasPrefix(class, "IPM.NOTE.SMIME") && !strings.Contains(class, "MULTIPARTSIGNED") {
		return nil, &converters.EncryptedError{What: "the message is encrypted", Remedy: "save it decrypted from a mail program"}
	}
	w := &writer{ctx: ctx, env: env}
	doc := &document.Document{Meta: document.Meta{Title: m.First(propSubject, propPlainSubject), Author: m.sender(), Created: m.date()}}
	var err error
	if doc.Blocks, err = w.message(m, false); err != nil {
		return nil, err
	}
	w.inner.Warn(env, "")
	if len(doc.Blocks) == 0 {
		return nil, env.Empty("there is nothing to read in the message")
	}
	return doc, nil
}

// writer makes blocks of messages.
type writer struct {
	ctx   context.Context
	env   *converters.Env
	depth int
	inner inner.Attached
}

const (
	maxDepth  = 16 // messages in one another
	partNodes = 16 // what a message or a file takes
)

// message returns the blocks of a message: a section where it is in another one.
func (w *writer) message(m *Message, section bool) ([]document.Block, error) {
	pos := document.Pos{Part: "message"}
	if err := w.env.Spend(converters.LimitNodes, partNodes, pos); err != nil {
		return nil, err
	}
	body, err := w.body(m, pos)
	if err != nil {
		return nil, err
	}
	var blocks []document.Block
	if lines := m.head(w.env); len(lines) > 0 {
		blocks = append(blocks, converters.Make(w.env, &document.Paragraph{Pos: pos, Inlines: lines}))
	}
	blocks = append(blocks, body...)
	for i := range m.Attached {
		more, err := w.attachment(m, &m.Attached[i], pos)
		if err != nil {
			return nil, err
		}
		blocks = append(blocks, more...)
	}
	subject := m.First(propSubject, propPlainSubject)
	switch {
	case section && subject == "":
		subject = "Message"
		fallthrough
	case section:
		return []document.Block{converters.Make(w.env, &document.Section{Pos: pos, Kind: document.SectionPart, Title: subject, Blocks: blocks})}, nil
	case subject != "":
		head := converters.Make(w.env, &document.Heading{Pos: pos, Level: 1, Inlines: []document.Inline{converters.Make(w.env, &document.Text{Value: subject})}})
		blocks = append([]document.Block{head}, blocks...)
	}
	return blocks, nil
}

// head returns what a reader is shown of the message around its text, a line each.
func (m *Message) head(env *converters.Env) []document.Inline {
	var out []document.Inline
	for _, h := range [...]struct{ name, value string }{
		{"From", m.sender()}, {"To", m.receivers(recipientTo, propDisplayTo)}, {"Cc", m.receivers(recipientCc, propDisplayCc)}, {"Date", m.date()},
	} {
		if h.value == "" {
			continue
		}
		if len(out) > 0 {
			out = append(out, converters.Make(env, &document.Break{}))
		}
		out = append(out, converters.Make(env, &document.Text{Value: h.name + ": " + h.value}))
	}
	return out
}

// body returns the text of a message in the form that a mail program shows: the page,
// Rich Text, which may hold one, or plain text.
func (w *writer) body(m *Message, pos document.Pos) ([]document.Block, error) {
	text := m.Text(propBody)
	if page := w.page(m); strings.TrimSpace(page) != "" {
		if out, err := w.convert(converters.TextInput("body.html", page), pos); len(out) > 0 || err != nil {
			return out, err
		}
	}
	if m.Has(propPackedBody) {
		rtf, err := w.unpack(m.Values[propPackedBody].Raw)
		if err != nil {
			return nil, err
		}
		if len(rtf) > 0 && !(bytes.Contains(rtf[:min(len(rtf), 1024)], []byte(`\fromtext`)) && text != "") {
			out, err := w.convert(converters.TextInput("body.rtf", string(rtf)), pos)
			if len(out) > 0 || err != nil {
				return out, err
			}
		}
	}
	if strings.TrimSpace(text) == "" {
		return nil, nil
	}
	// What plain text means in a mail, such as lines that are quoted, is known there.
	const head = "MIME-Version: 1.0\nContent-Type: text/plain; charset=utf-8\n\n"
	return w.convert(converters.TextInput("body.eml", head+text), pos)
}

// page returns the page of a message, in the code page that the message says or that the
// page itself declares.
func (w *writer) page(m *Message) string {
	v := m.Values[propPageBody]
	if v.Type == TypeWide || m.Long(propInternetPage) != 0 && v.Type == TypeBinary {
		return m.Text(propPageBody)
	}
	text, _, err := charset.Decode(v.Raw, charset.Declared(v.Raw[:min(len(v.Raw), 1024)]))
	if err != nil {
		return m.Text(propPageBody)
	}
	return text
}

// convert reads a text of a message. What cannot be read is left out.
func (w *writer) convert(in converters.Input, pos document.Pos) ([]document.Block, error) {
	blocks, why, err := w.inner.Convert(w.ctx, w.env, in, pos)
	if why != "" {
		w.inner.Leave(fmt.Sprintf("%s: %.200s", in.Name, why), pos)
	}
	return blocks, err
}

// attachment returns the blocks of a file or a message that is attached. A picture of the
// page is none.
func (w *writer) attachment(m *Message, a *Attachment, pos document.Pos) ([]document.Block, error) {
	name := a.First(propFileName, propShortFileName, propName)
	if a.Message != nil {
		if w.depth >= maxDepth {
			w.inner.Leave(name+": it is too deep inside of others", pos)
			return nil, nil
		}
		w.depth++
		defer func() { w.depth-- }()
		return w.message(a.Message, true)
	}
	if id := a.First(propContentID); id != "" && (a.Long(propHiddenFile) != 0 || strings.Contains(w.page(m), id)) {
		return nil, nil
	}
	if name == "" {
		name = "a file without a name"
	}
	data := a.Values[AttachedData].Raw
	if strings.EqualFold(name, "smime.p7m") && strings.Contains(strings.ToUpper(m.First(propClass)), "MULTIPARTSIGNED") {
		return w.convert(converters.TextInput("smime.eml", string(data)), pos)
	}
	if len(data) == 0 {
		w.inner.Leave(name+": the message does not hold its content", pos)
		return nil, nil
	}
	blocks, why, err := w.inner.Read(w.ctx, w.env, name, data, pos)
	if why != "" {
		if kind := a.First(propMediaType); kind != "" {
			name = fmt.Sprintf("%.200s (%.100s)", name, kind)
		}
		w.inner.Leave(fmt.Sprintf("%.310s: %.200s", name, why), pos)
	}
	return blocks, err
}
