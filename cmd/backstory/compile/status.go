package compile

import (
	"context"
	"fmt"
	"io"
	"path"
	"path/filepath"
	"text/tabwriter"

	"github.com/spf13/cobra"

	"github.com/seed353dc258/backstory/cmd/backstory/cli"
	"github.com/seed353dc258/backstory/cmd/backstory/given"
	"github.com/seed353dc258/backstory/internal/names"
	"github.com/seed353dc258/backstory/internal/oneline"
	"github.com/seed353dc258/backstory/internal/pipeline"
	"github.com/seed353dc258/backstory/manifest"
	"github.com/seed353dc258/backstory/profile"
)

// Hidden tells what the documents of a profile hide, or returns it for a JSON answer.
type Hidden func(ctx context.Context, o *BuilderOptions, dir string) (list any, err error)

// NewStatus returns the command status.
func NewStatus(t *cli.Terminal, hidden Hidden) *cobra.Command {
	cmd := &cobra.Command{
		Use:   "status [PROFILE…]",
		Short: "Show what the last build made of each source",
		Long: `status shows the last build: totals, folders, files, what was skipped, and whether a build is
due. It prints nothing of the text, but for --hidden.`,
	}
	var o BuilderOptions
	isAsked := cmd.Flags().Bool("hidden", false, "show what no reader of the documents sees, with the words and the place")
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		if !*isAsked {
			hidden = func(context.Context, *BuilderOptions, string) (any, error) { return nil, nil }
		}
		return runStatus(cmd.Context(), t, &o, args, hidden)
	}
	given.AddLimit(cmd.Flags(), &o.Limits)
	t.AddJSON(cmd.Flags())
	return cmd
}

func runStatus(ctx context.Context, t *cli.Terminal, o *BuilderOptions, args []string, hidden Hidden) error {
	return eachVerdict(ctx, t, o, args, func(dir string, v *pipeline.Verdict) (err error) {
		if !t.Answer.Asked {
			if err = tellStatus(t.Out, nameAt(v.Profile), dir, v); err == nil {
				_, err = hidden(ctx, o, dir)
			}
			return err
		}
		s := newStatusJSON(dir, v)
		if s.Hidden, err = hidden(ctx, o, dir); err == nil {
			t.AnswersProfile(s)
			warnOfSources(t, dir, v.Manifest)
			warnNotes(t, dir, v.Notes)
		}
		return err
	})
}

// eachVerdict looks at what the last build of every profile that is named left, and
// calls show.
func eachVerdict(ctx context.Context, t *cli.Terminal, o *BuilderOptions, args []string, show func(dir string, v *pipeline.Verdict) error) error {
	return eachChecked(ctx, t, o, pipeline.CheckOptions{Whole: true}, args, func(dir string, v *pipeline.Verdict) (int, error) {
		return cli.ExitDone, show(dir, v)
	})
}

// eachChecked checks every profile that is named and calls show, which returns an
// exit code.
func eachChecked(ctx context.Context, t *cli.Terminal, o *BuilderOptions, how pipeline.CheckOptions, args []string, show func(dir string, v *pipeline.Verdict) (int, error)) error {
	b, err := o.Builder()
	if err != nil {
		return err
	}
	return t.Each(args, func(dir string) (int, error) {
		open := profile.Open
		if o.open != nil {
			open = o.open
		}
		p, err := open(dir)
		if err != nil {
			return cli.ExitError, err
		}
		defer p.Close()
		v, err := b.Check(ctx, p, how)
		if err != nil {
			return cli.ExitError, err
		}
		return show(dir, v)
	})
}

// statusJSON is the answer of status --json.
type statusJSON struct {
	Profile           string            `json:"profile"`
	SourceFolder      string            `json:"source_folder"`
	Output            string            `json:"generated_backstory_path"`
	GeneratedAt       string            `json:"generated_at,omitempty"`
	LastModifiedAt    string            `json:"last_modified_at,omitempty"`
	ContentHash       string            `json:"content_hash,omitempty"`
	NeedsRegeneration bool              `json:"needs_regeneration"`
	Reasons           []reasonJSON      `json:"reasons"`
	OutputDigest      string            `json:"output_sha256,omitempty"`
	OutputSize        int64             `json:"output_size_bytes"`
	TotalFiles        int               `json:"total_files"`
	Supported         int               `json:"supported_file_count"`
	Successful        int               `json:"successful_file_count"`
	Unsupported       int               `json:"unsupported_file_count"`
	Failed            int               `json:"failed_file_count"`
	Empty             int               `json:"empty_file_count"`
	NoText            int               `json:"no_text_file_count"`
	TotalTokens       int               `json:"total_tokens"`
	TotalSize         int64             `json:"total_size_bytes"`
	Folders           []manifest.Folder `json:"folders"`
	Files             []fileJSON        `json:"files"`
	Hidden            any               `json:"hidden,omitempty"` // with --hidden
}

