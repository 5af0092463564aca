package ingest

import (
	"io"
	"slices"

	"github.com/seed353dc258/backstory/converters"
	"github.com/seed353dc258/backstory/document"
	"github.com/seed353dc258/backstory/internal/lint/secrets"
)

// warn warns of what a source has whatever its format is.
func (o *Outcome) warn(content *io.SectionReader, name string, options converters.Options) {
	o.warnOfConflicts(content, options)
	if options.Shown() == "" {
		o.warnOfSecrets(name)
	}
}

// warnOfSecrets warns of text that reads like a secret: by kind, without the text.
func (o *Outcome) warnOfSecrets(name string) {
	c := o.Chapter
	if c == nil {
		return
	}
	text := c.Text
	if c.Long != nil {
		all, err := io.ReadAll(c.Long.Reader())
		if err != nil {
			return // whoever writes the text will say so
		}
		text = string(all)
	}
	for _, m := range secrets.Find(name, text) {
		message := "text reads like a secret and was kept: " + m.Rule
		if i := slices.IndexFunc(c.Warnings, func(w document.Warning) bool { return w.Message == message }); i >= 0 {
			c.Warnings[i].Count++
			continue
		}
		at := Chapter{Text: text, Chapter: c.Chapter}
		c.Warnings = append(c.Warnings, document.Warning{Code: secrets.Code, Message: message, Pos: at.PlaceAt(int64(m.Start)), Count: 1})
	}
}
