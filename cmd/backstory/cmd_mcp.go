package main

import (
	"context"
	"errors"
	"io"
	"os"
	"path/filepath"

	"github.com/spf13/cobra"

	"github.com/seed353dc258/backstory/agent/api"
	"github.com/seed353dc258/backstory/agent/api/mcp"
	"github.com/seed353dc258/backstory/converters"
	"github.com/seed353dc258/backstory/converters/all"
	"github.com/seed353dc258/backstory/internal/pipeline"
	"github.com/seed353dc258/backstory/profile"
)

func newMCP(t *terminal) *cobra.Command {
	var o chatOptions
	var write bool
	cmd := &cobra.Command{
		Use:   "mcp",
		Short: "Offer profiles and conversion to other agents (MCP)",
		Long: `mcp speaks the Model Context Protocol on standard input and output: an agent such as Claude, Cursor
or VS Code lists the profiles of the workspace, composes their prompts, searches and reads their backstories
with the place of each passage, and converts files of the folder. Nothing outside of the folder is there for
it, nothing reaches the network, and nothing is written without --allow-write.

backstory mcp install CLIENT writes the client's configuration. docs/mcp.md has the tools.

` + exitHelp,
		Example: `  backstory mcp --root ~/personas
  backstory mcp --allow-write
  backstory mcp install claude`,
		Args: cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error { return runMCP(cmd.Context(), t, &o, write) },
	}
	cmd.Flags().BoolVar(&write, "allow-write", false, "let agents build backstories and propose changes")
	cmd.Flags().StringVar(&o.start.Profile, "profile", "", "offer this profile alone, by its `folder`")
	cmd.Flags().StringVar(&o.config, "config", "", "your configuration (`file`)")
	addIsolate(cmd, &o.isolate)
	addCacheDir(cmd, &o.cacheDir)
	cmd.AddCommand(newMCPInstall(t))
	return cmd
}

func runMCP(ctx context.Context, t *terminal, o *chatOptions, write bool) error {
	in, isFile := t.in.(io.ReadCloser)
	if !isFile {
		in = io.NopCloser(t.in)
	}
	files, done, err := mcpFiles(t, o)
	if err != nil {
		return err
	}
	defer done()
	s := mcp.Settings{Files: files, Version: programVersion()}
	o.look, o.bare = !write, true
	h, open, err := openHost(ctx, t, o)
	switch {
	case errors.Is(err, profile.ErrNoWorkspace) || errors.Is(err, profile.ErrNotFound):
		t.talk("backstory: there is no profile here: files are converted, and nothing else\n")
	case err != nil:
		return err
	default:
		defer open.close()
		c, err := newCompiler(t, &builderOptions{isolate: o.isolate, cacheDir: o.cacheDir, tell: t.talk})
		if err != nil {
			return err
		}
		if s.Agents, err = api.New(api.Settings{Host: h, Builder: c.b, Version: programVersion()}); err != nil {
			return err
		}
	}
	rights := []api.Right{api.Read}
	if write {
		rights = append(rights, api.Chat, api.Write)
	}
	ctx = api.Own(ctx, rights...)
	return mcp.ServeStdio(ctx, mcp.New(ctx, s), in, struct {
		io.Writer
		io.Closer
	}{t.out, io.NopCloser(nil)})
}

// mcpFiles is what converts files of the current folder.
func mcpFiles(t *terminal, o *chatOptions) (*mcp.Files, func(), error) {
	registry, err := all.Registry()
	if err != nil {
		return nil, nil, err
	}
	limits, err := userLimits()
	if err != nil {
		return nil, nil, err
	}
	cache := cacheFolder(o.cacheDir)
	dir, err := filepath.Abs(".")
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
	pool, err := newPool(cache, o.isolate, t.talk)
	if err != nil {
		return nil, nil, errors.Join(err, root.Close())
	}
	c := pipeline.Converter{Isolator: pool, Registry: registry, Limits: limits, NoTokens: true, Services: services(cache, "")}
	return &mcp.Files{Dir: dir, Root: root, Convert: func(ctx context.Context, in converters.Input, w io.Writer) (*pipeline.Converted, error) {
		return c.Convert(ctx, in, w)
	}}, func() { pool.Close(); root.Close() }, nil
}
