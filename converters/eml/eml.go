// Package eml reads mail: messages (RFC 5322, MIME) and mailboxes of several.
//
//   - eml.go: the converter
//   - plain.go: text that is no page
//   - reader.go: the parts of messages
//   - alternative.go, related.go: which parts are read
//   - utf7.go: UTF-7
//   - entity.go, header.go: parts, and their headers
//
// What is read:
//
//   - [x] subject as the heading; sender, receivers and date as lines below it
//   - [x] encoded words (RFC 2047) and parameters (RFC 2231) in any encoding
//   - [x] one body of several, as a mail program shows it: the last form that can be
//     shown; what a plain text says beyond the page is counted
//   - [x] what Outlook encloses as winmail.dat: its files, and its text where there is no other
//   - [x] invitations (iCalendar): what, when, where, who
//   - [x] quoted lines as quotations; flowed text (RFC 3676)
//   - [x] messages inside a message; attachments of every format that is read
//   - [x] archives of web pages (MHTML, RFC 2557): the page
//   - [x] mailboxes (mbox, RFC 4155): a section for each message
//   - [-] pictures inside a page: by the text that the page gives for them; others are
//     named in a warning
//   - [ ] headers of transport, blind copies; signatures are not checked
//   - [ ] encrypted messages
package eml

import (
	"bytes"
	"context"
	"io"
	"iter"

	"github.com/seed353dc258/backstory/converters"
	"github.com/seed353dc258/backstory/converters/internal/ical"
	"github.com/seed353dc258/backstory/converters/internal/inner"
	"github.com/seed353dc258/backstory/converters/internal/plain"
	"github.com/seed353dc258/backstory/document"
)

// New returns the converter.
func New() converters.Converter { return converter{} }

type converter struct{}

// Format describes the format.
func (converter) Format() converters.Format {
	return converters.Format{
		Name:       "eml",
		Title:      "Mail (messages, mailboxes) and archives of web pages",
		Version:    12,
		Text:       true,
		Extensions: []string{"eml", "mbox", "mht", "mhtml"},
		MediaTypes: []string{"message/rfc822", "application/mbox", "multipart/related"},
		Limits: append(plain.Limits(), converters.LimitNodes, converters.LimitNesting, converters.LimitEntries,
			converters.LimitCells, converters.LimitColumns),
		Warnings: []converters.WarningInfo{
			{Code: inner.WarnAttachment, Title: "files attached to the document were not read"},
			{Code: warnForms, Title: "words of a plain text that the page beside it does not say were left out"},
			{Code: ical.WarnLeft, Title: "properties of calendars and contacts were left out"},
			{Code: warnCut, Title: "parts of a message whose encoding is broken were read up to there"},
		},
		Calls: []string{converters.EveryFormat},
	}
}

// SniffNamed reports whether content that is called a document is a mail or an archive of a
// page, which Word and Excel save under the name of a document.
func (converter) SniffNamed(format string, content *io.SectionReader) bool {
	switch format {
	case "doc", "xls", "ppt", "msg":
		head := []byte(plain.Head(content))
		return isHeader(head) && bytes.Contains(bytes.ToLower(head), []byte("\nmime-version:")) || bytes.HasPrefix(head, []byte("MIME-Version:")) ||
			format == "msg" && isHeader(head) && bytes.Contains(append([]byte("\n"), head...), []byte("\nFrom:"))
	}
	return false
}

// Convert reads a message, or all of a mailbox.
func (converter) Convert(ctx context.Context, in converters.Input, env *converters.Env) (*document.Document, error) {
	if err := env.Check(converters.LimitInput, in.Size(), document.Pos{}); err != nil {
		return nil, err
	}
	content := make([]byte, in.Size())
	if _, err := io.ReadFull(in, content); err != nil {
		return nil, err
	}
	r := &reader{ctx: ctx, env: env}
	if err := env.Step(ctx, int64(len(content)), document.Pos{}); err != nil {
		return nil, err
	}
	if bytes.IndexByte(content, '\n') < 0 { // lines of old programs end with a return alone
		content = bytes.ReplaceAll(content, []byte("\r"), []byte("\n"))
	}
	doc, err := r.messages(bytes.TrimPrefix(content, []byte("\ufeff")))
	if err != nil {
		return nil, err
	}
	r.warn()
	if len(doc.Blocks) == 0 {
		return nil, &converters.CorruptError{What: "Invalid message: there is nothing to read in it"}
	}
	return doc, nil
}

// messages reads the messages of a source.
func (r *reader) messages(content []byte) (*document.Document, error) {
	if len(bytes.TrimSpace(content)) == 0 {
		return nil, &converters.CorruptError{What: "File is empty", Empty: true}
	}
	var messages []entity
	r.marks = isMailbox(content)
	for raw := range mailbox(content) {
		if err := r.count(raw); err != nil {
			return nil, err
		}
		messages = append(messages, raw)
	}
	doc := &document.Document{}
	if len(messages) == 1 {
		e := messages[0].parse()
		if !e.isMessage() {
			return nil, &converters.CorruptError{What: "Invalid message: there are no headers of a message"}
		}
		r.archive = e.fields["from"] == nil || e.fields["snapshot-content-location"] != nil
		doc.Meta = document.Meta{Title: e.text("subject"), Author: e.text("from"), Created: e.text("date")}
		var err error
		doc.Blocks, err = r.message(e, false)
		return doc, err
	}
	r.depth = 1 // one of several that is locked costs only that one
	for _, raw := range messages {
		e := raw.parse()
		if !e.isMessage() {
			r.leave(e, "it has no headers of a message")
			continue
		}
		blocks, err := r.message(e, true)
		if err != nil {
			return nil, err
		}
		doc.Blocks = append(doc.Blocks, blocks...)
	}
	return doc, nil
}

// isMailbox reports whether a source is a mailbox (RFC 4155), if only of one message.
func isMailbox(content []byte) bool {
	return bytes.HasPrefix(bytes.TrimLeft(content, "\r\n"), from)
}

// mailbox goes through the messages of a mailbox, or the one message. A line with
// "From " after a blank line begins another one, if a header follows.
func mailbox(content []byte) iter.Seq[entity] {
	return func(yield func(entity) bool) {
		several := isMailbox(content)
		begin := len(content) - len(bytes.TrimLeft(content, "\r\n"))
		first := 1 + bytes.Count(content[:begin], []byte("\n"))
		blank, number := false, first-1
		for at := begin; several && at < len(content); {
			line, next := lineAt(content, at)
			number++
			if blank && bytes.HasPrefix(line, from) && isHeader(content[next:]) {
				if !yield(entity{body: content[begin:at], line: first}) {
					return
				}
				begin, first = at, number
			}
			blank, at = len(line) == 0, next
		}
		yield(entity{body: content[begin:], line: first})
	}
}
