package yaml

import (
	"errors"
	"fmt"
	"io"
	"strconv"
	"strings"

	yaml3 "go.yaml.in/yaml/v3"

	"github.com/seed353dc258/backstory/document"
)

const (
	// maxCheck is the longest text that is checked: the parser reads 3 to 15
	// MB/s, and needs up to 110 bytes of memory for each byte of text.
	maxCheck = 256 << 10
	// maxDirectives is how many directives are let through to the parser,
	// which compares each with all others.
	maxDirectives = 64
)

// fault is what keeps a text from being YAML.
type fault struct {
	pos    document.Pos
	reason string
}

// check reports whether a text is YAML, and otherwise why not. A text that is
// too long or too deep for the parser, or stops it, passes unchecked.
//
// The parser builds nodes and expands no alias, so that its work is linear in
// the length of the text.
func check(text string) (fault, bool) {
	if len(text) > maxCheck || strings.Count(text, "\n%") > maxDirectives {
		return fault{}, true
	}
	err := parse(text)
	if err == nil || errors.Is(err, errStopped) || strings.Contains(err.Error(), "exceeded max depth") {
		return fault{}, true
	}
	return describe(err.Error()), false
}

// errStopped says that the parser panicked: that is no fault of the text.
var errStopped = errors.New("the parser stopped")

// parse reads every document of a text. A panic of the parser is errStopped.
func parse(text string) (err error) {
	defer func() {
		if v := recover(); v != nil {
			err = fmt.Errorf("%w: %v", errStopped, v)
		}
	}()
	// The parser reads YAML 1.2 and refuses its name.
	decoder := yaml3.NewDecoder(strings.NewReader(strings.ReplaceAll(text, "%YAML 1.2", "%YAML 1.1")))
	for {
		var node yaml3.Node
		if err := decoder.Decode(&node); errors.Is(err, io.EOF) {
			return nil
		} else if err != nil {
			return err
		}
	}
}

// describe splits the parser's "yaml: line 3: reason".
func describe(message string) fault {
	message = strings.TrimPrefix(message, "yaml: ")
	f := fault{pos: document.LineSpan(1, 1), reason: "Invalid YAML: " + message}
	rest, ok := strings.CutPrefix(message, "line ")
	if !ok {
		return f
	}
	number, reason, ok := strings.Cut(rest, ": ")
	line, err := strconv.Atoi(number)
	if !ok || err != nil || line < 1 {
		return f
	}
	return fault{pos: document.LineSpan(line, line), reason: "Invalid YAML: " + reason}
}
