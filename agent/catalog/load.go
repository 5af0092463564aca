package catalog

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
)

// Load reads the user's configuration. Without a path it is that of [Folder],
// which need not be there.
func Load(path string) (Settings, error) {
	named := path != ""
	if !named {
		dir, err := Folder()
		if err != nil {
			return Settings{}, nil // there is no home: nothing is configured
		}
		path = filepath.Join(dir, ConfigName)
	}
	content, err := read(path)
	if !named && (errors.Is(err, fs.ErrNotExist) || closed(path)) {
		return Settings{}, nil
	}
	if err != nil {
		return Settings{}, err
	}
	s, err := Parse(content)
	if err != nil {
		return Settings{}, fmt.Errorf("%s:%w", path, err)
	}
	dir, err := filepath.Abs(filepath.Dir(path))
	if err != nil {
		return Settings{}, err
	}
	for name, p := range s.Providers {
		if p.Script != "" && !filepath.IsAbs(p.Script) {
			p.Script = filepath.Join(dir, p.Script)
			s.Providers[name] = p
		}
	}
	for pattern, file := range s.Passwords {
		if !filepath.IsAbs(file) {
			s.Passwords[pattern] = filepath.Join(dir, file)
		}
	}
	s.Place(dir)
	return s, nil
}

// read reads a configuration that only its owner, or their group, can write.
func read(path string) ([]byte, error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	info, err := f.Stat()
	if err != nil {
		return nil, err
	}
	switch {
	case !info.Mode().IsRegular():
		return nil, fmt.Errorf("%s is not a file", path)
	case runtime.GOOS != "windows" && info.Mode().Perm()&0o002 != 0:
		return nil, fmt.Errorf("%s can be written by everyone: run chmod o-w on it", path)
	case info.Size() > maxSettings:
		return nil, fmt.Errorf("%s is over the limit of 1 MiB", path)
	}
	return io.ReadAll(io.LimitReader(f, maxSettings))
}

// Parse reads a configuration: JSON with comments and trailing commas. What it
// does not know is an error, and so is a key in the place of its name. Errors begin
// with "line:column: ".
func Parse(content []byte) (Settings, error) {
	plain, err := standard(content)
	if err != nil {
		return Settings{}, err
	}
	var s Settings
	if err := strict(plain, &s, true); err != nil {
		return Settings{}, err
	}
	return s, placed(plain, s.check())
}

// ParseWorkspace reads what a workspace's configuration says of providers and
// servers. Its other fields are others' business. It holds only when the user
// has said that the workspace is trusted.
func ParseWorkspace(content []byte) (Settings, error) {
	plain, err := standard(content)
	if err != nil {
		return Settings{}, err
	}
	var all map[string]json.RawMessage
	if err := json.Unmarshal(plain, &all); err != nil {
		return Settings{}, errors.New("it must be an object")
	}
	part := map[string]json.RawMessage{}
	for _, name := range []string{"providers", "mcp"} {
		if raw, ok := all[name]; ok {
			part[name] = raw
		}
	}
	plain, err = json.Marshal(part)
	if err != nil {
		return Settings{}, err
	}
	var s Settings
	if err := strict(plain, &s, false); err != nil {
		return Settings{}, err
	}
	for _, name := range sorted(s.Providers) {
		if s.Providers[name].Script != "" {
			return Settings{}, fmt.Errorf("providers.%s.script: only the user's own configuration has one", name)
		}
	}
	return s, s.check()
}
