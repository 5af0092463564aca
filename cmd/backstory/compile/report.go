package compile

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/spf13/pflag"

	"github.com/seed353dc258/backstory/cmd/backstory/cli"
	"github.com/seed353dc258/backstory/cmd/backstory/given"
	"github.com/seed353dc258/backstory/converters"
	"github.com/seed353dc258/backstory/internal/lint"
	"github.com/seed353dc258/backstory/internal/names"
	"github.com/seed353dc258/backstory/internal/oneline"
	"github.com/seed353dc258/backstory/internal/pipeline"
	"github.com/seed353dc258/backstory/manifest"
	"github.com/seed353dc258/backstory/profile"
)

// tellReport tells a person what a build did: one line for the whole, then
// what failed; and if it wrote something, what was left out and what was lost.
func tellReport(t *cli.Terminal, dir string, r *pipeline.Report, quiet bool) {
	if !quiet {
		t.Talk("%s: %s\n", dir, t.Paint(cli.Green, headline(r)))
	}
	for _, f := range r.Summary.Errors {
		color := cli.Red
		if f.IsEmpty() {
			color = cli.Faint
		}
		t.Talk("%s\n", t.Paint(color, sourceLine(dir, f.Path, FailureText(f))))
	}
	if slices.ContainsFunc(r.Summary.Errors, func(f manifest.Failure) bool { return f.Code == pipeline.ErrorCode(converters.ErrLimit) }) {
		t.Talk("%s\n", given.BigHelps)
	}
	if quiet {
		return
	}
	for _, path := range r.Summary.NoText {
		t.Talk("%s\n", t.Paint(cli.Yellow, sourceLine(dir, path, noText)))
	}
	warnNotes(t, dir, r.Notes)
	if r.Backup != "" {
		t.Talk("%s: the file that was there is kept as %s\n", dir, r.Backup)
	}
	if r.State != pipeline.StateCurrent && r.Manifest != nil {
		tellLosses(t, dir, r.Manifest)
	}
}

// noText is what is said of a source that gives none.
const noText = "no text: it is a scan, or has nothing that can be read (--ocr tesseract reads scans)"

// failOn is what --fail-on names.
const failOn = "no-text"

// addFailOn declares --fail-on.
func addFailOn(flags *pflag.FlagSet, to *string) {
	flags.StringVar(to, "fail-on", "", "exit with 1 where sources are in this `STATE`: no-text")
}

// textless returns the exit code for sources without text, where they are to have one.
func textless(on string, s pipeline.Summary) (int, error) {
	switch {
	case on != "" && on != failOn:
		return cli.ExitError, fmt.Errorf("--fail-on: %+.100q must be %s", on, failOn)
	case on != "" && len(s.NoText) > 0:
		return cli.ExitStale, nil
	}
	return cli.ExitDone, nil
}

// maxSkipped is how many sources that were not read are told one by one.
const maxSkipped = 10

// tellLosses tells what was not read, and what was read and could not be kept.
func tellLosses(t *cli.Terminal, dir string, m *manifest.Manifest) {
	var skipped, lost totals
	for _, u := range m.Unsupported {
		skipped.add(u.Reason, 1, u.Path)
	}
	for _, s := range m.Skipped {
		skipped.add(s.Reason, 1, s.Path)
	}
	isMany := len(m.Unsupported)+len(m.Skipped) > maxSkipped
	for _, s := range skipped {
		if isMany {
			t.Talk("%s\n", t.Paint(cli.Faint, fmt.Sprintf("  skipped: %d in %s: %s", s.count, someOf(s.sources), oneline.Safe(s.what))))
			continue
		}
		for _, path := range s.sources {
			t.Talk("%s\n", t.Paint(cli.Faint, sourceLine(dir, path, "skipped: "+s.what)))
		}
	}
	for f := range m.All() {
		for _, w := range f.Warnings {
			lost.add(w.Code, w.Count, f.Path)
		}
	}
	tellLost(t, dir, lost)
}

// tellLost tells what was lost, what is a secret and what changed by its code, that
// which weighs most first; how things looked in one line; and what to do next.
func tellLost(t *cli.Terminal, dir string, lost totals) {
	slices.SortFunc(lost, func(a, b total) int { return lint.Compare(a.what, b.what) })
	var looks []string
	for _, w := range lost {
		if !lint.IsHeavy(w.what) {
			looks = append(looks, fmt.Sprintf("%s %d", w.what, w.count))
			continue
		}
		t.Talk("%s\n", t.Paint(cli.Yellow, fmt.Sprintf("  %s: %d in %s", w.what, w.count, someOf(w.sources))))
	}
	if len(looks) > 0 {
		t.Talk("%s\n", t.Paint(cli.Faint, "  cosmetic: "+strings.Join(looks, ", ")))
	}
	if len(lost) > len(looks) {
		t.Talk("next: backstory lint %s shows the words and the places\n", names.Shell(dir))
	}
}

