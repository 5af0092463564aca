// Package state opens where the conversations of a workspace are kept: a file in it
// or a database, and the folder beside them.
//
//   - database.go: opening either, and moving from one to the other
//   - state.go: the folder, and whose it is
//   - place.go: the files of a workspace, and its profiles
package state

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
	"github.com/seed353dc258/backstory/profile"
	"github.com/seed353dc258/backstory/prompt"
)

// Name is the name of the folder of a workspace, or of a profile without one,
// in which its conversations are.
const Name = ".backstory"

const (
	storeFile  = "store.db"
	markFile   = "mark"       // says which store it is
	ignoreFile = ".gitignore" // of everything: conversations are no part of a repository
)

// ErrForeign says that the conversations in a workspace were not made by this
// user. They are what the agent remembers: who brings them says what it does.
var ErrForeign = errors.New("this workspace's conversations were made under another configuration folder")

// Settings say whose conversations are opened, and how.
type Settings struct {
	// Workspace is nil where a profile has none.
	Workspace *profile.Workspace
	Alone     *profile.Profile
	// Look is for what nothing is written for: a workspace without conversations
	// stays without.
	Look bool
	// Known is the folder in which the user keeps what workspaces they have talked
	// in; empty where they keep nothing.
	Known string
	// Data is the folder for the state of workspaces that cannot be written in;
	// empty refuses those.
	Data string
	// Database is the address of a PostgreSQL that keeps the workspace, as the role
	// of servers; empty where a file in the workspace does.
	Database string
	// Adopt takes over conversations that somebody else brought.
	Adopt bool
	Warn  func(error) // nil for nothing
}

// Folder is the folder of what is kept.
type Folder struct {
	*os.Root
	Settings
	aside bool // is taken away at the end
}

// Close closes the folder.
func (f *Folder) Close() error {
	err := f.Root.Close()
	if f.aside {
		err = errors.Join(err, os.RemoveAll(f.Name()))
	}
	return err
}

// Place is the folder of the workspace, or of the profile without one.
func (s *Settings) Place() (*os.Root, string) {
	if s.Workspace != nil {
		return s.Workspace.Root, s.Workspace.Dir
	}
	return s.Alone.Root, s.Alone.Root.Name()
}

// Tell gives an error to Warn.
func (s *Settings) Tell(err error) {
	if s.Warn != nil {
		s.Warn(err)
	}
}

// openState opens the folder for what is kept, and returns the path of the
// store. A store that this user did not make is an [ErrForeign]. A workspace
// that cannot be written in has its state in the user's data folder, which a
// line says.
func (f *Folder) openState() (string, error) {
	root, dir := f.Place()
	if f.Look && !f.hasStore(root, dir) {
		return f.openAside()
	}
	state, at, err := f.openFolder(root, dir)
	if err != nil {
		return "", err
	}
	if err := f.claim(state, at); err != nil {
		state.Close()
		if f.Look && errors.Is(err, ErrForeign) {
			f.Tell(fmt.Errorf("%w: they are not looked at", ErrForeign))
			return f.openAside()
		}
		return "", err
	}
	f.Root = state
	return filepath.Join(at, storeFile), nil
}

// openFolder opens the folder for what is kept, which is in the workspace, unless
// that cannot be written in, or is another system's.
func (f *Folder) openFolder(root *os.Root, dir string) (state *os.Root, at string, err error) {
	at, away := filepath.Join(dir, Name), away(f.Data, dir)
	if f.Alone != nil && f.Alone.Writable() != nil {
		if !f.Adopt {
			if f.Data == "" {
				return nil, "", errors.New("keeping conversations: there is no folder for the user's data: set XDG_DATA_HOME or HOME")
			}
			state, err = openAway(away)
			return state, away, err
		}
		if err := f.adopt(root, away); err != nil {
			return nil, "", err
		}
	}
	if f.Alone != nil && !f.Look {
		if moved, err := f.Alone.Begin(); err != nil || moved {
			f.tell(err, "the first start is over: BOOTSTRAP.md is in "+Name+" now")
		}
	}
	state, err = stateIn(root, at)
	if isReadOnly(err) && f.Data != "" {
		if state, err = openAway(away); err == nil {
			f.Tell(fmt.Errorf("%s cannot be written in: conversations are kept in %s", dir, away))
			at = away
		}
	}
	return state, at, err
}

// adopt takes the workspace of another system over: conversations that were kept
// in the user's data folder go on in it.
func (f *Folder) adopt(root *os.Root, away string) error {
	// The folder says that the workspace was taken over: it appears when all is in
	// it. What a program left that ended meanwhile is made again.
	const staged = Name + ".new"
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
	if f.Data != "" {
		if err := os.CopyFS(to.Name(), os.DirFS(away)); err != nil && !errors.Is(err, fs.ErrNotExist) {
			return fmt.Errorf("taking over the conversations in %s: %w", away, err)
		}
	}
	if err := atomicfile.SyncTree(to); err != nil {
		return fmt.Errorf("writing %s: %w", staged, err)
	}
	made, err := f.Alone.Seed(prompt.DefaultSoul())
	if err != nil {
		return err
	}
	if err := root.Rename(staged, Name); err != nil {
		return fmt.Errorf("making %s: %w", Name, err)
	}
	if len(made) > 0 {
		f.tell(nil, "files that "+f.Alone.System().Title()+" begins with are made: "+strings.Join(made, ", "))
	}
	return nil
}

