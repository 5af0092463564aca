// Package serve has the commands that other programs talk to: the HTTP server and
// the MCP server.
//
//   - mcp.go, mcp_install.go: mcp
//   - open.go, serve.go: open and serve
//   - page.go: the page, as open shows it
//   - open_unix.go, open_other.go: reading from the terminal, by system
//   - report.go: report
package serve

import (
	"context"
	"crypto/tls"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"net/netip"
	"os"
	"os/signal"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"syscall"
	"time"

	"github.com/spf13/cobra"

	"github.com/seed353dc258/backstory/agent/api"
	"github.com/seed353dc258/backstory/agent/api/all"
	"github.com/seed353dc258/backstory/agent/api/door"
	"github.com/seed353dc258/backstory/agent/api/rate"
	"github.com/seed353dc258/backstory/agent/catalog"
	"github.com/seed353dc258/backstory/agent/host"
	"github.com/seed353dc258/backstory/agent/org"
	"github.com/seed353dc258/backstory/agent/scope"
	"github.com/seed353dc258/backstory/cmd/backstory/chat"
	"github.com/seed353dc258/backstory/cmd/backstory/cli"
	"github.com/seed353dc258/backstory/cmd/backstory/compile"
	"github.com/seed353dc258/backstory/cmd/backstory/workspace"
	"github.com/seed353dc258/backstory/internal/atomicfile"
	"github.com/seed353dc258/backstory/internal/names"
	"github.com/seed353dc258/backstory/profile"
)

// serveOptions are the flags of serve.
type serveOptions struct {
	host      workspace.Options
	addr      string
	readyFile string
	hosts     []string
	origins   []string
	proxies   []string
	cert, key string
	rate      string
	noAuth    bool
	logFormat string
	door      door.Options
	page      *opening // nil where programs are served alone
}

// NewServe returns the command serve.
func NewServe(t *cli.Terminal) *cobra.Command {
	var o serveOptions
	cmd := &cobra.Command{
		Use:   "serve [PROFILE|FOLDER]",
		Short: "Serve the agents of a workspace over HTTP",
		Long: `serve answers programs over HTTP: sessions, profiles and prompts under /api/v2, Coqui's routes under
/api/v1, and the protocols of OpenAI and Anthropic under /v1. /openapi.json describes all of it. With
--a2a a profile has an agent card, and answers other agents at /a2a (Agent2Agent protocol 1.0).

A plain folder, which is no profile, is served as one that is named after it, and followed as it changes.

A client needs a token; see backstory token create. The server listens on this machine alone unless
--addr says otherwise, which needs a token and either --tls-cert or --behind-proxy.`,
		Args: workspace.ProfileArg(&o.host.Start.Profile),
		RunE: func(cmd *cobra.Command, _ []string) error { return runServe(cmd.Context(), t, &o) },
	}
	f := cmd.Flags()
	f.StringVar(&o.addr, "addr", "127.0.0.1:7777", "listen on this `HOST:PORT`; port 0 picks one")
	f.StringVar(&o.readyFile, "ready-file", "", "write {\"url\": …} to this `FILE` once the server listens")
	f.StringArrayVar(&o.hosts, "allow-host", nil, "answer to this `NAME` in the Host header, too")
	f.StringArrayVar(&o.origins, "allow-origin", nil, "let pages of this `ORIGIN` send requests, such as https://chat.example.org")
	f.StringArrayVar(&o.proxies, "behind-proxy", nil, "trust forwarded headers from this `NETWORK`, such as 10.0.0.0/8")
	f.StringVar(&o.cert, "tls-cert", "", "serve TLS with the certificate in this `FILE`")
	f.StringVar(&o.key, "tls-key", "", "key of the certificate (`FILE`)")
	f.StringVar(&o.rate, "rate-limit", "50", "requests per second from one client, or off (`N`)")
	f.BoolVar(&o.noAuth, "no-auth", false, "let clients without a token read and chat; on this machine's addresses only")
	f.BoolVar(&o.door.NoChores, "no-task-detection", false, "answer the title, tag and follow-up requests of chat front ends as the profile, too")
	f.BoolVar(&o.door.NoTools, "no-client-tools", false, "refuse the tools that clients under /v1 bring")
	f.StringVar(&o.door.A2A, "a2a", "", "show the agent card of this profile to everybody, and answer other agents as it (`PROFILE`)")
	f.StringVar(&o.logFormat, "log", "text", "form of the log on standard error: text, json or off (`FORMAT`)")
	f.StringVar(&o.host.Start.Profile, "profile", "", "serve this profile alone, in `FOLDER`")
	f.StringVar(&o.host.Config, "config", "", "your configuration (`FILE`)")
	f.BoolVar(&o.host.Adopt, "adopt", false, "take over conversations that were made under another configuration folder")
	o.host.Builder.AddPlain(cmd)
	compile.AddIsolate(cmd, &o.host.Builder.Isolate)
	compile.AddCacheDir(cmd, &o.host.Builder.Caches.CacheDir)
	o.host.Builder.Caches.Shared.AddFlags(cmd, false)
	return cmd
}

