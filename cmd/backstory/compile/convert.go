package compile

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"runtime/debug"

	"github.com/spf13/cobra"

	"github.com/seed353dc258/backstory/cmd/backstory/cli"
	"github.com/seed353dc258/backstory/converters"
	"github.com/seed353dc258/backstory/converters/all"
	"github.com/seed353dc258/backstory/internal/atomicfile"
	"github.com/seed353dc258/backstory/internal/names"
	"github.com/seed353dc258/backstory/internal/pipeline"
)

// heldOutput is how much of a conversion is held back, in bytes, so that one
// that fails prints nothing. A longer one streams.
const heldOutput = 1 << 20

// convertMemory is what the memory of a conversion is kept below by collecting
// more often, in bytes: files are converted one after the other.
const convertMemory = 192 << 20

// Beside a large source, in bytes, little is held that the collector must look
// into: collecting at this percentage of new memory, and not at 100, costs some
// hundredths of the time, and saves up to a fifth of the memory.
const (
	largeSource  = 4 << 20
	largePercent = 60
)

type convertOptions struct {
	conversion conversionFlags
	name       string
	isolate    string
	output     string // a file instead of standard output
}

// NewConvert returns the command convert.
func NewConvert(t *cli.Terminal) *cobra.Command {
	var o convertOptions
	cmd := &cobra.Command{
		Use:   "convert FILE…",
		Short: "Convert files to Markdown on standard output",
		Long: `convert reads files and prints them as Markdown. The name's extension says whether a file is
read; "-" is standard input, named by --name. Several files are set apart by headings. With -o all of it goes to
a file, which is written when every file was read, and else stays as it is.`,
		Args: func(_ *cobra.Command, args []string) error {
			if len(args) == 0 {
				return errors.New("convert: name at least one file, or - for standard input")
			}
			return nil
		},
		RunE: func(cmd *cobra.Command, args []string) error { return runConvert(cmd.Context(), t, o, args) },
	}
	o.conversion.add(cmd.Flags())
	AddIsolate(cmd, &o.isolate)
	cmd.Flags().StringVar(&o.name, "name", "", "the `name` that standard input is read under, such as notes.csv")
	cmd.Flags().StringVarP(&o.output, "output", "o", "", "write this `FILE` instead")
	t.AddJSON(cmd.Flags())
	return cmd
}

// runConvert converts files to standard output, or into a file that is written
// when all went well.
func runConvert(ctx context.Context, t *cli.Terminal, o convertOptions, files []string) error {
	switch {
	case o.output == "":
		return convertTo(ctx, t, o, files, t.Out)
	case t.Answer.Asked:
		return errors.New("convert: -o is for Markdown, and --json prints the document: give one of them")
	}
	folder, err := os.OpenRoot(filepath.Dir(o.output))
	if err != nil {
		return fmt.Errorf("-o: %w", err)
	}
	defer folder.Close()
	group := atomicfile.NewGroup(atomicfile.In(folder))
	file, err := group.Create(filepath.Base(o.output))
	if err == nil {
		err = errors.Join(convertTo(ctx, t, o, files, file), file.Close())
	}
	if err == nil {
		err = group.Commit(filepath.Base(o.output))
	}
	if err != nil {
		t.Talk("%s was not written\n", o.output)
	}
	return errors.Join(err, group.Discard())
}

