package card

import (
	"bytes"
	"cmp"
	"context"
	"fmt"
	"path"
	"strings"

	"github.com/seed353dc258/backstory/exchange"
)

// lore is the kind of lorebooks by themselves.
type lore struct{}

// NewLore returns the kind of lorebooks that stand by themselves: lorebook_v3,
// the files of SillyTavern's World Info, and those of NovelAI, Agnai and RisuAI.
func NewLore() exchange.Writer { return lore{} }

func (lore) Kind() exchange.Kind {
	return exchange.Kind{Name: "lorebook", Title: "Lorebooks by themselves: lorebook_v3; of SillyTavern, NovelAI, Agnai, RisuAI", Forms: []string{formLore}}
}

const loreName = "lorebook"

// parseLore returns the lorebook in a document.
func parseLore(content []byte) (root, book map[string]any, err error) {
	v, err := exchange.ParseJSON(content)
	if err != nil {
		return nil, nil, err
	}
	root, _ = v.(map[string]any)
	book = root
	if exchange.String(root, "spec") == specLore {
		book = exchange.Object(root, "data")
	}
	if list := exchange.List(root, "data"); list != nil { // RisuAI's
		root["entries"] = list
		delete(root, "data")
	}
	if book == nil || exchange.List(book, "entries") == nil && exchange.Object(book, "entries") == nil {
		return nil, nil, fmt.Errorf("%w: a lorebook has entries", exchange.ErrUnknown)
	}
	renamed := false
	for _, v := range exchange.List(book, "entries") {
		if fields, ok := v.(map[string]any); ok {
			renamed = rename(fields) || renamed
		}
	}
	if renamed { // then it goes out as that of the specification
		book = upgradeBook(book)
		root = map[string]any{"spec": specLore, "data": book}
	}
	return root, book, nil
}

// foreign are the names that other programs give to fields of an entry: NovelAI,
// Agnai and RisuAI.
var foreign = []struct{ theirs, spec string }{
	{"text", "content"},
	{"entry", "content"},
	{"keywords", "keys"},
	{"key", "keys"},
	{"displayName", "name"},
	{"forceActivation", "constant"},
	{"alwaysActive", "constant"},
	{"insertorder", "insertion_order"},
}

// rename gives the fields of an entry the names of the specification, and reports
// whether one had another. RisuAI has its keys in one text.
func rename(entry map[string]any) (renamed bool) {
	for _, f := range foreign {
		v, ok := entry[f.theirs]
		if _, there := entry[f.spec]; there || !ok {
			continue
		}
		if text, ok := v.(string); ok && f.spec == "keys" {
			keys := []any{}
			for key := range strings.SplitSeq(text, ",") {
				keys = append(keys, strings.TrimSpace(key))
			}
			v = keys
		}
		delete(entry, f.theirs)
		entry[f.spec], renamed = v, true
	}
	return renamed
}

func (lore) Read(_ context.Context, in *exchange.Input, out *exchange.Import) error {
	content, err := in.Bytes(exchange.MaxJSON)
	if err != nil {
		return err
	}
	_, book, err := parseLore(content)
	if err != nil {
		return err
	}
	out.Original(keptCard, bytes.NewReader(content))
	name := cmp.Or(oneLine(exchange.String(book, "name")), strings.TrimSuffix(in.Name, path.Ext(in.Name)))
	out.Name(name)
	m := &macros{char: oneLine(name), user: oneLine(in.User)}
	out.Soul(exchange.Heading(1, name)+"\n"+m.resolve(exchange.String(book, "description")), "name, description")
	readBook(book, loreName, m, out)
	m.note(out)
	return out.Err()
}

func (lore) Write(_ context.Context, p *exchange.Persona, _ string, out *exchange.Export) error {
	content, err := p.Original(keptCard)
	if err != nil {
		return err
	}
	root := map[string]any{"spec": specLore, "data": map[string]any{"name": p.Display, "extensions": map[string]any{}, "entries": []any{}}}
	book, place := exchange.Object(root, "data"), loreName
	switch p.Kind {
	case "lorebook":
		if root, book, err = parseLore(content); err != nil {
			return fmt.Errorf("reading %s: %w", keptCard, err)
		}
	case "card":
		c, err := parse(content)
		if err != nil {
			return fmt.Errorf("reading %s: %w", keptCard, err)
		}
		if old := exchange.Object(c.data, bookField); old != nil {
			book, place = old, bookField
			root["data"] = upgradeBook(old)
			book = exchange.Object(root, "data")
		}
	}
	m := &macros{char: oneLine(p.Display), user: oneLine(p.User)}
	if err := updateBook(book, place, p, m, out); err != nil {
		return err
	}
	content, err = exchange.EncodeJSON(root)
	out.File("", content)
	return err
}
