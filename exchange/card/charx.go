package card

import (
	"archive/zip"
	"bytes"
	"fmt"
	"strings"

	"github.com/seed353dc258/backstory/exchange"
)

// The parts of a CHARX package (Character Card V3).
const (
	charxCard   = "card.json"
	charxAssets = "assets/"
)

// maxAssets is how much of a package's assets is kept, in bytes.
const maxAssets = 256 << 20

// unpackCHARX returns the JSON of the card in a package, and keeps its assets.
func unpackCHARX(in *exchange.Input, out *exchange.Import) ([]byte, error) {
	files, err := in.Files()
	if err != nil {
		return nil, err
	}
	out.Refused(files)
	if !files.Has(charxCard) {
		return nil, fmt.Errorf("%w: it is a zip package without a %s", exchange.ErrUnknown, charxCard)
	}
	left := int64(maxAssets)
	for _, e := range files.Entries {
		name, isAsset := strings.CutPrefix(e.Name, charxAssets)
		switch {
		case e.Name == charxCard:
		case !isAsset:
			out.Note(exchange.Lost, e.Name, "", "is no part of a card")
		case e.Size > left:
			out.Note(exchange.Lost, e.Name, "", fmt.Sprintf("all assets that are kept have %d bytes at most", maxAssets))
		default:
			f, err := files.Open(e.Name)
			if err != nil {
				return nil, err
			}
			kept := out.Original(keptAssets+"/"+name, f)
			left -= e.Size
			if err := f.Close(); err != nil {
				return nil, fmt.Errorf("reading %s: %w", e.Name, err)
			}
			if kept {
				out.Note(exchange.Kept, e.Name, exchange.KeptFolder+"/"+keptAssets+"/"+name, "")
			} else {
				out.Note(exchange.Lost, e.Name, "", "its name is taken, or one that this system may not have")
			}
		}
	}
	if err := out.Err(); err != nil {
		return nil, err
	}
	return files.Read(charxCard, exchange.MaxJSON)
}

// writeCHARX writes a package with the card and what is kept of its assets.
func writeCHARX(p *exchange.Persona, c *card, out *exchange.Export) error {
	root := c.root
	if c.spec != specV3 {
		root = c.as(specV3)
	}
	data := exchange.Object(root, "data")
	assets := p.Files.In(exchange.KeptFolder + "/" + keptAssets)
	picture := out.Image
	if picture == nil {
		var err error
		if picture, err = p.Files.Read(exchange.KeptFolder+"/"+keptImage, maxImage); err != nil && !isMissing(err) {
			return err
		}
	}
	const icon = "icon/image/main.png"
	if picture != nil && !assets.Has(icon) && len(exchange.List(data, "assets")) == 0 {
		data["assets"] = []any{map[string]any{"type": "icon", "uri": "embeded://" + charxAssets + icon, "name": "main", "ext": "png"}} // the standard's spelling
	} else {
		picture = nil
	}
	content, err := exchange.EncodeJSON(root)
	if err != nil {
		return err
	}
	var b bytes.Buffer
	z := zip.NewWriter(&b)
	if err := exchange.AddToZip(z, charxCard, bytes.NewReader(content)); err != nil {
		return err
	}
	if picture != nil {
		if err := exchange.AddToZip(z, charxAssets+icon, bytes.NewReader(picture)); err != nil {
			return err
		}
	}
	if err := addAssets(z, assets); err != nil {
		return err
	}
	if err := z.Close(); err != nil {
		return err
	}
	out.File("", b.Bytes())
	return nil
}

// addAssets adds the assets that an import kept.
func addAssets(z *zip.Writer, assets *exchange.Tree) error {
	for _, e := range assets.Entries {
		f, err := assets.Open(e.Name)
		if err == nil {
			err = exchange.AddToZip(z, charxAssets+e.Name, f)
			err = firstOf(err, f.Close())
		}
		if err != nil {
			return err
		}
	}
	return nil
}

func firstOf(errs ...error) error {
	for _, err := range errs {
		if err != nil {
			return err
		}
	}
	return nil
}
