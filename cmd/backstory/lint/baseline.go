package lint

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"slices"

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
}

const baselineSchema = 1

// writeBaseline writes the findings to a file.
func writeBaseline(t *cli.Terminal, name string, found []lint.Finding) error {
	b := baseline{baselineSchema, []known{}}
	for _, f := range found {
		b.Findings = append(b.Findings, known{f.Code, filepath.ToSlash(f.File), f.Fingerprint})
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

// withoutBaseline leaves out the findings that a file has, and tells how many they are,
// and how many of the file are no more.
func withoutBaseline(t *cli.Terminal, name string, found []lint.Finding) ([]lint.Finding, error) {
	info, err := os.Stat(name)
	if err == nil && info.Size() > maxBaseline {
		err = fmt.Errorf("%s is larger than %s", names.Show(name), cli.ByteSize(maxBaseline))
	}
	var text []byte
	if err == nil {
		text, err = os.ReadFile(name)
	}
	var b baseline
	if err == nil {
		err = json.Unmarshal(text, &b)
	}
	if err == nil && b.Schema != baselineSchema {
		err = fmt.Errorf("%s has schema %d, and %d is read: write it again with --write-baseline", names.Show(name), b.Schema, baselineSchema)
	}
	if err != nil {
		return nil, fmt.Errorf("--baseline: %w", err)
	}
	are := map[string]bool{}
	for _, k := range b.Findings {
		are[k.Fingerprint] = true
	}
	before, seen := len(found), map[string]bool{}
	found = slices.DeleteFunc(found, func(f lint.Finding) bool {
		seen[f.Fingerprint] = true
		return are[f.Fingerprint]
	})
	t.Talk("%s: %s left out\n", names.Show(name), cli.Plural(before-len(found), "known finding"))
	gone := 0
	for print := range are {
		if !seen[print] {
			gone++
		}
	}
	if gone > 0 {
		t.Talk("%s: %d of its findings are no more: write it again with --write-baseline\n", names.Show(name), gone)
	}
	return found, nil
}
