package persona

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"runtime/debug"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/seed353dc258/backstory/agent/proposal/approval"
	"github.com/seed353dc258/backstory/cmd/backstory/cli"
	"github.com/seed353dc258/backstory/cmd/backstory/compile"
	"github.com/seed353dc258/backstory/exchange"
	"github.com/seed353dc258/backstory/exchange/all"
	"github.com/seed353dc258/backstory/internal/oneline"
	"github.com/seed353dc258/backstory/internal/plainfile"
	"github.com/seed353dc258/backstory/profile"
)

type importOptions struct {
	as, user     string
	org          string
	signers      string
	preview, yes bool
	settings     bool
}

// NewImport returns the command import.
func NewImport(t *cli.Terminal) *cobra.Command {
	var o importOptions
	cmd := &cobra.Command{
		Use:   "import [KIND] PATH",
		Short: "Make a profile from a persona of another system",
		Long: `import makes a new profile of the workspace from a file or a folder. Its kind can be left out where
the files show which one it is. First it shows what becomes of each part, and which hidden or hostile
characters it has, and asks. It fetches nothing and runs nothing; the texts never become preferences,
options, tools or a model. Parts that a profile has no place for are kept in its folder .import, where
export finds them.

` + kindsHelp(func(exchange.Kind) bool { return true }, func(k exchange.Kind) string { return k.Name }),
		Args: importArgs,
		RunE: func(cmd *cobra.Command, args []string) error {
			kind := ""
			if len(args) == 2 {
				kind = args[0]
			}
			return runImport(cmd.Context(), t, &o, kind, args[len(args)-1])
		},
	}
	cmd.Flags().StringVar(&o.as, "as", "", "name the folder of the profile `NAME` (default: from the persona's name)")
	cmd.Flags().StringVar(&o.user, "user", "the user", "`NAME` that {{user}} means in the file")
	cmd.Flags().StringVar(&o.org, "org", "", "make a new organisation, called `SLUG`, of the folder of one (tinyclaw and nakama)")
	cmd.Flags().BoolVar(&o.preview, "preview", false, "show what would be made, and write nothing")
	cmd.Flags().BoolVar(&o.yes, "yes", false, "do not ask")
	cmd.Flags().BoolVar(&o.settings, "settings", false, "of a pack that you trust, also take over preferences, options, roles and tools")
	cmd.Flags().StringVar(&o.signers, "signers", "", "take a pack only if one of these signed it; the `FILE` has the form of ssh-keygen's allowed_signers")
	cmd.MarkFlagsMutuallyExclusive("preview", "yes")
	cmd.MarkFlagsMutuallyExclusive("org", "as")
	t.AddJSON(cmd.Flags())
	return cmd
}

// kindsHelp lists kinds for a help text.
func kindsHelp(listed func(exchange.Kind) bool, name func(exchange.Kind) string) string {
	registry, err := all.Registry()
	if err != nil {
		return ""
	}
	var b strings.Builder
	b.WriteString("Kinds:\n")
	for _, k := range registry.Kinds() {
		if listed(k) {
			fmt.Fprintf(&b, "  %-14s %s\n", name(k), k.Title)
		}
	}
	return strings.TrimSuffix(b.String(), "\n")
}

// importJSON is the answer of import --json.
type importJSON struct {
	exchange.Report
	Profile string `json:"profile"`
	Written bool   `json:"written"`
}

func runImport(ctx context.Context, t *cli.Terminal, o *importOptions, kind, name string) error {
	defer debug.SetMemoryLimit(debug.SetMemoryLimit(exchange.Memory))
	registry, err := all.Registry()
	if err != nil {
		return err
	}
	reader, known := registry.Reader(kind)
	if !known && kind != "" {
		return unknownKind(kind, registry, kindNames)
	}
	in, closeInput, err := OpenPersona(name)
	if _, isKind := registry.Reader(name); isKind && kind == "" && errors.Is(err, fs.ErrNotExist) {
		return fmt.Errorf("the file or the folder is missing: backstory import %s PATH", name)
	}
	if err != nil {
		return err
	}
	defer closeInput()
	if kind == "" {
		if reader, err = guess(ctx, registry, in, name); err != nil {
			return err
		}
	}
	return o.take(ctx, t, reader, in, name)
}

