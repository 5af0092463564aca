package chat

import (
	"context"

	"github.com/spf13/cobra"

	"github.com/seed353dc258/backstory/agent/host"
	"github.com/seed353dc258/backstory/cmd/backstory/cli"
	"github.com/seed353dc258/backstory/cmd/backstory/workspace"
)

// NewRun returns the command run.
func NewRun(t *cli.Terminal) *cobra.Command {
	var o workspace.Options
	var once bool
	cmd := &cobra.Command{
		Use:   "run [PROFILE]",
		Short: "Run tasks and schedules until stopped",
		Long: `run finishes tasks that an earlier process left, and follows schedules: those in heartbeat.md and
preferences.json of the profiles, as far as you trust them (backstory trust). The answer of a scheduled task is printed, unless it is
HEARTBEAT_OK. Such a task has read-only tools and a daily budget; "unattended" in your configuration widens
both.`,
		Args: workspace.ProfileArg(&o.Start.Profile),
		RunE: func(cmd *cobra.Command, _ []string) error { return runSchedules(cmd.Context(), t, &o, once) },
	}
	f := cmd.Flags()
	f.StringVar(&o.Start.Profile, "profile", "", "the schedules of this profile alone, by its `NAME` in the workspace or by its folder")
	f.StringVar(&o.Config, "config", "", "your configuration (`FILE`)")
	f.BoolVar(&once, "once", false, "do what is due, wait until it is done, and exit")
	return cmd
}

func runSchedules(ctx context.Context, t *cli.Terminal, o *workspace.Options, once bool) error {
	h, open, err := workspace.OpenHost(ctx, t, o)
	if err != nil {
		return err
	}
	defer open.Close()
	s := NewScheduler(t, h, o.Start.Profile, t.Out)
	for _, note := range h.Await(ctx, host.Patience) {
		s.say("%s", note)
	}
	h.Recover(ctx)
	return s.Work(ctx, once)
}
