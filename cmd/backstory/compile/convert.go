package compile

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"runtime/debug"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/seed353dc258/backstory/cmd/backstory/cli"
	"github.com/seed353dc258/backstory/cmd/backstory/given"
	"github.com/seed353dc258/backstory/cmd/backstory/plain"
	"github.com/seed353dc258/backstory/converters"
	"github.com/seed353dc258/backstory/converters/all"
	"github.com/seed353dc258/backstory/internal/names"
	"github.com/seed353dc258/backstory/internal/pipeline"
)

// errOneFile says where a shared cache is of no use.
var errOneFile = errors.New("convert: --cache is for a plain folder that is printed as one text: files are converted without a cache")

// heldOutput is how much of a conversion is held back, in bytes, so that one
// that fails prints nothing. A longer one streams.
const heldOutput = 1 << 20

// convertMemory is what the memory of a conversion is kept below by collecting
// more often, in bytes: files are converted one after the other.
const convertMemory = 192 << 20

// Beside a large source, in bytes, memory is collected as for a command with much to do:
// that costs up to a tenth of the time less than a part of what is held, and no more
// memory. A small one is mostly done before collecting is worth it: for a page of 394 KB
// it would be a fifth of the time.
const (
	smallSource = 1 << 20
	largeSource = 4 << 20
)

type convertOptions struct {
	conversion conversionFlags
	name       string
	isolate    string
	verbose    bool
	yes        bool   // a plain folder may have any number of files
	output     string // a file or a folder instead of standard output
	force      bool   // replace files in the folder
	apart      bool   // each goes to a file of its own
	opens      *given.Passwords
	shared     given.Shared // of a plain folder
}

