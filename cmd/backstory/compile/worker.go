package compile

import (
	"fmt"
	"os"

	"github.com/spf13/cobra"

	"github.com/seed353dc258/backstory/agent/catalog"
	"github.com/seed353dc258/backstory/converters/all"
	"github.com/seed353dc258/backstory/internal/worker"
)

// WorkerCommand is the name of the subcommand that sources are converted in.
const WorkerCommand = "isolated-worker"

// NewWorker is the hidden subcommand that sources are converted in. It reads
// jobs and writes chapters; nobody calls it by hand.
func NewWorker() *cobra.Command {
	var cache string
	cmd := &cobra.Command{
		Use:    WorkerCommand,
		Short:  "Convert sources that come in through a pipe",
		Hidden: true,
		Args:   cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			registry, err := all.Registry()
			if err != nil {
				return err
			}
			return worker.Serve(cmd.Context(), registry, cache, os.Stdin, os.Stdout)
		},
	}
	cmd.Flags().StringVar(&cache, "cache", "", "`FOLDER` of the cache")
	return cmd
}

// preparing is told while PDFium is compiled, which is kept in a cache folder.
func preparing(cache string) string {
	if cache == "" {
		return "preparing the PDF reader (a few seconds at each run without a cache)"
	}
	return "preparing the PDF reader (first run only, a few seconds)"
}

// NewPool returns what converts sources in processes of their own: those of
// the formats that ask for it, all or none. Tell may be nil. What this system lacks to
// confine them is for who asks: see [noteLacks].
func NewPool(cache, which string, tell func(format string, args ...any)) (*worker.Pool, error) {
	if err := worker.ValidWhich(which); err != nil {
		return nil, fmt.Errorf("--%w", err)
	}
	if which == "" {
		user, err := catalog.Load("")
		if err != nil {
			return nil, err
		}
		which = user.Isolate
		if err := worker.ValidWhich(which); err != nil {
			return nil, fmt.Errorf("%s: %w", catalog.ConfigName, err)
		}
	}
	p := &worker.Pool{Arguments: []string{WorkerCommand, "--cache", cache}, Which: which}
	if tell != nil {
		p.Preparing = func() {
			tell("%s\n", preparing(cache))
		}
	}
	return p, nil
}

// addVerbose declares --verbose.
func addVerbose(cmd *cobra.Command, verbose *bool) {
	cmd.Flags().BoolVar(verbose, "verbose", false, "also say what this system lacks to confine the processes that read documents")
}

// noteLacks has a pool tell once what this system lacks to confine its processes.
func noteLacks(p *worker.Pool, tell func(format string, args ...any)) {
	p.Note = func(missing string) {
		tell("the processes that read untrusted files are confined less than they could be: %s\n", missing)
	}
}

// AddIsolate declares --isolate.
func AddIsolate(cmd *cobra.Command, which *string) {
	cmd.Flags().StringVar(which, "isolate", "", "convert these `FORMATS` in child processes: binary (default), which is pdf, doc, xls, xlsb, ppt and msg, pdf alone, all, none, or reduced (binary, also where the system cannot confine a child process)")
}

// Services returns what converters may ask for. Nothing is started before one
// asks. The engine of this process can be interrupted, at a sixth of its speed;
// that of a process of its own need not be. An empty cache folder makes PDFium
// compile in every process. Pictures are read by the program that is installed,
// if the options ask for it.
func Services(cache string) []any {
	return []any{&worker.Engine{Cache: cache, Interruptible: true}, &worker.Tesseract{}}
}

// engineCache returns the folder for compiled code, or "" for none.
func (o *BuilderOptions) engineCache() string {
	if o.Caches.noCache {
		return ""
	}
	return CacheFolder(o.Caches.CacheDir)
}
