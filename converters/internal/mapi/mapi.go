// Package mapi is what a message of Outlook is once its properties are read, and what
// becomes of it in a document: the same as of a mail. Formats that hold properties
// (messages in compound files, winmail.dat) read into it.
//
//   - tnef.go: what Outlook encloses in mails as winmail.dat ([MS-OXTNEF])
//   - blocks.go: a message as blocks; rtf.go: bodies of Rich Text that are packed
//   - mapi.go: properties by number ([MS-OXPROPS]) and messages
package mapi

import (
	"encoding/binary"
	"fmt"
	"strings"
	"unicode/utf8"

	"github.com/seed353dc258/backstory/converters/internal/cfb"
	"github.com/seed353dc258/backstory/converters/internal/codepage"
)

// The properties that are read.
const (
	propClass          = 0x001A
	propSubject        = 0x0037
	propSubmitTime     = 0x0039
	propSentForName    = 0x0042
	propSentForAddress = 0x0065
	propHeaders        = 0x007D
	propRecipientKind  = 0x0C15
	propSenderName     = 0x0C1A
	propSenderAddress  = 0x0C1F
	propDisplayCc      = 0x0E03
	propDisplayTo      = 0x0E04
	propDeliveryTime   = 0x0E06
	propPlainSubject   = 0x0E1D
	propBody           = 0x1000
	propPackedBody     = 0x1009
	propPageBody       = 0x1013
	propName           = 0x3001
	propAddress        = 0x3003
	AttachedData       = 0x3701
	propShortFileName  = 0x3704
	propFileName       = 0x3707
	propMediaType      = 0x370E
	propContentID      = 0x3712
	propSMTPAddress    = 0x39FE
	propInternetPage   = 0x3FDE
	propMessagePage    = 0x3FFD
	propSenderSMTP     = 0x5D01
	propSentForSMTP    = 0x5D02
	propHiddenFile     = 0x7FFE
	recipientTo        = 1
	recipientCc        = 2
)

// The types of properties ([MS-OXCDATA], 2.11.1).
const (
	TypeLong   = 0x0003
	TypeBool   = 0x000B
	TypeObject = 0x000D
	TypeBytes  = 0x001E // text in a code page
	TypeWide   = 0x001F
	TypeTime   = 0x0040
	TypeBinary = 0x0102
)

// Value is a property: its type, and its bytes.
type Value struct {
	Type uint16
	Raw  []byte
}

// Properties are those of a message, a recipient or an attached file.
type Properties struct {
	Values map[uint16]Value
	Page   codepage.Page // of texts in bytes
}

// NewProperties returns no properties.
func NewProperties() Properties {
	page, _ := codepage.Of(1252)
	return Properties{Values: map[uint16]Value{}, Page: page}
}

// Has reports whether a property is there.
func (p *Properties) Has(id uint16) bool { return len(p.Values[id].Raw) > 0 }

// Long returns a number, 0 for none.
func (p *Properties) Long(id uint16) int {
	if v := p.Values[id]; len(v.Raw) >= 4 {
		return int(int32(binary.LittleEndian.Uint32(v.Raw)))
	}
	return 0
}

// Text returns a text, without what may be behind its end.
func (p *Properties) Text(id uint16) string {
	v := p.Values[id]
	text := ""
	switch v.Type {
	case TypeWide:
		text = cfb.Wide(v.Raw)
	case TypeBytes, TypeBinary:
		d := codepage.Decoder{Page: p.Page}
		if id == propPageBody {
			d.Page = p.pagePage()
		}
		if d.Page.IsUTF8() && !utf8.Valid(v.Raw) { // the code page is that of another text
			d.Page, _ = codepage.Of(1252)
		}
		text = string(d.Unfinished(d.Decode(nil, v.Raw, true)))
	}
	text, _, _ = strings.Cut(text, "\x00")
	return strings.ReplaceAll(text, "\r\n", "\n")
}

// First returns the first text of some properties that says something.
func (p *Properties) First(ids ...uint16) string {
	for _, id := range ids {
		if text := strings.TrimSpace(p.Text(id)); text != "" {
			return text
		}
	}
	return ""
}

// Time returns a moment in UTC, or "".
func (p *Properties) Time(id uint16) string {
	if v := p.Values[id]; v.Type == TypeTime && len(v.Raw) >= 8 {
		return cfb.FileTime(binary.LittleEndian.Uint64(v.Raw)).String()
	}
	return ""
}

// SetPages takes the code page of texts from the properties of a message.
func (p *Properties) SetPages() {
	for _, id := range [...]uint16{propInternetPage, propMessagePage} {
		if page, ok := codepage.Of(p.Long(id)); ok && p.Long(id) != 0 {
			p.Page = page
		}
	}
}

// pagePage returns the code page of the page of a message.
func (p *Properties) pagePage() codepage.Page {
	if page, ok := codepage.Of(p.Long(propInternetPage)); ok {
		return page
	}
	return p.Page
}

// Message is a message with all that belongs to it.
type Message struct {
	Properties
	Recipients []Properties
	Attached   []Attachment
	Cut        bool // what encloses it ends too early
}

// Attachment is a file that is attached to a message, or a message in it.
type Attachment struct {
	Properties
	Message *Message // nil for a file
}

// sender returns who sent a message: on whose behalf, where these are two.
func (m *Message) sender() string {
	name := m.First(propSentForName, propSenderName)
	address := m.First(propSentForSMTP, propSenderSMTP, propSentForAddress, propSenderAddress)
	return mailbox(name, address)
}

// mailbox returns a name with an address, as mail has them. Addresses of other systems
// than that of the Internet say nothing to a reader.
func mailbox(name, address string) string {
	name = strings.Trim(name, "'\" ")
	switch {
	case !strings.Contains(address, "@") || strings.HasPrefix(address, "/"):
		return name
	case name == "" || strings.EqualFold(name, address):
		return address
	case strings.Contains(name, address):
		return name
	}
	return fmt.Sprintf("%s <%s>", name, address)
}

// receivers returns those of a kind, or what the message shows of them.
func (m *Message) receivers(kind int, shown uint16) string {
	var all []string
	for i := range m.Recipients {
		r := &m.Recipients[i]
		if k := r.Long(propRecipientKind); k == kind || k == 0 && kind == recipientTo {
			if text := mailbox(r.First(propName), r.First(propSMTPAddress, propAddress)); text != "" {
				all = append(all, text)
			}
		}
	}
	if len(all) == 0 {
		return m.First(shown)
	}
	return strings.Join(all, ", ")
}

// date returns when a message was sent: as its headers say it, with their zone, else in
// UTC.
func (m *Message) date() string {
	for line := range strings.Lines(m.Text(propHeaders)) {
		if rest, ok := strings.CutPrefix(line, "Date:"); ok {
			return strings.TrimSpace(rest)
		}
	}
	if t := m.Time(propSubmitTime); t != "" {
		return t
	}
	return m.Time(propDeliveryTime)
}

// IsRead reports whether a property of no fixed length is asked for, so that others need
// not be read.
func IsRead(id uint16) bool {
	switch id {
	case propClass, propSubject, propSentForName, propSentForAddress, propHeaders, propSenderName, propSenderAddress, propDisplayCc, propDisplayTo,
		propPlainSubject, propBody, propPackedBody, propPageBody, propName, propAddress, AttachedData, propShortFileName, propFileName,
		propMediaType, propContentID, propSMTPAddress, propSenderSMTP, propSentForSMTP:
		return true
	}
	return false
}
