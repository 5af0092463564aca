package exchange

import (
	"fmt"
	"slices"
	"strings"

	"go.yaml.in/yaml/v3"
)

// maxFront is the size of front matter that is read, in bytes.
const maxFront = 64 << 10

// Front takes the front matter from a Markdown text: the YAML between two lines
// "---" on top. Without it, or where it is no YAML of keys and values, all is
// body. Values are never more than text: what is a list is joined by commas.
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
		return nil, text
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

// hasAlias reports whether a value stands for another one: a few lines of such
// values can be of any length.
func hasAlias(n *yaml.Node) bool {
	return n.Kind == yaml.AliasNode || slices.ContainsFunc(n.Content, hasAlias)
}