func convertTo(ctx context.Context, t *cli.Terminal, o convertOptions, files []string, to io.Writer) error {
	debug.SetMemoryLimit(convertMemory)
	registry, err := all.Registry()
	if err != nil {
		return err
	}
	options, limits, err := o.conversion.parse()
	if err != nil {
		return err
	}
	user, err := UserLimits()
	if err != nil {
		return err
	}
	pool, err := NewPool(CacheFolder(""), o.isolate, t.Talk)
	if err != nil {
		return err
	}
	defer pool.Close()
	pool.Progress = t.Pages()
	c := pipeline.Converter{
		Isolator: pool,
		Registry: registry, Options: options, Limits: user.Over(limits), Many: len(files) > 1, NoTokens: !t.Answer.Asked, Services: Services(CacheFolder(""), o.conversion.password),
	}
	code := cli.ExitDone
	done := convertedFiles{Files: []convertJSON{}}
	defer func() { t.Answers(done) }()
	for i, file := range files {
		converted, err := convertOne(ctx, t, o, &c, file, i, to)
		if err == nil {
			if converted != nil {
				done.Files = append(done.Files, *converted)
			}
			continue
		}
		t.Fail(cli.Notice{Code: pipeline.ErrorCode(err), Message: err.Error(), File: names.Show(file)})
		switch {
		case errors.Is(err, converters.ErrPanic):
			code = cli.Worst(code, cli.ExitBug)
		case pipeline.IsConversion(err):
			code = cli.Worst(code, cli.ExitFailed)
		default:
			code = cli.Worst(code, cli.ExitError)
		}
	}
	if code != cli.ExitDone {
		return cli.ExitCode(code)
	}
	return nil
}

// convertOne converts one file and prints it, or returns it for --json.
func convertOne(ctx context.Context, t *cli.Terminal, o convertOptions, c *pipeline.Converter, file string, index int, to io.Writer) (*convertJSON, error) {
	content, name, closer, err := openInput(t, o, file)
	if err != nil {
		return nil, err
	}
	defer closer()
	if content.Size() >= largeSource {
		defer debug.SetGCPercent(debug.SetGCPercent(largePercent))
	}
	out := &heldWriter{w: to}
	if index > 0 && !t.Answer.Asked {
		fmt.Fprintln(out)
	}
	var text bytes.Buffer
	target := io.Writer(out)
	if t.Answer.Asked {
		target = &text
	}
	result, err := c.Convert(ctx, converters.Input{Name: name, SectionReader: content}, target)
	t.ClearLine()
	if result != nil {
		for _, w := range result.Warnings {
			t.Warn(warningNotice(names.Show(file), w))
		}
	}
	if err != nil {
		return nil, err
	}
	if t.Answer.Asked {
		converted := convertedJSON(file, text.String(), result)
		return &converted, nil
	}
	return nil, out.flush()
}

// openInput opens a file, or holds standard input, and gives it its name.
func openInput(t *cli.Terminal, o convertOptions, file string) (*io.SectionReader, string, func(), error) {
	if file == "-" {
		if o.name == "" {
			return nil, "", nil, errors.New("standard input has no name: say with --name what it is, such as --name notes.csv")
		}
		content, err := io.ReadAll(t.In)
		if err != nil {
			return nil, "", nil, fmt.Errorf("reading: %w", err)
		}
		return io.NewSectionReader(bytes.NewReader(content), 0, int64(len(content))), filepath.Base(o.name), func() {}, nil
	}
	info, err := os.Stat(file)
	if err != nil {
		return nil, "", nil, err
	}
	if !info.Mode().IsRegular() {
		return nil, "", nil, errors.New("not a regular file: name the files to convert; a folder is for backstory build")
	}
	f, err := os.Open(file)
	if err != nil {
		return nil, "", nil, err
	}
	return io.NewSectionReader(f, 0, info.Size()), filepath.Base(file), func() { f.Close() }, nil
}

// heldWriter holds the first of what is written, and streams once it is more.
type heldWriter struct {
	w         io.Writer
	held      [][]byte // pieces, which never move
	size      int
	streaming bool
}

// heldPiece is how long a piece is at least.
const heldPiece = 16 << 10

func (h *heldWriter) Write(p []byte) (int, error) {
	if !h.streaming && h.size+len(p) > heldOutput {
		if err := h.flush(); err != nil {
			return 0, err
		}
	}
	if h.streaming {
		return h.w.Write(p)
	}
	last := len(h.held) - 1
	if last < 0 || len(h.held[last])+len(p) > cap(h.held[last]) {
		h.held = append(h.held, make([]byte, 0, max(heldPiece, len(p))))
		last++
	}
	h.held[last] = append(h.held[last], p...)
	h.size += len(p)
	return len(p), nil
}

func (h *heldWriter) flush() error {
	h.streaming = true
	for _, piece := range h.held {
		if _, err := h.w.Write(piece); err != nil {
			return err
		}
	}
	h.held = nil
	return nil
}
