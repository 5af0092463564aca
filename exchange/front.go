package exchange

import (
	"fmt"
	"slices"
	"strings"

	"github.com/seed353dc258/backstory/internal/pattern"

	"go.yaml.in/yaml/v3"
)

// maxFront is the size of front matter that is read, in bytes.
const maxFront = 64 << 10

// Front takes the front matter from a Markdown text: the YAML between two lines
// "---" on top, or what people take for it: "description: Use it when: …" is no
// YAML, and programs read it. Without it, or where it has no keys and values, all
// is body. Values are never more than text: what is a list is joined by commas.
func Front(text string) (fields map[string]string, body string) {
	text = strings.ReplaceAll(strings.TrimPrefix(text, "\ufeff"), "\r\n", "\n")
	rest, ok := strings.CutPrefix(strings.TrimLeft(text, "\n"), "---\n")
	if !ok {
		return nil, text
	}
	front, body, ok := strings.Cut("\n"+rest, "\n---")
	if !ok || len(front) > maxFront || body != "" && body[0] != '\n' {
		return nil, text
	}
	var document yaml.Node
	var values map[string]any
	if err := yaml.Unmarshal([]byte(front), &document); err != nil || hasAlias(&document) || document.Decode(&values) != nil {
		if fields = lines(front); fields == nil {
			return nil, text
		}
		return fields, strings.TrimLeft(body, "\n")
	}
	fields = map[string]string{}
	for key, value := range values {
		switch v := value.(type) {
		case nil:
		case []any:
			parts := make([]string, len(v))
			for i := range v {
				parts[i] = fmt.Sprint(v[i])
			}
			fields[key] = strings.Join(parts, ", ")
		default:
			fields[key] = strings.TrimSpace(fmt.Sprint(v))
		}
	}
	return fields, strings.TrimLeft(body, "\n")
}

// key begins a line of front matter.
var key = pattern.Lazy(`^([A-Za-z][A-Za-z0-9_-]*):(?:[ \t]+(.*))?$`)

// lines reads front matter that is not YAML as lines of a key and a text, which goes
// on in indented lines; nil where a line is neither.
func lines(front string) map[string]string {
	fields := map[string]string{}
	last := ""
	for line := range strings.Lines(front) {
		text := strings.TrimSpace(line)
		m := key().FindStringSubmatch(strings.TrimRight(line, " \t\n"))
		switch {
		case text == "" || strings.HasPrefix(text, "#"):
		case m != nil:
			last = m[1]
			fields[last] = strings.Trim(m[2], `"'`)
		case last != "" && (line[0] == ' ' || line[0] == '\t'):
			fields[last] = strings.TrimSpace(strings.TrimLeft(fields[last], "|>-") + " " + text)
		case last != "" && strings.HasPrefix(text, "- "):
			fields[last] = strings.TrimPrefix(fields[last]+", "+text[2:], ", ")
		default:
			return nil
		}
	}
	if len(fields) == 0 {
		return nil
	}
	return fields
}

// hasAlias reports whether a value stands for another one: a few lines of such
// values can be of any length.
func hasAlias(n *yaml.Node) bool {
	return n.Kind == yaml.AliasNode || slices.ContainsFunc(n.Content, hasAlias)
}
