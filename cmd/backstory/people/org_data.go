package people

import (
	"archive/zip"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"

	"github.com/spf13/cobra"

	"github.com/seed353dc258/backstory/agent/host"
	"github.com/seed353dc258/backstory/agent/org"
	"github.com/seed353dc258/backstory/agent/org/data"
	"github.com/seed353dc258/backstory/agent/scope"
	"github.com/seed353dc258/backstory/cmd/backstory/cli"
	"github.com/seed353dc258/backstory/cmd/backstory/workspace"
)

func newOrgExport(t *cli.Terminal, o *workspace.Options) *cobra.Command {
	return &cobra.Command{
		Use: "export SLUG FILE", Short: "Write all data of an organisation, without secrets, to a new zip file", Args: cobra.ExactArgs(2),
		RunE: func(cmd *cobra.Command, args []string) error {
			return o.With(cmd.Context(), t, false, func(h *host.Host) error {
				var r data.Report
				err := newFile(args[1], func(w io.Writer) (err error) {
					r, err = h.OrgData().Export(cmd.Context(), org.Owner(args[0]), w)
					return err
				})
				if err == nil {
					t.Talk("wrote %s: %d rows, %s\n", args[1], r.Rows, cli.Plural(r.Files, "file"))
				}
				return err
			})
		},
	}
}

func newOrgImport(t *cli.Terminal, o *workspace.Options) *cobra.Command {
	var as string
	cmd := &cobra.Command{
		Use: "import FILE", Short: "Import an organisation that was exported", Args: cobra.ExactArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			return o.With(cmd.Context(), t, false, func(h *host.Host) error {
				z, err := zip.OpenReader(args[0])
				if errors.Is(err, fs.ErrNotExist) {
					return fmt.Errorf("no such file: %s", args[0])
				}
				if err != nil {
					return fmt.Errorf("%s: %w", args[0], err)
				}
				defer z.Close()
				r, err := h.OrgData().Import(cmd.Context(), org.Owner(scope.Platform), &z.Reader, as)
				if err != nil {
					return fmt.Errorf("%s: %w", args[0], err)
				}
				t.Talk("made %s: %d rows, %s, %s without a password\n", r.Slug, r.Rows, cli.Plural(r.Files, "file"), cli.Plural(r.New, "new user"))
				return nil
			})
		},
	}
	cmd.Flags().StringVar(&as, "as", "", "import it under another `SLUG`")
	return cmd
}

func newUserExport(t *cli.Terminal, o *workspace.Options) *cobra.Command {
	return &cobra.Command{
		Use: "export NAME FILE", Short: "Write all data of a user to a new zip file", Args: cobra.ExactArgs(2),
		RunE: func(cmd *cobra.Command, args []string) error {
			return o.With(cmd.Context(), t, false, func(h *host.Host) error {
				return newFile(args[1], func(w io.Writer) error {
					r, err := h.OrgData().ExportUser(cmd.Context(), org.Owner(scope.Platform), args[0], w)
					if err == nil {
						t.Talk("wrote %s: %d rows, %s\n", args[1], r.Rows, cli.Plural(r.Files, "file"))
					}
					return err
				})
			})
		},
	}
}

func newUserErase(t *cli.Terminal, o *userOptions) *cobra.Command {
	var sure bool
	cmd := o.command(t, "erase NAME", "Remove a user with all conversations and memories; the audit stays",
		func(ctx context.Context, t *cli.Terminal, h *host.Host, name string) error {
			if !sure {
				return errors.New("this cannot be undone: backstory user export keeps a copy, and --yes erases")
			}
			if err := data.Erase(ctx, h.Store, name); err != nil {
				return err
			}
			if err := h.UserTexts().Erase(name); err != nil {
				return err
			}
			t.Talk("erased %s\n", name)
			return nil
		})
	cmd.Flags().BoolVar(&sure, "yes", false, "confirm")
	return cmd
}

// newFile writes a file that must not be there: all of it, or none.
func newFile(name string, write func(io.Writer) error) (err error) {
	if _, err := os.Lstat(name); !errors.Is(err, fs.ErrNotExist) {
		return errors.Join(err, fmt.Errorf("%s: the file is there already", name))
	}
	f, err := os.CreateTemp(filepath.Dir(name), ".backstory-*.part")
	if err != nil {
		return err
	}
	defer func() {
		if err != nil {
			err = errors.Join(err, os.Remove(f.Name()))
		}
	}()
	err = write(f)
	if err == nil {
		err = f.Sync()
	}
	if err = errors.Join(err, f.Close()); err != nil {
		return err
	}
	return os.Rename(f.Name(), name)
}
