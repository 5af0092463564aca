package main

import (
	"github.com/seed353dc258/backstory/document"
	"github.com/seed353dc258/backstory/internal/pipeline"
	"github.com/seed353dc258/backstory/manifest"
)

// The JSON of --json. Names are those of the manifest where both have them.

type buildJSON struct {
	Profile string           `json:"profile"`
	State   pipeline.State   `json:"state"`
	Output  string           `json:"output"`
	Bytes   int64            `json:"bytes"`
	Cached  int              `json:"cached"`
	Backup  string           `json:"backup,omitempty"`
	Notes   []string         `json:"notes,omitempty"`
	Took    float64          `json:"milliseconds"`
	Summary pipeline.Summary `json:"summary"`
}

func reportJSON(r *pipeline.Report) buildJSON {
	return buildJSON{
		Profile: r.Profile, State: r.State, Output: r.Output, Bytes: r.Bytes, Cached: r.Cached,
		Backup: r.Backup, Notes: r.Notes, Took: float64(r.Took.Microseconds()) / 1000, Summary: r.Summary,
	}
}

type warningJSON struct {
	Code    string `json:"code"`
	Count   int    `json:"count"`
	Message string `json:"message"`
	Place   string `json:"place,omitempty"`
}

func warningsJSON(ws []document.Warning) []warningJSON {
	out := make([]warningJSON, len(ws))
	for i, w := range ws {
		out[i] = warningJSON{w.Code, w.Count, w.Message, w.Pos.String()}
	}
	return out
}

type segmentJSON struct {
	Offset int64  `json:"offset"`
	Length int64  `json:"length"`
	Title  string `json:"title,omitempty"`
	Tokens int    `json:"tokens"`
}

type placeJSON struct {
	Offset int64  `json:"offset"`
	Place  string `json:"place"`
}

type convertJSON struct {
	File     string        `json:"file"`
	Format   string        `json:"format"`
	Tokens   int           `json:"tokens"`
	Markdown string        `json:"markdown"`
	Segments []segmentJSON `json:"segments"`
	Places   []placeJSON   `json:"places"`
	Warnings []warningJSON `json:"warnings"`
}

func convertedJSON(file, text string, c *pipeline.Converted) convertJSON {
	out := convertJSON{
		File: file, Format: c.Format, Tokens: c.Chapter.Tokens, Markdown: text,
		Segments: []segmentJSON{}, Places: []placeJSON{}, Warnings: warningsJSON(c.Warnings),
	}
	for _, s := range c.Chapter.Segments {
		out.Segments = append(out.Segments, segmentJSON{s.Offset, s.Length, s.Title, s.Tokens})
	}
	for _, p := range c.Chapter.Places {
		out.Places = append(out.Places, placeJSON{p.Offset, p.Pos.String()})
	}
	return out
}

type reasonJSON struct {
	Kind manifest.Kind `json:"kind"`
	Path string        `json:"path,omitempty"`
	Old  string        `json:"old,omitempty"`
	New  string        `json:"new,omitempty"`
}

func reasonsJSON(changes []manifest.Change) []reasonJSON {
	out := make([]reasonJSON, len(changes))
	for i, c := range changes {
		out[i] = reasonJSON(c)
	}
	return out
}
