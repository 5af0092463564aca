package lint

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"time"

	"github.com/seed353dc258/backstory/cmd/backstory/cli"
	"github.com/seed353dc258/backstory/internal/atomicfile"
	"github.com/seed353dc258/backstory/internal/lint"
	"github.com/seed353dc258/backstory/internal/names"
)

// baseline is a file with findings that are known.
type baseline struct {
	Schema   int     `json:"schema"`
	Findings []known `json:"findings"`
}

// known is a finding of a baseline. It goes by its fingerprint; the rest is for people.
type known struct {
	Code        string `json:"code"`
	File        string `json:"file"`
	Fingerprint string `json:"fingerprint"`
	// Until is the last day on which it is left out, as in 2027-01-31, which somebody
	// wrote by hand; always without it.
	Until string `json:"until,omitempty"`
}

// over reports whether its last day has passed.
func (k *known) over(now time.Time) (bool, error) {
	if k.Until == "" {
		return false, nil
	}
	day, err := time.ParseInLocation(time.DateOnly, k.Until, now.Location())
	if err != nil {
		return false, fmt.Errorf("until of %s: %q is no day, such as 2027-01-31", k.Fingerprint, k.Until)
	}
	return !now.Before(day.AddDate(0, 0, 1)), nil
}

const baselineSchema = 1

// writeBaseline writes the findings to a file.
func writeBaseline(t *cli.Terminal, name string, found []lint.Finding) error {
	before, _ := readBaseline(name) // there may be none
	until := map[string]string{}
	for _, k := range before.Findings {
		until[k.Fingerprint] = k.Until
	}
	b := baseline{baselineSchema, []known{}}
	for _, f := range found {
		b.Findings = append(b.Findings, known{f.Code, filepath.ToSlash(f.File), f.Fingerprint, until[f.Fingerprint]})
	}
	text, err := json.MarshalIndent(b, "", "  ")
	if err != nil {
		return err
	}
	root, err := os.OpenRoot(filepath.Dir(name))
	if err != nil {
		return fmt.Errorf("--write-baseline: %w", err)
	}
	defer root.Close()
	if err := atomicfile.Write(atomicfile.In(root), atomicfile.Bytes(filepath.Base(name), append(text, '\n'))); err != nil {
		return fmt.Errorf("--write-baseline: %w", err)
	}
	t.Talk("%s: %s; lint --baseline %s leaves them out\n", names.Show(name), cli.Plural(len(found), "finding"), names.Shell(name))
	return nil
}

// maxBaseline is how large a baseline may be, in bytes.
const maxBaseline = 64 << 20

// readBaseline reads a baseline.
func readBaseline(name string) (b baseline, err error) {
	info, err := os.Stat(name)
	if err == nil && info.Size() > maxBaseline {
		err = fmt.Errorf("%s is larger than %s", names.Show(name), cli.ByteSize(maxBaseline))
	}
	var text []byte
	if err == nil {
		text, err = os.ReadFile(name)
	}
	if err == nil {
		b, err = parseBaseline(name, text)
	}
	return b, err
}

// parseBaseline reads the text of a baseline.
func parseBaseline(name string, text []byte) (b baseline, err error) {
	if err = json.Unmarshal(text, &b); err == nil && b.Schema != baselineSchema {
		err = fmt.Errorf("%s has schema %d, and %d is read: write it again with --write-baseline", names.Show(name), b.Schema, baselineSchema)
	}
	return b, err
}

// baselineOf returns the baseline that counts, and what a change adds to it: with --diff
// the one of that commit counts.
func baselineOf(ctx context.Context, name, base string) (baseline, []lint.Finding, error) {
	b, err := readBaseline(name)
	if err != nil || base == "" {
		return b, nil, err
	}
	var was baseline
	if text, err := showed(ctx, base, filepath.ToSlash(name)); err == nil { // else it is new
		if was, err = parseBaseline(name, []byte(text)); err != nil {
			return b, nil, err
		}
	}
	old := map[[2]string]bool{}
	for _, k := range was.Findings {
		old[[2]string{k.Fingerprint, k.Until}] = true
	}
	var grown []lint.Finding
	for _, k := range b.Findings {
		if !old[[2]string{k.Fingerprint, k.Until}] {
			grown = append(grown, lint.Finding{
				Code: lint.CodeBaselineGrown, Weight: lint.WeightOf(lint.CodeBaselineGrown), Count: 1, File: name, Fingerprint: k.Fingerprint,
				Message: "this is new in the baseline: it does not count before the change is taken", Words: k.Code + " " + k.File,
			})
		}
	}
	return was, grown, nil
}

// withoutBaseline leaves out the findings that a file has and whose day is not over,
// and tells how many they are, and how many of the file are no more.
func withoutBaseline(ctx context.Context, t *cli.Terminal, name, base string, found []lint.Finding) ([]lint.Finding, error) {
	b, grown, err := baselineOf(ctx, name, base)
	leave := map[string]bool{} // by fingerprint: false where the day is over
	for i := 0; i < len(b.Findings) && err == nil; i++ {
		k := &b.Findings[i]
		var over bool
		over, err = k.over(time.Now())
		leave[k.Fingerprint] = leave[k.Fingerprint] || !over
	}
	if err != nil {
		return nil, fmt.Errorf("--baseline: %w", err)
	}
	before, seen, again := len(found), map[string]bool{}, 0
	found = slices.DeleteFunc(found, func(f lint.Finding) bool {
		seen[f.Fingerprint] = true
		left, known := leave[f.Fingerprint]
		if known && !left {
			again++
		}
		return left
	})
	t.Talk("%s: %s left out\n", names.Show(name), cli.Plural(before-len(found), "known finding"))
	if again > 0 {
		t.Talk("%s: %s again, since the day in the file is over\n", names.Show(name), cli.Plural(again, "finding"))
	}
	gone := 0
	for print := range leave {
		if !seen[print] {
			gone++
		}
	}
	if gone > 0 && base == "" {
		t.Talk("%s: %d of its findings are no more: write it again with --write-baseline\n", names.Show(name), gone)
	}
	return append(found, grown...), nil
}
