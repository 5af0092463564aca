// Package keyline reads what people write of themselves and of their agents in
// lines such as "- **Name:** Ida", in several languages, as workspaces have them.
package keyline

import (
	"strconv"
	"strings"
	"time"

	"github.com/seed353dc258/backstory/internal/pattern"

	"github.com/seed353dc258/backstory/profile/lenient"
)

// The keys of identity.md and user.md, by which lines and front matter name what
// they say.
const (
	Name     = "name"
	Emoji    = "emoji"
	Creature = "creature"
	Vibe     = "vibe"
	Theme    = "theme"
	Address  = "address"
	TimeZone = "timezone"
)

// spellings are the names that a key has in workspaces which people fill in by
// hand or have their agents fill in, in small letters, by language.
var spellings = map[string][]string{
	Name: {
		"name", "full name", "名字", "姓名", "名称", "名前", "氏名", "이름", "nombre", "nom", "nome", "имя",
	},
	Address: {
		"address", "what to call them", "what to call you", "preferred name", "call them", "address them as", "how to address them", "nickname",
		"称呼", "怎么叫", "怎么称呼", "如何称呼", "稱呼", "呼び方", "呼び名", "호칭", "cómo llamarle", "comment l'appeler", "anrede", "come chiamarlo", "como chamar", "как обращаться",
	},
	TimeZone: {
		"timezone", "time zone", "time_zone", "tz", "时区", "時區", "タイムゾーン", "시간대", "zona horaria", "fuseau horaire", "zeitzone", "fuso orario", "fuso horário", "часовой пояс",
	},
	Emoji:    {"emoji", "表情", "表情符号", "絵文字", "이모지", "эмодзи"},
	Creature: {"creature", "形象", "物种", "生き物", "criatura", "créature", "wesen", "creatura", "существо"},
	Vibe:     {"vibe", "气质", "氛围", "雰囲気", "분위기", "ambiance", "вайб"},
	Theme:    {"theme", "主题", "テーマ", "테마", "tema", "thème", "thema", "тема"},
}

// Read reads lines such as "- **Name:** Ada", "Name：Ada" and "| Name | Ada |",
// by the keys of identity.md and user.md. The value of a list item may be in the
// indented line below it. Of two lines with one key the first counts. Values in
// brackets are hints of a template, and code is not read.
func Read(text string) map[string]string {
	fields, _ := Split(text)
	return fields
}

// Split is Read, and returns the lines that it did not take as well, without hints
// of a template and comments.
func Split(text string) (fields map[string]string, rest string) {
	fields = map[string]string{}
	var b strings.Builder
	open, code := "", false // the key whose value the next line may have
	for line := range strings.Lines(lenient.WithoutComments(text)) {
		content := strings.TrimSpace(line)
		fence := isFence(content)
		if fence {
			open, code = "", !code
		}
		if code || fence {
			b.WriteString(line)
			continue
		}
		if open != "" && isIndented(line) && !strings.HasPrefix(content, "- ") {
			if value := plainValue(content); value != "" {
				fields[open] = value
			}
			open = ""
			continue
		}
		key, value := keyLine(content)
		plain := plainValue(value)
		if open = ""; key == "" || fields[key] != "" {
			if value == "" || plain != "" {
				b.WriteString(line)
			}
			continue
		}
		if plain != "" {
			fields[key] = plain
		} else if value == "" {
			open = key
		}
	}
	return fields, b.String()
}

func isFence(line string) bool {
	return strings.HasPrefix(line, "```") || strings.HasPrefix(line, "~~~")
}

func isIndented(line string) bool {
	return strings.HasPrefix(line, "  ") || strings.HasPrefix(line, "\t")
}

// keyLine takes a line apart; the key is "" where nobody knows it.
func keyLine(line string) (key, value string) {
	if cells := strings.Split(strings.Trim(line, "|"), "|"); strings.HasPrefix(line, "|") && len(cells) == 2 {
		key, value = cells[0], cells[1]
	} else {
		line = strings.TrimLeft(line, "-*+ ")
		at := strings.IndexAny(line, ":：")
		if at < 0 {
			return "", ""
		}
		key, value = line[:at], strings.TrimPrefix(strings.TrimPrefix(line[at:], ":"), "：")
		if strings.Count(key, "**") == 1 || strings.HasPrefix(value, "**") { // the colon is in the bold text, or the bold text before it ends here
			value = strings.TrimPrefix(strings.TrimSpace(value), "**")
		}
	}
	key = strings.ToLower(strings.Trim(strings.TrimSpace(key), "*_` "))
	for ours, list := range spellings {
		for _, s := range list {
			if s == key {
				return ours, strings.TrimSpace(value)
			}
		}
	}
	return "", strings.TrimSpace(value)
}

// remark is in italics and brackets behind a value: "🦉 *(the owl)*".
var remark = pattern.Lazy(`\s+(?:\*[(（].*[)）]\*|_[(（].*[)）]_)$`)

// plainValue is a value without emphasis; "" for a hint of a template and for
// what says that there is nothing.
func plainValue(value string) string {
	value = remark().ReplaceAllString(strings.TrimSpace(value), "")
	for _, mark := range []string{"**", "__", "*", "_", "`"} {
		if inner, ok := strings.CutPrefix(value, mark); ok {
			if inner, ok = strings.CutSuffix(inner, mark); ok {
				value = strings.TrimSpace(inner)
			}
		}
	}
	hint := strings.HasPrefix(value, "(") || strings.HasPrefix(value, "（") || strings.HasPrefix(value, "[") && strings.HasSuffix(value, "]")
	if hint || strings.Trim(value, "-—–*_ ") == "" {
		return ""
	}
	return strings.Join(strings.Fields(value), " ")
}

// offset is a zone by its distance from UTC, in hours and minutes.
var offset = pattern.Lazy(`^(?:UTC|GMT)\s*([+-])(\d{1,2})(?::?([0-5]\d))?\b`)

// Zone returns the time zone that a value begins with, and how it is named:
// people write "Asia/Tokyo (JST)" and "UTC+8" as well. Nil is none that is known.
func Zone(value string) (string, *time.Location) {
	if m := offset().FindStringSubmatch(value); m != nil {
		hours, _ := strconv.Atoi(m[2])
		minutes, _ := strconv.Atoi("0" + m[3])
		if hours > 14 { // Kiritimati is the furthest
			return "", nil
		}
		seconds := hours*3600 + minutes*60
		if m[1] == "-" {
			seconds = -seconds
		}
		return m[0], time.FixedZone(m[0], seconds)
	}
	name := strings.TrimRight(value, ".,;")
	if at := strings.IndexAny(name, " (（,;，"); at >= 0 {
		name = name[:at]
	}
	if name == "" || name == "Local" {
		return "", nil
	}
	location, err := time.LoadLocation(name)
	if err != nil {
		return "", nil
	}
	return name, location
}

// OwnWords is a text without a heading that names the file, as that of OpenClaw's
// template does, and without lines across the page at its ends.
func OwnWords(text string) string {
	text = strings.TrimSpace(text)
	if first, rest, _ := strings.Cut(text, "\n"); strings.HasPrefix(strings.ToLower(first), "# identity") {
		text = strings.TrimSpace(rest)
	}
	for {
		trimmed := strings.TrimSpace(strings.TrimPrefix(strings.TrimSuffix(text, "\n---"), "---\n"))
		if trimmed == text || text == "---" {
			return strings.TrimSuffix(trimmed, "---")
		}
		text = trimmed
	}
}
