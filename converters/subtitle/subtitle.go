// Package subtitle reads subtitles as the text that is spoken: paragraphs,
// each with the time at which it begins.
//
//   - subtitle.go: the converter
//   - cue.go: cues as paragraphs
//   - style.go: what the styles of a file hide
//   - reader.go: the blocks of a file
//   - timing.go: times
//
// The numbers and the times of every cue cost a reader two lines for each
// line of speech and say nothing. What follows without a pause is one
// paragraph; a pause, another speaker or a minute begins a new one.
//
//	[x] SubRip (.srt) and WebVTT (.vtt); a file is read as what it says it is, whatever its name
//	[x] speakers of WebVTT (<v Name>); lines that a cue repeats from the one before it, as live captions do, once
//	[x] every encoding that charset knows, byte order mark, any line ends
//	[x] cues that are shown for no time, and what the styles of a WebVTT file hide, by policy
//	[-] italics, colours, positions, ruby: the text stays, the tags go
//	[-] ends of cues and times inside them are not shown
//	[-] notes, styles and regions of WebVTT are left out and counted, lines that belong to no cue as well
package subtitle

import (
	"context"

	"github.com/seed353dc258/backstory/converters"
	"github.com/seed353dc258/backstory/converters/internal/plain"
	"github.com/seed353dc258/backstory/converters/internal/visible"
	"github.com/seed353dc258/backstory/document"
)

// The warnings of this format.
const (
	warnNote  = "subtitle-note"
	warnStray = "subtitle-line-unread"
)

// New returns the converter.
func New() converters.Converter { return converter{} }

type converter struct{}

// Format describes the format.
func (converter) Format() converters.Format {
	return converters.Format{
		Name:       "subtitle",
		Title:      "Subtitles (SubRip, WebVTT)",
		Version:    13,
		Text:       true,
		Extensions: []string{"srt", "vtt"},
		MediaTypes: []string{"application/x-subrip", "text/vtt"},
		Limits:     append(plain.Limits(), converters.LimitNodes),
		Calls:      []string{"html"},
		Warnings: append([]converters.WarningInfo{
			{Code: warnNote, Title: "notes, styles and regions of subtitles were left out"},
			{Code: warnStray, Title: "lines of subtitles that belong to no cue were left out"},
		}, visible.Warnings(visible.Time)...),
	}
}

// Convert reads cue after cue.
func (converter) Convert(ctx context.Context, in converters.Input, env *converters.Env) (*document.Document, error) {
	text, err := plain.Lines(ctx, in, env)
	if err != nil {
		return nil, err
	}
	r := &reader{ctx: ctx, env: env, rest: plain.Spaced(text), hidden: visible.NewTally(env)}
	if err := r.read(); err != nil {
		return nil, err
	}
	r.hidden.Warn(env)
	if len(r.blocks) == 0 {
		return nil, &converters.CorruptError{What: "Invalid subtitles: there is no cue with text"}
	}
	return &document.Document{Blocks: r.blocks}, nil
}
