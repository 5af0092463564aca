package repl

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"path"
	"path/filepath"
	"strings"

	"github.com/rogpeppe/go-internal/diff"

	"github.com/seed353dc258/backstory/agent/model"
	"github.com/seed353dc258/backstory/agent/repl/input"
	"github.com/seed353dc258/backstory/agent/runner"
	"github.com/seed353dc258/backstory/agent/tool"
	"github.com/seed353dc258/backstory/internal/oneline"
)

// previewLines is how much of a file is shown before it is written.
const previewLines = 40

// approve asks the person about a call, and shows what it would do.
func (s *Shell) approve(ctx context.Context, q runner.Question) (bool, error) {
	if ctx.Err() != nil {
		return false, context.Cause(ctx)
	}
	always := sessionID(s.at.talk) + " " + q.Tool.Name
	if s.at.always[always] && !q.Afresh {
		return true, nil
	}
	s.at.waited()
	defer s.wait()
	if q.Afresh && (s.at.always[always] || q.Tool.Policy == tool.Auto) {
		s.note("others wrote some of what was read in this turn, so that you are asked again")
	}
	line, err := s.In.Ask("Allow: " + s.preview(q.Tool, q.Call, filepath.Join(s.Host.StateDir(), "artifacts", "profiles", s.at.scope.Profile())) + "? [y]es [a]lways in this session [n]o, because … ")
	if errors.Is(err, input.ErrInterrupt) || errors.Is(err, io.EOF) {
		return false, nil
	}
	word, why, _ := strings.Cut(strings.TrimSpace(line), " ")
	switch strings.ToLower(strings.Trim(word, ",.:")) {
	case "y", "yes":
		return true, err
	case "a", "always":
		if s.at.always == nil {
			s.at.always = map[string]bool{}
		}
		s.at.always[always] = true
		return true, err
	case "n", "no", "":
	default:
		why = line
	}
	why = strings.TrimSpace(strings.TrimPrefix(strings.TrimSpace(why), "because"))
	if why != "" && err == nil {
		err = &runner.DeniedError{Reason: why}
	}
	return false, err
}

// preview shows what a call would do, and returns it in a line.
func (s *Terminal) preview(t tool.Tool, c model.Call, artifacts string) string {
	var file struct{ Name, Text string }
	if t.Name != "artifact_write" || json.Unmarshal(c.Arguments, &file) != nil {
		return oneline.Safe(strings.TrimSpace(t.Name + " " + plain(c.Arguments)))
	}
	var old []byte
	if folder, err := os.OpenRoot(artifacts); err == nil {
		old, _ = folder.ReadFile(filepath.FromSlash(path.Clean(file.Name))) // one that is new shows as added
		folder.Close()
	}
	shown := 0
	for line := range strings.Lines(string(diff.Diff("now", old, oneline.Safe(file.Name), []byte(file.Text)))) {
		if strings.HasPrefix(line, "diff ") {
			continue
		}
		if shown++; shown > previewLines {
			s.note("… and more")
			break
		}
		s.note("%s", strings.TrimRight(line, "\n"))
	}
	verb := "write"
	if old != nil {
		verb = "change"
	}
	return fmt.Sprintf("%s file %s (%d bytes)", verb, oneline.Safe(file.Name), len(file.Text))
}
