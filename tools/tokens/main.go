// Command tokens measures and fits the weights of internal/tokens against the
// o200k_base vocabulary.
//
//	go run ./tokens measure FOLDER   errors of our estimate and of chars/4, by subfolder
//	go run ./tokens list FOLDER      the same, with our error for every text
//	go run ./tokens fit FOLDER       a weights_table.go for the texts of FOLDER, on stdout
//
// FOLDER holds one subfolder for each kind of text, with plain files in it.
// Weights must not be fitted to the texts that they are then measured on.
package main

import (
	"fmt"
	"os"
	"path/filepath"
	"unicode/utf8"

	"github.com/tiktoken-go/tokenizer"
)

func main() {
	if err := run(os.Args[1:]); err != nil {
		fmt.Fprintln(os.Stderr, "tokens:", err)
		os.Exit(1)
	}
}

func run(args []string) error {
	if len(args) != 2 {
		return fmt.Errorf("usage: tokens measure|list|fit FOLDER")
	}
	texts, err := read(args[1])
	if err != nil {
		return err
	}
	codec, err := tokenizer.Get(tokenizer.O200kBase)
	if err != nil {
		return err
	}
	switch args[0] {
	case "measure", "list":
		return measure(os.Stdout, codec, texts, args[0] == "list")
	case "fit":
		return fit(os.Stdout, codec, texts)
	}
	return fmt.Errorf("unknown command %q", args[0])
}

// text is one file of a group.
type text struct{ group, name, content string }

// read loads the files of all groups in the order of their names. Files that
// are not UTF-8 are left out.
func read(folder string) ([]text, error) {
	paths, err := filepath.Glob(filepath.Join(folder, "*", "*"))
	if err != nil {
		return nil, err
	}
	var texts []text
	for _, path := range paths {
		data, err := os.ReadFile(path)
		if err != nil {
			return nil, err
		}
		if len(data) > 0 && utf8.Valid(data) {
			group := filepath.Base(filepath.Dir(path))
			texts = append(texts, text{group, filepath.Base(path), string(data)})
		}
	}
	if len(texts) == 0 {
		return nil, fmt.Errorf("no texts in the subfolders of %s", folder)
	}
	return texts, nil
}
