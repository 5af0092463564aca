package profile

import (
	"encoding/json"
	"maps"
	"path"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"github.com/seed353dc258/backstory/internal/plainfile"
	"github.com/seed353dc258/backstory/profile/glob"
	"github.com/seed353dc258/backstory/profile/lenient"
)

// foreignConfig is what the configuration of another system says of the files of
// a workspace. The zero value is that of a system with its defaults.
type foreignConfig struct {
	file  string         // as it is shown
	each  int            // characters of a file; 0 is the system's default
	all   int            // characters of all files; 0 is the system's default
	extra []string       // patterns of further files
	mcp   []serverSource // where servers of tools are listed
	names []Alias        // of models
}

// serverSource is a file that lists servers of tools, by their names.
type serverSource struct {
	file  string
	names []string
}

// The bounds of the search for further files of OpenClaw.
const (
	maxExtra    = 64 // files
	maxPatterns = 64
	maxAliases  = 64
)

// configOf reads the configuration of another system: that of OpenClaw is in the
// folder around the workspace, and that of Moltis in its data folder.
func (r *reader) configOf(p *Profile) foreignConfig {
	if p.system == Moltis {
		return r.moltisConfig(p)
	}
	shown := "../" + OpenClawFile
	root, err := plainfile.OpenRoot(filepath.Dir(p.Dir))
	if err != nil {
		return foreignConfig{}
	}
	defer root.Close()
	content, err := readFile(root, OpenClawFile, maxConfig)
	if err != nil {
		r.problem(shown, err.Error())
	}
	if content == nil {
		return foreignConfig{}
	}
	plain, err := lenient.Standard(lenient.QuoteJSON5(content))
	if err != nil {
		r.problem(shown, "invalid JSON: "+strings.TrimPrefix(err.Error(), "hujson: ")+"; the file is ignored")
		return foreignConfig{}
	}
	c := foreignConfig{file: shown}
	defaults := field(field(plain, "agents"), "defaults")
	c.each, c.all = positive(field(defaults, "bootstrapMaxChars")), positive(field(defaults, "bootstrapTotalMaxChars"))
	c.names = aliasesIn(field(defaults, "models"))
	hooks := field(field(plain, "hooks"), "internal")
	hook := field(field(hooks, "entries"), "bootstrap-extra-files")
	on, said := lenient.Boolean(field(hook, "enabled"))
	all, saidOfAll := lenient.Boolean(field(hooks, "enabled"))
	if (on || !said) && (all || !saidOfAll) {
		for _, key := range []string{"paths", "patterns", "files"} { // of which the first is the name and the others are aliases
			list, _ := lenient.Array(field(hook, key))
			for _, raw := range list {
				if pattern, ok := lenient.Text(raw); ok && len(c.extra) < maxPatterns {
					c.extra = append(c.extra, pattern)
				}
			}
		}
	}
	c.servers(shown, field(field(plain, "mcp"), "servers"))
	return c
}

// aliasesIn reads the short names of models.
func aliasesIn(raw json.RawMessage) (list []Alias) {
	models, _ := lenient.Members(raw)
	for _, m := range models {
		if name, ok := lenient.Text(field(m.Raw, "alias")); ok && oneLine(name) != "" && len(list) < maxAliases {
			list = append(list, Alias{oneLine(name), oneLine(m.Key)})
		}
	}
	return list
}

func (r *reader) moltisConfig(p *Profile) foreignConfig {
	file := p.foreign(r, moltisTOML)
	c := foreignConfig{file: file.Path}
	tables := lenient.TOML(file.Text)
	c.each = positive(json.RawMessage(tables["chat"]["workspace_file_max_chars"]))
	var names []string
	for _, table := range slices.Sorted(maps.Keys(tables)) {
		name, ok := strings.CutPrefix(table, "mcp.servers.")
		if ok = ok && !strings.HasSuffix(name, ".env") && !strings.HasSuffix(name, ".headers"); ok {
			names = append(names, strings.Trim(name, `"'`))
		}
	}
	if len(names) > 0 {
		c.mcp = append(c.mcp, serverSource{file.Path, names})
	}
	if content, err := readFile(p.Root, moltisMCP, maxConfig); err == nil && content != nil {
		plain, err := lenient.Standard(content)
		if err != nil {
			plain = nil
		}
		list := field(plain, "servers")
		if list == nil {
			list = field(plain, "mcpServers")
		}
		c.servers(moltisMCP, list)
	}
	return c
}

// servers adds the names of servers of tools.
func (c *foreignConfig) servers(file string, raw json.RawMessage) {
	list, _ := lenient.Members(raw)
	var names []string
	for _, m := range list {
		names = append(names, m.Key)
	}
	if len(names) > 0 {
		c.mcp = append(c.mcp, serverSource{file, names})
	}
}

// extraFiles reads the files that OpenClaw's hook bootstrap-extra-files adds: of
// the names that are loaded in a workspace, and inside it.
func (r *reader) extraFiles(i *Identity, p *Profile, c *foreignConfig) {
	f := &i.Foreign
	seen := map[string]bool{}
	for _, pattern := range c.extra {
		paths, whole := glob.Match(p.Root.FS(), pattern)
		if !whole {
			f.wrong(c.file, "bootstrap-extra-files: "+strconv.Quote(pattern)+" matches too much: "+strconv.Itoa(glob.MaxEntries)+" entries of folders were looked at, and the rest was not")
		}
		if len(paths) == 0 {
			f.wrong(c.file, "bootstrap-extra-files: "+strconv.Quote(pattern)+" matches no file in the workspace")
		}
		for _, name := range paths {
			switch {
			case seen[name] || path.Dir(name) == "." && slices.Contains(loaded, name):
				continue
			case !slices.Contains(loaded, path.Base(name)):
				f.wrong(name, "is not loaded: bootstrap-extra-files takes "+strings.Join(loaded, ", ")+" alone")
				continue
			case len(seen) == maxExtra:
				f.wrong(c.file, "bootstrap-extra-files: more than "+strconv.Itoa(maxExtra)+" files match: the others are not loaded")
				return
			}
			seen[name] = true
			file := r.limited(files{p.Root, "", TierProfile, ""}, name, maxForeign)
			if front := parseFront(file.Text); front.found {
				file.Text = front.body
			}
			if file.Name = name; file.Found && strings.TrimSpace(file.Text) != "" {
				f.Files = append(f.Files, file)
			}
		}
	}
}
