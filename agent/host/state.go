package host

import (
	"crypto/rand"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"strings"
	"syscall"

	"github.com/seed353dc258/backstory/internal/atomicfile"
	"github.com/seed353dc258/backstory/prompt"
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
var ErrForeign = errors.New("this workspace's conversations were made under another configuration folder")

// openState opens the folder for what is kept, and returns the path of the
// store. A store that this user did not make is an [ErrForeign]. A workspace
// that cannot be written in has its state in the user's data folder, which a
// line says.
func (h *Host) openState() (string, error) {
	root, dir := h.root()
	if h.Look && !h.hasStore(root, dir) {
		return h.openAside()
	}
	state, at, err := h.openFolder(root, dir)
	if err != nil {
		return "", err
	}
	if err := h.claim(state, at); err != nil {
		state.Close()
		if h.Look && errors.Is(err, ErrForeign) {
			if h.Warn != nil {
				h.Warn(fmt.Errorf("%w: they are not looked at", ErrForeign))
			}
			return h.openAside()
		}
		return "", err
	}
	h.state = state
	return filepath.Join(at, storeFile), nil
}

// openFolder opens the folder for what is kept, which is in the workspace, unless
// that cannot be written in, or is another system's.
func (h *Host) openFolder(root *os.Root, dir string) (state *os.Root, at string, err error) {
	at, away := filepath.Join(dir, StateFolder), h.away(dir)
	if h.Alone != nil && h.Alone.Writable() != nil {
		if !h.Adopt {
			if h.Data == "" {
				return nil, "", errors.New("keeping conversations: there is no folder for the user's data: set XDG_DATA_HOME or HOME")
			}
			state, err = openAway(away)
			return state, away, err
		}
		if err := h.adopt(root, away); err != nil {
			return nil, "", err
		}
	}
	if h.Alone != nil && !h.Look {
		if moved, err := h.Alone.Begin(); err != nil || moved {
			h.tell(err, "the first start is over: BOOTSTRAP.md is in "+StateFolder+" now")
		}
	}
	state, err = stateIn(root, at)
	if isReadOnly(err) && h.Data != "" {
		if state, err = openAway(away); err == nil {
			if h.Warn != nil {
				h.Warn(fmt.Errorf("%s cannot be written in: conversations are kept in %s", dir, away))
			}
			at = away
		}
	}
	return state, at, err
}

// adopt takes the workspace of another system over: conversations that were kept
// in the user's data folder go on in it.
func (h *Host) adopt(root *os.Root, away string) error {
	// The folder says that the workspace was taken over: it appears when all is in
	// it. What a program left that ended meanwhile is made again.
	const staged = StateFolder + ".new"
	if err := root.RemoveAll(staged); err != nil {
		return fmt.Errorf("removing %s: %w", staged, err)
	}
	if err := root.Mkdir(staged, 0o700); err != nil {
		return fmt.Errorf("making %s: %w", staged, err)
	}
	to, err := root.OpenRoot(staged)
	if err != nil {
		return err
	}
	defer to.Close()
	if h.Data != "" {
		if err := os.CopyFS(to.Name(), os.DirFS(away)); err != nil && !errors.Is(err, fs.ErrNotExist) {
			return fmt.Errorf("taking over the conversations in %s: %w", away, err)
		}
	}
	if err := atomicfile.SyncTree(to); err != nil {
		return fmt.Errorf("writing %s: %w", staged, err)
	}
	made, err := h.Alone.Seed(prompt.DefaultSoul())
	if err != nil {
		return err
	}
	if err := root.Rename(staged, StateFolder); err != nil {
		return fmt.Errorf("making %s: %w", StateFolder, err)
	}
	if len(made) > 0 {
		h.tell(nil, "files that "+h.Alone.System().Title()+" begins with are made: "+strings.Join(made, ", "))
	}
	return nil
}

// tell says what was done with files, or what went wrong.
func (h *Host) tell(err error, done string) {
	if err == nil {
		err = errors.New(done)
	}
	if h.Warn != nil {
		h.Warn(err)
	}
}

// Vanished reports whether there were conversations in a workspace that is used
// in place, whose folder holds nothing of it any more.
func Vanished(data, dir string) bool {
	_, err := os.Lstat(filepath.Join((&Host{Settings: Settings{Data: data}}).away(dir), storeFile))
	return err == nil
}

// stateIn opens the folder for what is kept in a workspace, to be written in.
func stateIn(root *os.Root, at string) (*os.Root, error) {
	if err := root.Mkdir(StateFolder, 0o700); err != nil && !errors.Is(err, fs.ErrExist) {
		return nil, fmt.Errorf("making %s: %w", at, err)
	}
	if info, err := root.Lstat(StateFolder); err != nil || !info.IsDir() {
		return nil, errors.Join(err, fmt.Errorf("%s is not a folder", at))
	}
	state, err := root.OpenRoot(StateFolder)
	if err != nil {
		return nil, err
	}
	const probe = ".probe"
	f, err := state.OpenFile(probe, os.O_CREATE|os.O_WRONLY, 0o600)
	if err == nil {
		err = errors.Join(f.Close(), state.Remove(probe))
	}
	if err != nil && !errors.Is(err, fs.ErrNotExist) { // two at once may have removed it
		state.Close()
		return nil, fmt.Errorf("writing in %s: %w", at, err)
	}
	return state, nil
}

// isReadOnly reports whether an error says that a folder may not be written in.
func isReadOnly(err error) bool {
	return errors.Is(err, fs.ErrPermission) || errors.Is(err, syscall.EROFS)
}

// openAway opens a folder of state that is not in its workspace.
func openAway(dir string) (*os.Root, error) {
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return nil, err
	}
	return os.OpenRoot(dir)
}

