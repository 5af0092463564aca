// Package ical reads calendars (iCalendar, RFC 5545) and contacts (vCard 2.1, 3 and 4).
//
//   - [x] events, tasks and journals: what, when with the zone, where, who, repetitions, the
//     description
//   - [x] contacts: name, organization, title, numbers and addresses with what they are for,
//     notes; quoted-printable values of vCard 2.1
//   - [-] times are as they are written: the dates of repeated events are not worked out
//   - [ ] alarms, free and busy times, pictures, keys, attached files, properties of programs:
//     a warning counts them
package ical

import (
	"context"

	"github.com/seed353dc258/backstory/converters"
	"github.com/seed353dc258/backstory/converters/internal/ical"
	"github.com/seed353dc258/backstory/converters/internal/plain"
	"github.com/seed353dc258/backstory/document"
)

// New returns the converter.
func New() converters.Converter { return converter{} }

type converter struct{}

// Format describes the format.
func (converter) Format() converters.Format {
	return converters.Format{
		Name:       "ical",
		Title:      "Calendars and contacts (iCalendar, vCard)",
		Version:    4,
		Text:       true,
		Extensions: []string{"ics", "vcf", "vcard"},
		MediaTypes: []string{"text/calendar", "text/vcard"},
		Limits:     append(plain.Limits(), converters.LimitNodes),
		Warnings:   []converters.WarningInfo{{Code: ical.WarnLeft, Title: "properties of calendars and contacts were left out"}},
	}
}

// Convert reads all events, tasks, journals and contacts.
func (converter) Convert(ctx context.Context, in converters.Input, env *converters.Env) (*document.Document, error) {
	text, err := plain.Lines(ctx, in, env)
	if err != nil {
		return nil, err
	}
	text = plain.Spaced(text)
	blocks, left := ical.Blocks(env, text, document.LineSpan)
	if w := left.Warning(document.Pos{}); w != nil {
		env.Warn(*w)
	}
	if err := env.Spend(converters.LimitNodes, int64(len(blocks)), document.Pos{}); err != nil {
		return nil, err
	}
	if len(blocks) == 0 {
		return nil, env.Empty("there is no event, task, journal or contact in it")
	}
	return &document.Document{Blocks: blocks}, nil
}
