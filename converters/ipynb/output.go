package ipynb

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/seed353dc258/backstory/converters"
	"github.com/seed353dc258/backstory/document"
)

// An output that is longer than maxLines lines or maxSize bytes is cut to
// a head and a tail.
const (
	maxLines  = 200
	linesHead = 100
	linesTail = 50
	maxSize   = 16 << 10
	sizeHead  = 8 << 10
	sizeTail  = 4 << 10
)

// output is what a code cell gave.
type output struct {
	kind  string
	name  value // of a stream
	text  value // of a stream
	data  value // by media type
	error value
	value value
	trace value
}

func newOutput(v value) output {
	var o output
	var kind value
	v.into(map[string]*value{
		"output_type": &kind, "name": &o.name, "text": &o.text, "data": &o.data, "ename": &o.error, "evalue": &o.value, "traceback": &o.trace,
	})
	o.kind = kind.str()
	return o
}

// outputs adds the outputs of a cell. Pieces of one stream that follow one
// another are one.
func (r *reader) outputs(list value) error {
	var stream strings.Builder
	name := ""
	flush := func() {
		r.literal(name, stream.String())
		stream.Reset()
	}
	for v := range list.elements() {
		if err := r.env.Spend(converters.LimitNodes, cellNodes, r.pos); err != nil {
			return err
		}
		if !v.begins('{') {
			r.dropped("an output that is not as nbformat says")
			continue
		}
		o := newOutput(v)
		if o.kind == "stream" {
			if n := streamName(o.name.str()); n != name {
				flush()
				name = n
			}
			stream.WriteString(o.text.multiline())
			continue
		}
		flush()
		if err := r.output(&o, v); err != nil {
			return err
		}
	}
	flush()
	return nil
}

// streamName returns the hint for a stream.
func streamName(name string) string {
	if name == "stderr" {
		return "stderr"
	}
	return "output"
}

// output adds a result, something displayed, or an error.
func (r *reader) output(o *output, whole value) error {
	switch o.kind {
	case "execute_result", "display_data", "pyout":
		if o.data.text != "" {
			whole = o.data // in nbformat 3, the forms are in the output itself
		}
		data := map[string]value{}
		for name, v := range whole.fields() {
			if err := r.env.Spend(converters.LimitNodes, 1, r.pos); err != nil {
				return err
			}
			data[name] = v
		}
		return r.bundle(data)
	case "error", "pyerr":
		r.literal("error", r.failure(o))
	case "update_display_data":
	default:
		r.dropped("an output of an unknown type")
	}
	return nil
}

// failure returns the text of an error: its trace, which ends with it, or its
// name and value.
func (r *reader) failure(o *output) string {
	var trace strings.Builder
	for part := range o.trace.elements() {
		if trace.Len() > 0 {
			trace.WriteByte('\n')
		}
		trace.WriteString(part.str())
	}
	said, name := r.env.Gate.Code(trace.String()), o.error.str()
	if name != "" && strings.Contains(said, name) {
		return said
	}
	last := strings.TrimSuffix(name+": "+o.value.str(), ": ")
	return strings.TrimPrefix(said+"\n"+last, "\n")
}

// form returns one of the forms of a result, by its media type or by its name
// in nbformat 3.
func form(data map[string]value, names ...string) (string, bool) {
	for _, name := range names {
		if v, ok := data[name]; ok {
			if text := v.multiline(); strings.TrimSpace(text) != "" {
				return text, true
			}
		}
	}
	return "", false
}

// bundle adds a result that comes in several forms: the one that Jupyter shows,
// as far as it is text (JupyterLab's ranks of renderers).
func (r *reader) bundle(data map[string]value) error {
	if html, ok := form(data, "text/html", "html"); ok {
		if tex, ok := formula(html); ok {
			r.add(converters.Make(r.env, &document.MathBlock{Pos: r.pos, TeX: tex}))
			return nil
		}
		if shown, err := r.html(html); shown || err != nil {
			return err
		}
	}
	if md, ok := form(data, "text/markdown"); ok {
		return r.markdown(md)
	}
	latex, isLatex := form(data, "text/latex", "latex")
	if tex, ok := formula(latex); isLatex && ok {
		r.add(converters.Make(r.env, &document.MathBlock{Pos: r.pos, TeX: tex}))
		return nil
	}
	text, isText := form(data, "text/plain", "text")
	if image := imageType(data); image != "" {
		r.image(image, text)
		return nil
	}
	v, isJSON := data["application/json"]
	switch {
	case isText && !isName(text):
		r.literal("output", text)
	case isJSON:
		var b bytes.Buffer
		_ = json.Indent(&b, []byte(v.text), "", "  ") // it was read, so it is JSON
		r.literal("json", b.String())
	case isLatex:
		r.literal("latex", latex)
	case isText && !strings.HasPrefix(text, "<IPython.core.display."):
		r.literal("output", text)
	case len(data) > 0:
		r.dropped("an output without text, such as a widget or a script")
	}
	return nil
}

