// Package chats reads exports of conversations as sources, with dates and
// speakers. It reads as it goes: an export may be larger than memory.
//
//   - [x] ChatGPT and Claude: conversations.json, or the zip with it
//   - [x] SillyTavern: a chat, .jsonl
//   - [x] Telegram: result.json, of one chat or of all
//   - [x] WhatsApp: the text of a chat
//   - [x] Discord, as DiscordChatExporter writes it: JSON of a channel, or a folder
//     of "Server - channel [1].json"
//   - [x] Slack: the zip or folder of an export
//   - [-] pictures, sounds, files: named where the export names them
//   - [-] ChatGPT: the branch that is shown; others are counted
//
// Files: chats.go the kind; stream.go JSON as it comes; talk.go conversations to
// sources; programs.go what each program writes.
package chats

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"path"
	"slices"
	"strings"

	"github.com/seed353dc258/backstory/exchange"
	"github.com/seed353dc258/backstory/profile"
)

type kind struct{}

// New returns the kind of exports of conversations.
func New() exchange.Reader { return kind{} }

func (kind) Kind() exchange.Kind {
	return exchange.Kind{Name: "chats", Title: "Exports of ChatGPT, Claude, SillyTavern, Telegram, WhatsApp, Discord, Slack"}
}

func (kind) Read(ctx context.Context, in *exchange.Input, out *exchange.Import) error {
	t := &talks{ctx: ctx, out: out, users: map[string]string{}}
	if err := t.read(in); err != nil {
		return err
	}
	name := profile.DisplayName(strings.TrimSuffix(in.Name, path.Ext(in.Name)))
	out.Name(name)
	out.Soul(exchange.Heading(1, name)+"\nKnows the conversations that are among the sources. Write here who this is.\n", "name")
	t.count("are in the sources with their dates and speakers")
	return out.Err()
}

// Messages reads an export and hands over what was said, in its order. An error
// of visit ends it.
func Messages(ctx context.Context, in *exchange.Input, visit func(Message) error) (exchange.Report, error) {
	out := exchange.NewImport(kind{}.Kind().Name, nil) // which writes nothing
	t := &talks{ctx: ctx, out: out, users: map[string]string{}, visit: visit}
	if err := t.read(in); err != nil {
		return out.Report, err
	}
	t.count("")
	return out.Report, out.Err()
}

func (t *talks) read(in *exchange.Input) error {
	var err error
	if in.File != nil && !in.IsZip() {
		err = t.file(in.Name, io.NewSectionReader(in.File, 0, in.File.Size()))
	} else {
		err = t.folder(in)
	}
	if err == nil && t.conversations == 0 {
		err = fmt.Errorf("%w: no conversation is in it", exchange.ErrUnknown)
	}
	return err
}

// folder reads every file of an export that has several.
func (t *talks) folder(in *exchange.Input) error {
	files, err := in.Files()
	if err != nil {
		return err
	}
	t.out.Refused(files)
	if name := files.Find("users.json"); name != "" { // Slack's, for names
		if err := t.slackUsers(files, name); err != nil {
			return err
		}
	}
	for _, e := range files.Entries {
		base := strings.ToLower(path.Base(e.Name))
		if base == "users.json" {
			continue
		}
		if !isKnown(base) {
			t.out.Note(exchange.Lost, e.Name, "", "is not a conversation")
			continue
		}
		f, err := files.Open(e.Name)
		if err != nil {
			return err
		}
		err = t.file(e.Name, f)
		if err = errors.Join(err, f.Close()); err != nil {
			return err
		}
	}
	return nil
}

// isKnown reports whether a file, named in small letters, is one that exports keep
// conversations in.
func isKnown(base string) bool {
	switch ext := path.Ext(base); ext {
	case ".jsonl":
		return true
	case ".txt":
		return base == "_chat.txt" || strings.Contains(base, "whatsapp")
	case ".json":
		return isConversations(base) || base == "result.json" || strings.HasSuffix(base, "].json") || isDay(strings.TrimSuffix(base, ext))
	}
	return isConversations(base)
}

// file reads one file, by what it begins with.
func (t *talks) file(name string, content io.Reader) error {
	limited := &limited{r: content, left: maxElement}
	r := bufio.NewReaderSize(limited, 64<<10)
	head, err := r.Peek(4096)
	if err != nil && !errors.Is(err, io.EOF) {
		return err
	}
	head = bytes.TrimPrefix(head, []byte("\ufeff"))
	trimmed := bytes.TrimSpace(head)
	switch {
	case len(trimmed) == 0:
		return fmt.Errorf("%s: %w: it is blank", name, exchange.ErrCorrupt)
	case strings.EqualFold(path.Ext(name), ".jsonl"), isLines(trimmed):
		err = t.sillyTavern(name, r, limited)
	case (trimmed[0] == '{' || trimmed[0] == '[') && !isWhatsApp(trimmed):
		err = t.json(name, r, limited)
	default:
		err = t.whatsApp(name, r, limited)
	}
	if err != nil {
		return fmt.Errorf("%s: %w", name, err)
	}
	return t.out.Err()
}

// isLines reports whether a text is JSON of one object a line, as far as it is
// there.
func isLines(head []byte) bool {
	first, rest, ok := bytes.Cut(head, []byte("\n"))
	return ok && bytes.HasPrefix(first, []byte("{")) && bytes.HasSuffix(bytes.TrimSpace(first), []byte("}")) && bytes.HasPrefix(rest, []byte("{"))
}

// isConversations reports whether a name is conversations.json of ChatGPT and
// Claude, or one of the parts that ChatGPT writes: conversations-000.json.
func isConversations(name string) bool {
	number, ok := strings.CutPrefix(strings.TrimSuffix(name, ".json"), "conversations")
	return ok && strings.HasSuffix(name, ".json") && strings.Trim(number, "-0123456789") == ""
}

// isDay reports whether a name is a date, as the files of Slack are called.
func isDay(name string) bool {
	return len(name) == 10 && name[4] == '-' && name[7] == '-' && !slices.ContainsFunc([]byte(strings.ReplaceAll(name, "-", "")), func(c byte) bool { return c < '0' || c > '9' })
}