// take makes the profile of an input.
func (o *importOptions) take(ctx context.Context, t *cli.Terminal, reader exchange.Reader, in *exchange.Input, name string) (err error) {
	in.User, in.Settings = o.user, o.settings
	if in.SignedBy, err = signedBy(reader.Kind().Name, o.signers); err != nil {
		return err
	}
	if o.org != "" {
		return importOrg(ctx, t, o, reader, in)
	}
	as, err := o.agreed(ctx, t, reader, in, name)
	if err != nil || o.preview && !o.yes {
		return err
	}
	dir, root, err := openToImport()
	if err != nil {
		return err
	}
	defer root.Close()
	as, report, err := exchange.Place(ctx, reader, in, root, as)
	if err != nil {
		return fmt.Errorf("importing %s: %w", oneline.Safe(name), err)
	}
	if o.yes {
		ShowReport(t, report)
	}
	made := filepath.Join(dir, profile.ProfilesFolder, as)
	made = filepath.ToSlash(cli.FromHere(made))
	t.Answers(importJSON{report, made, true})
	t.Talk("made %s: %s\n", oneline.Safe(made), cli.Plural(len(report.Files), "file"))
	t.Talk("next: read %s, then run backstory build %s, and talk with it: backstory chat --profile %s\n", path.Join(made, profile.SoulFile), made, as)
	return nil
}

// importArgs says what is missing.
func importArgs(_ *cobra.Command, args []string) error {
	switch len(args) {
	case 0:
		return errors.New("the file or the folder is missing: backstory import PATH")
	case 1, 2:
		return nil
	}
	return fmt.Errorf("import takes a kind and one file or folder, and these are %d: backstory import KIND PATH", len(args))
}

// guess returns what reads an input whose kind nobody named.
func guess(ctx context.Context, registry *exchange.Registry, in *exchange.Input, name string) (exchange.Reader, error) {
	kinds, err := all.Guess(ctx, registry, in)
	if err != nil {
		return nil, fmt.Errorf("importing %s: %w", oneline.Safe(name), err)
	}
	if len(kinds) == 1 {
		if reader, ok := registry.Reader(kinds[0]); ok {
			return reader, nil
		}
	}
	if len(kinds) == 0 {
		kinds = namesOf(registry, kindNames)
	}
	return nil, fmt.Errorf("the kind is missing, and %s does not show which it is: backstory import KIND %[1]s, with KIND one of %s", oneline.Safe(name), strings.Join(kinds, ", "))
}

func kindNames(k exchange.Kind) []string { return []string{k.Name} }

// namesOf returns what all kinds are called.
func namesOf(registry *exchange.Registry, names func(exchange.Kind) []string) (known []string) {
	for _, k := range registry.Kinds() {
		known = append(known, names(k)...)
	}
	return known
}

// openToImport opens the workspace that is imported into: the folder itself, where it is
// in none.
func openToImport() (dir string, root *os.Root, err error) {
	dir, err = profile.FindWorkspace(".")
	if errors.Is(err, profile.ErrNoWorkspace) {
		dir, err = ".", nil
	}
	if err != nil {
		return "", nil, err
	}
	root, err = plainfile.OpenRoot(dir)
	return dir, root, err
}

// agreed shows what an import would make, and asks whether it is made. It returns the
// name of the profile.
func (o *importOptions) agreed(ctx context.Context, t *cli.Terminal, reader exchange.Reader, in *exchange.Input, name string) (string, error) {
	if o.yes { // it is read once, and shown when it is made
		return o.as, nil
	}
	report, err := exchange.Preview(ctx, reader, in)
	if err != nil {
		return "", fmt.Errorf("importing %s: %w", oneline.Safe(name), err)
	}
	as := cmp.Or(o.as, exchange.Slug(report.Name))
	to := path.Join(profile.ProfilesFolder, as)
	t.Answers(importJSON{Report: report, Profile: to})
	ShowReport(t, report)
	if o.preview {
		return as, nil
	}
	return as, t.Confirm("Make the profile " + to + "?")
}

