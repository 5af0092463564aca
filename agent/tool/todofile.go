package tool

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"sync"

	"github.com/seed353dc258/backstory/agent/scope"
	"github.com/seed353dc258/backstory/internal/plainfile"
)

// TodoFiles keeps todos in a folder, a file a session. It is a [TodoStore].
type TodoFiles struct {
	folder *os.Root
	mu     sync.Mutex // one writer of this process at a time
}

// NewTodoFiles returns a store of todos in a folder.
func NewTodoFiles(folder *os.Root) *TodoFiles { return &TodoFiles{folder: folder} }

// maxTodoFile is how large a file of todos may be, in bytes.
const maxTodoFile = 1 << 20

// todoFile is what a file holds. It says whose it is: the name alone is a
// digest.
type todoFile struct {
	Org     string `json:"org"`
	User    string `json:"user"`
	Profile string `json:"profile"`
	Session string `json:"session"`
	Todos   []Todo `json:"todos"`
}

// name returns the file of a session. Other scopes have other files, whatever
// the session is called.
func (f *TodoFiles) name(sc scope.Scope, session string) (string, error) {
	if err := sc.Valid(); err != nil {
		return "", err
	}
	key, err := json.Marshal([]string{sc.Org(), sc.User(), sc.Profile(), session})
	if err != nil {
		return "", err
	}
	sum := sha256.Sum256(key)
	return hex.EncodeToString(sum[:16]) + ".json", nil
}

// Todos implements [TodoStore].
func (f *TodoFiles) Todos(_ context.Context, sc scope.Scope, session string) ([]Todo, error) {
	name, err := f.name(sc, session)
	if err != nil {
		return nil, err
	}
	content, err := readIn(f.folder, name, maxTodoFile)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, fmt.Errorf("reading the todos: %w", err)
	}
	var kept todoFile
	if err := json.Unmarshal(content, &kept); err != nil {
		return nil, fmt.Errorf("reading the todos: %s: %w", name, err)
	}
	return kept.Todos, nil
}

// PutTodos implements [TodoStore].
func (f *TodoFiles) PutTodos(_ context.Context, sc scope.Scope, session string, list []Todo) error {
	name, err := f.name(sc, session)
	if err != nil {
		return err
	}
	content, err := json.MarshalIndent(todoFile{sc.Org(), sc.User(), sc.Profile(), session, list}, "", "  ")
	if err != nil {
		return fmt.Errorf("keeping the todos: %w", err)
	}
	f.mu.Lock()
	defer f.mu.Unlock()
	if err := replaceIn(f.folder, name, append(content, '\n')); err != nil {
		return fmt.Errorf("keeping the todos: %w", err)
	}
	return nil
}

// readIn reads a regular file of a folder; links are refused.
func readIn(folder *os.Root, name string, most int64) ([]byte, error) {
	if info, err := folder.Lstat(name); err == nil && !info.Mode().IsRegular() { // a link, too
		return nil, plainfile.Refuse(plainfile.SpecialFile, "%s is not a file", name)
	}
	content, err := plainfile.Read(folder, name, most)
	if err != nil {
		err = fmt.Errorf("%s: %w", name, err)
	}
	return content, err
}

// replaceIn replaces a file of a folder: it is the old one or the new one at
// any moment.
func replaceIn(folder *os.Root, name string, content []byte) error {
	part := name + ".part"
	if err := folder.Remove(part); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	file, err := folder.OpenFile(part, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o600)
	if err != nil {
		return err
	}
	_, err = file.Write(content)
	if err == nil {
		err = file.Sync()
	}
	if err = errors.Join(err, file.Close()); err == nil {
		err = folder.Rename(part, name)
	}
	if err != nil {
		return errors.Join(err, folder.Remove(part))
	}
	return nil
}
