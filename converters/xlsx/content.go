package xlsx

import (
	"github.com/seed353dc258/backstory/converters/internal/sheet"
	"github.com/seed353dc258/backstory/converters/xlsx/sml"
	"github.com/seed353dc258/backstory/document"
)

// Inlines implements [sheet.Format].
func (sh *worksheet) Inlines(_ *sheet.Cell, text string) []document.Inline { return sml.Inlines(text) }
