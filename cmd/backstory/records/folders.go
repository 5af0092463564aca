package records

import (
	"fmt"
	"path/filepath"
	"text/tabwriter"
	"time"

	"github.com/spf13/cobra"

	"github.com/seed353dc258/backstory/cmd/backstory/cli"
	"github.com/seed353dc258/backstory/cmd/backstory/plain"
	"github.com/seed353dc258/backstory/internal/folder"
	"github.com/seed353dc258/backstory/internal/names"
)

// NewFolders returns the command folders.
func NewFolders(t *cli.Terminal) *cobra.Command {
	list := func(*cobra.Command, []string) error { return listFolders(t) }
	cmd := &cobra.Command{
		Use:   "folders",
		Short: "Show and delete what is kept of plain folders",
		Long: `folders lists the plain folders and files that were asked, with what is kept of each in your data folder: what was
read of it, and the conversations. forget deletes that; the folder itself is not touched.`,
		Args: cli.OnlyCommands, RunE: list,
	}
	t.AddJSON(cmd.PersistentFlags())
	cmd.AddCommand(
		&cobra.Command{Use: "list", Short: "List the folders of which something is kept", Args: cobra.NoArgs, RunE: list},
		&cobra.Command{
			Use: "forget FOLDER", Short: "Delete what is kept of a folder", Args: cli.OneArg("FOLDER, as folders list shows it"),
			Long: `forget deletes what is kept of a folder: the text that was read of it, and the conversations. The folder itself is not
touched. It takes a path as folders list shows it, also of a folder that is no longer there.`,
			RunE: func(_ *cobra.Command, args []string) error { return forgetFolder(t, args[0]) },
		},
	)
	return cmd
}

// keptJSON is what is kept of a folder.
type keptJSON struct {
	Path  string    `json:"path"`
	Name  string    `json:"name"`
	Bytes int64     `json:"bytes"`
	Used  time.Time `json:"used"`
	Kept  string    `json:"kept"`
}

func listFolders(t *cli.Terminal) error {
	list, err := plain.Folders()
	if err != nil {
		return err
	}
	kept := make([]keptJSON, len(list))
	for i := range list {
		r := &list[i]
		kept[i] = keptJSON{names.Show(r.Path), r.Name, r.Size(), r.Used, names.Show(r.Dir())}
	}
	if t.Answer.Asked {
		t.Answers(struct {
			Folders []keptJSON `json:"folders"`
		}{kept})
		return nil
	}
	if len(kept) == 0 {
		t.Talk("nothing is kept of any folder\n")
		return nil
	}
	w := tabwriter.NewWriter(t.Out, 0, 0, 2, ' ', 0)
	for _, k := range kept {
		fmt.Fprintf(w, "%s\t%s\t%s\n", k.Path, cli.ByteSize(k.Bytes), k.Used.Format(time.DateOnly))
	}
	return w.Flush()
}

func forgetFolder(t *cli.Terminal, name string) error {
	list, err := plain.Folders()
	if err != nil {
		return err
	}
	abs, err := filepath.Abs(name)
	if err != nil {
		return err
	}
	real, err := filepath.EvalSymlinks(abs)
	if err != nil {
		real = abs // it may be gone
	}
	for _, r := range list {
		if r.Path == abs || r.Path == real || names.Show(r.Path) == name {
			if err := folder.Forget(r); err != nil {
				return err
			}
			t.Talk("what was kept of %s is deleted; the cache may still have passages of it: backstory cache clear empties that\n", names.Show(r.Path))
			return nil
		}
	}
	return fmt.Errorf("nothing is kept of %s: backstory folders lists what is", names.Show(name))
}
