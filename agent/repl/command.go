package repl

import (
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
	"text/tabwriter"

	"github.com/seed353dc258/backstory/agent/repl/draw"
	"github.com/seed353dc258/backstory/agent/repl/input"
	"github.com/seed353dc258/backstory/internal/oneline"
	"github.com/seed353dc258/backstory/internal/suggest"
)

// command is what a person may tell the shell itself: a line that begins with
// a slash.
type command struct {
	name    string
	usage   string // its arguments
	summary string
	run     func(ctx context.Context, s *Shell, args string) error
	// complete returns what the last word of the arguments may be.
	complete func(s *Shell) []string
}

// commands returns all commands, in the order of the help.
func commands() []command {
	return []command{
		{"profile", "[NAME|reset|default [NAME|none]]", "show or switch the profile, or set the default one", cmdProfile, names(profilesOf, (*profiles).names)},
		{"profiles", "", "list the profiles", with(profilesOf, (*profiles).list), nil},
		{"org", "[SLUG]", "list the organisations, or switch to another one", cmdOrg, names(profilesOf, (*profiles).orgs)},
		{"role", "[NAME]", "show or switch the role", cmdRole, names(profilesOf, (*profiles).roles)},
		{"model", "[NAME]", "show or switch the model", cmdModel, names(profilesOf, (*profiles).models)},
		{"new", "[TITLE]", "sum up and archive this session, start another", cmdNew, nil},
		{"sessions", "[all]", "list the sessions of this profile", with(sessionsOf, (*sessions).list), words("all")},
		{"resume", "[ID|TITLE]", "resume another session", cmdResume, names(sessionsOf, (*sessions).ids)},
		{"reopen", "ID|TITLE", "reopen a session that was closed", cmdReopen, names(sessionsOf, (*sessions).ids)},
		{"branch", "[MESSAGE]", "continue in a copy of this session, up to a message", cmdBranch, nil},
		{"continue", "", "continue a turn whose answer did not come", cmdContinue, nil},
		{"compact", "", "sum up the old part of this session", cmdCompact, nil},
		{"export", "[FILE]", "write this session as Markdown, or JSON to a .json file", with(sessionsOf, (*sessions).export), nil},
		{"delete", "ID", "delete a session and its messages", with(sessionsOf, (*sessions).delete), names(sessionsOf, (*sessions).ids)},
		{"prompt", "[tree|export [FILE]|diff|refresh|check]", "show, compare or renew the system prompt", with(reportOf, (*report).prompt), words("tree", "export", "diff", "refresh", "check")},
		{"backstory", "[generate|failed]", "show or build the backstory", cmdBackstory, words("generate", "failed")},
		{"search", "QUERY", "find the passages of the backstory that answer a question", cmdSearch, nil},
		{"memory", "[list|search TEXT|save TEXT|archive ID [REASON]|forget ID [--purge]|promote ID|why ID]", "list, find, save, archive and forget memories", with(memoriesOf, (*memories).obey), words("list", "search", "save", "archive", "forget", "promote", "why")},
		{"user", "", "show your user file, and where it is", with(reportOf, (*report).user), nil},
		{"proposals", "[list [STATE]|show ID|approve ID [--key FILE|--signed FILE] [--as NAME]|reject ID REASON|apply ID|rebase ID|revert ID|payload ID FILE|triage|generate [--dry-run]]", "decide about changes that agents propose", with(decisionsOf, (*decisions).obey), words("list", "show", "approve", "reject", "apply", "rebase", "revert", "payload", "triage", "generate")},
		{"tokens", "", "show the tokens used, and how full the window is", with(reportOf, (*report).tokens), nil},
		{"cost", "", "show what this session has cost, by your prices", with(reportOf, (*report).cost), nil},
		{"why", "", "show what shaped the last answer", with(reportOf, (*report).why), nil},
		{"help", "[COMMAND]", "show this list, or the arguments of a command", cmdHelp, func(*Shell) []string { return commandNames() }},
		{"quit", "", "leave", func(context.Context, *Shell, string) error { return errQuit }, nil},
	}
}

// with is a command of a part of the shell, with what that part needs.
func with[T any](of func(*Shell) T, run func(T, context.Context, string) error) func(context.Context, *Shell, string) error {
	return func(ctx context.Context, s *Shell, args string) error { return run(of(s), ctx, args) }
}

// names completes by a part of the shell.
func names[T any](of func(*Shell) T, list func(T) []string) func(*Shell) []string {
	return func(s *Shell) []string { return list(of(s)) }
}

func words(list ...string) func(*Shell) []string { return func(*Shell) []string { return list } }

// commandOf returns the command of a line, and its arguments.
func commandOf(line string) (command, string, error) {
	name, args, _ := strings.Cut(strings.TrimPrefix(strings.TrimSpace(line), "/"), " ")
	name = strings.ToLower(name)
	if name == "exit" {
		name = "quit"
	}
	for _, c := range commands() {
		if c.name == name {
			return c, strings.TrimSpace(args), nil
		}
	}
	return command{}, "", noCommand(name)
}

func noCommand(name string) error {
	name = strings.TrimPrefix(name, "/")
	if near := suggest.Nearest(name, commandNames()); near != "" {
		return fmt.Errorf("there is no command /%s; did you mean /%s? /help lists all", oneline.Safe(short(name)), near)
	}
	return fmt.Errorf("there is no command /%s: /help lists them", oneline.Safe(short(name)))
}

// maxUsage is how many characters of arguments the list of commands shows. Longer ones
// are shown by /help COMMAND, so that the list fits a terminal.
const maxUsage = 16

func cmdHelp(_ context.Context, s *Shell, args string) error {
	to := draw.NewLines(s.Out, s.width())
	if args != "" {
		return errors.Join(helpOf(to, args), to.Close())
	}
	w := tabwriter.NewWriter(to, 0, 0, 2, ' ', 0)
	for _, c := range commands() {
		usage := c.usage
		if len(usage) > maxUsage {
			usage = "…"
		}
		fmt.Fprintf(w, "%s\t%s\n", strings.TrimSpace("/"+c.name+" "+usage), c.summary)
	}
	fmt.Fprintf(w, "\n/help COMMAND shows all arguments of a command. Anything else is said to the agent, and @FILE adds a file of the workspace. A line that ends with \\ continues on the next one; %s opens and closes a text of several lines.\nCtrl-C stops an answer, twice leaves.\n", input.Quotes)
	return errors.Join(w.Flush(), to.Close())
}

// helpOf writes the arguments of a command, and what it does.
func helpOf(to io.Writer, name string) error {
	for _, c := range commands() {
		if c.name == strings.TrimPrefix(name, "/") {
			_, err := fmt.Fprintf(to, "%s\n  %s\n", strings.TrimSpace("/"+c.name+" "+c.usage), c.summary)
			return err
		}
	}
	return noCommand(name)
}

func commandNames() []string {
	var names []string
	for _, c := range commands() {
		names = append(names, c.name)
	}
	return names
}

// Complete returns what the last word of a line may be.
func (s *Shell) Complete(line string) []string {
	if word := input.LastWord(line); strings.HasPrefix(word, "@") {
		return attachmentsOf(s).complete(word)
	}
	if !strings.HasPrefix(line, "/") {
		return nil
	}
	name, _, args := strings.Cut(line[1:], " ")
	if !args {
		var names []string
		for _, n := range commandNames() {
			names = append(names, "/"+n)
		}
		return names
	}
	i := slices.IndexFunc(commands(), func(c command) bool { return c.name == name })
	if i < 0 || commands()[i].complete == nil {
		return nil
	}
	return commands()[i].complete(s)
}
