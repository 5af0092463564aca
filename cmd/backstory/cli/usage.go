package cli

import (
	"errors"
	"fmt"
	"strconv"
	"strings"
	"time"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/seed353dc258/backstory/internal/suggest"
)

// OnlyCommands refuses what is none of the subcommands, and names the nearest one.
func OnlyCommands(cmd *cobra.Command, args []string) error {
	if len(args) == 0 {
		return nil
	}
	return fmt.Errorf("unknown command %+.100q: %s %s --help", args[0], meant(MeantCommand(cmd, args[0]), ""), cmd.CommandPath())
}

// MeantCommand returns the subcommand whose name is near a word, or "".
func MeantCommand(cmd *cobra.Command, word string) string {
	var names []string
	for _, c := range cmd.Commands() {
		if c.IsAvailableCommand() {
			names = append(names, c.Name())
		}
	}
	return suggest.Nearest(word, names)
}

// meant names what was probably meant, and leads on to the help.
func meant(name, prefix string) string {
	if name == "" {
		return "see"
	}
	return fmt.Sprintf("did you mean %q? See", prefix+name)
}

// PlainArguments has every command say what is wrong with its arguments in the
// words of users, where it does not do so itself.
func PlainArguments(cmd *cobra.Command) {
	for _, c := range cmd.Commands() {
		PlainArguments(c)
	}
	check := cmd.Args
	if check == nil {
		return
	}
	cmd.Args = func(cmd *cobra.Command, args []string) error {
		err := check(cmd, args)
		if err == nil || !isCobras(err) {
			return err
		}
		if len(args) == 1 && len(cmd.ValidArgs) > 0 {
			return fmt.Errorf("%s: %+.100q must be one of %s: see %s --help", cmd.Name(), args[0], strings.Join(cmd.ValidArgs, ", "), cmd.CommandPath())
		}
		problem := "something is missing"
		if len(args) == 0 && len(cmd.ValidArgs) > 0 {
			problem = "name one of " + strings.Join(cmd.ValidArgs, ", ")
		}
		for i := range args {
			if check(cmd, args[:i]) == nil {
				problem = fmt.Sprintf("unexpected argument %+.100q", args[i])
				break
			}
		}
		return fmt.Errorf("%s: %s: it is called as %s", cmd.Name(), problem, cmd.UseLine())
	}
}

// isCobras reports whether an error of arguments has the words of cobra, which
// has no types for them.
func isCobras(err error) bool {
	for _, begin := range []string{"unknown command", "accepts ", "requires at least", "invalid argument"} {
		if strings.HasPrefix(err.Error(), begin) && !strings.Contains(err.Error(), "--help") {
			return true
		}
	}
	return false
}

// FlagError says what is wrong with a flag in the words of users. Where what is
// before the flag is no command, that is what is wrong: the flag may be one of the
// command that was meant.
func FlagError(cmd *cobra.Command, err error) error {
	unknown, invalid := new(pflag.NotExistError), new(pflag.InvalidValueError)
	if before := cmd.Flags().Args(); errors.As(err, &unknown) && cmd.HasSubCommands() && len(before) > 0 {
		if err := cmd.ValidateArgs(before); err != nil {
			return err
		}
	}
	switch {
	case errors.As(err, &unknown) && unknown.GetSpecifiedShortnames() == "":
		return fmt.Errorf("%w: %s %s --help", err, meant(flagLike(cmd, unknown.GetSpecifiedName()), "--"), cmd.CommandPath())
	case errors.As(err, &unknown):
		return fmt.Errorf("%w: %s %s --help", err, meant(flagOf(cmd, unknown.GetSpecifiedName()), "--"), cmd.CommandPath())
	case errors.As(err, &invalid):
		name := invalid.GetFlag().Name
		switch invalid.GetFlag().Value.Type() {
		case "int", "int64":
			if _, err := strconv.Atoi(invalid.GetValue()); err == nil {
				break // it is a number, and not a good one
			}
			return fmt.Errorf("--%s: %+.100q is not a number", name, invalid.GetValue())
		case "bool":
			return fmt.Errorf("--%s: %+.100q is neither true nor false", name, invalid.GetValue())
		case "duration":
			if _, err := time.ParseDuration(invalid.GetValue() + "s"); err == nil {
				return fmt.Errorf("--%s: give a unit: 5s, 2m", name)
			}
			return fmt.Errorf("--%s: %+.100q is not a time such as 5s or 2m", name, invalid.GetValue())
		}
		return fmt.Errorf("--%s: %w", name, invalid.Unwrap())
	}
	return err
}

// flagOf returns the only flag of a command whose name begins with a letter, or "".
func flagOf(cmd *cobra.Command, letter string) string {
	var names []string
	cmd.Flags().VisitAll(func(f *pflag.Flag) {
		if !f.Hidden && strings.HasPrefix(f.Name, letter) {
			names = append(names, f.Name)
		}
	})
	if len(names) != 1 {
		return ""
	}
	return names[0]
}

// flagLike returns the flag of a command whose name is near a name, or "".
func flagLike(cmd *cobra.Command, name string) string {
	var names []string
	cmd.Flags().VisitAll(func(f *pflag.Flag) {
		if !f.Hidden {
			names = append(names, f.Name)
		}
	})
	return suggest.Nearest(name, names)
}

// OneArg wants one argument, with its name in the error.
func OneArg(name string) cobra.PositionalArgs {
	return func(cmd *cobra.Command, args []string) error {
		if len(args) != 1 {
			return fmt.Errorf("%s: give one %s", strings.TrimPrefix(cmd.CommandPath(), cmd.Root().Name()+" "), name)
		}
		return nil
	}
}
