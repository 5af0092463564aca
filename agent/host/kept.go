package host

import (
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path"
	"sync"

	"github.com/seed353dc258/backstory/agent/tool"
	"github.com/seed353dc258/backstory/internal/atomicfile"
)

// kept is the folder of what an organisation keeps.
type kept struct {
	root    *os.Root
	todos   *tool.TodoFiles
	mu      sync.Mutex
	folders map[string]*os.Root // that are open
}

// artifacts returns the folder for the files that the agent of a profile makes; ""
// for that of none.
func (k *kept) artifacts(profile string) (*os.Root, error) {
	name := path.Join("artifacts", "none")
	if profile != "" {
		name = path.Join("artifacts", "profiles", profile)
	}
	k.mu.Lock()
	defer k.mu.Unlock()
	if folder := k.folders[name]; folder != nil {
		return folder, nil
	}
	if err := k.root.MkdirAll(name, 0o700); err != nil {
		return nil, fmt.Errorf("making the folder for artifacts: %w", err)
	}
	folder, err := k.root.OpenRoot(name)
	if err != nil {
		return nil, fmt.Errorf("opening the folder for artifacts: %w", err)
	}
	if k.folders == nil {
		k.folders = map[string]*os.Root{}
	}
	k.folders[name] = folder
	return folder, nil
}

// close closes the folders that are open.
func (k *kept) close() error {
	k.mu.Lock()
	defer k.mu.Unlock()
	err := k.root.Close()
	for _, folder := range k.folders {
		err = errors.Join(err, folder.Close())
	}
	return err
}

// windowsFile has what servers said of the windows of their models, in tokens,
// by the names of the models. Whoever deletes it has them asked again.
const windowsFile = "windows.json"

// maxWindows is how large that file may be, in bytes.
const maxWindows = 1 << 20

// windows reads the file. One that cannot be read says nothing.
func (k *kept) windows() map[string]int {
	known := map[string]int{}
	info, err := k.root.Lstat(windowsFile)
	if err != nil || !info.Mode().IsRegular() || info.Size() > maxWindows {
		return known
	}
	content, err := k.root.ReadFile(windowsFile)
	if err != nil || json.Unmarshal(content, &known) != nil {
		return map[string]int{}
	}
	return known
}

// learned keeps what a server says of the window of a model.
func (k *kept) learned(name string, window int) error {
	k.mu.Lock()
	defer k.mu.Unlock()
	known := k.windows()
	known[name] = window
	content, err := json.MarshalIndent(known, "", "  ")
	if err == nil {
		err = atomicfile.Write(atomicfile.In(k.root), atomicfile.Bytes(windowsFile, append(content, '\n')))
	}
	if err != nil {
		return fmt.Errorf("the window of %s is remembered until the program ends: %w", name, err)
	}
	return nil
}
