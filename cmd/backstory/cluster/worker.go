package cluster

import (
	"fmt"
	"log/slog"
	"net"
	"runtime"
	"slices"

	"github.com/spf13/cobra"

	"github.com/seed353dc258/backstory/cluster"
	"github.com/seed353dc258/backstory/cmd/backstory/cli"
	"github.com/seed353dc258/backstory/cmd/backstory/compile"
)

// spare is how much memory of a worker nothing touches, so that it takes none: chunks need
// less than what is collected too often.
const spare = 32 << 20

// NewWorker returns the command worker.
func NewWorker(t *cli.Terminal) *cobra.Command {
	var p places
	var o compile.BuilderOptions
	var slots int
	var classes []string
	var metrics string
	cmd := &cobra.Command{
		Use:   "worker",
		Short: "Convert the documents that builds queue",
		Long: `worker takes chunks of documents from the queue of a cluster, converts them and keeps the results in the store, until
it is ended. What is under way then is finished or given back within seconds. It logs one line of JSON for each chunk.`,
		Args: cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			for _, class := range classes {
				if !slices.Contains(cluster.Classes(), class) {
					return fmt.Errorf("--classes: %q must be small or big; documents with recognised text (ocr) are read where the build is", class)
				}
			}
			o.Tell = t.Talk
			b, err := o.Builder()
			if err != nil {
				return err
			}
			e, store, err := p.open(cmd.Context(), true)
			if err != nil {
				return err
			}
			defer e.Close()
			w := &cluster.Worker{
				Engine: e, Store: store, Registry: b.Registry, Isolator: b.Isolator, Services: b.Services,
				Slots: slots, Classes: classes, Log: slog.New(slog.NewJSONHandler(t.Err, nil)),
			}
			if metrics != "" {
				at, err := net.Listen("tcp", metrics)
				if err != nil {
					return fmt.Errorf("--metrics: %w", err)
				}
				defer w.ServeMetrics(at)()
			}
			defer runtime.KeepAlive(make([]byte, spare))
			return w.Run(cmd.Context())
		},
	}
	p.add(cmd.Flags())
	cmd.Flags().IntVar(&slots, "slots", runtime.GOMAXPROCS(0), "convert `N` chunks at once (default: one for each processor)")
	cmd.Flags().StringSliceVar(&classes, "classes", cluster.Classes(), "take chunks of these `CLASSES`: small, big (large documents, and those that a child process reads)")
	cmd.Flags().StringVar(&metrics, "metrics", "", "answer GET /metrics and /healthz at this `ADDRESS`, such as :9090")
	compile.AddIsolate(cmd, &o.Isolate)
	compile.AddCacheDir(cmd, &o.Caches.CacheDir)
	return cmd
}
