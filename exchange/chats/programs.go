package chats

import (
	"bufio"
	"bytes"
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"path"
	"regexp"
	"strconv"
	"strings"
	"sync"

	"github.com/seed353dc258/backstory/exchange"
)

// conversation is an element of the lists of ChatGPT, Claude and Slack.
type conversation struct {
	Title, Name string
	Mapping     map[string]node // ChatGPT
	CurrentNode string          `json:"current_node"`
	Messages    []claudeMessage `json:"chat_messages"`
	slackMessage
}

// conversationList reads a list of conversations, or the messages of a day.
func (t *talks) conversationList(name string, d *json.Decoder, l *limited) error {
	day := t.begin(name)
	if folder := path.Dir(name); folder != "." {
		day.title = path.Base(folder) + " " + day.title
	}
	err := t.list(d, l, func(element json.RawMessage) error {
		var c conversation
		if err := json.Unmarshal(element, &c); err != nil {
			return err
		}
		talk := t.begin(name)
		talk.title = cmp.Or(strings.Join(strings.Fields(cmp.Or(c.Title, c.Name)), " "), "Conversation")
		var err error
		switch {
		case c.Mapping != nil:
			err = talk.chatGPT(&c)
		case c.Messages != nil:
			err = talk.claude(c.Messages)
		case c.TS != "":
			return day.slack(&c.slackMessage)
		default:
			return fmt.Errorf("%w: an element of the list is not a conversation", exchange.ErrUnknown)
		}
		return errors.Join(err, talk.end())
	})
	return errors.Join(err, day.end())
}

// node is a message of ChatGPT in the tree of a conversation.
type node struct {
	Parent  string
	Message *struct {
		Author  struct{ Role, Name string }
		To      string  `json:"recipient"`
		Created float64 `json:"create_time"`
		Content struct {
			Type  string `json:"content_type"`
			Parts []any
			Text  string
		}
		Metadata struct {
			Hidden bool `json:"is_visually_hidden_from_conversation"`
		}
	}
}

// toAll is whom a message is for that is not for a tool.
const toAll = "all"

// chatGPT reads the branch of a conversation that ends with what was shown last.
func (c *talk) chatGPT(from *conversation) error {
	var branch []string
	for id := from.CurrentNode; id != "" && len(branch) <= len(from.Mapping); id = from.Mapping[id].Parent {
		branch = append(branch, id)
	}
	said := 0
	for i := len(branch) - 1; i >= 0; i-- {
		m := from.Mapping[branch[i]].Message
		if m == nil {
			continue
		}
		said++
		if m.Metadata.Hidden || m.Author.Role == "system" || m.Author.Role == "tool" || cmp.Or(m.To, toAll) != toAll {
			c.t.empty++
			continue
		}
		text := m.Content.Text
		for _, part := range m.Content.Parts {
			switch part := part.(type) {
			case string:
				text += part + "\n"
			case map[string]any: // what was spoken has a text, a picture has none
				text += exchange.String(part, "text") + "\n"
			}
		}
		if err := c.say(m.Author.Role, stamp(m.Created), text); err != nil {
			return err
		}
	}
	for _, n := range from.Mapping {
		if n.Message != nil {
			said--
		}
	}
	c.t.branches -= said
	return nil
}

// claudeMessage is a message of Claude.
type claudeMessage struct {
	Sender, Text string
	Created      string `json:"created_at"`
	Content      []struct{ Type, Text string }
	Attachments  []struct { // texts that were pasted or uploaded
		Name string `json:"file_name"`
		Text string `json:"extracted_content"`
	}
}

func (c *talk) claude(messages []claudeMessage) error {
	for _, m := range messages {
		text := ""
		for _, part := range m.Content {
			if part.Type == "text" || part.Type == "voice_note" {
				text += part.Text + "\n"
			}
		}
		text = cmp.Or(strings.TrimSpace(text), m.Text)
		for _, a := range m.Attachments {
			if a.Text != "" {
				text += "\n\n" + cmp.Or(line(a.Name), "Pasted text") + ":\n\n" + a.Text
			}
		}
		if err := c.say(m.Sender, moment(m.Created), text); err != nil {
			return err
		}
	}
	return nil
}

// message reads a message of Telegram or Discord.
func (c *talk) message(element json.RawMessage) error {
	var m struct {
		Date, From, Timestamp string
		Actor                 string
		Text                  any // of Telegram: a text, or a list of texts and objects with one
		Content               string
		Author                struct{ Name, Nickname string }
	}
	if err := json.Unmarshal(element, &m); err != nil {
		return err
	}
	text := m.Content
	switch v := m.Text.(type) {
	case string:
		text += v
	case []any:
		for _, part := range v {
			switch part := part.(type) {
			case string:
				text += part
			case map[string]any:
				text += exchange.String(part, "text")
			}
		}
	}
	return c.say(cmp.Or(m.From, m.Author.Nickname, m.Author.Name, m.Actor), moment(cmp.Or(m.Date, m.Timestamp)), text)
}

// slackMessage is a message of Slack.
type slackMessage struct {
	TS, Text, User, Username, Subtype string
	Profile                           slackProfile `json:"user_profile"`
}

type slackProfile struct {
	RealName string `json:"real_name"`
}

// slackMark is how Slack writes a person, a channel or a link in a text:
// <@U1>, <#C1|name>, <https://a.example|name>.
//
// Both patterns are compiled when they are first asked for: that takes 2 ms, which no other command should pay.
var slackMark = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`<([@#!]?)([^<>|]{1,1000})(?:\|([^<>]{0,1000}))?>`)
})

