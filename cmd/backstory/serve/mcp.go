package serve

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"sync"

	"github.com/spf13/cobra"

	"github.com/seed353dc258/backstory/agent/api"
	"github.com/seed353dc258/backstory/agent/api/mcp"
	"github.com/seed353dc258/backstory/agent/host"
	"github.com/seed353dc258/backstory/cmd/backstory/cli"
	"github.com/seed353dc258/backstory/cmd/backstory/compile"
	"github.com/seed353dc258/backstory/cmd/backstory/given"
	"github.com/seed353dc258/backstory/cmd/backstory/workspace"
	"github.com/seed353dc258/backstory/converters"
	"github.com/seed353dc258/backstory/converters/all"
	"github.com/seed353dc258/backstory/internal/pipeline"
	"github.com/seed353dc258/backstory/profile"
	"github.com/seed353dc258/backstory/profile/ignore"
)

// NewMCP returns the command mcp.
func NewMCP(t *cli.Terminal) *cobra.Command {
	var o workspace.Options
	var write bool
	cmd := &cobra.Command{
		Use:   "mcp [FOLDER]",
		Short: "Offer profiles and conversion to other agents (MCP)",
		Long: `mcp speaks the Model Context Protocol on standard input and output: an agent such as Claude, Cursor
or VS Code lists the profiles of the workspace, or those directly in the folder, composes their prompts,
searches and reads their backstories with the place of each passage, and converts files of the folder.
Given a plain folder, which is no profile, it offers that as one that is named after it, and follows what changes.
It sees nothing outside the folder, reaches no network, and writes nothing without --allow-write.

backstory mcp install CLIENT writes the client's configuration. docs/mcp.md has the tools.`,
		Args: workspace.ProfileArg(&o.Start.Profile),
		RunE: func(cmd *cobra.Command, _ []string) error { return runMCP(cmd.Context(), t, &o, write) },
	}
	cmd.Flags().BoolVar(&write, "allow-write", false, "let agents build backstories and propose changes")
	cmd.Flags().StringVar(&o.Start.Profile, "profile", "", "offer this profile alone, in `FOLDER`")
	cmd.Flags().StringVar(&o.Config, "config", "", "your configuration (`FILE`)")
	o.Builder.AddPlain(cmd)
	compile.AddIsolate(cmd, &o.Builder.Isolate)
	compile.AddCacheDir(cmd, &o.Builder.Caches.CacheDir)
	cmd.AddCommand(newMCPInstall(t))
	return cmd
}

func runMCP(ctx context.Context, t *cli.Terminal, o *workspace.Options, write bool) error {
	if err := o.TakePlain(); err != nil {
		return err
	}
	if len(o.Plain.Paths) > 0 && !workspace.IsFolder(o.Plain.Paths[0]) {
		return fmt.Errorf("mcp: %+.100q is a file: name the folder that it is in", o.Plain.Paths[0])
	}
	in, isFile := t.In.(io.ReadCloser)
	if !isFile {
		in = io.NopCloser(t.In)
	}
	files, done, err := mcpFiles(t, o)
	if err != nil {
		return err
	}
	defer done()
	s := mcp.Settings{Files: files, Version: cli.ProgramVersion()}
	o.Look, o.Bare, o.Below = !write, true, !write
	h, open, err := workspace.OpenHost(ctx, t, o)
	switch {
	case errors.Is(err, profile.ErrNoWorkspace) || errors.Is(err, profile.ErrNotFound):
		missing := "there is no profile here"
		if write {
			missing = "--allow-write needs a workspace, whose profiles are in profiles/, and there is none here"
		}
		t.Talk("backstory: %s: files are converted, and nothing else. --root names another folder\n", missing)
	case err != nil:
		return err
	default:
		defer open.Close()
		if s.Agents, err = mcpAgents(ctx, t, o, h); err != nil {
			return err
		}
	}
	rights := []api.Right{api.Read}
	if write {
		rights = append(rights, api.Chat, api.Write)
	}
	ctx = api.Own(ctx, rights...)
	if s.Agents != nil {
		following, stop := context.WithCancel(ctx)
		var followed sync.WaitGroup
		followed.Go(func() { followPlain(following, t, s.Agents, h) })
		defer followed.Wait()
		defer stop()
	}
	return mcp.ServeStdio(ctx, mcp.New(ctx, s), in, struct {
		io.Writer
		io.Closer
	}{t.Out, io.NopCloser(nil)})
}

// mcpAgents is what offers profiles, or a plain folder, which is read first.
func mcpAgents(ctx context.Context, t *cli.Terminal, o *workspace.Options, h *host.Host) (*api.Server, error) {
	c, err := compile.NewCompiler(t, o.Built(t))
	if err != nil {
		return nil, err
	}
	if p := h.Alone; p != nil && p.Sources != nil {
		if err := c.Follow(ctx, p); err != nil {
			return nil, err
		}
	}
	return api.New(api.Settings{Host: h, Builder: c.B, Version: cli.ProgramVersion()})
}

// mcpFiles is what converts files of the current folder.
func mcpFiles(t *cli.Terminal, o *workspace.Options) (*mcp.Files, func(), error) {
	registry, err := all.Registry()
	if err != nil {
		return nil, nil, err
	}
	limits, err := given.UserLimits()
	if err != nil {
		return nil, nil, err
	}
	cache := compile.CacheFolder(o.Builder.Caches.CacheDir)
	at := "."
	if len(o.Plain.Paths) > 0 {
		at = o.Plain.Paths[0]
	}
	dir, err := filepath.Abs(at)
	if err == nil {
		dir, err = filepath.EvalSymlinks(dir)
	}
	if err != nil {
		return nil, nil, err
	}
	root, err := os.OpenRoot(dir)
	if err != nil {
		return nil, nil, err
	}
	pool, err := compile.NewPool(cache, o.Builder.Isolate, t.Talk)
	if err != nil {
		return nil, nil, errors.Join(err, root.Close())
	}
	c := pipeline.Converter{Isolator: pool, Registry: registry, Limits: limits, NoTokens: true, Services: compile.Services(cache)}
	return &mcp.Files{Dir: dir, Root: root, Convert: func(ctx context.Context, in converters.Input, w io.Writer) (*pipeline.Converted, error) {
		if len(o.Plain.Paths) > 0 && ignore.IsKey(in.Name) {
			return nil, errors.New("it is a file for keys or secrets by its name, and is never read")
		}
		return c.Convert(ctx, in, w)
	}}, func() { pool.Close(); root.Close() }, nil
}