// NewConvert returns the command convert.
func NewConvert(t *cli.Terminal) *cobra.Command {
	var o convertOptions
	cmd := &cobra.Command{
		Use:   "convert FILE|FOLDER…",
		Short: "Convert files to Markdown, on standard output or in files",
		Long: `convert prints files as Markdown. The extension of a name tells the format; "-" is standard input, named by
--name. Several files get a heading each. With -o FILE the text goes to a file, which is written only after
every file was read.

With -o FOLDER, which exists or ends in a slash, each file becomes one in the folder: report.pdf becomes
report.pdf.md. Given a folder, convert reads all files in it that have a known format, and keeps its tree; hidden
files and links are left out. Without -o, a plain folder is printed as one text, as build would write it. Patterns such as "*.docx" may be quoted. A file that fails does not stop the others.`,
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
	o.shared.AddFlags(cmd, false)
	addVerbose(cmd, &o.verbose)
	addYes(cmd, &o.yes)
	cmd.Flags().StringVar(&o.name, "name", "", "the `NAME` that standard input is read under, such as notes.csv")
	cmd.Flags().StringVarP(&o.output, "output", "o", "", "write this `FILE` instead; or into a folder, a file for each")
	cmd.Flags().BoolVar(&o.force, "force", false, "with -o FOLDER: replace files that are there")
	t.AddJSON(cmd.Flags())
	t.AddReport(cmd.Flags())
	return cmd
}

// runConvert converts files to standard output, or into a file that is written
// when all went well, or each into a file of its own in a folder.
func runConvert(ctx context.Context, t *cli.Terminal, o convertOptions, args []string) error {
	files, err := matching(args)
	switch {
	case err != nil:
		return err
	case intoFolder(o.output, files):
		return convertInto(ctx, t, o, files)
	case o.output == "" && !t.Answer.Asked && len(files) == 1 && isFolder(files[0]):
		return convertFolder(ctx, t, o, files[0])
	case o.shared.Address+o.shared.Namespace != "":
		return errOneFile
	case o.force:
		return errors.New("convert: --force is for -o with a folder")
	case o.output == "":
		return convertTo(ctx, t, o, files, t.Out)
	case t.Answer.Asked:
		return errors.New("convert: -o FILE takes the Markdown of all, and --json and --report print a document: give one of them, or -o FOLDER")
	}
	folder, err := os.OpenRoot(filepath.Dir(o.output))
	if err != nil {
		return fmt.Errorf("-o: %w", err)
	}
	defer folder.Close()
	err = writeWhole(folder, filepath.Base(o.output), func(to io.Writer) error { return convertTo(ctx, t, o, files, to) })
	if err != nil {
		t.Talk("%s was not written\n", o.output)
	}
	return err
}

// convertTo converts files one behind the other.
func convertTo(ctx context.Context, t *cli.Terminal, o convertOptions, files []string, to io.Writer) error {
	list := make([]conversion, len(files))
	for i, file := range files {
		list[i].file = file
	}
	return convertAll(ctx, t, o, list, func(_ conversion, convert func(io.Writer) error) error { return convert(to) })
}

// convertInto converts each file into one in a folder.
func convertInto(ctx context.Context, t *cli.Terminal, o convertOptions, files []string) error {
	registry, err := all.Registry()
	if err != nil {
		return err
	}
	list, err := planned(o, files, registry)
	if err != nil {
		return err
	}
	into, err := openDestination(o, list)
	if err != nil {
		return err
	}
	defer into.root.Close()
	o.apart = true
	err = convertAll(ctx, t, o, list, func(c conversion, convert func(io.Writer) error) error { return into.write(c.to, convert) })
	t.Talk("%d of %s written into %s\n", len(into.written), cli.Plural(len(list), "file"), names.Show(o.output))
	return err
}

// convertAll converts files, each to where put has it written. A file that fails
// costs itself alone.
func convertAll(ctx context.Context, t *cli.Terminal, o convertOptions, files []conversion, put func(conversion, func(io.Writer) error) error) error {
	defer debug.SetMemoryLimit(debug.SetMemoryLimit(convertMemory))
	registry, err := all.Registry()
	if err != nil {
		return err
	}
	options, limits, err := o.conversion.parse()
	if err != nil {
		return err
	}
	user, err := o.load()
	if err != nil {
		return err
	}
	pool, err := NewPool(CacheFolder(""), o.isolate, t.Talk)
	if err != nil {
		return err
	}
	defer pool.Close()
	if o.verbose {
		noteLacks(pool, t.Talk)
	}
	pool.Progress = t.Pages()
	c := pipeline.Converter{
		Isolator: pool,
		Registry: registry, Options: options, Limits: user.Over(limits), Many: len(files) > 1 && !o.apart, NoTokens: !t.Answer.Asked, Services: Services(CacheFolder("")),
	}
	code := cli.ExitDone
	done := convertedFiles{Files: []convertJSON{}}
	defer func() { t.Answers(done) }()
	for i, file := range files {
		var converted *convertJSON
		convert := func(to io.Writer) (err error) {
			converted, err = convertOne(ctx, t, o, &c, file.file, i, to)
			return err
		}
		if err = file.err; err == nil {
			err = put(file, convert)
		}
		if err == nil {
			if converted != nil {
				if o.apart {
					converted.Output = names.Show(filepath.Join(o.output, file.to))
				}
				done.Files = append(done.Files, *converted)
			}
			continue
		}
		if ctx.Err() != nil {
			t.Fail(cli.Notice{Code: cli.CodeOfError(ctx.Err()), Message: fmt.Sprintf("interrupted; %d of %s were done", i, cli.Plural(len(files), "file"))})
			return cli.ExitCode(cli.ExitInterrupted)
		}
		t.Fail(cli.Notice{Code: pipeline.ErrorCode(err), Message: err.Error(), File: names.Show(file.file)})
		code = cli.Worst(code, file.code(err))
	}
	if code != cli.ExitDone {
		return cli.ExitCode(code)
	}
	return nil
}

// load loads what the user's own configuration says: limits, and passwords beside those of flags.
func (o *convertOptions) load() (limits converters.Limits, err error) {
	if o.opens, err = o.conversion.keys.Load(); err == nil {
		limits, err = given.UserLimits()
	}
	return limits, err
}

// convertOne converts one file and prints it, or returns it for --json, with its
// Markdown where that goes nowhere else.
func convertOne(ctx context.Context, t *cli.Terminal, o convertOptions, c *pipeline.Converter, file string, index int, to io.Writer) (*convertJSON, error) {
	content, name, closer, err := openInput(t, o, file)
	if err != nil {
		return nil, err
	}
	defer closer()
	switch size := content.Size(); {
	case size >= largeSource:
		defer given.Busily()()
	case size <= smallSource:
		defer given.Lazily()()
	}
	out := &heldWriter{w: to}
	var text bytes.Buffer
	target := io.Writer(out)
	switch {
	case o.apart:
	case t.Answer.Asked:
		target = &text
	case index > 0:
		fmt.Fprintln(out)
	}
	services := slices.Clip(c.Services)
	defer func() { c.Services = services }()
	c.Services = append(services, o.opens.For("", file))
	result, err := c.Convert(ctx, converters.Input{Name: name, SectionReader: content}, target)
	for errors.Is(err, converters.ErrEncrypted) && o.opens.Ask(t, "", file) {
		c.Services = append(services, o.opens.For("", file))
		result, err = c.Convert(ctx, converters.Input{Name: name, SectionReader: content}, target)
	}
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
		return &converted, out.flush()
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
	switch {
	case errors.Is(err, fs.ErrNotExist) && strings.Contains(file, "://"):
		return nil, "", nil, errors.New("addresses are not fetched: curl -fsSL ADDRESS | backstory convert - --name page.html")
	case errors.Is(err, fs.ErrNotExist):
		return nil, "", nil, errors.New("no such file")
	case err != nil:
		return nil, "", nil, err
	case !info.Mode().IsRegular():
		return nil, "", nil, errors.New("not a regular file: name the files to convert, or give -o FOLDER for all files of a folder; backstory build is for a profile")
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

// convertFolder prints what a build of a plain folder would write.
func convertFolder(ctx context.Context, t *cli.Terminal, o convertOptions, dir string) error {
	if is, err := plain.Is(dir); err != nil || !is {
		return errors.Join(err, fmt.Errorf("%s is no plain folder: backstory build is for a profile, and -o FOLDER converts each of its files", names.Show(dir)))
	}
	options, _, err := o.conversion.parse()
	if err != nil {
		return err
	}
	code, err := writeJoined(ctx, t, &BuilderOptions{Isolate: o.isolate, Limits: o.conversion.limits, Yes: o.yes, locks: locks{keys: o.conversion.keys}, Caches: caches{Shared: o.shared}}, options, dir, t.Out)
	if err == nil && code != cli.ExitDone {
		err = cli.ExitCode(code)
	}
	return err
}
