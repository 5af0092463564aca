// Package card reads and writes character cards, the personas of SillyTavern,
// RisuAI and many others: Character Card V1, V2 and V3.
//
//   - [x] JSON of V1 (also with Pygmalion's names), V2 and V3; PNG and APNG (tEXt chara and ccv3, of which
//     ccv3 counts); CHARX packages, also behind a picture
//   - [x] zTXt and iTXt chunks of the same names, which some programs write
//   - [x] description, personality, scenario, system prompt and what is said
//     after the history: the soul
//   - [x] greetings and examples of dialogue: samples
//   - [x] the lorebook: constant entries are context, others sources with their
//     keys; entries that are switched off are kept for the way back
//   - [-] assets: those inside a CHARX are kept, addresses are never asked
//   - [-] decorators, regular expressions, depth, probability: kept, not run
//   - [ ] pictures other than PNG
//
// Files: card.go the kind; lore.go, entry.go the lorebook; write.go a profile to a card;
// charx.go, png.go what a card is packed in; read.go a Card to a profile; parse.go JSON
// to a Card.
package card

import (
	"bytes"
	"context"
	"errors"
	"fmt"

	"github.com/seed353dc258/backstory/exchange"
)

// The forms of a card.
const (
	formJSON  = "card-json"
	formPNG   = "card-png"
	formCHARX = "charx"
	formLore  = "lorebook"
)

type kind struct{}

// New returns the kind of character cards.
func New() exchange.Writer { return kind{} }

func (kind) Kind() exchange.Kind {
	return exchange.Kind{Name: "card", Title: "Character cards V1, V2, V3: JSON, PNG, APNG, CHARX", Forms: []string{formJSON, formPNG, formCHARX}}
}

func (kind) Read(ctx context.Context, in *exchange.Input, out *exchange.Import) error {
	text, err := unpack(ctx, in, out)
	if err != nil {
		return err
	}
	c, err := parse(text)
	if err != nil {
		return err
	}
	out.Original(keptCard, bytes.NewReader(text))
	c.read(in.User, out)
	return out.Err()
}

// unpack returns the JSON of a card, and keeps what it was packed with.
func unpack(ctx context.Context, in *exchange.Input, out *exchange.Import) ([]byte, error) {
	if in.File == nil {
		return nil, fmt.Errorf("%w: a card is a file, and this is a folder", exchange.ErrUnknown)
	}
	head := make([]byte, 8)
	n, _ := in.File.ReadAt(head, 0) // a shorter file is JSON or nothing
	switch head = head[:n]; {
	case string(head) == signature:
		return unpackPNG(ctx, in.File, out)
	case in.IsZip(), bytes.HasPrefix(head, []byte("\xff\xd8\xff")): // RisuAI puts a JPEG in front
		return unpackCHARX(in, out)
	case bytes.HasPrefix(head, []byte("RIFF")), bytes.HasPrefix(head, []byte("GIF8")):
		return nil, fmt.Errorf("%w: it is a picture that is not a PNG: export the card as PNG or JSON", exchange.ErrUnknown)
	}
	return in.Bytes(exchange.MaxJSON)
}

func (kind) Write(ctx context.Context, p *exchange.Persona, form string, out *exchange.Export) error {
	c, err := build(p, out)
	if err != nil {
		return err
	}
	switch form {
	case formJSON:
		content, err := exchange.EncodeJSON(c.root)
		out.File("", content)
		return err
	case formPNG:
		return writePNG(p, c, out)
	case formCHARX:
		return writeCHARX(p, c, out)
	}
	return errors.New("no form of a card: " + form)
}
