package main

import (
	"context"
	"fmt"
	"io"
	"path"
	"slices"
	"strings"
	"text/tabwriter"

	"github.com/spf13/cobra"

	"github.com/seed353dc258/backstory/internal/oneline"
	"github.com/seed353dc258/backstory/internal/pipeline"
	"github.com/seed353dc258/backstory/manifest"
	"github.com/seed353dc258/backstory/profile"
)

func newStatus(t *terminal) *cobra.Command {
	var asJSON bool
	cmd := &cobra.Command{
		Use:   "status [PROFILE…]",
		Short: "Show what the last build made of each source",
		Long: `status shows the last build: totals, folders, files, what was skipped, and whether a build is
due. It prints nothing of the text.

` + exitHelp,
		RunE: func(cmd *cobra.Command, args []string) error { return runStatus(cmd.Context(), t, asJSON, args) },
	}
	cmd.Flags().BoolVar(&asJSON, "json", false, "print JSON")
	return cmd
}

func runStatus(ctx context.Context, t *terminal, asJSON bool, args []string) error {
	return eachVerdict(ctx, t, args, func(dir string, v *pipeline.Verdict) error {
		if asJSON {
			return t.json(newStatusJSON(v))
		}
		return tellStatus(t.out, dir, v)
	})
}

// eachVerdict checks every profile that is named and calls show.
func eachVerdict(ctx context.Context, t *terminal, args []string, show func(dir string, v *pipeline.Verdict) error) error {
	var o builderOptions
	b, err := o.builder()
	if err != nil {
		return err
	}
	return t.each(args, func(dir string) (int, error) {
		p, err := profile.Open(dir)
		if err != nil {
			return exitError, err
		}
		defer p.Close()
		v, err := b.Check(ctx, p, pipeline.CheckOptions{Whole: true})
		if err != nil {
			return exitError, err
		}
		return exitDone, show(dir, v)
	})
}

// statusJSON is the answer of status --json.
type statusJSON struct {
	Profile           string       `json:"profile"`
	SourceFolder      string       `json:"source_folder"`
	Output            string       `json:"generated_backstory_path"`
	GeneratedAt       string       `json:"generated_at,omitempty"`
	LastModifiedAt    string       `json:"last_modified_at,omitempty"`
	ContentHash       string       `json:"content_hash,omitempty"`
	NeedsRegeneration bool         `json:"needs_regeneration"`
	Reasons           []reasonJSON `json:"reasons"`
	TotalFiles        int          `json:"total_files"`
	Supported         int          `json:"supported_file_count"`
	Successful        int          `json:"successful_file_count"`
	Unsupported       int          `json:"unsupported_file_count"`
	Failed            int          `json:"failed_file_count"`
	TotalTokens       int          `json:"total_tokens"`
	TotalSize         int64        `json:"total_size_bytes"`
	Folders           []folderJSON `json:"folders"`
	Files             []fileJSON   `json:"files"`
}

type folderJSON struct {
	Path        string `json:"path"`
	Tokens      int    `json:"total_tokens"`
	Files       int    `json:"file_count"`
	Unsupported int    `json:"unsupported_file_count"`
	Failed      int    `json:"failed_file_count"`
	Size        int64  `json:"total_size_bytes"`
	Modified    string `json:"last_modified_at"`
}

type fileJSON struct {
	Path     string `json:"relative_path"`
	Size     int64  `json:"size_bytes"`
	Tokens   int    `json:"token_estimate"`
	Status   string `json:"status"`
	Error    string `json:"error,omitempty"`
	Format   string `json:"format,omitempty"`
	Modified string `json:"modified_at"`
}

func newStatusJSON(v *pipeline.Verdict) statusJSON {
	m := v.Manifest
	s := statusJSON{
		Profile: v.Profile, SourceFolder: profile.SourcesFolder, Output: profile.OutputFile,
		GeneratedAt: m.GeneratedAt, ContentHash: m.ContentHash, NeedsRegeneration: !v.Fresh, Reasons: reasonsJSON(v.Reasons),
		TotalFiles: m.TotalFiles, Supported: len(m.Files), Successful: len(m.Files) - m.FailedFiles,
		Unsupported: len(m.Unsupported), Failed: m.FailedFiles, TotalTokens: m.Tokens,
		Folders: folders(m), Files: []fileJSON{},
	}
	for _, f := range m.Files {
		s.TotalSize += f.SizeBytes
		s.LastModifiedAt = max(s.LastModifiedAt, f.ModifiedAt)
		s.Files = append(s.Files, fileJSON{f.Path, f.SizeBytes, f.Tokens, string(f.Status), f.Error, f.Format, f.ModifiedAt})
	}
	return s
}