func runServe(ctx context.Context, t *cli.Terminal, o *serveOptions) error {
	if err := o.host.TakePlain(); err != nil {
		return err
	}
	settings, err := o.settings(t)
	if err != nil {
		return err
	}
	h, open, err := workspace.OpenHost(ctx, t, &o.host)
	if err != nil {
		return err
	}
	defer open.Close()
	if found, err := o.page.find(ctx, t, h, o.host); found || err != nil {
		return err
	}
	c, err := compile.NewCompiler(t, o.host.Built(t))
	if err != nil {
		return err
	}
	if err := readPlain(ctx, t, h, c.Follow); err != nil {
		return err
	}
	settings.Host, settings.Builder, settings.Rooms = h, c.B, all.Rooms(o.door)
	if o.door.A2A != "" {
		if _, err := h.Identity(o.door.A2A); err != nil {
			return fmt.Errorf("--a2a: %w", err)
		}
	}
	if err := o.guarded(ctx, h); err != nil {
		return err
	}
	o.page.shown(settings, o.host.Start.Profile)
	server, err := api.New(*settings)
	if err != nil {
		return err
	}
	if err := server.Builds.Freshen(ctx); err != nil {
		t.Talk("backstory: %v\n", err) // what is there is served
	}
	schedules := chat.NewScheduler(t, h, "", t.Err)
	watching, stop := context.WithCancel(ctx)
	var watched sync.WaitGroup
	watched.Go(func() {
		if err := server.Builds.Watch(watching, o.configs(h), func() error { return o.reload(t, h) }); err != nil {
			t.Talk("backstory: %v: what changes is seen at the next start\n", err)
		}
	})
	watched.Go(func() { followPlain(watching, t, server, h) })
	watched.Go(func() { h.Recover(watching) }) // of many organisations it takes some time
	watched.Go(func() {
		if err := schedules.Work(watching, false); err != nil {
			t.Talk("backstory: working on schedules: %v: they wait for the next start\n", err)
		}
	})
	defer watched.Wait()
	defer stop()
	return o.serve(ctx, t, server, h)
}

// readPlain brings what is kept of a plain folder up to date, if one is served.
func readPlain(ctx context.Context, t *cli.Terminal, h *host.Host, follow func(context.Context, *profile.Profile) error) error {
	if p := h.Alone; p != nil && p.Sources != nil {
		return errors.Join(follow(ctx, p), chat.TellModel(t, h))
	}
	return nil
}

// A plain folder is looked at again after a while, or so many times the time that it
// took.
const (
	followEvery = 2 * time.Second
	followShare = 20
)

