package profile

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"hash"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"

	"github.com/seed353dc258/backstory/internal/plainfile"
)

// Stamp returns a text that is another one when a file was changed, added or
// removed of which [Load] makes an identity. It looks at sizes and times alone:
// a new stamp is a reason to read the files, and says no more.
func Stamp(w *Workspace, p *Profile) string {
	h := sha256.New()
	if w != nil {
		stampTier(h, w.Root, promptsFolder)
		stampFolder(h, w.Root, RolesFolder)
	}
	if p != nil {
		stampTier(h, p.Root, "")
		for _, name := range []string{PreferencesFile, OutputFile, ManifestFile, StyleFile, InstructionsFile, MemoryFile, IdentityFile} {
			stampFile(h, p.Root, name)
		}
		if p.system != "" {
			stampFolder(h, p.Root, ".")
			stampFolder(h, p.Root, agentsDir+"/"+mainAgent)
		}
		for _, folder := range []string{ContextFolder, RolesFolder, SamplesRoot, SamplesFolder, ExamplesFolder} {
			stampFolder(h, p.Root, folder)
		}
	}
	return hex.EncodeToString(h.Sum(nil))
}

func stampTier(h hash.Hash, root *os.Root, folder string) {
	for _, name := range []string{SoulFile, BaseFile, SecurityFile, DoneFile} {
		stampFile(h, root, path.Join(folder, name))
	}
	stampFolder(h, root, path.Join(folder, ToolsFolder))
}

func stampFile(h hash.Hash, root *os.Root, name string) {
	folder, file := path.Split(name)
	name = path.Join(folder, at(root, folder, file))
	info, err := root.Stat(filepath.FromSlash(name))
	stamp(h, name, info, err)
}

func stampFolder(h hash.Hash, root *os.Root, folder string) {
	f, err := plainfile.OpenFolder(root, filepath.FromSlash(folder))
	if err != nil {
		stamp(h, folder, nil, err)
		return
	}
	defer f.Close()
	entries, err := f.ReadDir(maxFiles + 1)
	stamp(h, folder, nil, err)
	seen := make([]string, len(entries))
	for i, e := range entries {
		info, err := e.Info()
		one := sha256.New()
		stamp(one, e.Name(), info, err)
		seen[i] = string(one.Sum(nil))
	}
	slices.Sort(seen)
	for _, sum := range seen {
		h.Write([]byte(sum))
	}
}

func stamp(h hash.Hash, name string, info fs.FileInfo, err error) {
	if err != nil || info == nil {
		fmt.Fprintf(h, "%q %t\n", name, err == nil)
		return
	}
	fmt.Fprintf(h, "%q %d %d %v\n", name, info.Size(), info.ModTime().UnixNano(), info.Mode())
}