// isName reports whether text is what Python calls an object that says nothing of
// itself: <folium.folium.Map at 0x7f3a>, <IPython.core.display.HTML object>.
func isName(text string) bool {
	text = strings.TrimSpace(text)
	if !strings.HasPrefix(text, "<") || !strings.HasSuffix(text, ">") || strings.IndexByte(text, '\n') >= 0 {
		return false
	}
	return strings.HasSuffix(text, " object>") || strings.Contains(text, " at 0x")
}

// html adds what HTML shows. Of a script or a frame, that is nothing.
func (r *reader) html(text string) (shown bool, err error) {
	if err := r.env.Spend(converters.LimitNodes, documentNodes, r.pos); err != nil {
		return false, err
	}
	doc, err := r.env.Convert(r.ctx, converters.Fragment("output.html", text))
	if errors.Is(err, converters.ErrCorrupt) {
		return false, nil
	}
	if err != nil {
		return false, fmt.Errorf("reading an output of cell %d: %w", r.count, err)
	}
	r.join(doc.Blocks)
	return len(doc.Blocks) > 0, nil
}

// imageType returns the type of the image among the forms, or "".
func imageType(data map[string]value) string {
	for _, name := range []string{"image/png", "png", "image/jpeg", "jpeg", "image/svg+xml", "svg", "image/gif", "image/webp", "application/pdf"} {
		if _, ok := data[name]; ok {
			return name
		}
	}
	return ""
}

// image adds a picture by what is said beside it. What is longer than a
// caption is shown as the text that it is.
func (r *reader) image(kind, text string) {
	name := strings.Join(strings.Fields(strings.Trim(strings.TrimSpace(text), "<>")), " ")
	long := len(name) > 120
	if long || name == "" || strings.HasPrefix(name, "IPython.core.display.") {
		name = kind[strings.IndexByte(kind, '/')+1:] + " output"
	}
	r.add(converters.Make(r.env, &document.Paragraph{Pos: r.pos, Inlines: []document.Inline{converters.Make(r.env, &document.Image{Alt: name})}}))
	if long {
		r.literal("output", text)
	}
}

// formula returns the LaTeX of one displayed formula without its delimiters.
func formula(latex string) (string, bool) {
	latex = strings.TrimSpace(latex)
	for _, d := range [][2]string{{"$$", "$$"}, {`\[`, `\]`}, {"$", "$"}} {
		inner, ok := strings.CutPrefix(latex, d[0])
		if !ok {
			continue
		}
		inner, ok = strings.CutSuffix(inner, d[1])
		inner = strings.TrimSpace(inner)
		if ok && inner != "" && !strings.Contains(inner, "$") {
			return strings.TrimSpace(strings.TrimPrefix(inner, `\displaystyle`)), true
		}
	}
	return "", false
}

func (r *reader) dropped(what string) {
	r.env.Warn(document.Warning{Code: warnOutput, Pos: r.pos, Message: what + " was left out"})
}

// literal adds an output as literal text, cut where it is long.
func (r *reader) literal(lang, text string) {
	text = strings.TrimRight(settled(text), "\n")
	cut, left := shorten(text)
	if left > 0 {
		r.env.Warn(document.Warning{Code: warnCut, Pos: r.pos, Message: "long outputs were cut to their head and tail; lines left out", Count: left})
	}
	r.code(lang, cut)
}

// settled returns text as a terminal shows it in the end: what a carriage
// return goes back over is overwritten, as progress bars do.
func settled(text string) string {
	if strings.IndexByte(text, '\r') < 0 {
		return text
	}
	lines := strings.Split(strings.ReplaceAll(text, "\r\n", "\n"), "\n")
	for i, line := range lines {
		line = strings.TrimRight(line, "\r")
		lines[i] = line[strings.LastIndexByte(line, '\r')+1:]
	}
	return strings.Join(lines, "\n")
}

// shorten cuts a long text to its head and tail, and returns how many lines
// are left out. A line that is cut counts.
func shorten(text string) (string, int) {
	if len(text) <= maxSize && strings.Count(text, "\n") < maxLines {
		return text, 0
	}
	lines := strings.Split(text, "\n")
	head := take(lines, linesHead, sizeHead)
	back := slices.Clone(lines[len(head):])
	slices.Reverse(back)
	tail := take(back, linesTail, sizeTail)
	left := len(lines) - len(head) - len(tail)
	slices.Reverse(tail)
	if left == 0 {
		return text, 0
	}
	if len(head) == 0 {
		head = []string{start(lines[0], sizeHead) + " …"}
	}
	note := fmt.Sprintf("… %d lines left out …", left)
	if left == 1 {
		note = "… 1 line left out …"
	}
	return strings.Join(slices.Concat(head, []string{note}, tail), "\n"), left
}

// take returns the first lines that a number of lines and of bytes allows.
func take(lines []string, count, size int) []string {
	n := 0
	for n < len(lines) && n < count && len(lines[n]) < size {
		size -= len(lines[n]) + 1
		n++
	}
	return slices.Clone(lines[:n])
}

// start returns the first bytes of a line, up to a whole character.
func start(line string, size int) string {
	if len(line) <= size {
		return line
	}
	for size > 0 && !utf8.RuneStart(line[size]) {
		size--
	}
	return line[:size]
}
