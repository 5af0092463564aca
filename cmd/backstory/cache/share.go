package cache

import (
	"context"
	"crypto/tls"
	"errors"
	"fmt"
	"net"
	"net/http"
	"os"
	"time"

	"github.com/spf13/cobra"

	"github.com/seed353dc258/backstory/cmd/backstory/cli"
	"github.com/seed353dc258/backstory/cmd/backstory/given"
	"github.com/seed353dc258/backstory/converters/all"
	"github.com/seed353dc258/backstory/ingest/shared"
	"github.com/seed353dc258/backstory/internal/objects"
)

// newStats returns the command cache stats.
func newStats(t *cli.Terminal) *cobra.Command {
	var o given.Shared
	cmd := &cobra.Command{
		Use: "stats", Short: "Say what a shared cache has, and how much of it would be taken", Args: cobra.NoArgs,
		RunE: func(*cobra.Command, []string) error {
			registry, err := all.Registry()
			if err != nil {
				return err
			}
			o.Required = true
			if err := o.Open(registry, t.Talk); err != nil {
				return err
			}
			defer o.Cache.Close()
			s, err := o.Cache.State()
			if err != nil {
				return fmt.Errorf("reading the shared cache: %w", err)
			}
			if t.Answer.Asked {
				t.Answers(s)
				return nil
			}
			_, err = fmt.Fprintf(t.Out, "%s, %s: %s in %s, %s; %d not signed by a trusted key, %d of other versions of the formats\n",
				o.Address, o.Namespace, cli.Plural(s.Chapters, "chapter"), cli.Plural(s.Packs, "pack"), cli.ByteSize(s.Bytes), s.Unsigned, s.Old)
			return err
		},
	}
	o.AddFlags(cmd, false)
	t.AddJSON(cmd.Flags())
	return cmd
}

// serveOptions are the flags of cache serve.
type serveOptions struct {
	dir, addr, tokens, ready string
	cert, key                string
	proxied                  bool
}

// newServe returns the command cache serve.
func newServe(t *cli.Terminal) *cobra.Command {
	var o serveOptions
	cmd := &cobra.Command{
		Use: "serve", Short: "Serve a folder as a shared cache over HTTP", Args: cobra.NoArgs,
		Long: `serve answers build --cache https://HOST with what is in --dir. Who may do what is in --tokens: lines of
"reader NAMESPACE TOKEN" or "writer NAMESPACE TOKEN", where * is every namespace. Clients have their
token in BACKSTORY_CACHE_TOKEN. Nothing in the folder is overwritten but an index, by who names the one before it.
It listens on this machine alone, unless --tls-cert is given or --behind-proxy says that a proxy has the certificate.`,
		RunE: func(cmd *cobra.Command, _ []string) error { return serve(cmd.Context(), t, &o) },
	}
	f := cmd.Flags()
	f.StringVar(&o.dir, "dir", "", "`FOLDER` of the cache, which is made if it is not there")
	f.StringVar(&o.addr, "addr", "127.0.0.1:7778", "listen on this `HOST:PORT`; port 0 picks one")
	f.StringVar(&o.tokens, "tokens", "", "`FILE` with who may read and write")
	f.StringVar(&o.cert, "tls-cert", "", "serve TLS with the certificate in this `FILE`")
	f.StringVar(&o.key, "tls-key", "", "key of the certificate (`FILE`)")
	f.BoolVar(&o.proxied, "behind-proxy", false, "listen for a proxy on another machine, which has the certificate")
	f.StringVar(&o.ready, "ready-file", "", "write the address to this `FILE` once the server listens")
	return cmd
}

// check refuses flags that do not fit, and to listen where strangers could hear.
func (o *serveOptions) check() error {
	if o.dir == "" || o.tokens == "" {
		return errors.New("give --dir FOLDER and --tokens FILE")
	}
	host, _, err := net.SplitHostPort(o.addr)
	if err != nil {
		return fmt.Errorf("--addr: %q is not a host and a port, such as 127.0.0.1:7778", o.addr)
	}
	if (o.cert == "") != (o.key == "") {
		return errors.New("--tls-cert and --tls-key go together")
	}
	if !objects.IsLoopback(host) && o.cert == "" && !o.proxied {
		return fmt.Errorf("%s can be reached from other machines: give --tls-cert and --tls-key, or --behind-proxy if a proxy has the certificate", o.addr)
	}
	return nil
}

func serve(ctx context.Context, t *cli.Terminal, o *serveOptions) error {
	if err := o.check(); err != nil {
		return err
	}
	content, err := os.ReadFile(o.tokens)
	if err != nil {
		return fmt.Errorf("--tokens: %w", err)
	}
	tokens, err := shared.ParseTokens(string(content))
	if err != nil {
		return fmt.Errorf("--tokens: %s: %w", o.tokens, err)
	}
	folder, err := objects.OpenFolder(o.dir)
	if err != nil {
		return fmt.Errorf("--dir: %w", err)
	}
	defer folder.Close()
	listener, err := o.listen(ctx)
	if err != nil {
		return err
	}
	server := &http.Server{Handler: shared.Serve(folder, tokens, func(err error) { t.Talk("backstory: %v\n", err) }), ReadHeaderTimeout: 10 * time.Second, ReadTimeout: 2 * time.Minute, WriteTimeout: 2 * time.Minute, IdleTimeout: time.Minute}
	defer context.AfterFunc(ctx, func() {
		end, cancel := context.WithTimeout(context.WithoutCancel(ctx), 3*time.Second)
		defer cancel()
		_ = server.Shutdown(end) // what is not done then is cut off, and done again by its client
	})()
	scheme := "http"
	if o.cert != "" {
		scheme = "https"
	}
	address := scheme + "://" + listener.Addr().String()
	if o.ready != "" {
		if err := os.WriteFile(o.ready, []byte(address+"\n"), 0o600); err != nil {
			return fmt.Errorf("--ready-file: %w", err)
		}
	}
	t.Talk("listening on %s\n", address)
	if err := server.Serve(listener); !errors.Is(err, http.ErrServerClosed) {
		return err
	}
	return nil
}

// listen listens at the address, with TLS where there is a certificate.
func (o *serveOptions) listen(ctx context.Context) (net.Listener, error) {
	var config net.ListenConfig
	listener, err := config.Listen(ctx, "tcp", o.addr)
	if err != nil || o.cert == "" {
		return listener, err
	}
	cert, err := tls.LoadX509KeyPair(o.cert, o.key)
	if err != nil {
		return nil, errors.Join(fmt.Errorf("--tls-cert: %w", err), listener.Close())
	}
	return tls.NewListener(listener, &tls.Config{Certificates: []tls.Certificate{cert}, MinVersion: tls.VersionTLS12}), nil
}
