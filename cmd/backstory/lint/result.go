package lint

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/seed353dc258/backstory/cmd/backstory/cli"
	"github.com/seed353dc258/backstory/internal/lint"
	"github.com/seed353dc258/backstory/internal/oneline"
)

// result is the answer of lint.
type result struct {
	Findings []lint.Finding `json:"findings"`
	Looked   []string       `json:"files"`

	fails func(lint.Finding) bool
	known func() []lint.Code
}

// checked is one file that was looked at.
type checked struct {
	file string
	list []cli.Finding
}

// Checked returns the file.
func (c *checked) Checked() string { return c.file }

// Findings returns what was found in it.
func (c *checked) Findings() []cli.Finding { return c.list }

// Finders returns the files that were looked at.
func (r *result) Finders() (all []cli.Finder) {
	of := map[string]*checked{}
	add := func(file string) *checked {
		if of[file] == nil {
			of[file] = &checked{file: file}
			all = append(all, of[file])
		}
		return of[file]
	}
	for _, file := range r.Looked {
		add(file)
	}
	for _, f := range r.Findings { // some are of files with allows alone
		c := add(f.File)
		c.list = append(c.list, r.finding(f))
	}
	return all
}

// finding returns a finding as a report has it.
func (r *result) finding(f lint.Finding) cli.Finding {
	level := cli.LevelNote
	if r.fails(f) {
		level = cli.LevelError
	} else if f.Weight >= lint.Changed {
		level = cli.LevelWarning
	}
	c := r.code(f.Code)
	return cli.Finding{
		Level: level, Weight: int(f.Weight), Fingerprint: f.Fingerprint, Columns: [2]int{f.Column, f.EndColumn}, Title: c.Meaning,
		Help:   fmt.Sprintf("%s. Why: %s. Mend: %s. Allow: %s.", c.Meaning, c.Why, c.Mend, c.Allow),
		Notice: cli.Notice{Code: f.Code, Message: said(f), File: f.File, Place: f.Place},
	}
}

// code returns what is said of a code.
func (r *result) code(code string) lint.Code {
	i := slices.IndexFunc(r.known(), func(c lint.Code) bool { return c.Code == code })
	if i < 0 {
		return lint.Code{Code: code, Meaning: code}
	}
	return r.known()[i]
}

// said is what is said of a finding: what it is, and the words.
func said(f lint.Finding) string {
	text := f.Message
	if f.Words != "" {
		text += ": “" + f.Words + "”"
	}
	return text
}

// tell tells a person what was found: first what weighs most.
func (r *result) tell(t *cli.Terminal, verbose bool) {
	list := slices.Clone(r.Findings)
	slices.SortStableFunc(list, func(a, b lint.Finding) int { return cmp.Compare(b.Weight, a.Weight) })
	counts, files, folded := map[lint.Weight]int{}, map[string]bool{}, map[string]int{}
	for _, f := range list {
		counts[f.Weight]++
		files[f.File] = true
		if f.Weight == lint.Cosmetic && !verbose {
			folded[f.Code] += f.Count
			continue
		}
		fmt.Fprintln(t.Out, line(t, f, r.fails(f)))
	}
	if len(folded) > 0 {
		fmt.Fprintf(t.Out, "cosmetic: %s (-v lists them)\n", listed(folded))
	}
	if len(list) == 0 {
		t.Talk("nothing found in %s\n", cli.Plural(len(r.Looked), "file"))
		return
	}
	var parts []string
	for _, w := range lint.Weights() {
		if counts[w] > 0 {
			parts = append(parts, fmt.Sprintf("%d %s", counts[w], w))
		}
	}
	t.Talk("%s in %d of %s: %s; backstory explain %s says what that means\n",
		cli.Plural(len(list), "finding"), len(files), cli.Plural(len(r.Finders()), "file"), strings.Join(parts, ", "), list[0].Code)
}

// line is one finding on one line, as editors read it.
func line(t *cli.Terminal, f lint.Finding, fails bool) string {
	at := f.File
	if f.Place != "" {
		at += ":" + f.Place
	}
	if f.Column > 0 && f.Line > 0 {
		at += fmt.Sprintf(":%d", f.Column)
	}
	color := cli.Yellow
	if fails {
		color = cli.Red
	} else if f.Weight < lint.Changed {
		color = cli.Faint
	}
	text := said(f)
	if f.Count > 1 {
		text += fmt.Sprintf(" (%d)", f.Count)
	}
	return oneline.Safe(at) + ": " + t.Paint(color, f.Code) + " [" + f.Weight.String() + "]: " + oneline.Safe(text)
}

// listed lists codes with their numbers.
func listed(counts map[string]int) string {
	var parts []string
	for code, n := range counts {
		parts = append(parts, fmt.Sprintf("%s %d", code, n))
	}
	slices.Sort(parts)
	return strings.Join(parts, ", ")
}
