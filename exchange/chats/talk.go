package chats

import (
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"path"
	"strconv"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/seed353dc258/backstory/exchange"
)

// chatsFolder is the folder of the sources that conversations become.
const chatsFolder = "chats"

// maxPart is the length of a source in bytes, after which a conversation goes on
// in another one.
const maxPart = 256 << 10

// talks are the conversations of an export.
type talks struct {
	ctx           context.Context
	out           *exchange.Import
	users         map[string]string   // names, by the ids of Slack
	visit         func(Message) error // takes what is said; without it that becomes sources
	conversations int
	messages      int
	empty         int // messages without text
	large         int // messages and conversations of too many values
	branches      int // messages that ChatGPT does not show
}

// talk is a conversation that is being read.
type talk struct {
	t     *talks
	title string
	from  string
	text  strings.Builder
	parts int
	any   bool
}

// begin begins a conversation.
func (t *talks) begin(from string) *talk {
	base := path.Base(from)
	return &talk{t: t, from: from, title: strings.TrimSuffix(base, path.Ext(base))}
}

// say adds what somebody said.
func (c *talk) say(who, when, text string) error {
	if text = strings.TrimSpace(text); text == "" {
		c.t.empty++
		return nil
	}
	if c.t.visit != nil {
		c.any = true
		c.t.messages++
		return c.t.visit(Message{Talk: line(c.title), Who: line(cmp.Or(strings.TrimSpace(who), "unknown")), When: line(when), Text: strings.TrimSpace(exchange.Clean(text))})
	}
	who = exchange.LinkText(cmp.Or(strings.TrimSpace(who), "unknown"))
	if when != "" {
		when = " (" + when + ")"
	}
	c.any = true
	c.t.messages++
	for text != "" { // of a long one, a part each time
		cut := min(len(text), maxPart)
		for cut < len(text) && cut > maxPart-utf8.UTFMax && !utf8.RuneStart(text[cut]) {
			cut--
		}
		part := text[:cut]
		text = text[cut:]
		c.text.WriteString("**" + who + "**" + when + ":\n\n" + quoted(part) + "\n\n")
		if c.text.Len() >= maxPart {
			if err := c.flush(); err != nil {
				return err
			}
		}
	}
	return nil
}

// line returns the start of a text as one line that has passed the gate.
func line(text string) string {
	text = strings.Join(strings.Fields(exchange.Clean(text)), " ")
	return strings.ToValidUTF8(text[:min(len(text), maxLine)], "")
}

// maxLine is how much of a title or a name is taken, in bytes.
const maxLine = 200

// quoted returns a text as a quotation, so that no line of it is a heading or a
// speaker of the conversation.
func quoted(text string) string {
	return "> " + strings.ReplaceAll(strings.ReplaceAll(text, "\r\n", "\n"), "\n", "\n> ")
}

func (c *talk) flush() error {
	if c.text.Len() == 0 {
		return nil
	}
	c.parts++
	title, name := c.title, fmt.Sprintf("%05d %s", c.t.conversations+1, c.title)
	if c.parts > 1 {
		title, name = title+", part "+strconv.Itoa(c.parts), name+" "+strconv.Itoa(c.parts)
	}
	c.t.out.Source(chatsFolder, name, exchange.Heading(1, title)+"\n"+c.text.String(), c.from+": "+title)
	c.text.Reset()
	return c.t.out.Err()
}

// end ends a conversation. One without a text is none.
func (c *talk) end() error {
	err := c.flush()
	if c.any {
		c.t.conversations++
	}
	return err
}

// count reports what was read and what was not.
func (t *talks) count(where string) {
	t.out.Count(exchange.Mapped, "messages", where, t.messages)
	t.out.Count(exchange.Lost, "messages without text", "such as pictures and what a program notes", t.empty)
	t.out.Count(exchange.Lost, "conversations and messages", "have more values, or deeper ones, than any program writes", t.large)
	t.out.Count(exchange.Lost, "messages of other branches", "are not what was shown at last", t.branches)
}

// setTitle reads what a conversation is called: a text, or an object with a name.
func (c *talk) setTitle(d *json.Decoder) error {
	var raw json.RawMessage
	if err := d.Decode(&raw); err != nil {
		return err
	}
	var text string
	var channel struct{ Name string }
	if json.Unmarshal(raw, &text) != nil && json.Unmarshal(raw, &channel) == nil {
		text = channel.Name
	}
	if text = strings.Join(strings.Fields(text), " "); text != "" {
		c.title = text
	}
	return nil
}

// stamp returns a time in seconds since 1970 as people read it, in UTC.
func stamp(seconds float64) string {
	if seconds <= 0 || seconds > 1<<40 {
		return ""
	}
	return time.Unix(int64(seconds), 0).UTC().Format("2006-01-02 15:04")
}

// moment returns a time that a program wrote, in UTC where it says its zone; as
// it is there in another form.
func moment(text string) string {
	if t, err := time.Parse(time.RFC3339, text); err == nil {
		return t.UTC().Format("2006-01-02 15:04")
	}
	begin, _, _ := strings.Cut(text, "s ") // the milliseconds of SillyTavern
	for _, layout := range []string{"2006-01-02T15:04:05", "January 2, 2006 3:04pm", "2006-1-2 @15h 4m 5", "2006-1-2@15h4m5s"} {
		if t, err := time.Parse(layout, begin); err == nil {
			return t.Format("2006-01-02 15:04")
		}
	}
	return strings.Join(strings.Fields(text), " ")
}

// Message is what somebody said in an export. Its texts have passed the gate.
type Message struct {
	Talk string // what the conversation is called
	Who  string // as the export has it: a name, or a part such as "user"
	When string // 2006-01-02 15:04, or as the export has it; empty where it says nothing
	Text string
}
