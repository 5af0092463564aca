package host

import (
	"crypto/rand"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"github.com/seed353dc258/backstory/internal/atomicfile"
)

// StateFolder is the folder of a workspace, or of a profile that stands alone,
// in which its conversations are.
const StateFolder = ".backstory"

const (
	storeFile  = "store.db"
	markFile   = "mark"       // says which store it is
	ignoreFile = ".gitignore" // of everything: conversations are no part of a repository
)

// ErrForeign says that the conversations in a workspace were not made by this
// user. They are what the agent remembers: who brings them says what it does.
var ErrForeign = errors.New("the conversations in this workspace come from somebody else")

// openState opens the folder for what is kept, and returns the path of the
// store. A store that this user did not make is an [ErrForeign].
func (h *Host) openState() (string, error) {
	root, dir := h.root()
	if err := root.Mkdir(StateFolder, 0o700); err != nil && !errors.Is(err, fs.ErrExist) {
		return "", fmt.Errorf("making %s: %w", filepath.Join(dir, StateFolder), err)
	}
	at := filepath.Join(dir, StateFolder)
	if info, err := root.Lstat(StateFolder); err != nil || !info.IsDir() {
		return "", errors.Join(err, fmt.Errorf("%s is no folder", at))
	}
	state, err := root.OpenRoot(StateFolder)
	if err != nil {
		return "", err
	}
	if err := h.claim(state, at); err != nil {
		state.Close()
		return "", err
	}
	h.state = state
	return filepath.Join(at, storeFile), nil
}

// claim marks a new store as the user's, or finds that it is.
func (h *Host) claim(state *os.Root, at string) error {
	for _, name := range []string{storeFile, storeFile + "-wal", storeFile + "-shm", storeFile + "-journal", markFile} {
		info, err := state.Lstat(name)
		if err == nil && !info.Mode().IsRegular() {
			return fmt.Errorf("%s is no regular file: remove it", filepath.Join(at, name))
		}
	}
	if h.isKnown(mark(state)) {
		return nil
	}
	if _, err := state.Lstat(storeFile); err == nil && !h.Adopt && h.Known != "" {
		return fmt.Errorf("%w: remove the folder %s, or take them over with --adopt if you trust them", ErrForeign, at)
	}
	return h.remember(state, at)
}

// markLetters are what marks are made of: [rand.Text].
const markLetters = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567"

// mark returns what says which store it is, or "".
func mark(state *os.Root) string {
	info, err := state.Lstat(markFile)
	if err != nil || info.Size() > 64 {
		return ""
	}
	content, err := state.ReadFile(markFile)
	text := strings.TrimSpace(string(content))
	if err != nil || strings.Trim(text, markLetters) != "" {
		return ""
	}
	return text
}

// isKnown reports whether the user keeps a mark among those that he knows. It
// goes with the folder where that is moved, and cannot be guessed.
func (h *Host) isKnown(mark string) bool {
	if h.Known == "" || mark == "" {
		return false
	}
	info, err := os.Lstat(filepath.Join(h.Known, mark))
	return err == nil && info.Mode().IsRegular()
}

// remember gives a store a mark, and keeps it where the user keeps what he
// knows.
func (h *Host) remember(state *os.Root, at string) error {
	text := rand.Text()
	err := atomicfile.Write(atomicfile.In(state), atomicfile.Bytes(ignoreFile, []byte("*\n")), atomicfile.Bytes(markFile, []byte(text+"\n")))
	if err != nil || h.Known == "" {
		return err
	}
	if err := h.keep(text, at); err != nil && h.Warn != nil {
		h.Warn(fmt.Errorf("the conversations cannot be marked as yours, and will be refused next time: %w", err))
	}
	return nil
}

func (h *Host) keep(mark, at string) error {
	if err := os.MkdirAll(h.Known, 0o700); err != nil {
		return err
	}
	root, err := os.OpenRoot(h.Known)
	if err != nil {
		return err
	}
	defer root.Close()
	return atomicfile.Write(atomicfile.In(root), atomicfile.Bytes(mark, []byte(at+"\n")))
}
