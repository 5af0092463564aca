package persona

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/seed353dc258/backstory/agent/proposal/approval"
	"github.com/seed353dc258/backstory/cmd/backstory/cli"
	"github.com/seed353dc258/backstory/cmd/backstory/proposals"
	"github.com/seed353dc258/backstory/cmd/backstory/workspace"
	"github.com/seed353dc258/backstory/exchange"
	"github.com/seed353dc258/backstory/exchange/all"
	"github.com/seed353dc258/backstory/internal/atomicfile"
	"github.com/seed353dc258/backstory/internal/lint/secrets"
	"github.com/seed353dc258/backstory/internal/oneline"
	"github.com/seed353dc258/backstory/internal/plainfile"
	"github.com/seed353dc258/backstory/profile"
)

type exportOptions struct{ as, output, image, key string }

// NewExport returns the command export.
func NewExport(t *cli.Terminal) *cobra.Command {
	var o exportOptions
	cmd := &cobra.Command{
		Use:   "export NAME --as KIND -o FILE",
		Short: "Write a profile in the form of another system",
		Long: `export writes a profile as another system reads it: a file, or for some kinds a new folder. What was
imported and has not been edited goes out as it came in. Documents go out as they are compiled, so
build the profile first.

` + kindsHelp(func(k exchange.Kind) bool { return len(k.Forms) > 0 }, func(k exchange.Kind) string { return strings.Join(k.Forms, ", ") + " " }),
		Args: cobra.ExactArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error { return runExport(cmd.Context(), t, &o, args[0]) },
	}
	cmd.Flags().StringVar(&o.as, "as", "", "the `KIND` to write")
	cmd.Flags().StringVarP(&o.output, "output", "o", "", "the `FILE` to write, or the folder to make")
	cmd.Flags().StringVar(&o.image, "image", "", "a PNG `FILE` to put a card into")
	cmd.Flags().StringVar(&o.key, "sign", "", "sign a pack with the private SSH key in this `KEYFILE`")
	t.AddJSON(cmd.Flags())
	return cmd
}

// exportJSON is the answer of export --json.
type exportJSON struct {
	Profile string          `json:"profile"`
	As      string          `json:"as"`
	Output  string          `json:"output"`
	Notes   []exchange.Note `json:"notes"`
	Files   []exchange.Made `json:"files"`
}

func runExport(ctx context.Context, t *cli.Terminal, o *exportOptions, name string) error {
	if o.as == "" || o.output == "" {
		return errors.New("export: give --as KIND and -o FILE")
	}
	registry, err := all.Registry()
	if err != nil {
		return err
	}
	writer, ok := registry.Writer(o.as)
	if !ok {
		return unknownKind(o.as, registry, func(k exchange.Kind) []string { return k.Forms })
	}
	w, p, err := workspace.OpenProfile(name)
	if err != nil {
		return err
	}
	if w != nil {
		defer w.Close()
	}
	if p == nil {
		return fmt.Errorf("%q is not a profile", name)
	}
	defer p.Close()
	persona, err := exchange.Load(w, p)
	if err != nil {
		return err
	}
	out, err := o.target(t)
	if err != nil {
		return err
	}
	if err := writer.Write(ctx, persona, o.as, out); err != nil {
		return fmt.Errorf("exporting %s: %w", oneline.Safe(name), err)
	}
	tellSecrets(t, persona)
	if err := writeExport(o.output, out.Outputs); err != nil {
		return fmt.Errorf("writing %s: %w", oneline.Safe(o.output), err)
	}
	answer := exportJSON{Profile: p.Dir, As: o.as, Output: filepath.ToSlash(o.output), Notes: append([]exchange.Note{}, out.Notes...), Files: []exchange.Made{}}
	for _, f := range out.Outputs {
		answer.Files = append(answer.Files, exchange.Made{Path: f.Path, Bytes: int64(len(f.Content))})
	}
	t.Answers(answer)
	if !t.Answer.Asked {
		for _, n := range out.Notes {
			t.Talk("%s\n", noteLine(n))
		}
		t.Talk("wrote %s: %s\n", oneline.Safe(o.output), cli.Plural(len(out.Outputs), "file"))
	}
	return nil
}

// tellSecrets says which texts of a persona read like secrets: they leave with it.
func tellSecrets(t *cli.Terminal, p *exchange.Persona) {
	texts := append([]exchange.Text{{Name: profile.SoulFile, Text: p.Soul}}, slices.Concat(p.Context, p.Chapters)...)
	for _, one := range texts {
		if kinds := secrets.Kinds(one.Text); kinds != "" {
			t.Talk("%s has text that reads like a secret (%s), and leaves with the export: backstory lint says where\n", oneline.Safe(one.Name), kinds)
		}
	}
}

// target returns an export with the image and the signature that are asked for.
func (o *exportOptions) target(t *cli.Terminal) (*exchange.Export, error) {
	var out exchange.Export
	if o.image != "" {
		var err error
		if out.Image, err = os.ReadFile(o.image); err != nil {
			return nil, err
		}
	}
	if o.key == "" {
		return &out, nil
	}
	if o.as != "pack" {
		return nil, errors.New("--sign: packs alone are signed")
	}
	key, err := approval.LoadKey(o.key, proposals.Passphrase(t, o.key))
	if err != nil {
		return nil, err
	}
	out.Sign = func(index []byte) ([]byte, error) { return approval.Sign(key, approval.PackNamespace, index) }
	return &out, nil
}

// writeExport writes one file whole, or a folder that is not there yet.
func writeExport(to string, outputs []exchange.Output) error {
	if len(outputs) == 1 && outputs[0].Path == "" {
		root, err := plainfile.OpenRoot(filepath.Dir(to))
		if err != nil {
			return err
		}
		defer root.Close()
		return atomicfile.Write(atomicfile.In(root), atomicfile.Bytes(filepath.Base(to), outputs[0].Content))
	}
	if _, err := os.Lstat(to); !errors.Is(err, fs.ErrNotExist) {
		return errors.New("it is there already: name a folder that is not, since this kind is a folder of files")
	}
	stage, err := os.MkdirTemp(filepath.Dir(to), ".backstory-export-")
	if err != nil {
		return err
	}
	root, err := os.OpenRoot(stage)
	if err == nil {
		for _, f := range outputs {
			name := filepath.FromSlash(f.Path)
			if err = root.MkdirAll(filepath.Dir(name), 0o755); err == nil {
				err = root.WriteFile(name, f.Content, 0o644)
			}
			if err != nil {
				break
			}
		}
		err = errors.Join(err, root.Close())
	}
	if err == nil {
		err = os.Chmod(stage, 0o755)
	}
	if err == nil {
		err = os.Rename(stage, to)
	}
	if err != nil {
		return errors.Join(err, os.RemoveAll(stage))
	}
	return nil
}