// headline says in one line what a build did.
func headline(r *pipeline.Report) string {
	switch r.State {
	case pipeline.StateEmpty:
		return "nothing to build: " + profile.SourcesFolder + "/ holds no source that is read"
	case pipeline.StateRemoved:
		return "no source is left: " + profile.OutputFile + " was removed"
	case pipeline.StateCurrent:
		return fmt.Sprintf("%s is current: %s", profile.OutputFile, counts(r.Summary))
	default:
		cached := ""
		if r.Cached > 0 {
			cached = fmt.Sprintf(", %d from the cache", r.Cached)
		}
		wrote := r.Output
		if r.Kept {
			wrote = profile.ManifestFile + " (" + r.Output + " is current)"
		}
		return fmt.Sprintf("wrote %s: %s%s, %s, about %d tokens, in %s",
			wrote, counts(r.Summary), cached, cli.ByteSize(r.Bytes), r.Summary.Tokens, r.Took.Round(time.Millisecond))
	}
}

// counts says how many sources there are of each kind.
func counts(s pipeline.Summary) string {
	parts := []string{cli.Plural(s.Sources-s.Failed-s.Empty-len(s.NoText), "source") + " converted"}
	if s.Empty > 0 {
		parts = append(parts, fmt.Sprintf("%d empty", s.Empty))
	}
	if n := len(s.NoText); n > 0 {
		parts = append(parts, fmt.Sprintf("%d without text", n))
	}
	if s.Failed > 0 {
		failed := fmt.Sprintf("%d failed", s.Failed)
		if s.Kept > 0 {
			failed += fmt.Sprintf(" (%d kept as last converted)", s.Kept)
		}
		parts = append(parts, failed)
	}
	if n := s.Unsupported + s.Skipped; n > 0 {
		parts = append(parts, fmt.Sprintf("%d skipped", n))
	}
	return strings.Join(parts, ", ")
}

// FailureText says why a source failed, and whether its text stays.
func FailureText(f manifest.Failure) string {
	if f.Kept {
		return f.Error + " (its text stays as it was last converted)"
	}
	return f.Error
}

// tellUnread lists the sources of which a backstory has no text as it is now.
func tellUnread(t *cli.Terminal, dir string, list []manifest.Failure) {
	for _, f := range list {
		what := "failed"
		if f.IsEmpty() {
			what = "empty"
		}
		fmt.Fprintf(t.Out, "  %s %s\n", what, sourceLine(dir, f.Path, FailureText(f)))
	}
}

// sourceLine is FILE: what, with the file as the user can open it.
func sourceLine(dir, path, what string) string {
	return sourceName(dir, path) + ": " + oneline.Safe(what)
}

// sourceName is a source as the user can open it.
func sourceName(dir, path string) string {
	return names.Show(strings.TrimPrefix(dir+"/"+profile.SourcesIn(dir)+"/"+path, "./"))
}

// total is how often something was said, and of which sources, each once.
type total struct {
	what    string
	count   int
	sources []string
}

// totals are in the order in which each was said first.
type totals []total

// add counts what is said of a source; all that is said of one source comes at once.
func (t *totals) add(what string, count int, path string) {
	i := slices.IndexFunc(*t, func(t total) bool { return t.what == what })
	if i < 0 {
		i = len(*t)
		*t = append(*t, total{what: what})
	}
	of := &(*t)[i]
	of.count += count
	if n := len(of.sources); n == 0 || of.sources[n-1] != path {
		of.sources = append(of.sources, path)
	}
}

// someOf names the first of some sources, and says how many more there are.
func someOf(paths []string) string {
	most := 3
	if len(paths) == most+1 {
		most++ // its name says more than "1 more"
	}
	shown := make([]string, 0, most+1)
	for _, p := range paths[:min(len(paths), most)] {
		shown = append(shown, names.Show(p))
	}
	if more := len(paths) - most; more > 0 {
		shown = append(shown, fmt.Sprintf("%d more", more))
	}
	return strings.Join(shown, ", ")
}

// warnNotes warns of what a build or a check noticed.
func warnNotes(t *cli.Terminal, dir string, notes []pipeline.Note) {
	for _, n := range notes {
		file := n.File
		if file != "" {
			file = inProfile(dir, file)
		}
		t.Warn(cli.Notice{Code: n.Code, Message: n.Message, Profile: dir, File: file, Place: n.Place})
	}
}

// codeOf returns the exit code of a profile that is up to date.
func codeOf(s pipeline.Summary) int {
	for _, f := range s.Errors {
		if f.Code == "bug" {
			return cli.ExitBug
		}
	}
	if s.Failed > 0 {
		return cli.ExitFailed
	}
	return cli.ExitDone
}

// inProfile is a file of a profile as the user can open it.
func inProfile(dir, file string) string { return strings.TrimPrefix(dir+"/"+file, "./") }