// tell says what was done with files, or what went wrong.
func (f *Folder) tell(err error, done string) {
	if err == nil {
		err = errors.New(done)
	}
	f.Tell(err)
}

// Vanished reports whether there were conversations in a workspace that is used
// in place, whose folder holds nothing of it any more.
func Vanished(data, dir string) bool {
	_, err := os.Lstat(filepath.Join(away(data, dir), storeFile))
	return err == nil
}

// stateIn opens the folder for what is kept in a workspace, to be written in.
func stateIn(root *os.Root, at string) (*os.Root, error) {
	if err := root.Mkdir(Name, 0o700); err != nil && !errors.Is(err, fs.ErrExist) {
		return nil, fmt.Errorf("making %s: %w", at, err)
	}
	if info, err := root.Lstat(Name); err != nil || !info.IsDir() {
		return nil, errors.Join(err, fmt.Errorf("%s is not a folder", at))
	}
	state, err := root.OpenRoot(Name)
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
func away(data, dir string) string {
	sum := sha256.Sum256([]byte(dir))
	return filepath.Join(data, hex.EncodeToString(sum[:12]))
}

// hasStore reports whether there are conversations of a workspace.
func (f *Folder) hasStore(root *os.Root, dir string) bool {
	if _, err := root.Lstat(path.Join(Name, storeFile)); err == nil {
		return true
	}
	if f.Data == "" {
		return false
	}
	_, err := os.Lstat(filepath.Join(away(f.Data, dir), storeFile))
	return err == nil
}

// openAside opens an empty folder that is taken away at the end.
func (f *Folder) openAside() (string, error) {
	dir, err := os.MkdirTemp("", "backstory-look-")
	if err != nil {
		return "", err
	}
	if f.Root, err = os.OpenRoot(dir); err != nil {
		return "", errors.Join(err, os.RemoveAll(dir))
	}
	f.aside = true
	return filepath.Join(dir, storeFile), nil
}

// claim marks a new store as the user's, or finds that it is.
func (f *Folder) claim(state *os.Root, at string) error {
	for _, name := range []string{storeFile, storeFile + "-wal", storeFile + "-shm", storeFile + "-journal", markFile} {
		info, err := state.Lstat(name)
		if err == nil && !info.Mode().IsRegular() {
			return fmt.Errorf("%s is not a regular file: remove it", filepath.Join(at, name))
		}
	}
	// A mark is there before its store: where several processes begin at once,
	// whoever sees the store sees it, too.
	_, err := state.Lstat(storeFile)
	if f.isKnown(idIn(state, markFile)) {
		return nil
	}
	if err == nil && !f.Adopt && f.Known != "" {
		return fmt.Errorf("%w: take them over with --adopt if they are yours, else move the folder %s away", ErrForeign, at)
	}
	if f.Look {
		return nil
	}
	return f.remember(state, at)
}

// markLetters are what marks are made of: [rand.Text].
const markLetters = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567"

// idIn returns the id that a file of a folder has, or "".
func idIn(folder *os.Root, file string) string {
	info, err := folder.Lstat(file)
	if err != nil || !info.Mode().IsRegular() || info.Size() > 64 {
		return ""
	}
	content, err := folder.ReadFile(file)
	text := strings.TrimSpace(string(content))
	if err != nil || strings.Trim(text, markLetters) != "" {
		return ""
	}
	return text
}

// isKnown reports whether the user keeps a mark among those that they know. It
// goes with the folder where that is moved, and cannot be guessed.
func (f *Folder) isKnown(mark string) bool {
	if f.Known == "" || mark == "" {
		return false
	}
	info, err := os.Lstat(filepath.Join(f.Known, mark))
	return err == nil && info.Mode().IsRegular()
}

// remember gives a store a mark, and keeps it where the user keeps what they
// know.
func (f *Folder) remember(state *os.Root, at string) error {
	text := rand.Text()
	if f.Known != "" {
		if err := f.keep(text, at); err != nil {
			f.Tell(fmt.Errorf("the conversations cannot be marked as yours, and will be refused next time: %w", err))
		}
	}
	return atomicfile.Write(atomicfile.In(state), atomicfile.Bytes(ignoreFile, []byte("*\n")), atomicfile.Bytes(markFile, []byte(text+"\n")))
}

func (f *Folder) keep(mark, at string) error {
	if err := os.MkdirAll(f.Known, 0o700); err != nil {
		return err
	}
	root, err := os.OpenRoot(f.Known)
	if err != nil {
		return err
	}
	defer root.Close()
	return atomicfile.Write(atomicfile.In(root), atomicfile.Bytes(mark, []byte(at+"\n")))
}
