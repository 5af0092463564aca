package main

import (
	"context"

	"github.com/spf13/cobra"

	"github.com/seed353dc258/backstory/agent/host"
)

func newRun(t *terminal) *cobra.Command {
	var o chatOptions
	var once bool
	cmd := &cobra.Command{
		Use:   "run",
		Short: "Work on tasks and schedules until it is stopped",
		Long: `run works on the tasks that were left, and on schedules: what heartbeat.md and the schedule in
preferences.json of the profiles say, as far as you trust it (backstory trust). What came of a scheduled
task is printed, unless the answer is HEARTBEAT_OK. Such a task has tools that read alone and a budget a
day; "unattended" in your configuration widens both.

` + exitHelp,
		Args: cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error { return runSchedules(cmd.Context(), t, &o, once) },
	}
	f := cmd.Flags()
	f.StringVar(&o.start.Profile, "profile", "", "the schedules of this profile alone, by its `name` in the workspace or by its folder")
	f.StringVar(&o.config, "config", "", "your configuration (`file`)")
	f.BoolVar(&once, "once", false, "do what is due, wait for its end and leave")
	return cmd
}

func runSchedules(ctx context.Context, t *terminal, o *chatOptions, once bool) error {
	h, open, err := openHost(ctx, t, o)
	if err != nil {
		return err
	}
	defer open.close()
	s := newScheduler(t, h, o.start.Profile, t.out)
	for _, note := range h.Await(ctx, host.Patience) {
		s.say("%s", note)
	}
	h.Recover(ctx)
	return s.work(ctx, once)
}
