// Command backstory compiles a folder of mixed documents into one Markdown
// file for a language model.
//
// The commands are in the folders beside this file, by what they are for: one file
// there is one command, its options, its flags and what it prints; program joins
// them. The work is done in internal/pipeline and agent/host.
package main

import "github.com/seed353dc258/backstory/cmd/backstory/program"

func main() { program.Main() }
