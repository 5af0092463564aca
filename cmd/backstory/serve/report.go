package serve

import (
	"context"
	"errors"
	"io"
	"os"
	"path/filepath"

	"github.com/spf13/cobra"

	"github.com/seed353dc258/backstory/agent/api"
	"github.com/seed353dc258/backstory/cmd/backstory/cli"
	"github.com/seed353dc258/backstory/cmd/backstory/compile"
	"github.com/seed353dc258/backstory/cmd/backstory/workspace"
	"github.com/seed353dc258/backstory/internal/atomicfile"
	"github.com/seed353dc258/backstory/profile"
	"github.com/seed353dc258/backstory/web"
)

// NewReport returns the command report.
func NewReport(t *cli.Terminal) *cobra.Command {
	var o workspace.Options
	var output string
	cmd := &cobra.Command{
		Use:   "report [PROFILE|FOLDER]",
		Short: "Write what a profile is made of, and what it hides, as one HTML file",
		Long: `report writes one HTML file: what the documents hide, forge or leak, each source as the model gets it with
the places in the original, and the prompt by section. It is read in a browser without a server, loads
nothing and runs nothing: for a pull request, or for an audit.

Secrets are masked. What was said in conversations, and what is remembered, is not in it.`,
		Args: workspace.ProfileArg(&o.Start.Profile),
		RunE: func(cmd *cobra.Command, _ []string) error {
			if output == "" {
				return errors.New("-o FILE says where the report goes")
			}
			return runReport(cmd.Context(), t, &o, output)
		},
	}
	f := cmd.Flags()
	f.StringVarP(&output, "output", "o", "", "write this `FILE`")
	f.StringVar(&o.Start.Profile, "profile", "", "report on this profile, in `FOLDER`")
	f.StringVar(&o.Config, "config", "", "your configuration (`FILE`)")
	o.Builder.AddPlain(cmd)
	compile.AddIsolate(cmd, &o.Builder.Isolate)
	compile.AddCacheDir(cmd, &o.Builder.Caches.CacheDir)
	return cmd
}

// runReport writes a report on a profile, whole or not at all.
func runReport(ctx context.Context, t *cli.Terminal, o *workspace.Options, output string) error {
	if err := o.TakePlain(); err != nil {
		return err
	}
	o.Look, o.Bare = true, true // nothing is kept beside the profile, and no server of tools is started
	h, open, err := workspace.OpenHost(ctx, t, o)
	if err != nil {
		return err
	}
	defer open.Close()
	c, err := compile.NewCompiler(t, o.Built(t))
	if err != nil {
		return err
	}
	if p := h.Alone; p != nil && p.Sources != nil {
		if err := c.Follow(ctx, p); err != nil {
			return err
		}
	}
	server, err := api.New(api.Settings{Host: h, Builder: c.B})
	if err != nil {
		return err
	}
	name := profile.RoleKey(o.Start.Profile)
	if h.Alone != nil {
		name = h.Alone.Name()
	}
	folder, err := os.OpenRoot(filepath.Dir(output))
	if err != nil {
		return err
	}
	defer folder.Close()
	if err := atomicfile.Write(atomicfile.In(folder), atomicfile.Target{Name: filepath.Base(output), Write: func(w io.Writer) error {
		return web.Report(ctx, server, name, w)
	}}); err != nil {
		return err
	}
	t.Talk("%s was written\n", output)
	return nil
}
