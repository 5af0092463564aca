// Package cache has the commands of the caches: that of the user, and one that is shared.
package cache

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"

	"github.com/spf13/cobra"

	"github.com/seed353dc258/backstory/cmd/backstory/cli"
	"github.com/seed353dc258/backstory/cmd/backstory/compile"
	"github.com/seed353dc258/backstory/ingest"
	"github.com/seed353dc258/backstory/internal/worker"
)

// New returns the command cache.
func New(t *cli.Terminal) *cobra.Command {
	var dir string
	cmd := &cobra.Command{
		Use:   "cache [size|clear|verify]",
		Short: "Show, check or empty the cache folder; share a cache",
		Long: `cache shows how much is kept of earlier conversions (size, the default), reads all of it back
(verify; exit code 1 if something is damaged), or removes it (clear). It may be removed at any time:
the next build then converts everything again.

keygen, trust, stats and serve are for a cache that several machines share; see docs/cache.md.`,
		ValidArgs: []string{"size", "clear", "verify"},
		Args:      cobra.MatchAll(cobra.MaximumNArgs(1), cobra.OnlyValidArgs),
		RunE: func(_ *cobra.Command, args []string) error {
			folder := compile.CacheFolder(dir)
			if folder == "" {
				return errors.New("there is no cache folder: name one with --cache-dir")
			}
			if len(args) > 0 && args[0] == "clear" {
				return clearCache(t, folder)
			}
			return showCache(t, folder, len(args) > 0 && args[0] == "verify")
		},
	}
	compile.AddCacheDir(cmd, &dir)
	t.AddJSON(cmd.Flags())
	cmd.AddCommand(newKeygen(t), newTrust(t), newStats(t), newServe(t))
	return cmd
}

// clearCache removes what builds keep, and nothing else that may be there.
func clearCache(t *cli.Terminal, folder string) error {
	for _, name := range []string{"chapters", "index", "locks", compile.ServersFolder, worker.EngineFolder} {
		if err := os.RemoveAll(filepath.Join(folder, name)); err != nil {
			return err
		}
	}
	t.Answers(struct {
		Folder string `json:"folder"`
	}{folder})
	t.Talk("%s is empty\n", folder)
	return nil
}

func showCache(t *cli.Terminal, folder string, verify bool) error {
	cache, err := ingest.OpenCache(filepath.Join(folder, "chapters"), 0)
	if err != nil {
		return err
	}
	defer cache.Close()
	s := cache.State(verify)
	if t.Answer.Asked {
		t.Answers(struct {
			Folder   string `json:"folder"`
			Chapters int    `json:"chapters"`
			Bytes    int64  `json:"size_bytes"`
			Limit    int64  `json:"limit_bytes"`
			Damaged  int    `json:"damaged"`
		}{folder, s.Chapters, s.Bytes, s.Limit, s.Damaged})
	} else {
		_, err = fmt.Fprintf(t.Out, "%s: %s, %s of %s\n", folder, cli.Plural(s.Chapters, "chapter"), cli.ByteSize(s.Bytes), cli.ByteSize(s.Limit))
	}
	if err == nil && s.Damaged > 0 {
		t.Talk("%s cannot be read back and will be made again\n", cli.Plural(s.Damaged, "chapter"))
		return cli.ExitCode(cli.ExitStale)
	}
	return err
}
