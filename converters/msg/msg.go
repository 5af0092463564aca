// Package msg reads messages that Outlook has saved ([MS-OXMSG]), and their templates.
//
//   - [x] subject as the heading; sender, receivers and date as lines below it
//   - [x] the body that a mail program shows: the page, Rich Text with a page in it, plain
//     text; in the code pages that the message names
//   - [x] messages inside a message; attachments of every format that is read
//   - [-] pictures inside a page: by the text that the page gives for them
//   - [-] appointments, contacts and tasks: what they have in common with messages
//   - [ ] encrypted messages; blind copies; signatures are not checked
package msg

import (
	"context"
	"encoding/binary"
	"io"
	"strconv"
	"strings"

	"github.com/seed353dc258/backstory/converters"
	"github.com/seed353dc258/backstory/converters/internal/cfb"
	"github.com/seed353dc258/backstory/converters/internal/mapi"
	"github.com/seed353dc258/backstory/document"
)

// New returns the converter.
func New() converters.Converter { return converter{} }

type converter struct{}

// Format describes the format.
func (converter) Format() converters.Format {
	return converters.Format{
		Name:       "msg",
		Title:      "Outlook message",
		Version:    2,
		Extensions: []string{"msg", "oft"},
		Isolated:   true,
		MediaTypes: []string{"application/vnd.ms-outlook"},
		Limits:     append(cfb.Limits(), mapi.Limits()...),
		Warnings:   mapi.Warnings(),
		Calls:      []string{converters.EveryFormat},
	}
}

// fixed is the stream with the properties that have a fixed length (2.4).
const fixed = "__properties_version1.0"

// Sniff implements [converters.Sniffer].
func (converter) Sniff(content *io.SectionReader) bool { return cfb.Holds(content, fixed) }

// Convert reads a message.
func (converter) Convert(ctx context.Context, in converters.Input, env *converters.Env) (*document.Document, error) {
	file, err := cfb.Open(ctx, env, in.SectionReader)
	if err != nil {
		return nil, err
	}
	if file.Root().Stream(fixed) == nil {
		return nil, converters.Corrupt(document.Pos{}, "not a message of Outlook: the file has no stream with properties")
	}
	m, err := readMessage(file, file.Root(), headTop, 0)
	if err != nil {
		return nil, err
	}
	return mapi.Document(ctx, env, m)
}

// Bytes in front of the properties of fixed length (2.4.1, 2.4.2).
const (
	headTop   = 32
	headInner = 24
	headOther = 8

	maxDepth = 16 // messages in one another
)

// readMessage reads a message with its recipients and attachments.
func readMessage(file *cfb.File, of *cfb.Entry, head, depth int) (*mapi.Message, error) {
	m := &mapi.Message{}
	var err error
	if m.Properties, err = readProperties(file, of, head); err != nil {
		return nil, err
	}
	m.SetPages()
	for _, e := range of.Inside {
		switch {
		case !e.Storage:
		case strings.HasPrefix(e.Name, "__recip_"):
			p, err := readProperties(file, e, headOther)
			if err != nil {
				return nil, err
			}
			p.Page = m.Page
			m.Recipients = append(m.Recipients, p)
		case strings.HasPrefix(e.Name, "__attach_"):
			a := mapi.Attachment{}
			if a.Properties, err = readProperties(file, e, headOther); err != nil {
				return nil, err
			}
			a.Page = m.Page
			inner := e.Find(streamOf(mapi.AttachedData, mapi.TypeObject))
			if inner != nil && inner.Storage && inner.Stream(fixed) != nil && depth < maxDepth {
				if a.Message, err = readMessage(file, inner, headInner, depth+1); err != nil {
					return nil, err
				}
			}
			m.Attached = append(m.Attached, a)
		}
	}
	return m, nil
}

const (
	streamPrefix = "__substg1.0_"
	sizeProperty = 16
)

// streamOf returns the name of the stream of a property (2.1.3).
func streamOf(id, kind uint16) string {
	return streamPrefix + strings.ToUpper(strconv.FormatUint(1<<32|uint64(id)<<16|uint64(kind), 16)[1:])
}

// readProperties reads the properties of a storage: those of fixed length, and those that
// have a stream each.
func readProperties(file *cfb.File, of *cfb.Entry, head int) (mapi.Properties, error) {
	p := mapi.NewProperties()
	b, err := file.Read(of.Stream(fixed))
	if err != nil {
		return p, err
	}
	for at := head; at+sizeProperty <= len(b); at += sizeProperty {
		kind, id := binary.LittleEndian.Uint16(b[at:]), binary.LittleEndian.Uint16(b[at+2:])
		switch kind {
		case mapi.TypeLong, mapi.TypeBool, mapi.TypeTime:
			p.Values[id] = mapi.Value{Type: kind, Raw: b[at+8 : at+16]}
		}
	}
	for _, e := range of.Inside {
		id, kind, ok := propertyOf(e.Name)
		if !ok || e.Storage || !mapi.IsRead(id) {
			continue
		}
		raw, err := file.Read(e)
		if err != nil {
			return p, err
		}
		if old, ok := p.Values[id]; !ok || len(old.Raw) == 0 || kind == mapi.TypeWide {
			p.Values[id] = mapi.Value{Type: kind, Raw: raw}
		}
	}
	return p, nil
}

// propertyOf returns the property that a stream is of.
func propertyOf(name string) (id, kind uint16, ok bool) {
	tag, ok := strings.CutPrefix(name, streamPrefix)
	if !ok || len(tag) != 8 {
		return 0, 0, false
	}
	n, err := strconv.ParseUint(tag, 16, 32)
	return uint16(n >> 16), uint16(n), err == nil
}