// slackText returns a text of Slack as people see it.
func (t *talks) slackText(text string) string {
	text = slackMark().ReplaceAllStringFunc(text, func(mark string) string {
		m := slackMark().FindStringSubmatch(mark)
		sign, target, label := m[1], m[2], m[3]
		switch {
		case sign == "@":
			return "@" + cmp.Or(t.users[target], label, target)
		case sign == "#":
			return "#" + cmp.Or(label, target)
		case sign == "!":
			return cmp.Or(label, "@"+target)
		case label == "" || label == target:
			return target
		}
		return label + " (" + target + ")"
	})
	return slackSigns.Replace(text)
}

var slackSigns = strings.NewReplacer("&lt;", "<", "&gt;", ">", "&amp;", "&")

func (c *talk) slack(m *slackMessage) error {
	if m.Subtype == "channel_join" || m.Subtype == "channel_leave" {
		c.t.empty++
		return nil
	}
	seconds, _ := strconv.ParseFloat(m.TS, 64) // what is none has no date
	return c.say(cmp.Or(c.t.users[m.User], m.Profile.RealName, m.Username, m.User), stamp(seconds), c.t.slackText(m.Text))
}

// slackUsers reads the names of Slack's users.
func (t *talks) slackUsers(files *exchange.Tree, name string) error {
	content, err := files.Read(name, exchange.MaxJSON)
	if err != nil {
		return err
	}
	v, err := exchange.ParseJSON(content)
	if err != nil {
		return fmt.Errorf("%s: %w", name, err)
	}
	users, _ := v.([]any)
	for _, u := range users {
		if user, ok := u.(map[string]any); ok {
			t.users[exchange.String(user, "id")] = cmp.Or(exchange.String(user, "real_name"), exchange.String(exchange.Object(user, "profile"), "real_name"), exchange.String(user, "name"))
		}
	}
	return nil
}

// sillyTavern reads a chat of one JSON object a line, the first of which says
// who talks.
func (t *talks) sillyTavern(name string, r *bufio.Reader, l *limited) error {
	talk := t.begin(name)
	for n := 1; ; n++ {
		l.next()
		line, err := r.ReadBytes('\n')
		if err != nil && !errors.Is(err, io.EOF) {
			return err
		}
		if len(bytes.TrimSpace(line)) > 0 {
			var m struct {
				Name, Mes string
				Date      any    `json:"send_date"`
				Character string `json:"character_name"`
			}
			if err := json.Unmarshal(bytes.TrimPrefix(line, []byte("\ufeff")), &m); err != nil {
				return fmt.Errorf("%w: line %d: %w", exchange.ErrCorrupt, n, err)
			}
			if n == 1 && m.Mes == "" {
				if m.Character != "" && m.Character != "unused" {
					talk.title = m.Character
				}
			} else if err := talk.say(m.Name, sentAt(m.Date), m.Mes); err != nil {
				return err
			}
		}
		if err != nil {
			return talk.end()
		}
	}
}

// sentAt returns a date of SillyTavern: a text, or milliseconds since 1970.
func sentAt(v any) string {
	switch v := v.(type) {
	case string:
		return moment(v)
	case float64:
		return stamp(v / 1000)
	}
	return ""
}

// line of WhatsApp: "[31.12.20, 23:59:01] Ada: text", "12/31/20, 11:59 PM - Ada: text".
// It is written as the language of the phone has it: "2020. 12. 31. 오후 11:59",
// "31/12/20 11:59 p. m.", "31.12.2020 klo 23.59". What the program notes has no name.
var whatsAppLine = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`^\x{200e}?\[?(\d{1,4}[./-] ?\d{1,2}[./-] ?\d{1,4}\.?,?[ \x{202f}\x{a0}](?:\p{L}{1,4}\.?[ \x{202f}\x{a0}]?)?\d{1,2}[:.]\d{2}(?:[:.]\d{2})?(?:[ \x{202f}\x{a0}][AaPp]\.?[ \x{202f}\x{a0}]?[Mm]\.?)?)(?:\] | - )(?:([^:]{1,100}): ?)?(.*)$`)
})

func isWhatsApp(head []byte) bool {
	first, _, _ := strings.Cut(string(head), "\n")
	return whatsAppLine().MatchString(strings.TrimRight(first, "\r"))
}

// whatsApp reads a chat of WhatsApp. A line that begins no message continues
// the one before it.
func (t *talks) whatsApp(name string, r *bufio.Reader, l *limited) error {
	talk := t.begin(name)
	var who, when string
	var text strings.Builder
	found := false
	for {
		l.next()
		line, err := r.ReadString('\n')
		if err != nil && !errors.Is(err, io.EOF) {
			return err
		}
		line = strings.TrimRight(strings.TrimPrefix(line, "\ufeff"), "\r\n")
		if m := whatsAppLine().FindStringSubmatch(line); m != nil {
			if found {
				if err := talk.say(who, when, text.String()); err != nil {
					return err
				}
			}
			found, when, who = true, strings.Join(strings.Fields(m[1]), " "), m[2]
			text.Reset()
			if who != "" {
				text.WriteString(m[3])
			}
		} else if text.Len()+len(line) > maxElement {
			return fmt.Errorf("%w: one message has more than %d bytes", exchange.ErrLimit, maxElement)
		} else if line != "" && (who != "" || !found) { // not what a note of the program continues
			text.WriteString("\n" + line)
		}
		if err != nil {
			break
		}
	}
	if !found {
		return fmt.Errorf("%w: it is the export of no program that is known", exchange.ErrUnknown)
	}
	if err := talk.say(who, when, text.String()); err != nil {
		return err
	}
	return talk.end()
}
