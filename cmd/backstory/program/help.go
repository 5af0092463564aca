package program

import (
	_ "embed"
	"slices"
	"strconv"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/seed353dc258/backstory/cmd/backstory/cli"
)

//go:embed help.txt
var helpText string

// page is what help.txt says of a command.
type page struct {
	Examples []string   `json:"examples"`
	Exits    []exitCode `json:"exit_codes"`
}

// exitCode is an exit code of one command.
type exitCode struct {
	Code    int    `json:"code"`
	Meaning string `json:"meaning"`
}

// pages returns what help.txt says, by the names of commands, with the codes that
// all commands have.
func pages() map[string]page {
	all := map[string]page{}
	var usual []exitCode
	for _, text := range strings.Split(helpText, "\n## ")[1:] {
		name, rest, _ := strings.Cut(text, "\n")
		var p page
		for line := range strings.Lines(rest) {
			line = strings.TrimSpace(line)
			if example, ok := strings.CutPrefix(line, "$ "); ok {
				p.Examples = append(p.Examples, example)
			} else if number, meaning, ok := strings.Cut(line, " "); ok {
				code, _ := strconv.Atoi(number)
				p.Exits = append(p.Exits, exitCode{code, strings.TrimSpace(meaning)})
			}
		}
		for _, e := range usual {
			if !slices.ContainsFunc(p.Exits, func(own exitCode) bool { return own.Code == e.Code }) {
				p.Exits = append(p.Exits, e)
			}
		}
		slices.SortFunc(p.Exits, func(a, b exitCode) int { return a.Code - b.Code })
		if usual == nil {
			usual = p.Exits
		}
		all[name] = p
	}
	return all
}

// pageName is the name of a command in help.txt.
func pageName(cmd *cobra.Command) string {
	return strings.TrimPrefix(cmd.CommandPath(), cmd.Root().Name()+" ")
}

// describe gives the help of each command its examples and exit codes, where it has none
// yet. Only who asks for help pays for it.
func describe(root *cobra.Command) {
	all := pages()
	for _, cmd := range commandsBelow(root) {
		p := all[pageName(cmd)]
		if len(p.Exits) == 0 || cmd.Example != "" {
			continue
		}
		cmd.LocalFlags().VisitAll(nameOnce)
		var b strings.Builder
		b.WriteString(cmd.Long)
		if cmd.Long == "" {
			b.WriteString(cmd.Short + ".")
		}
		if strings.Contains(cmd.Use, "…]") {
			b.WriteString("\n\nPROFILE is a folder, or the name of a profile of the workspace. Where both are there, ./NAME is the folder.")
		}
		b.WriteString("\n\nExit codes:")
		for _, e := range p.Exits {
			code := strconv.Itoa(e.Code)
			b.WriteString("\n  " + code + strings.Repeat(" ", 5-len(code)) + e.Meaning)
		}
		if strings.Contains(cmd.Use, "…]") && len(p.Exits) > 4 {
			b.WriteString("\n\nWith several profiles each is worked on, and the worst counts: 2 before 3 before 1.")
		}
		cmd.Long = b.String()
		cmd.Example = "  " + strings.Join(p.Examples, "\n  ")
	}
}

// groups are the commands as the help lists them, each group in the order of its work.
var groups = []struct{ title, names string }{
	{"Build:", "init build check lint status failed explain tokens search watch convert formats"},
	{"Talk:", "ask chat prompt profiles sessions memory proposals task run"},
	{"Serve:", "open report serve mcp token org user worker cluster"},
	{"Manage:", "import export store folders cache doctor trust schema merge-driver completion man help version"},
}

// group puts the commands into their groups.
func group(root *cobra.Command) {
	for _, g := range groups {
		root.AddGroup(&cobra.Group{ID: g.title, Title: g.title})
		for _, name := range strings.Fields(g.names) {
			if cmd, _, err := root.Find([]string{name}); err == nil {
				cmd.GroupID = g.title
			}
		}
	}
}

// named is a value of a flag whose help has a word for it.
type named struct {
	pflag.Value
	word string
}

func (n named) Type() string { return n.word }

// nameOnce takes the word for a flag's value out of its text, where it is there for
// its own sake, in brackets: help has it behind the name of the flag.
func nameOnce(f *pflag.Flag) {
	word, text := pflag.UnquoteUsage(f)
	if f.Value.Type() != "string" || word == "string" {
		return
	}
	for _, shown := range []string{" (" + word + ")", "; " + word + ")"} {
		if before, after, ok := strings.Cut(text, shown); ok {
			f.Usage, f.Value = before+shown[len(shown)-1:]+after, named{f.Value, word}
			if shown[0] == ' ' {
				f.Usage = before + after
			}
			return
		}
	}
}

// helpJSON is what --help --json prints of a command.
type helpJSON struct {
	Usage    string     `json:"usage"`
	Short    string     `json:"short"`
	Text     string     `json:"text"` // as --help prints it
	Flags    []flagJSON `json:"flags"`
	Commands []string   `json:"commands"` // below it
	page
}

type flagJSON struct {
	Name      string `json:"name"`
	Shorthand string `json:"shorthand,omitempty"`
	Type      string `json:"type"`
	Default   string `json:"default,omitempty"`
	Usage     string `json:"usage"`
}

// helpOf returns the help of a command for programs.
func helpOf(cmd *cobra.Command) helpJSON {
	h := helpJSON{Usage: cmd.UseLine(), Short: cmd.Short, Text: cmd.Long, Flags: []flagJSON{}, Commands: []string{}, page: pages()[pageName(cmd)]}
	add := func(f *pflag.Flag) {
		if !f.Hidden {
			_, usage := pflag.UnquoteUsage(f)
			h.Flags = append(h.Flags, flagJSON{f.Name, f.Shorthand, f.Value.Type(), f.DefValue, usage})
		}
	}
	cmd.LocalFlags().VisitAll(add)
	cmd.InheritedFlags().VisitAll(add)
	for _, c := range cmd.Commands() {
		if c.IsAvailableCommand() {
			h.Commands = append(h.Commands, c.Name())
		}
	}
	return h
}

// answerHelp has --help print one JSON document where --json is given.
func answerHelp(root *cobra.Command, t *cli.Terminal) {
	usual := root.HelpFunc()
	root.SetHelpFunc(func(cmd *cobra.Command, args []string) {
		describe(root)
		if t.Answer.IsReport() { // which says nothing of help
			t.Answer.Asked = false
		}
		if t.Answer.Asked {
			t.Answers(helpOf(cmd))
		} else {
			usual(cmd, args)
		}
	})
}