// signedBy returns what says who signed a pack.
func signedBy(kind, file string) (func(index, signature []byte) (string, error), error) {
	if file == "" {
		return approval.SignedPack(nil, time.Now()), nil
	}
	if kind != "pack" {
		return nil, errors.New("--signers: packs alone are signed")
	}
	content, err := os.ReadFile(file)
	if err != nil {
		return nil, err
	}
	list, err := approval.ParseSigners(content)
	if err != nil {
		return nil, fmt.Errorf("reading %s: %w", oneline.Safe(file), err)
	}
	return approval.SignedPack(list, time.Now()), nil
}

// unknownKind says which kinds or forms there are.
func unknownKind(kind string, registry *exchange.Registry, names func(exchange.Kind) []string) error {
	return fmt.Errorf("unknown kind %q: give one of %s", oneline.Short(kind, 40), strings.Join(namesOf(registry, names), ", "))
}

// OpenPersona opens what is to be imported: a file, or a folder.
func OpenPersona(name string) (in *exchange.Input, closeInput func() error, err error) {
	info, err := os.Stat(name)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil, fmt.Errorf("no such file or folder: %s", oneline.Safe(name))
	}
	if err != nil {
		return nil, nil, err
	}
	in = &exchange.Input{Name: compile.FolderName(name)}
	if info.IsDir() {
		root, err := plainfile.OpenRoot(name)
		if err != nil {
			return nil, nil, err
		}
		if in.Tree, err = exchange.OpenFolder(root); err != nil {
			return nil, nil, errors.Join(fmt.Errorf("reading %s: %w", oneline.Safe(name), err), root.Close())
		}
		in.Around = exchange.ReadAround(name)
		return in, root.Close, nil
	}
	if !info.Mode().IsRegular() {
		return nil, nil, fmt.Errorf("%s is neither a file nor a folder", oneline.Safe(name))
	}
	f, err := os.Open(name)
	if err != nil {
		return nil, nil, err
	}
	in.File = io.NewSectionReader(f, 0, info.Size())
	return in, f.Close, nil
}

// maxShown bounds how many lines of a list are shown to a person.
const maxShown = 60

// ShowReport tells a person what an import makes of its input.
func ShowReport(t *cli.Terminal, r exchange.Report) {
	if t.Answer.Asked {
		return
	}
	if r.Name != "" || len(r.Files) > 0 { // else nothing was made
		fmt.Fprintf(t.Out, "%s (%s): %s\n", oneline.Short(r.Name, 80), r.Kind, cli.Plural(len(r.Files), "file"))
	}
	ShowNotes(t, r.Notes)
	for i, c := range r.Characters {
		if i == 0 {
			fmt.Fprintln(t.Out, "hidden and hostile characters (docs/warnings.md):")
		}
		if i == maxShown {
			fmt.Fprintf(t.Out, "  and %s more; --json lists them\n", cli.Plural(len(r.Characters)-i, "line"))
			break
		}
		sample := ""
		if c.Sample != "" {
			sample = ", such as " + c.Sample
		}
		fmt.Fprintf(t.Out, "  %s: %s, %d%s\n", oneline.Safe(c.Place), c.Rule, c.Count, oneline.Safe(sample))
	}
	if r.Unlisted > 0 {
		fmt.Fprintf(t.Out, "  %s in no list, which would be too long\n", cli.Plural(r.Unlisted, "line"))
	}
}

// ShowNotes tells a person what became of the parts of an input. Of a long list it
// tells what is counted as well as what comes first.
func ShowNotes(t *cli.Terminal, notes []exchange.Note) {
	counted, single, left := 0, 0, 0
	for _, n := range notes {
		of := &single
		if n.Count > 0 {
			of = &counted
		}
		if *of++; *of > maxShown {
			left++
			continue
		}
		fmt.Fprintf(t.Out, "  %s\n", noteLine(n))
	}
	if left > 0 {
		fmt.Fprintf(t.Out, "  and %s more; --json lists them\n", cli.Plural(left, "line"))
	}
}

// noteLine is a note as a person is told it.
func noteLine(n exchange.Note) string {
	line := fmt.Sprintf("%-7s %s", n.Fate, n.Place)
	if n.Count > 0 {
		line += fmt.Sprintf(" (%d)", n.Count)
	}
	if n.To != "" {
		line += " → " + n.To
	}
	if n.Why != "" {
		line += ": " + n.Why
	}
	return oneline.Safe(line)
}