// followPlain brings what is kept of a plain folder up to date as it changes, until the
// context ends.
func followPlain(ctx context.Context, t *cli.Terminal, server *api.Server, h *host.Host) {
	if h.Alone == nil || h.Alone.Sources == nil {
		return
	}
	told := ""
	for wait := followEvery; ; {
		select {
		case <-ctx.Done():
			return
		case <-time.After(wait):
		}
		began := time.Now()
		_, err := server.Builds.Build(ctx, h.Alone)
		if err != nil && ctx.Err() == nil && err.Error() != told {
			told = err.Error()
			t.Talk("backstory: %s: %v: what was read before is served\n", names.Show(h.Alone.Name()), err)
		}
		wait = max(followEvery, followShare*time.Since(began))
	}
}

// configs are the files that configure what is served.
func (o *serveOptions) configs(h *host.Host) []string {
	var files []string
	if h.Workspace != nil {
		files = append(files, filepath.Join(h.Workspace.Dir, profile.ConfigFile), filepath.Join(h.Workspace.Dir, profile.OpenClawFile))
	}
	name := o.host.Config
	if folder, err := catalog.Folder(); err == nil && name == "" {
		name = filepath.Join(folder, catalog.ConfigName)
	}
	if abs, err := filepath.Abs(name); err == nil && name != "" {
		files = append(files, abs)
	}
	return files
}

// reload reads the configuration again. One with a mistake changes nothing.
func (o *serveOptions) reload(t *cli.Terminal, h *host.Host) error {
	user, err := catalog.Load(o.host.Config)
	if err != nil {
		return err
	}
	var allowed *catalog.Settings
	if h.Workspace != nil {
		if allowed, h.Untrusted, err = workspace.Trusted(t, h.Workspace.Dir); err != nil {
			return err
		}
	}
	h.Reload(user, allowed)
	return nil
}

// settings are those that flags give.
func (o *serveOptions) settings(t *cli.Terminal) (*api.Settings, error) {
	s := &api.Settings{Version: cli.ProgramVersion(), Hosts: o.hosts, Origins: o.origins, NoAuth: o.noAuth}
	var err error
	if s.Rate, err = rate.Parse(o.rate); err != nil {
		return nil, fmt.Errorf("--rate-limit: %w", err)
	}
	for _, text := range o.proxies {
		p, err := netip.ParsePrefix(text)
		if err != nil {
			a, addrErr := netip.ParseAddr(text)
			if addrErr != nil {
				return nil, fmt.Errorf("--behind-proxy: %q is not a network such as 10.0.0.0/8", text)
			}
			p = netip.PrefixFrom(a, a.BitLen())
		}
		s.Proxies = append(s.Proxies, p)
	}
	if (o.cert == "") != (o.key == "") {
		return nil, errors.New("--tls-cert and --tls-key go together")
	}
	switch o.logFormat {
	case "text":
		s.Log = slog.New(slog.NewTextHandler(t.Err, nil))
	case "json":
		s.Log = slog.New(slog.NewJSONHandler(t.Err, nil))
	case "off":
	default:
		return nil, fmt.Errorf("--log: %q must be text, json or off", o.logFormat)
	}
	return s, nil
}

// guarded refuses to listen where strangers could get in.
func (o *serveOptions) guarded(ctx context.Context, h *host.Host) error {
	name, _, err := net.SplitHostPort(o.addr)
	if err != nil {
		return fmt.Errorf("--addr: %q is not a host and a port, such as 127.0.0.1:7777", o.addr)
	}
	ip, err := netip.ParseAddr(name)
	if name == "localhost" || err == nil && ip.IsLoopback() {
		return nil
	}
	if o.noAuth {
		return fmt.Errorf("--no-auth: %s can be reached from other machines; only a loopback address goes without tokens", o.addr)
	}
	if o.cert == "" && len(o.proxies) == 0 {
		return fmt.Errorf("%s can be reached from other machines: give --tls-cert and --tls-key, or --behind-proxy if a proxy has the certificate", o.addr)
	}
	if some, err := hasTokens(ctx, h); err != nil || some {
		return err
	}
	if list, err := h.Orgs.Orgs(ctx, org.Owner(scope.Platform), "", 1); err != nil || len(list) == 0 {
		return errors.Join(err, fmt.Errorf("%s can be reached from other machines and there is no token: make one with backstory token create", o.addr))
	}
	return nil
}