// away is the folder of state of a workspace that cannot be written in.
func (h *Host) away(dir string) string {
	sum := sha256.Sum256([]byte(dir))
	return filepath.Join(h.Data, hex.EncodeToString(sum[:12]))
}

// hasStore reports whether there are conversations of a workspace.
func (h *Host) hasStore(root *os.Root, dir string) bool {
	if _, err := root.Lstat(path.Join(StateFolder, storeFile)); err == nil {
		return true
	}
	if h.Data == "" {
		return false
	}
	_, err := os.Lstat(filepath.Join(h.away(dir), storeFile))
	return err == nil
}

// openAside opens an empty folder that is taken away at the end.
func (h *Host) openAside() (string, error) {
	dir, err := os.MkdirTemp("", "backstory-look-")
	if err != nil {
		return "", err
	}
	if h.state, err = os.OpenRoot(dir); err != nil {
		return "", errors.Join(err, os.RemoveAll(dir))
	}
	h.aside = dir
	return filepath.Join(dir, storeFile), nil
}

// claim marks a new store as the user's, or finds that it is.
func (h *Host) claim(state *os.Root, at string) error {
	for _, name := range []string{storeFile, storeFile + "-wal", storeFile + "-shm", storeFile + "-journal", markFile} {
		info, err := state.Lstat(name)
		if err == nil && !info.Mode().IsRegular() {
			return fmt.Errorf("%s is not a regular file: remove it", filepath.Join(at, name))
		}
	}
	// A mark is there before its store: where several processes begin at once,
	// whoever sees the store sees it, too.
	_, err := state.Lstat(storeFile)
	if h.isKnown(mark(state)) {
		return nil
	}
	if err == nil && !h.Adopt && h.Known != "" {
		return fmt.Errorf("%w: take them over with --adopt if they are yours, else move the folder %s away", ErrForeign, at)
	}
	if h.Look {
		return nil
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
	if h.Known != "" {
		if err := h.keep(text, at); err != nil && h.Warn != nil {
			h.Warn(fmt.Errorf("the conversations cannot be marked as yours, and will be refused next time: %w", err))
		}
	}
	return atomicfile.Write(atomicfile.In(state), atomicfile.Bytes(ignoreFile, []byte("*\n")), atomicfile.Bytes(markFile, []byte(text+"\n")))
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
