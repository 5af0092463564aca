package serve

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
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
	root bool   // a server may start elsewhere than in the project, whose folder has to be named
}

// mcpClients are the clients as their documentation describes them: Claude Code
// (.mcp.json), Cursor, VS Code and Zed, each of a project.
var mcpClients = map[string]mcpClient{
	"claude": {file: ".mcp.json", key: "mcpServers"},
	"cursor": {file: ".cursor/mcp.json", key: "mcpServers", root: true},
	"vscode": {file: ".vscode/mcp.json", key: "servers", kind: true, root: true},
	"zed":    {file: ".zed/settings.json", key: "context_servers"},
}

func newMCPInstall(t *cli.Terminal) *cobra.Command {
	var show, write bool
	cmd := &cobra.Command{
		Use:   "install CLIENT",
		Short: "Add the server to the configuration of claude, cursor, vscode or zed",
		Long: `install adds an entry to the configuration that a client keeps in the current folder: .mcp.json (Claude
Code), .cursor/mcp.json, .vscode/mcp.json or .zed/settings.json. What else is in the file stays, comments too.
The entry names the program "backstory", since a project's files are committed; in the home folder, whose
files are yours alone, it has the program's whole path.`,
		ValidArgs: []string{"claude", "cursor", "vscode", "zed"},
		Args:      cobra.MatchAll(cobra.ExactArgs(1), cobra.OnlyValidArgs),
		RunE: func(_ *cobra.Command, args []string) error {
			c := mcpClients[args[0]]
			program, err := programFor(t, c.file)
			if err != nil {
				return err
			}
			content, err := c.add(program, write)
			if err != nil {
				return err
			}
			if show {
				_, err = t.Out.Write(content)
				return err
			}
			if err := c.write(content); err != nil {
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

// programFor returns the program as a client's file names it. Files of a project are
// committed, and other machines have the program elsewhere; those of the home folder
// are of this machine, where a client may know another PATH.
func programFor(t *cli.Terminal, file string) (string, error) {
	const name = "backstory"
	here, err := os.Stat(".")
	if err != nil {
		return "", err
	}
	home, _ := os.UserHomeDir() // "" is no folder
	if at, err := os.Stat(home); err == nil && os.SameFile(at, here) {
		return os.Executable()
	}
	if _, err := exec.LookPath(name); err != nil {
		t.Talk("%s: names the program %s, which is not in your PATH: put it there\n", file, name)
	}
	return name, nil
}

// write replaces the client's file.
func (c mcpClient) write(content []byte) error {
	folder := filepath.Dir(c.file)
	if err := os.MkdirAll(folder, 0o755); err != nil {
		return err
	}
	root, err := os.OpenRoot(folder)
	if err != nil {
		return err
	}
	defer root.Close()
	return atomicfile.Write(atomicfile.In(root), atomicfile.Bytes(filepath.Base(c.file), content))
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
	entry, err := c.entry(program, write)
	if err != nil {
		return nil, err
	}
	servers := tree.Find("/" + c.key)
	patch := fmt.Sprintf(`[{"op": "add", "path": "/%s/backstory", "value": %s}]`, c.key, entry)
	if servers == nil {
		patch = fmt.Sprintf(`[{"op": "add", "path": "/%s", "value": {"backstory": %s}}]`, c.key, entry)
	}
	if err := tree.Patch([]byte(patch)); err != nil {
		return nil, fmt.Errorf("reading %s: %w: it is not an object with %q", c.file, err, c.key)
	}
	indent(&tree, c.key)
	return []byte(strings.TrimRight(string(tree.Pack()), "\n") + "\n"), nil
}

// entry is what a client is to know of the server, as JSON in one line.
func (c mcpClient) entry(program string, write bool) (string, error) {
	command, err := json.Marshal(program)
	if err != nil {
		return "", err
	}
	kind, more := "", ""
	if c.kind {
		kind = `"type": "stdio", `
	}
	if c.root {
		more = `, "--root", "${workspaceFolder}"`
	}
	if write {
		more += `, "--allow-write"`
	}
	return fmt.Sprintf(`{%s"command": %s, "args": ["mcp"%s]}`, kind, command, more), nil
}

// indent puts the entry, and the object that it is in, on lines of their own,
// indented as the rest of the file is.
func indent(tree *hujson.Value, key string) {
	root, ok := tree.Value.(*hujson.Object)
	if !ok {
		return
	}
	step := "\n  "
	if own := lastLine(root.Members[0].Name.BeforeExtra); own != "" {
		step = own
	}
	unit := strings.TrimPrefix(step, "\n")
	for i := range root.Members {
		m := &root.Members[i]
		servers, ok := m.Value.Value.(*hujson.Object)
		if name, _ := m.Name.Value.(hujson.Literal); !ok || len(servers.Members) == 0 || name.String() != key {
			continue
		}
		entry := &servers.Members[len(servers.Members)-1]
		onLine(&m.Name, step)
		onLine(&entry.Name, step+unit)
		for _, v := range []*hujson.Value{&m.Value, &entry.Value} {
			if len(v.BeforeExtra) == 0 {
				v.BeforeExtra = hujson.Extra(" ")
			}
		}
		if !strings.Contains(string(servers.AfterExtra), "\n") {
			servers.AfterExtra = hujson.Extra(step)
		}
	}
	if !strings.Contains(string(root.AfterExtra), "\n") {
		root.AfterExtra = hujson.Extra("\n")
	}
}

// onLine has a value begin a line. A comment before it stays.
func onLine(v *hujson.Value, line string) {
	before := string(v.BeforeExtra)
	at := strings.LastIndex(before, "\n")
	if strings.TrimSpace(before[at+1:]) == "" {
		v.BeforeExtra = hujson.Extra(before[:max(at, 0)] + line)
	}
}

// lastLine returns the last line end of what is before a value, with the
// indentation behind it, or "".
func lastLine(before hujson.Extra) string {
	at := strings.LastIndex(string(before), "\n")
	if at < 0 || strings.Trim(string(before[at:]), " \t\n") != "" {
		return ""
	}
	return string(before[at:])
}
