package serve

import (
	"bufio"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"sync"
	"syscall"

	"github.com/seed353dc258/backstory/agent/api"
	"github.com/seed353dc258/backstory/agent/host"
	"github.com/seed353dc258/backstory/cmd/backstory/cli"
	"github.com/seed353dc258/backstory/cmd/backstory/plain"
	"github.com/seed353dc258/backstory/cmd/backstory/workspace"
	"github.com/seed353dc258/backstory/profile"
	"github.com/seed353dc258/backstory/web"
)

// opening is a page that is shown to the person at the terminal.
type opening struct {
	*web.Page
	quiet bool   // no browser is opened
	apart bool   // a page that is served already is left alone
	file  string // what another process needs to find the page; "" where there is no folder for it
}

// shown has a server show the page, if there is one: at first the profile that the
// command line names, or the only one.
func (o *opening) shown(settings *api.Settings, named string) {
	if o == nil {
		return
	}
	o.First = first(settings.Host, named)
	settings.Page = o
}

// first is the profile that is shown at first; "" for the list of all.
func first(h *host.Host, named string) string {
	switch {
	case named != "":
		return profile.RoleKey(named)
	case h.Alone != nil:
		return profile.RoleKey(h.Alone.Name())
	}
	return ""
}

// present prints a link to the page and opens it, and prints another link for each line
// that the person enters.
func (o *opening) present(t *cli.Terminal, address string) {
	var group sync.WaitGroup // nobody waits: a read of a terminal ends with the process
	link := address + o.Link()
	fmt.Fprintf(t.Out, "%s\n", link)
	t.Talk("the link lets one browser in, within a minute; Enter prints another one, Ctrl-C ends the page\n")
	group.Go(func() { o.browse(t, link) })
	readBehind()
	group.Go(func() {
		for lines := bufio.NewScanner(t.In); lines.Scan(); {
			fmt.Fprintf(t.Out, "%s\n", address+o.Link())
		}
	})
}

// browse opens a link in the person's browser, if there is a person who wants that.
func (o *opening) browse(t *cli.Terminal, link string) {
	if o.quiet || !t.Person {
		return
	}
	if err := browse(link); err != nil {
		t.Talk("backstory: no browser opens (%v): open the link yourself\n", err)
	}
}

// browse opens an address in the person's browser.
func browse(address string) error {
	name, args := "xdg-open", []string{address}
	switch {
	case runtime.GOOS == "darwin":
		name = "open"
	case runtime.GOOS == "windows":
		name, args = "rundll32", []string{"url.dll,FileProtocolHandler", address}
	case os.Getenv("DISPLAY") == "" && os.Getenv("WAYLAND_DISPLAY") == "":
		return errors.New("there is no display")
	}
	return exec.CommandContext(context.Background(), name, args...).Run()
}

// onWindows is how Windows says that an address is in use (WSAEADDRINUSE).
const onWindows = syscall.Errno(10048)

// inUse says what helps where the port of the page is taken.
func inUse(addr string, err error) error {
	if !errors.Is(err, syscall.EADDRINUSE) && !errors.Is(err, onWindows) {
		return fmt.Errorf("listening on %s: %w", addr, err)
	}
	return fmt.Errorf("%s is in use by another program, or by the page of another folder: end that one, or take a free port with backstory open --port 0", addr)
}

// pagesFolder holds a file for each page that is served, in the folder for the user's
// data.
const pagesFolder = "pages"

// maxRunning bounds such a file.
const maxRunning = 4 << 10

// find gives the person a link to the page of the same workspace, or folder, that
// another process of theirs serves already, and reports whether there is one.
func (o *opening) find(ctx context.Context, t *cli.Terminal, h *host.Host, with workspace.Options) (found bool, err error) {
	if o == nil {
		return false, nil
	}
	o.file = fileOf(h, with)
	running, ok := readRunning(o.file)
	if !ok {
		return false, nil
	}
	link, err := running.Link(ctx, first(h, with.Start.Profile))
	switch {
	case errors.Is(err, web.ErrGone):
		_ = os.Remove(o.file) // it was killed
		return false, nil
	case o.apart:
		return false, nil
	case err != nil:
		return false, err
	case running.Version != cli.ProgramVersion():
		return false, fmt.Errorf("the page is served by backstory %s at %s: end that one with Ctrl-C, or serve another one with backstory open --port 0", running.Version, running.Address)
	case running.ReadOnly != o.ReadOnly:
		return false, fmt.Errorf("the page is served at %s %s --read-only: end that one with Ctrl-C, or serve another one with backstory open --port 0", running.Address, map[bool]string{true: "with", false: "without"}[running.ReadOnly])
	}
	fmt.Fprintf(t.Out, "%s\n", link)
	t.Talk("the page is served already, until Ctrl-C where it was opened; the link lets one browser in, within a minute\n")
	o.browse(t, link)
	return true, nil
}

// fileOf names the file of the page of a host; "" where there is no folder for it.
func fileOf(h *host.Host, with workspace.Options) string {
	data, err := plain.DataFolder()
	if err != nil {
		return ""
	}
	dir := ""
	switch {
	case h.Alone != nil:
		dir = h.Alone.Dir
	case h.Workspace != nil:
		dir = h.Workspace.Dir
	}
	config := with.Config
	if config != "" {
		config, _ = filepath.Abs(config)
	}
	sum := sha256.Sum256([]byte(strings.Join([]string{dir, config, workspace.Database()}, "\x00")))
	return filepath.Join(data, pagesFolder, hex.EncodeToString(sum[:8])+".json")
}

func readRunning(file string) (r web.Running, ok bool) {
	if info, err := os.Lstat(file); err != nil || !info.Mode().IsRegular() || info.Size() > maxRunning {
		return r, false
	}
	text, err := os.ReadFile(file)
	return r, err == nil && json.Unmarshal(text, &r) == nil
}

// keep has other processes of the user find the page, until the end. One that cannot be
// found is as good otherwise. A page beside another one leaves the file of that.
func (o *opening) keep(address string) (end func()) {
	end = func() {}
	if _, err := os.Lstat(o.file); err == nil && o.apart {
		return end
	}
	text, err := json.Marshal(o.Running(address, cli.ProgramVersion()))
	if err != nil || o.file == "" || os.MkdirAll(filepath.Dir(o.file), 0o700) != nil {
		return end
	}
	fresh, err := os.CreateTemp(filepath.Dir(o.file), "page") // for its owner alone
	if err != nil {
		return end
	}
	_, err = fresh.Write(text)
	if errors.Join(err, fresh.Close()) != nil || os.Rename(fresh.Name(), o.file) != nil {
		_ = os.Remove(fresh.Name())
		return end
	}
	return func() {
		if last, ok := readRunning(o.file); ok && string(last.Key) == string(o.Running(address, "").Key) {
			_ = os.Remove(o.file)
		}
	}
}
