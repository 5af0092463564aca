package serve

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/cobra"
	"github.com/tailscale/hujson"

	"github.com/seed353dc258/backstory/cmd/backstory/cli"
	"github.com/seed353dc258/backstory/internal/atomicfile"
)

// mcpClient is where a client keeps the servers that it starts.
type mcpClient struct {
	title string
	file  string // in the folder of a project, or in the folder of the user that in says
	in    func() (string, error)
	key   string // of the object with the servers, or of the table
	kind  bool   // an entry has its type
	root  bool   // a server may start elsewhere than in the project, whose folder has to be named
}

// mcpClients are the clients as their documentation describes them. Those that keep one
// file for the user, and none for a project, are told the folder and the whole program.
var mcpClients = map[string]mcpClient{
	"claude":         {title: "Claude Code", file: ".mcp.json", key: "mcpServers"},
	"claude-desktop": {title: "Claude Desktop", file: "Claude/claude_desktop_config.json", in: os.UserConfigDir, key: "mcpServers"},
	"codex":          {title: "Codex", file: ".codex/config.toml", key: "mcp_servers"},
	"cursor":         {title: "Cursor", file: ".cursor/mcp.json", key: "mcpServers", root: true},
	"gemini":         {title: "Gemini CLI", file: ".gemini/settings.json", key: "mcpServers"},
	"vscode":         {title: "VS Code", file: ".vscode/mcp.json", key: "servers", kind: true, root: true},
	"windsurf":       {title: "Windsurf", file: ".codeium/windsurf/mcp_config.json", in: os.UserHomeDir, key: "mcpServers"},
	"zed":            {title: "Zed", file: ".zed/settings.json", key: "context_servers"},
}

func newMCPInstall(t *cli.Terminal) *cobra.Command {
	var show, write bool
	clients := slices.Sorted(maps.Keys(mcpClients))
	cmd := &cobra.Command{
		Use:   "install CLIENT",
		Short: "Add the server to the configuration of " + strings.Join(clients[:len(clients)-1], ", ") + " or " + clients[len(clients)-1],
		Long: `install adds an entry to the configuration that a client keeps in the current folder: .mcp.json (Claude
Code), .codex/config.toml, .cursor/mcp.json, .gemini/settings.json, .vscode/mcp.json or .zed/settings.json.
What else is in the file stays, comments too. The entry names the program "backstory", since a project's
files are committed; in the home folder, whose files are yours alone, it has the program's whole path.

Claude Desktop and Windsurf have one file for all that you do, in your home folder: its entry names the
current folder, and takes the place of one for another folder.`,
		ValidArgs: clients,
		Args:      cobra.MatchAll(cobra.ExactArgs(1), cobra.OnlyValidArgs),
		RunE: func(_ *cobra.Command, args []string) error {
			c, err := mcpClients[args[0]].here()
			if err != nil {
				return err
			}
			program, err := c.program(t)
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
			t.Talk("%s: %s starts backstory mcp\n", c.file, c.title)
			return nil
		},
	}
	cmd.Flags().BoolVar(&show, "show", false, "print the file instead of writing it")
	cmd.Flags().BoolVar(&write, "allow-write", false, "let the client's agent build backstories and propose changes")
	return cmd
}

// here returns the client with the path of its file.
func (c mcpClient) here() (mcpClient, error) {
	if c.in == nil {
		return c, nil
	}
	folder, err := c.in()
	c.file = filepath.Join(folder, filepath.FromSlash(c.file))
	return c, err
}

// program returns the program as the client's file names it. Files of a project are
// committed, and other machines have the program elsewhere; those of the home folder
// are of this machine, where a client may know another PATH.
func (c mcpClient) program(t *cli.Terminal) (string, error) {
	const name = "backstory"
	if c.in != nil {
		return os.Executable()
	}
	here, err := os.Stat(".")
	if err != nil {
		return "", err
	}
	home, _ := os.UserHomeDir() // "" is no folder
	if at, err := os.Stat(home); err == nil && os.SameFile(at, here) {
		return os.Executable()
	}
	if _, err := exec.LookPath(name); err != nil {
		t.Talk("%s: names the program %s, which is not in your PATH: put it there\n", c.file, name)
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
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return nil, err
	}
	if strings.HasSuffix(c.file, ".toml") {
		return c.addTable(string(old), program, write)
	}
	if len(bytes.TrimSpace(old)) == 0 {
		old = []byte("{}")
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

// addTable returns the client's TOML with a table for the program, in the place of the one
// that is there or at the end.
func (c mcpClient) addTable(old, program string, write bool) ([]byte, error) {
	name := c.key + ".backstory"
	command, args, err := c.starts(program, write)
	if err != nil {
		return nil, err
	}
	table := fmt.Sprintf("[%s]\ncommand = %s\nargs = %s\n", name, command, args)
	var out strings.Builder
	inside, done, top := false, false, true // whether a line is in our table, it is written, there was no table yet
	for line := range strings.Lines(old) {
		text := strings.TrimSpace(line)
		if strings.HasPrefix(text, "[") {
			inside, top = strings.HasPrefix(text, "["+name+"]"), false
			if inside && !done {
				out.WriteString(table)
				done = true
			}
		}
		if key, _, ok := strings.Cut(text, "="); ok && top && (strings.TrimSpace(key) == c.key || strings.HasPrefix(strings.TrimSpace(key), name)) {
			return nil, fmt.Errorf("%s: %s is written as a value: make it a table ([%s]), and try again", c.file, c.key, name)
		}
		if !inside || text == "" || strings.HasPrefix(text, "#") {
			out.WriteString(line)
		}
	}
	if !done {
		if out.Len() > 0 {
			out.WriteString(strings.Repeat("\n", 2-min(1, strings.Count(old[max(0, len(old)-1):], "\n"))))
		}
		out.WriteString(table)
	}
	return []byte(out.String()), nil
}

// starts is how the client starts the program: the command and its arguments, as JSON.
func (c mcpClient) starts(program string, write bool) (command, args string, err error) {
	list := []string{"mcp"}
	switch {
	case c.root:
		list = append(list, "--root", "${workspaceFolder}")
	case c.in != nil:
		dir, err := os.Getwd()
		if err != nil {
			return "", "", err
		}
		list = append(list, "--root", dir)
	}
	if write {
		list = append(list, "--allow-write")
	}
	var texts []string
	for _, text := range append([]string{program}, list...) {
		var out bytes.Buffer
		e := json.NewEncoder(&out)
		e.SetEscapeHTML(false)
		if err := e.Encode(text); err != nil {
			return "", "", err
		}
		texts = append(texts, strings.TrimSpace(out.String()))
	}
	return texts[0], "[" + strings.Join(texts[1:], ", ") + "]", nil
}

// entry is what a client is to know of the server, as JSON in one line.
func (c mcpClient) entry(program string, write bool) (string, error) {
	command, args, err := c.starts(program, write)
	kind := ""
	if c.kind {
		kind = `"type": "stdio", `
	}
	return fmt.Sprintf(`{%s"command": %s, "args": %s}`, kind, command, args), err
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
