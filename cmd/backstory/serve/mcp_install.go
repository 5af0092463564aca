package serve

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"github.com/spf13/cobra"
	"github.com/tailscale/hujson"

	"github.com/seed353dc258/backstory/cmd/backstory/cli"
	"github.com/seed353dc258/backstory/internal/atomicfile"
)

// mcpClient is where a client keeps the servers that it starts.
type mcpClient struct {
	file string // in the folder of a project
	key  string // of the object with the servers
	kind bool   // an entry has its type
}

// mcpClients are the clients as their documentation describes them: Claude Code
// (.mcp.json), Cursor, VS Code and Zed, each of a project.
var mcpClients = map[string]mcpClient{
	"claude": {file: ".mcp.json", key: "mcpServers"},
	"cursor": {file: ".cursor/mcp.json", key: "mcpServers"},
	"vscode": {file: ".vscode/mcp.json", key: "servers", kind: true},
	"zed":    {file: ".zed/settings.json", key: "context_servers"},
}

func newMCPInstall(t *cli.Terminal) *cobra.Command {
	var show, write bool
	cmd := &cobra.Command{
		Use:   "install CLIENT",
		Short: "Add the server to the configuration of claude, cursor, vscode or zed",
		Long: `install adds an entry to the configuration that a client keeps in the current folder: .mcp.json (Claude
Code), .cursor/mcp.json, .vscode/mcp.json or .zed/settings.json. What else is in the file stays, comments too.`,
		ValidArgs: []string{"claude", "cursor", "vscode", "zed"},
		Args:      cobra.MatchAll(cobra.ExactArgs(1), cobra.OnlyValidArgs),
		RunE: func(_ *cobra.Command, args []string) error {
			program, err := os.Executable()
			if err != nil {
				return err
			}
			c := mcpClients[args[0]]
			content, err := c.add(program, write)
			if err != nil {
				return err
			}
			if show {
				_, err = t.Out.Write(content)
				return err
			}
			if err := os.MkdirAll(filepath.Dir(c.file), 0o755); err != nil {
				return err
			}
			root, err := os.OpenRoot(".")
			if err != nil {
				return err
			}
			defer root.Close()
			if err := atomicfile.Write(atomicfile.In(root), atomicfile.Bytes(c.file, content)); err != nil {
				return fmt.Errorf("writing %s: %w", c.file, err)
			}
			t.Talk("%s: %s starts backstory mcp\n", c.file, args[0])
			return nil
		},
	}
	cmd.Flags().BoolVar(&show, "show", false, "print the file instead of writing it")
	cmd.Flags().BoolVar(&write, "allow-write", false, "let the client's agent build backstories and propose changes")
	return cmd
}

// add returns the client's file with an entry for the program.
func (c mcpClient) add(program string, write bool) ([]byte, error) {
	old, err := os.ReadFile(c.file)
	if errors.Is(err, fs.ErrNotExist) {
		old, err = []byte("{}"), nil
	}
	if err != nil {
		return nil, err
	}
	tree, err := hujson.Parse(old)
	if err != nil {
		return nil, fmt.Errorf("reading %s: %w: mend it, or take it away", c.file, err)
	}
	args := []string{"mcp"}
	if write {
		args = append(args, "--allow-write")
	}
	entry := map[string]any{"command": program, "args": args}
	if c.kind {
		entry["type"] = "stdio"
	}
	type step struct {
		Op    string `json:"op"`
		Path  string `json:"path"`
		Value any    `json:"value"`
	}
	var steps []step
	if tree.Find("/"+c.key) == nil {
		steps = append(steps, step{"add", "/" + c.key, map[string]any{}})
	}
	patch, err := json.Marshal(append(steps, step{"add", "/" + c.key + "/backstory", entry}))
	if err != nil {
		return nil, err
	}
	if err := tree.Patch(patch); err != nil {
		return nil, fmt.Errorf("reading %s: %w: it is not an object with %q", c.file, err, c.key)
	}
	tree.Format()
	return []byte(strings.TrimRight(string(tree.Pack()), "\n") + "\n"), nil
}