type fileJSON struct {
	Path     string `json:"relative_path"`
	Size     int64  `json:"size_bytes"`
	Tokens   int    `json:"token_estimate"`
	Status   string `json:"status"`
	Error    string `json:"error,omitempty"`
	Kept     bool   `json:"kept,omitempty"` // its text stays as it was last converted
	Format   string `json:"format,omitempty"`
	Modified string `json:"modified_at"`
}

func newStatusJSON(dir string, v *pipeline.Verdict) statusJSON {
	m := v.Manifest
	empty := m.EmptySources()
	s := statusJSON{
		Profile: dir, SourceFolder: profile.SourcesIn(dir), Output: profile.OutputFile,
		GeneratedAt: m.GeneratedAt, ContentHash: m.ContentHash, OutputDigest: v.Digest, OutputSize: v.Summary.Bytes,
		NeedsRegeneration: !v.Fresh, Reasons: reasonsJSON(v.Reasons),
		TotalFiles: m.TotalFiles, Supported: len(m.Files), Successful: len(m.Files) - m.FailedFiles,
		Unsupported: len(m.Unsupported), Failed: m.FailedFiles - len(empty), Empty: len(empty), TotalTokens: m.Tokens,
		Folders: m.Folders(), Files: []fileJSON{},
	}
	for _, f := range m.Files {
		s.TotalSize += f.SizeBytes
		s.LastModifiedAt = max(s.LastModifiedAt, f.ModifiedAt)
		if empty[f.Path] {
			f.Status = "empty"
		} else if f.HasNoText() {
			f.Status = "no text"
			s.NoText++
		}
		s.Files = append(s.Files, fileJSON{names.Show(f.Path), f.SizeBytes, f.Tokens, string(f.Status), f.Error, f.Kept != (manifest.Kept{}), f.Format, f.ModifiedAt})
	}
	return s
}

func tellStatus(out io.Writer, name, dir string, v *pipeline.Verdict) error {
	s := newStatusJSON(dir, v)
	w := tabwriter.NewWriter(out, 0, 0, 2, ' ', 0)
	yes := map[bool]string{true: "yes", false: "no"}
	fmt.Fprintf(w, "Backstory — %s\n\n", oneline.Safe(name))
	for _, row := range [][2]string{
		{"Source folder", path.Join(dir, s.SourceFolder)},
		{"Generated file", path.Join(dir, s.Output)},
		{"Generated at", when(s.GeneratedAt)},
		{"Last modified", when(s.LastModifiedAt)},
		{"Total files", fmt.Sprint(s.TotalFiles)},
		{"Supported files", fmt.Sprint(s.Supported)},
		{"Unsupported files", fmt.Sprint(s.Unsupported)},
		{"Failed files", fmt.Sprint(s.Failed)},
		{"Empty files", fmt.Sprint(s.Empty)},
		{"Files without text", fmt.Sprint(s.NoText)},
		{"Estimated tokens", fmt.Sprint(s.TotalTokens)},
		{"Total size", cli.ByteSize(s.TotalSize)},
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
			fmt.Fprintf(w, "%s\t%d\t%d\t%d\t%d\t%s\t%s\n", name, f.Tokens, f.Files, f.Unsupported, f.Failed, cli.ByteSize(f.Size), when(f.LastModified))
		}
	}
	if len(s.Files) > 0 {
		fmt.Fprint(w, "\nFile\tSize\tTokens\tStatus\tModified\n")
		for _, f := range s.Files {
			if f.Kept {
				f.Status += ", kept"
			}
			fmt.Fprintf(w, "%s\t%s\t%d\t%s\t%s\n", f.Path, cli.ByteSize(f.Size), f.Tokens, f.Status, when(f.Modified))
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
		fmt.Fprintf(w, "%s\t%s\t%s\t%s\n", names.Show(u.Path), names.Visible(ext), oneline.Safe(u.Reason), when(u.ModifiedAt))
	}
	for _, s := range m.Skipped {
		fmt.Fprintf(w, "%s\t—\t%s\t—\n", names.Show(s.Path), oneline.Safe(s.Reason))
	}
}

// when writes a time of the manifest as Coqui does: YYYY-MM-DD HH:MM.
func when(timestamp string) string {
	if len(timestamp) < len("2006-01-02T15:04") {
		return "—"
	}
	return timestamp[:10] + " " + timestamp[11:16]
}

// nameAt is what people call the profile in a folder.
func nameAt(dir string) string {
	p, err := profile.Open(dir)
	if err != nil {
		return filepath.Base(dir)
	}
	defer p.Close()
	return p.GivenName()
}
