package xlsx

import (
	"slices"

	"github.com/seed353dc258/backstory/converters/xlsx/sml"

	"github.com/seed353dc258/backstory/converters"
	"github.com/seed353dc258/backstory/converters/internal/sheet"
)

// readStrings reads the table of shared strings.
func (b *book) readStrings(part string) error {
	s, err := b.packed.scan(part)
	if err != nil {
		return err
	}
	it := sml.Item{Faint: b.styles.FaintOnWhite}
	for {
		k, err := s.Next()
		if err != nil || k == sml.EOF {
			return err
		}
		if k != sml.Start || !s.Is("si") {
			continue
		}
		if err := it.Read(s); err != nil {
			return err
		}
		if err := b.env.Spend(converters.LimitNodes, 1, s.Pos()); err != nil {
			return err
		}
		shared := sharedString{empty: sml.IsBlank(it.Text), faint: it.Unseen, size: uint32(len(it.Text))}
		if !shared.empty {
			if shared.at, err = b.stored.Texts.Add(it.Text); err != nil {
				return err
			}
		}
		if it.Rich {
			shared.flags |= sheet.Rich
		} else if sheet.IsPlain(it.Text) {
			shared.flags |= sheet.Plain
		}
		if n := len(b.shared); n == cap(b.shared) {
			b.shared = slices.Grow(b.shared, sheet.Growth(n, s.Expects()))
		}
		b.shared = append(b.shared, shared)
	}
}