// hasTokens reports whether a client can have a token of the machine's own profiles or of
// the platform.
func hasTokens(ctx context.Context, h *host.Host) (bool, error) {
	for _, of := range []string{scope.Local, scope.Platform} {
		sc, err := scope.New(of, scope.Local, "")
		if err != nil {
			return false, err
		}
		if list, err := h.Store.ListTokens(ctx, sc); err != nil || len(list) > 0 {
			return err == nil, err
		}
	}
	return false, nil
}

// serve listens until a signal comes. A second one ends the process at once.
func (o *serveOptions) serve(ctx context.Context, t *cli.Terminal, server *api.Server, h *host.Host) error {
	listener, err := o.listen(ctx)
	if err != nil {
		return err
	}
	scheme := "http"
	if o.cert != "" {
		cert, err := tls.LoadX509KeyPair(o.cert, o.key)
		if err != nil {
			return fmt.Errorf("--tls-cert: %w", err)
		}
		listener = tls.NewListener(listener, &tls.Config{Certificates: []tls.Certificate{cert}, MinVersion: tls.VersionTLS12, NextProtos: []string{"http/1.1"}})
		scheme = "https"
	}
	url := scheme + "://" + listener.Addr().String()
	if o.readyFile != "" {
		if err := writeReady(o.readyFile, url); err != nil {
			return err
		}
		defer os.Remove(o.readyFile)
	}
	t.Talk("listening on %s\n", url)
	if o.page != nil {
		defer o.page.keep(url)()
		o.page.present(t, url)
	} else if p := h.Alone; p != nil && p.Sources != nil && !o.noAuth {
		if some, err := hasTokens(ctx, h); err == nil && !some {
			t.Talk("clients need a token: backstory token create --profile %s\n", names.Shell(cli.FromHere(p.Dir)))
		}
	}
	signal.Reset(os.Interrupt, syscall.SIGTERM)
	ctx, stop := signal.NotifyContext(context.WithoutCancel(ctx), os.Interrupt, syscall.SIGTERM)
	defer stop()
	defer context.AfterFunc(ctx, func() {
		stop() // another signal has its usual effect
		t.Talk("stopping: turns have 30 seconds to end; another signal ends now\n")
	})()
	return server.Serve(ctx, listener)
}

// listen opens the address, or takes the socket that systemd gives.
func (o *serveOptions) listen(ctx context.Context) (net.Listener, error) {
	if pid, _ := strconv.Atoi(os.Getenv("LISTEN_PID")); pid == os.Getpid() && os.Getenv("LISTEN_FDS") != "" {
		const first = 3 // as sd_listen_fds(3) says
		l, err := net.FileListener(os.NewFile(first, "systemd"))
		if err != nil {
			return nil, fmt.Errorf("taking the socket of systemd: %w", err)
		}
		return l, nil
	}
	var c net.ListenConfig
	l, err := c.Listen(ctx, "tcp", o.addr)
	if err != nil && o.page != nil {
		return nil, inUse(o.addr, err)
	}
	if err != nil {
		return nil, fmt.Errorf("--addr: %w", err)
	}
	return l, nil
}

// writeReady tells where the server listens.
func writeReady(file, url string) error {
	content, err := json.Marshal(map[string]string{"url": url})
	if err != nil {
		return err
	}
	dir, name := filepath.Split(file)
	if dir == "" {
		dir = "."
	}
	root, err := os.OpenRoot(strings.TrimSuffix(dir, string(filepath.Separator)))
	if err != nil {
		return fmt.Errorf("--ready-file: %w", err)
	}
	defer root.Close()
	if err := atomicfile.Write(atomicfile.In(root), atomicfile.Bytes(name, append(content, '\n'))); err != nil {
		return fmt.Errorf("--ready-file: %w", err)
	}
	return nil
}
