package patch

import (
	"fmt"
	"strings"

	"github.com/seed353dc258/backstory/document/markdown/scan"
)

// Section is a part of a Markdown file: a heading with all up to the next one.
// The text before the first heading, front matter among it, is a section
// without a heading.
type Section struct {
	Level int    // 1 to 6; 0 without a heading
	Title string // of the heading, without its marks
	Path  string // the titles above it and its own, with " > " between them
	Text  string // all of it, with the heading
}

// Split returns the sections of a Markdown text. Their texts, one behind the
// other, are the text. Headings in code, quotes and lists are none.
func Split(text string) []Section {
	tree := scan.Parse(strings.ReplaceAll(text, "\r", " "), scan.Options{FrontMatter: true})
	var out []Section
	add := func(s Section, from, to int) {
		if s.Text = text[from:to]; s.Text != "" || s.Level > 0 {
			out = append(out, s)
		}
	}
	var above [7]string
	current, from := Section{}, 0
	for id := tree.Nodes[0].First; id != 0; id = tree.Nodes[id].Next {
		n := tree.Nodes[id]
		if n.Kind != scan.KindHeading {
			continue
		}
		start := strings.LastIndexByte(text[:n.Start], '\n') + 1
		add(current, from, start)
		title := titleOf(text[n.Start:n.End])
		level := int(n.Level)
		above[level] = title
		clear(above[level+1:])
		var path []string
		for _, t := range above[1:] {
			if t != "" {
				path = append(path, t)
			}
		}
		current, from = Section{Level: level, Title: title, Path: strings.Join(path, " > ")}, start
	}
	add(current, from, len(text))
	return out
}

// titleOf returns the words of a heading.
func titleOf(line string) string {
	line, _, _ = strings.Cut(line, "\n") // of a heading that is underlined
	line = strings.TrimSpace(line)
	if strings.HasPrefix(line, "#") {
		line = strings.TrimLeft(line, "#")
		if rest := strings.TrimRight(line, "#"); rest == "" || strings.HasSuffix(rest, " ") {
			line = rest
		}
	}
	return strings.Join(strings.Fields(line), " ")
}

// isSections reports whether a text begins with a heading.
func isSections(text string) bool {
	list := Split(text)
	return len(list) > 0 && list[0].Level > 0
}

// withSections puts sections in the place of those with their headings. One
// that is not there comes behind the section above it in the patch, or at the
// end. A heading that the file has twice has to be named by a diff.
func withSections(base, text string) (string, error) {
	list := Split(base)
	last := -1
	for _, s := range Split(ended(text)) {
		at, err := find(list, s)
		if err != nil {
			return "", err
		}
		s.Text = ended(s.Text)
		switch {
		case at >= 0:
			s.Path = list[at].Path
			if at < len(list)-1 {
				s.Text += "\n"
			}
			list[at] = s
			last = at
		case last >= 0:
			for last++; last < len(list) && list[last].Level > s.Level; last++ { // behind what belongs to it
			}
			list = insert(list, last, s)
		default:
			last = len(list)
			list = insert(list, last, s)
		}
	}
	var b strings.Builder
	for _, s := range list {
		b.WriteString(s.Text)
	}
	return b.String(), nil
}

// insert puts a section between others, with a blank line around it.
func insert(list []Section, at int, s Section) []Section {
	if at > 0 {
		before := &list[at-1].Text
		if strings.TrimSpace(*before) != "" {
			*before = ended(*before) + "\n"
		}
	}
	if at < len(list) {
		s.Text += "\n"
	}
	list = append(list, Section{})
	copy(list[at+1:], list[at:])
	list[at] = s
	return list
}

// find returns the section that one of a patch is for, or -1. A path decides
// where the patch has one; else the title and level.
func find(list []Section, want Section) (int, error) {
	for _, same := range []func(Section) bool{
		func(s Section) bool { return s.Path == want.Path && s.Level == want.Level },
		func(s Section) bool { return s.Title == want.Title && s.Level == want.Level },
	} {
		found := -1
		for i, s := range list {
			if s.Level == 0 || !same(s) {
				continue
			}
			if found >= 0 {
				return -1, fmt.Errorf("%w: two sections are called %q: use a unified diff", ErrConflict, want.Title)
			}
			found = i
		}
		if found >= 0 {
			return found, nil
		}
	}
	return -1, nil
}

// ended has a text end with a line feed.
func ended(text string) string { return strings.TrimRight(text, "\n") + "\n" }
