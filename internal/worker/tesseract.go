package worker

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"strconv"
	"strings"
	"sync"
	"time"

	"github.com/seed353dc258/backstory/converters"
)

const (
	maxRecognize = 60 * time.Second // of a page
	maxHocr      = 32 << 20         // bytes that the program may say of a page

)

// Tesseract reads pictures with the program of that name, version 4 or later,
// which has to be installed: a [converters.Recognizer]. It may be used by several
// goroutines.
type Tesseract struct {
	// Program is what is run; empty stands for the one in the search path.
	Program string
	// Limit is how long it may take for a page; 0 means a minute.
	Limit time.Duration

	once sync.Once
	path string
	err  error
}

// Recognize returns the words of a picture. It is [converters.ErrMachine] where the
// program or a language is not installed, or the program cannot be started.
func (t *Tesseract) Recognize(ctx context.Context, p converters.Picture, languages string) ([]converters.RecognizedWord, error) {
	if !sound(p) {
		return nil, errNoPicture
	}
	t.once.Do(t.find)
	if t.err != nil {
		return nil, t.err
	}
	if languages == "" {
		languages = "eng"
	}
	limit := t.Limit
	if limit == 0 {
		limit = maxRecognize
	}
	timed, cancel := context.WithTimeout(ctx, limit)
	defer cancel()
	out, complaints, err := t.run(timed, p, languages)
	switch {
	case ctx.Err() != nil:
		return nil, ctx.Err()
	case timed.Err() != nil:
		return nil, fmt.Errorf("tesseract did not end within %s", limit)
	case err != nil:
		return nil, refusal(complaints, languages, err)
	}
	return readHOCR(out)
}

// find finds the program once.
func (t *Tesseract) find() {
	name := t.Program
	if name == "" {
		name = "tesseract"
	}
	if t.path, t.err = exec.LookPath(name); t.err != nil {
		t.err = &converters.MachineError{
			Err:    errors.New("it has pages that are pictures, and tesseract, which is to read them, is not installed"),
			Remedy: "install it (Debian: apt-get install tesseract-ocr; macOS: brew install tesseract), or leave the option ocr out",
		}
	}
}

// run runs the program on a picture. It gets as much of the environment as it
// needs, and one thread: pages are read side by side already.
func (t *Tesseract) run(ctx context.Context, p converters.Picture, languages string) (out []byte, complaints string, err error) {
	cmd := exec.CommandContext(ctx, t.path, "stdin", "stdout", "-l", languages, "--dpi", strconv.Itoa(p.DPI), "--psm", "3", "-c", "tessedit_create_hocr=1")
	cmd.Env = []string{"LC_ALL=C", "OMP_THREAD_LIMIT=1"}
	for _, name := range []string{"PATH", "TESSDATA_PREFIX", "SystemRoot"} {
		if v, ok := os.LookupEnv(name); ok {
			cmd.Env = append(cmd.Env, name+"="+v)
		}
	}
	cmd.Dir = rootOf(t.path)
	cmd.WaitDelay = time.Second
	head := fmt.Sprintf("P5\n%d %d\n255\n", p.Width, p.Height)
	cmd.Stdin = io.MultiReader(strings.NewReader(head), bytes.NewReader(p.Gray))
	said, complained := &bounded{most: maxHocr}, &bounded{most: maxTalk, cut: true}
	cmd.Stdout, cmd.Stderr = said, complained
	err = cmd.Run()
	return said.b.Bytes(), complained.b.String(), err
}

// refusal returns the error for a picture that the program did not read.
func refusal(complaints, languages string, err error) error {
	if strings.Contains(complaints, "loading language") || strings.Contains(complaints, "load any languages") {
		return &converters.MachineError{
			Err:    fmt.Errorf("it has pages that are pictures, and tesseract lacks one of the languages %q", languages),
			Remedy: "install it (Debian: apt-get install tesseract-ocr-deu, or the like), or name others with ocr-languages",
		}
	}
	if exit := new(exec.ExitError); !errors.As(err, &exit) || endedFromOutside(exit.ProcessState) {
		return &converters.MachineError{Err: fmt.Errorf("running tesseract: %w", err)}
	}
	line, _, _ := strings.Cut(strings.TrimSpace(complaints), "\n")
	if line == "" {
		line = err.Error()
	}
	return fmt.Errorf("tesseract: %s", line)
}
