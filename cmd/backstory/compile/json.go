package compile

import (
	"context"

	"github.com/seed353dc258/backstory/cmd/backstory/cli"
	"github.com/seed353dc258/backstory/document"
	"github.com/seed353dc258/backstory/internal/names"
	"github.com/seed353dc258/backstory/internal/oneline"
	"github.com/seed353dc258/backstory/internal/pipeline"
	"github.com/seed353dc258/backstory/manifest"
	"github.com/seed353dc258/backstory/profile"
)

// The command's own keys of --json. Names are those of the manifest where both
// have them.

type buildJSON struct {
	Profile string         `json:"profile"`
	State   pipeline.State `json:"state"`
	Output  string         `json:"output"`
	Size    int64          `json:"size_bytes"`
	Tokens  int            `json:"tokens"`
	Sources int            `json:"sources"` // failed ones included
	Cached  int            `json:"cached"`
	Backup  string         `json:"backup,omitempty"`
	Took    float64        `json:"milliseconds"`
	notReadJSON
}

// answersReport adds what a build did, with the warnings of all sources, which
// a build that had nothing to do did not look at.
func answersReport(t *cli.Terminal, ctx context.Context, b *pipeline.Builder, p *profile.Profile, dir string, r *pipeline.Report) error {
	if r.Manifest == nil {
		v, err := b.Check(ctx, p, pipeline.CheckOptions{Whole: true})
		if err != nil {
			return err
		}
		r.Manifest = v.Manifest
	}
	warnOfSources(t, dir, r.Manifest)
	warnNotes(t, dir, r.Notes)
	t.AnswersProfile(buildJSON{
		Profile: dir, State: r.State, Output: r.Output, Size: r.Bytes, Tokens: r.Summary.Tokens, Sources: r.Summary.Sources,
		Cached: r.Cached, Backup: r.Backup, Took: float64(r.Took.Microseconds()) / 1000, notReadJSON: notRead(r.Manifest.Errors, r.Manifest),
	})
	return nil
}

type verdictJSON struct {
	Profile string       `json:"profile"`
	Fresh   bool         `json:"fresh"`
	Edited  bool         `json:"edited"` // backstory.md is not ours to replace
	Reasons []reasonJSON `json:"reasons"`
	notReadJSON
	Diff string `json:"diff,omitempty"`
}

// answersVerdict adds what a check found.
func answersVerdict(t *cli.Terminal, dir string, v *pipeline.Verdict) {
	warnOfSources(t, dir, v.Manifest)
	warnNotes(t, dir, v.Notes)
	t.AnswersProfile(verdictJSON{
		Profile: dir, Fresh: v.Fresh, Edited: v.Edited, Reasons: reasonsJSON(v.Reasons), notReadJSON: notRead(v.Failed, v.Manifest), Diff: string(v.Diff),
	})
}

// Checked and Findings are of [cli.Finder].
func (b buildJSON) Checked() string { return b.Profile }

// Findings are the sources that a build could not convert or did not read.
func (b buildJSON) Findings() []cli.Finding { return b.findings(b.Profile) }

// Checked and Findings are of [cli.Finder].
func (v verdictJSON) Checked() string { return v.Profile }

// Findings are the reasons for a build, and the sources that cannot be converted.
func (v verdictJSON) Findings() []cli.Finding {
	var list []cli.Finding
	for _, r := range v.Reasons {
		file := profile.OutputFile
		if r.Path != "" {
			file = profile.SourcesIn(v.Profile) + "/" + r.Path
		}
		list = append(list, cli.Finding{Level: cli.LevelError, Notice: cli.Notice{
			Code: cli.CodeStale, Message: "out of date (" + reason(manifest.Change(r)) + "): run backstory build", Profile: v.Profile, File: inProfile(v.Profile, file),
		}})
	}
	return append(list, v.findings(v.Profile)...)
}

// findings are what was not read of a profile.
func (n notReadJSON) findings(dir string) []cli.Finding {
	var list []cli.Finding
	for _, f := range n.Failed {
		level := cli.LevelError
		if (manifest.Failure{Code: f.Code, Kept: f.Kept}).IsEmpty() {
			level = cli.LevelNote
		}
		list = append(list, cli.Finding{Level: level, Notice: cli.Notice{Code: f.Code, Message: f.Error, Profile: dir, File: sourceName(dir, f.Path)}})
	}
	for _, s := range n.Skipped {
		list = append(list, cli.Finding{Level: cli.LevelNote, Notice: cli.Notice{Code: "skipped", Message: "skipped: " + s.Reason, Profile: dir, File: sourceName(dir, s.Path)}})
	}
	return list
}

