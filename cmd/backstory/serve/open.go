package serve

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"net"
	"os"
	"os/exec"
	"runtime"
	"strconv"
	"sync"
	"syscall"

	"github.com/spf13/cobra"

	"github.com/seed353dc258/backstory/agent/api"
	"github.com/seed353dc258/backstory/cmd/backstory/cli"
	"github.com/seed353dc258/backstory/cmd/backstory/compile"
	"github.com/seed353dc258/backstory/cmd/backstory/workspace"
	"github.com/seed353dc258/backstory/profile"
	"github.com/seed353dc258/backstory/web"
)

// openPort is where the page is, unless a flag says otherwise: links to it hold from one
// day to the next.
const openPort = 7777

// NewOpen returns the command open.
func NewOpen(t *cli.Terminal) *cobra.Command {
	o := serveOptions{rate: "off", logFormat: "off"}
	port, quiet, readOnly := openPort, false, false
	cmd := &cobra.Command{
		Use:   "open [PROFILE|FOLDER]",
		Short: "Ask and read a profile or a folder in a browser",
		Long: `open shows a page in your browser: ask a question and follow each source of the answer to its place, read
every source as the model gets it, see what was hidden or lost in it, the prompt, and earlier sessions.

The page is served on this machine alone, until Ctrl-C. The link that is printed lets one browser in, once,
within a minute; Enter prints another one.`,
		Args: workspace.ProfileArg(&o.host.Start.Profile),
		RunE: func(cmd *cobra.Command, _ []string) error {
			if port < 0 || port > 65535 {
				return fmt.Errorf("--port: %d is not a number from 0 to 65535", port)
			}
			o.addr = net.JoinHostPort("127.0.0.1", strconv.Itoa(port))
			o.page = &opening{Page: web.New(), quiet: quiet}
			o.page.ReadOnly = readOnly
			return runServe(cmd.Context(), t, &o)
		},
	}
	f := cmd.Flags()
	f.IntVar(&port, "port", openPort, "listen on this port of 127.0.0.1; 0 picks a free one (`N`)")
	f.BoolVar(&quiet, "no-browser", false, "print the link, and open no browser")
	f.BoolVar(&readOnly, "read-only", false, "let the page ask and read, and change nothing else")
	f.StringVar(&o.readyFile, "ready-file", "", "write {\"url\": …} to this `FILE` once the server listens")
	f.StringVar(&o.host.Start.Profile, "profile", "", "show this profile, in `FOLDER`")
	f.StringVar(&o.host.Config, "config", "", "your configuration (`FILE`)")
	f.BoolVar(&o.host.Adopt, "adopt", false, "take over conversations that were made under another configuration folder")
	o.host.AddPlain(cmd)
	compile.AddIsolate(cmd, &o.host.Isolate)
	compile.AddCacheDir(cmd, &o.host.CacheDir)
	return cmd
}

// opening is a page that is shown to the person at the terminal.
type opening struct {
	*web.Page
	quiet bool // no browser is opened
}

// shown has a server show the page, if there is one: at first the profile that the
// command line names, or the only one.
func (o *opening) shown(settings *api.Settings, named string) {
	switch h := settings.Host; {
	case o == nil:
		return
	case named != "":
		o.First = profile.RoleKey(named)
	case h.Alone != nil:
		o.First = profile.RoleKey(h.Alone.Name())
	}
	settings.Page = o
}

// present prints a link to the page and opens it, and prints another link for each line
// that the person enters.
func (o *opening) present(t *cli.Terminal, address string) {
	link := address + o.Link()
	fmt.Fprintf(t.Out, "%s\n", link)
	t.Talk("the link lets one browser in, within a minute; Enter prints another one, Ctrl-C ends the page\n")
	var group sync.WaitGroup // nobody waits: a read of a terminal ends with the process
	if !o.quiet && t.Person {
		group.Go(func() {
			if err := browse(link); err != nil {
				t.Talk("backstory: no browser opens (%v): open the link yourself\n", err)
			}
		})
	}
	readBehind()
	group.Go(func() {
		for lines := bufio.NewScanner(t.In); lines.Scan(); {
			fmt.Fprintf(t.Out, "%s\n", address+o.Link())
		}
	})
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
	return fmt.Errorf("%s is in use by another program, or by another backstory open: end that one, or take a free port with backstory open --port 0", addr)
}
