package serve

import (
	"fmt"
	"net"
	"strconv"

	"github.com/spf13/cobra"

	"github.com/seed353dc258/backstory/cmd/backstory/cli"
	"github.com/seed353dc258/backstory/cmd/backstory/compile"
	"github.com/seed353dc258/backstory/cmd/backstory/workspace"
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
within a minute; Enter prints another one. Where the page is served already, open gives a link to that one and
ends; with --port it serves another one.`,
		Args: workspace.ProfileArg(&o.host.Start.Profile),
		RunE: func(cmd *cobra.Command, _ []string) error {
			if port < 0 || port > 65535 {
				return fmt.Errorf("--port: %d is not a number from 0 to 65535", port)
			}
			o.addr = net.JoinHostPort("127.0.0.1", strconv.Itoa(port))
			o.page = &opening{Page: web.New(), quiet: quiet, apart: cmd.Flags().Changed("port")}
			o.page.ReadOnly = readOnly
			return runServe(cmd.Context(), t, &o)
		},
	}
	f := cmd.Flags()
	f.IntVar(&port, "port", openPort, "listen on port `N` of 127.0.0.1; 0 picks a free one")
	f.BoolVar(&quiet, "no-browser", false, "print the link, and open no browser")
	f.BoolVar(&readOnly, "read-only", false, "let the page ask and read, and change nothing else")
	f.StringVar(&o.readyFile, "ready-file", "", "write {\"url\": …} to this `FILE` once the server listens")
	f.StringVar(&o.host.Start.Profile, "profile", "", "show this profile, in `FOLDER`")
	f.StringVar(&o.host.Config, "config", "", "your configuration (`FILE`)")
	f.BoolVar(&o.host.Adopt, "adopt", false, "take over conversations that were made under another configuration folder")
	o.host.Builder.AddPlain(cmd)
	compile.AddIsolate(cmd, &o.host.Builder.Isolate)
	compile.AddCacheDir(cmd, &o.host.Builder.Caches.CacheDir)
	return cmd
}
