package host

import (
	"encoding/json"
	"fmt"

	"github.com/seed353dc258/backstory/internal/atomicfile"
)

// windowsFile has what servers said of the windows of their models, in tokens,
// by the names of the models. Whoever deletes it has them asked again.
const windowsFile = "windows.json"

// maxWindows is how large that file may be, in bytes.
const maxWindows = 1 << 20

// windows reads the file. One that cannot be read says nothing.
func (h *Host) windows() map[string]int {
	known := map[string]int{}
	info, err := h.state.Lstat(windowsFile)
	if err != nil || !info.Mode().IsRegular() || info.Size() > maxWindows {
		return known
	}
	content, err := h.state.ReadFile(windowsFile)
	if err != nil || json.Unmarshal(content, &known) != nil {
		return map[string]int{}
	}
	return known
}

func (h *Host) knowWindows() {
	for name, window := range h.windows() {
		if window > 0 {
			h.Runner.Know(name, window)
		}
	}
}

// learned keeps what a server says of the window of a model.
func (h *Host) learned(name string, window int) {
	h.mu.Lock()
	defer h.mu.Unlock()
	known := h.windows()
	known[name] = window
	content, err := json.MarshalIndent(known, "", "  ")
	if err == nil {
		err = atomicfile.Write(atomicfile.In(h.state), atomicfile.Bytes(windowsFile, append(content, '\n')))
	}
	if err != nil && h.Warn != nil {
		h.Warn(fmt.Errorf("the window of %s is remembered until the program ends: %w", name, err))
	}
}

// window is that of a model, with what its server said of it.
func (h *Host) window(name string, window int) int {
	if known := h.Runner.Window(name); known > 0 && (window <= 0 || known < window) {
		return known
	}
	return window
}
