package docs_test

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/seed353dc258/backstory/converters"
	"github.com/seed353dc258/backstory/internal/docs"
)

// table returns the format table of the README.
func table(r *converters.Registry) string {
	var b strings.Builder
	b.WriteString("| format | extensions and names |\n|---|---|\n")
	for _, f := range r.Formats() {
		fmt.Fprintf(&b, "| %s | %s |\n", f.Title, names(f, 24))
	}
	return b.String()
}

// names lists what a format claims, the first few of them.
func names(f converters.Format, most int) string {
	all := slices.Concat(f.Extensions, f.Filenames)
	quoted := make([]string, 0, most)
	for _, name := range all[:min(most, len(all))] {
		quoted = append(quoted, "`"+name+"`")
	}
	list := strings.Join(quoted, " ")
	if more := len(all) - most; more > 0 {
		list += fmt.Sprintf(" and %d more (see docs/formats.md)", more)
	}
	return list
}

// formats returns docs/formats.md.
func formats(r *converters.Registry) string {
	var b strings.Builder
	b.WriteString(`# Formats

Made from the code by ` + "`make update`" + `. The extension, or the whole name, decides whether a file is read; its
first bytes decide as what, where the name claims a document. A file without an extension is read by ` + "`convert`" + ` and in plain folders alone;
what no format claims is hashed and listed in the manifest, never parsed. What each format keeps, keeps
in part or leaves out is at the head of its package: converters/<format>/<format>.go.
`)
	for _, f := range r.Formats() {
		fmt.Fprintf(&b, "\n## %s (`%s`, version %d)\n\n", f.Title, f.Name, f.Version)
		fmt.Fprintf(&b, "- Names: %s\n", names(f, len(f.Extensions)+len(f.Filenames)))
		if len(f.Limits) > 0 {
			list := make([]string, len(f.Limits))
			for i, l := range f.Limits {
				list[i] = "`" + l.String() + "`"
			}
			fmt.Fprintf(&b, "- Limits besides `input` and `text`: %s\n", strings.Join(list, ", "))
		}
		if f.Isolated {
			b.WriteString("- Converted in a process of its own\n")
		}
		for _, w := range f.Warnings {
			fmt.Fprintf(&b, "- Warning `%s`: %s\n", w.Code, w.Title)
		}
	}
	return b.String()
}

// limits returns docs/limits.md.
func limits() string {
	var b strings.Builder
	b.WriteString(`# Limits

Made from the code by ` + "`make update`" + `. All of them count work or size, never time, so that a source passes a
limit on every machine or on none. A source that passes one fails alone, with an error that names the
limit, the value and the place. Set them for a profile or for some sources in
` + "`backstory/.backstory.json`" + ` (` + "`\"limits\": {\"text\": 20971520}`" + `), or for one conversion with ` + "`convert --limit text=20971520`" + `.
Those marked with an asterisk bound all sources together, and cannot be set for some of them.

For large documents there is ` + "`--big`" + `: every limit on size is 16 times its default, as far as a profile may raise it by itself.
` + "`build --big --keep`" + ` writes these limits into the options of the profile; what is set higher there, comments and other settings stay.

A profile may lower a limit, and raise it to 16 times its default: it may come from anybody. To let it go further, use
` + "`build --limit text=N`" + `, or set the limit in your own configuration (` + "`\"limits\": {\"text\": N}`" + ` in
[config.json](configuration.md)). What you set there also holds for profiles that say nothing of that limit; what a
profile says holds over it, as far as you let it, and ` + "`--limit`" + ` over both. All of them are part of what a build
depends on: whoever checks a profile needs the same, and check, status, failed, explain and profiles check take --limit, too.

Memory does not grow with the text of a source: more than 4 MiB of it lie in a temporary file, in the cache folder or else in
the folder for temporary files (TMPDIR), which needs room for it. That there is none is not a fault of the source: the build ends with exit code 2
and writes nothing.

| name | default | unit | what it bounds |
|---|---:|---|---|
`)
	for _, l := range converters.LimitTable() {
		mark := ""
		if l.Limit.OfProfile() {
			mark = " *"
		}
		fmt.Fprintf(&b, "| `%s`%s | %s | %s | %s |\n", l.Name, mark, strconv.FormatInt(l.Default, 10), l.Unit, l.Title)
	}
	b.WriteString("\nA conversion that does not come back is abandoned after 60 seconds of the clock. That is the last resort\nagainst a bug, is told apart from every limit, and is never remembered.\n\nA limit, a damaged or an encrypted source is a failure of that source alone (exit code 3). A file that cannot be opened, a\nfull disk, or a process that the system does not start is none: the build ends with exit code 2 and nothing is written.\n[architecture.md](architecture.md#whose-failure-it-is) says how they are told apart.\n")
	return b.String()
}

// warnings returns docs/warnings.md.
func warnings(r *converters.Registry) string {
	var b strings.Builder
	b.WriteString(`# Warnings

Made from the code by ` + "`make update`" + `. Where something of a source is lost, left out or made harmless, and the source does not fail
for it, there is a warning with a code that does not change. Warnings are in the manifest, in the document of
[` + "`--json`" + `](json.md) and in the summary of a build; ` + "`backstory explain CODE`" + ` says what one means.

| code | what happened | formats |
|---|---|---|
`)
	for _, c := range docs.Codes(r) {
		fmt.Fprintf(&b, "| `%s` | %s | %s |\n", c.Code, c.Title, strings.Join(c.Formats, ", "))
	}
	return b.String()
}

// page is a page of the documentation.
type page struct{ name, text string }

// overview returns llms.txt (llmstxt.org): what the project is, and each page with its title
// and how it begins.
func overview(readme string, pages []page) string {
	var b strings.Builder
	title, about := beginning(readme)
	fmt.Fprintf(&b, "# %s\n\n> %s\n\n## Docs\n\n", title, about)
	for _, p := range pages {
		title, about := beginning(p.text)
		fmt.Fprintf(&b, "- [%s](%s): %s\n", title, p.name, about)
	}
	return b.String()
}

// beginning returns the title of a page, and its first sentence that is text.
func beginning(text string) (title, about string) {
	for part := range strings.SplitSeq(text, "\n\n") {
		part = strings.TrimSpace(part)
		switch {
		case title == "" && strings.HasPrefix(part, "# "):
			title = part[2:]
		case title != "" && isProse(part):
			about, _, _ = strings.Cut(strings.Join(strings.Fields(part), " ")+" ", ". ")
			return title, strings.TrimRight(strings.TrimSpace(about), ".:") + "."
		}
	}
	return title, ""
}

// isProse reports whether a block of Markdown is a paragraph.
func isProse(block string) bool {
	return block != "" && !strings.HasPrefix(block, "```") && (block[0] == '`' || !strings.ContainsAny(block[:1], "#<|![-"))
}
