package judge

import (
	"bufio"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
)

// MarkdownIt is markdown-it, the third reader: one process that reads text
// after text. It says less than the others: the headings, and how many cells
// each row of a table has.
type MarkdownIt struct {
	to   io.WriteCloser
	from *bufio.Reader
	cmd  *exec.Cmd
}

// Outlined is what [MarkdownIt] says of a text.
type Outlined struct {
	Headings []Heading `json:"headings"`
	Rows     []int     `json:"rows"`
}

// StartMarkdownIt starts the reader. The error says what is missing.
func StartMarkdownIt() (*MarkdownIt, error) {
	dir, err := os.Getwd()
	if err != nil {
		return nil, err
	}
	for dir != filepath.Dir(dir) && !exists(filepath.Join(dir, "go.mod")) {
		dir = filepath.Dir(dir)
	}
	dir = filepath.Join(dir, "tools", "judge")
	if !exists(filepath.Join(dir, "node_modules", "markdown-it")) {
		return nil, fmt.Errorf("markdown-it is not installed: run npm ci in tools/judge")
	}
	cmd := exec.Command("node", "judge.js")
	cmd.Dir, cmd.Stderr = dir, os.Stderr
	m := &MarkdownIt{cmd: cmd}
	if m.to, err = cmd.StdinPipe(); err != nil {
		return nil, err
	}
	from, err := cmd.StdoutPipe()
	if err != nil {
		return nil, err
	}
	m.from = bufio.NewReader(from)
	if err := cmd.Start(); err != nil {
		return nil, fmt.Errorf("starting node: %w", err)
	}
	return m, nil
}

func exists(file string) bool {
	_, err := os.Stat(file)
	return err == nil
}

// Read reads Markdown.
func (m *MarkdownIt) Read(md string) (*Outlined, error) {
	if _, err := fmt.Fprintf(m.to, "%d\n%s", len(md), md); err != nil {
		return nil, fmt.Errorf("asking markdown-it: %w", err)
	}
	line, err := m.from.ReadBytes('\n')
	if err != nil {
		return nil, fmt.Errorf("asking markdown-it: %w", err)
	}
	out := &Outlined{}
	if err := json.Unmarshal(line, out); err != nil {
		return nil, fmt.Errorf("asking markdown-it: %w", err)
	}
	for i := range out.Headings {
		out.Headings[i].Text = headingText(out.Headings[i].Text)
	}
	return out, nil
}

// Close ends the reader.
func (m *MarkdownIt) Close() error {
	_ = m.to.Close() // it ends by itself then
	return m.cmd.Wait()
}

// Outlined returns what [MarkdownIt] should say of a page.
func (p *Page) Outlined() *Outlined {
	out := &Outlined{Headings: p.Outline()}
	for i := range out.Headings {
		out.Headings[i].Text = headingText(out.Headings[i].Text)
	}
	for _, l := range p.Leaves {
		switch n := len(out.Rows); l.Kind {
		case "row":
			out.Rows = append(out.Rows, 0)
		case "cell":
			out.Rows[n-1]++
		}
	}
	return out
}

// headingText is the text of a heading without the labels of notes.
func headingText(s string) string { return noteMark.ReplaceAllString(space(s), "[^1]") }