// folders adds the files up by folder, the root first as "", then by tokens.
func folders(m *manifest.Manifest) []folderJSON {
	var out []folderJSON
	at := func(file string) *folderJSON {
		dir := path.Dir(file)
		if dir == "." {
			dir = ""
		}
		i := slices.IndexFunc(out, func(f folderJSON) bool { return f.Path == dir })
		if i < 0 {
			i = len(out)
			out = append(out, folderJSON{Path: dir})
		}
		return &out[i]
	}
	for _, e := range m.Files {
		f := at(e.Path)
		f.Files++
		f.Tokens += e.Tokens
		f.Size += e.SizeBytes
		f.Modified = max(f.Modified, e.ModifiedAt)
		if e.Status == manifest.StatusFailed {
			f.Failed++
		}
	}
	for _, u := range m.Unsupported {
		f := at(u.Path)
		f.Unsupported++
		f.Modified = max(f.Modified, u.ModifiedAt)
	}
	slices.SortFunc(out, func(a, b folderJSON) int {
		if a.Tokens != b.Tokens {
			return b.Tokens - a.Tokens
		}
		return strings.Compare(a.Path, b.Path)
	})
	return out
}

func tellStatus(out io.Writer, dir string, v *pipeline.Verdict) error {
	s := newStatusJSON(v)
	w := tabwriter.NewWriter(out, 0, 0, 2, ' ', 0)
	yes := map[bool]string{true: "yes", false: "no"}
	fmt.Fprintf(w, "Backstory — %s\n\n", oneline.Safe(path.Base(v.Profile)))
	for _, row := range [][2]string{
		{"Source folder", path.Join(dir, s.SourceFolder)},
		{"Generated file", path.Join(dir, s.Output)},
		{"Generated at", when(s.GeneratedAt)},
		{"Last modified", when(s.LastModifiedAt)},
		{"Total files", fmt.Sprint(s.TotalFiles)},
		{"Supported files", fmt.Sprint(s.Supported)},
		{"Unsupported files", fmt.Sprint(s.Unsupported)},
		{"Failed files", fmt.Sprint(s.Failed)},
		{"Estimated tokens", fmt.Sprint(s.TotalTokens)},
		{"Total size", byteSize(s.TotalSize)},
		{"Needs regeneration", yes[s.NeedsRegeneration]},
	} {
		fmt.Fprintf(w, "%s\t%s\n", row[0], row[1])
	}
	if len(s.Folders) > 0 {
		fmt.Fprint(w, "\nFolder\tTokens\tFiles\tSkipped\tFailed\tSize\tModified\n")
		for _, f := range s.Folders {
			name := f.Path
			if name == "" {
				name = "."
			}
			fmt.Fprintf(w, "%s\t%d\t%d\t%d\t%d\t%s\t%s\n", oneline.Safe(name), f.Tokens, f.Files, f.Unsupported, f.Failed, byteSize(f.Size), when(f.Modified))
		}
	}
	if len(s.Files) > 0 {
		fmt.Fprint(w, "\nFile\tSize\tTokens\tStatus\tModified\n")
		for _, f := range s.Files {
			fmt.Fprintf(w, "%s\t%s\t%d\t%s\t%s\n", oneline.Safe(f.Path), byteSize(f.Size), f.Tokens, f.Status, when(f.Modified))
		}
	}
	tellSkipped(w, v.Manifest)
	for _, c := range v.Reasons {
		fmt.Fprintf(w, "\nneeds regeneration: %s", reason(c))
	}
	if len(v.Reasons) > 0 {
		fmt.Fprintln(w)
	}
	return w.Flush()
}

// tellSkipped lists what was not read.
func tellSkipped(w io.Writer, m *manifest.Manifest) {
	if len(m.Unsupported)+len(m.Skipped) == 0 {
		return
	}
	fmt.Fprint(w, "\nSkipped file\tExtension\tReason\tModified\n")
	for _, u := range m.Unsupported {
		ext := u.Extension
		if ext == "" {
			ext = "—"
		}
		fmt.Fprintf(w, "%s\t%s\t%s\t%s\n", oneline.Safe(u.Path), oneline.Safe(ext), oneline.Safe(u.Reason), when(u.ModifiedAt))
	}
	for _, s := range m.Skipped {
		fmt.Fprintf(w, "%s\t—\t%s\t—\n", oneline.Safe(s.Path), oneline.Safe(s.Reason))
	}
}

// when writes a time of the manifest as Coqui does: YYYY-MM-DD HH:MM.
func when(timestamp string) string {
	if len(timestamp) < len("2006-01-02T15:04") {
		return "—"
	}
	return timestamp[:10] + " " + timestamp[11:16]
}