// notReadJSON are the sources whose text, as it is now, a backstory does not have.
type notReadJSON struct {
	Failed  []failureJSON `json:"failed"`
	Skipped []skippedJSON `json:"skipped"`
	NoText  []string      `json:"no_text"` // read, and they give none
}

type failureJSON struct {
	Path  string `json:"path"`
	Code  string `json:"code"`
	Error string `json:"error"`
	Kept  bool   `json:"kept,omitempty"` // its text stays as it was last converted
}

type skippedJSON struct {
	Path   string `json:"path"`
	Reason string `json:"reason"`
}

func notRead(failed []manifest.Failure, m *manifest.Manifest) notReadJSON {
	out := notReadJSON{Failed: []failureJSON{}, Skipped: []skippedJSON{}, NoText: []string{}}
	for e := range m.All() {
		if e.HasNoText() {
			out.NoText = append(out.NoText, names.Show(e.Path))
		}
	}
	for _, f := range failed {
		out.Failed = append(out.Failed, failureJSON{names.Show(f.Path), f.Code, f.Error, f.Kept})
	}
	for _, u := range m.Unsupported {
		out.Skipped = append(out.Skipped, skippedJSON{names.Show(u.Path), u.Reason})
	}
	for _, s := range m.Skipped {
		out.Skipped = append(out.Skipped, skippedJSON{names.Show(s.Path), s.Reason})
	}
	return out
}

// warnOfSources warns of what the last build lost of the sources.
func warnOfSources(t *cli.Terminal, dir string, m *manifest.Manifest) {
	for f := range m.All() {
		for _, w := range f.Warnings {
			t.Warn(cli.Notice{Code: w.Code, Message: w.Message, Count: w.Count, Profile: dir, File: sourceName(dir, f.Path), Place: w.Place})
		}
	}
}

// warningNotice is a warning of a conversion.
func warningNotice(file string, w document.Warning) cli.Notice {
	return cli.Notice{Code: w.Code, Message: w.Message, Count: w.Count, File: file, Place: w.Pos.String()}
}

type segmentJSON struct {
	Offset int64  `json:"offset"`
	Length int64  `json:"length"`
	Title  string `json:"title,omitempty"`
	Tokens int    `json:"tokens"`
}

type placeJSON struct {
	Offset int64     `json:"offset"`
	Place  string    `json:"place"`
	Box    []float32 `json:"box,omitempty"` // on the page of a PDF
}

type convertJSON struct {
	File     string        `json:"file"`
	Format   string        `json:"format"`
	Tokens   int           `json:"tokens"`
	Output   string        `json:"output,omitempty"` // in the folder of -o
	Markdown string        `json:"markdown"`         // empty with -o
	Segments []segmentJSON `json:"segments"`
	Places   []placeJSON   `json:"places"`
}

// convertedFiles is the answer of convert --json.
type convertedFiles struct {
	Files []convertJSON `json:"files"`
}

// Finders returns the files, which are what a report says was looked at.
func (c convertedFiles) Finders() []cli.Finder {
	all := make([]cli.Finder, len(c.Files))
	for i, f := range c.Files {
		all[i] = f
	}
	return all
}

// Checked is the file.
func (c convertJSON) Checked() string { return c.File }

// Findings are none: what was lost is among the warnings, and one that failed is
// no entry.
func (c convertJSON) Findings() []cli.Finding { return nil }

func convertedJSON(file, text string, c *pipeline.Converted) convertJSON {
	out := convertJSON{
		File: names.Show(file), Format: c.Format, Tokens: c.Chapter.Tokens, Markdown: text, Segments: []segmentJSON{}, Places: []placeJSON{},
	}
	for _, s := range c.Chapter.Segments {
		out.Segments = append(out.Segments, segmentJSON{s.Offset, s.Length, s.Title, s.Tokens})
	}
	for _, p := range c.Chapter.Places {
		out.Places = append(out.Places, placeJSON{p.Offset, p.Pos.String(), p.Pos.Box.Sides()})
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
		out[i].Path = names.Show(c.Path)
	}
	return out
}

// reason says one change in words.
func reason(c manifest.Change) string {
	s := string(c.Kind)
	if c.Path != "" {
		s += " " + names.Show(c.Path)
	}
	switch {
	case c.Old != "" && c.New != "":
		s += ": " + oneline.Safe(cli.Short(c.Old)) + " → " + oneline.Safe(cli.Short(c.New))
	case c.New != "":
		s += ": " + oneline.Safe(cli.Short(c.New))
	case c.Old != "":
		s += ": was " + oneline.Safe(cli.Short(c.Old))
	}
	return s
}
