package program

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/seed353dc258/backstory/cmd/backstory/cli"
	"github.com/seed353dc258/backstory/manifest"
)

// newMan returns the command man.
func newMan(root *cobra.Command, t *cli.Terminal) *cobra.Command {
	return &cobra.Command{
		Use:   "man FOLDER",
		Short: "Write a manual page of each command into a folder",
		Long: `man writes the help of each command as a manual page, such as backstory-build.1, for packages. The same program
writes the same bytes; the date in them is that of SOURCE_DATE_EPOCH, if it is set.`,
		Args: cli.OneArg("FOLDER"),
		RunE: func(_ *cobra.Command, args []string) error {
			epoch, err := manifest.ParseEpoch(os.Getenv("SOURCE_DATE_EPOCH"))
			if err != nil {
				return fmt.Errorf("SOURCE_DATE_EPOCH: %w", err)
			}
			if epoch.IsZero() {
				epoch = time.Unix(0, 0).UTC()
			}
			if err := os.MkdirAll(args[0], 0o755); err != nil {
				return err
			}
			describe(root)
			pages := 0
			for _, c := range commandsBelow(root) {
				if !c.IsAvailableCommand() && c != root {
					continue
				}
				if err := os.WriteFile(filepath.Join(args[0], manName(c)+".1"), manPage(c, epoch), 0o644); err != nil {
					return fmt.Errorf("writing manual pages: %w", err)
				}
				pages++
			}
			t.Talk("wrote %s into %s\n", cli.Plural(pages, "page"), args[0])
			return nil
		},
	}
}

// manName is the name of a command's manual page.
func manName(cmd *cobra.Command) string { return strings.ReplaceAll(cmd.CommandPath(), " ", "-") }

// manPage writes the help of a command in the macros of man(7).
func manPage(cmd *cobra.Command, date time.Time) []byte {
	var b bytes.Buffer
	name := manName(cmd)
	fmt.Fprintf(&b, ".TH \"%s\" 1 \"%s\" \"backstory %s\" backstory\n", roff(strings.ToUpper(name)), date.Format(time.DateOnly), roff(cli.ProgramVersion()))
	fmt.Fprintf(&b, ".SH NAME\n%s \\- %s\n", roff(name), roff(cmd.Short))
	fmt.Fprintf(&b, ".SH SYNOPSIS\n\\fB%s\\fR%s\n", roff(cmd.CommandPath()), roff(strings.TrimPrefix(cmd.UseLine(), cmd.CommandPath())))
	long := cmd.Long
	if long == "" {
		long = cmd.Short + "."
	}
	b.WriteString(".SH DESCRIPTION\n")
	for paragraph := range strings.SplitSeq(long, "\n\n") {
		paragraph = strings.Trim(paragraph, "\n")
		if codes, ok := strings.CutPrefix(paragraph, "Exit codes:"); ok {
			manCodes(&b, codes)
			continue
		}
		b.WriteString(".PP\n")
		if strings.Contains("\n"+paragraph, "\n  ") { // a list or a table
			fmt.Fprintf(&b, ".nf\n%s\n.fi\n", roff(paragraph))
			continue
		}
		b.WriteString(roff(paragraph) + "\n")
	}
	manFlags(&b, "OPTIONS", cmd.NonInheritedFlags())
	manFlags(&b, "GLOBAL OPTIONS", cmd.InheritedFlags())
	if cmd.Example != "" {
		fmt.Fprintf(&b, ".SH EXAMPLES\n.nf\n%s\n.fi\n", roff(cmd.Example))
	}
	manSeeAlso(&b, cmd)
	return b.Bytes()
}

// manCodes writes the exit codes, each a line of the help.
func manCodes(b *bytes.Buffer, codes string) {
	b.WriteString(".SH EXIT STATUS\n")
	for line := range strings.SplitSeq(strings.TrimSpace(codes), "\n") {
		code, meaning, _ := strings.Cut(strings.TrimSpace(line), " ")
		fmt.Fprintf(b, ".TP\n%s\n%s\n", code, roff(strings.TrimSpace(meaning)))
	}
}

func manFlags(b *bytes.Buffer, title string, flags *pflag.FlagSet) {
	if !flags.HasAvailableFlags() {
		return
	}
	fmt.Fprintf(b, ".SH %s\n", title)
	flags.VisitAll(func(f *pflag.Flag) {
		if f.Hidden {
			return
		}
		value, text := pflag.UnquoteUsage(f)
		b.WriteString(".TP\n")
		if f.Shorthand != "" {
			fmt.Fprintf(b, "\\fB\\-%s\\fR, ", f.Shorthand)
		}
		fmt.Fprintf(b, "\\fB%s\\fR \\fI%s\\fR\n%s\n", roff("--"+f.Name), roff(value), roff(text))
	})
}

func manSeeAlso(b *bytes.Buffer, cmd *cobra.Command) {
	var also []string
	if cmd.HasParent() {
		also = append(also, manName(cmd.Parent()))
	}
	for _, c := range cmd.Commands() {
		if c.IsAvailableCommand() {
			also = append(also, manName(c))
		}
	}
	for i, name := range also {
		also[i] = "\\fB" + roff(name) + "\\fR(1)"
	}
	if len(also) > 0 {
		fmt.Fprintf(b, ".SH SEE ALSO\n%s\n", strings.Join(also, ",\n"))
	}
}

// roff escapes text: its backslashes, its hyphens, which are to be copied as they
// are, and what begins a line and would be a request.
func roff(text string) string {
	text = strings.NewReplacer(`\`, `\e`, "-", `\-`).Replace(text)
	lines := strings.Split(text, "\n")
	for i, line := range lines {
		if strings.HasPrefix(line, ".") || strings.HasPrefix(line, "'") {
			lines[i] = `\&` + line
		}
	}
	return strings.Join(lines, "\n")
}
