package lenient

import "strings"

// TOML reads, of a TOML file, the texts and numbers on one line in its
// tables: enough for settings. All else is passed over.
func TOML(text string) map[string]map[string]string {
	tables := map[string]map[string]string{}
	table := ""
	for line := range strings.Lines(text) {
		line = strings.TrimSpace(line)
		if name, ok := strings.CutPrefix(line, "["); ok {
			name, _, _ = strings.Cut(name, "]")
			table = strings.TrimSpace(name)
			continue
		}
		key, value, ok := strings.Cut(line, "=")
		value = strings.TrimSpace(value)
		if !ok || strings.HasPrefix(line, "#") || strings.HasPrefix(value, `"""`) || strings.HasPrefix(value, "'''") {
			continue
		}
		if value, ok = tomlValue(value); !ok {
			continue
		}
		if tables[table] == nil {
			tables[table] = map[string]string{}
		}
		tables[table][strings.Trim(strings.TrimSpace(key), `"'`)] = value
	}
	return tables
}

// tomlValue returns a text without escapes, or a whole number.
func tomlValue(value string) (string, bool) {
	if len(value) > 1 && (value[0] == '"' || value[0] == '\'') {
		end := strings.IndexByte(value[1:], value[0])
		if end < 0 || strings.Contains(value[1:1+end], `\`) {
			return "", false
		}
		return value[1 : 1+end], true
	}
	number, _, _ := strings.Cut(value, "#")
	number = strings.ReplaceAll(strings.TrimSpace(number), "_", "")
	return number, number != "" && strings.Trim(number, "0123456789") == ""
}
