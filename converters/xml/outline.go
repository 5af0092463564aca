package xml

import (
	"context"
	"strings"

	"github.com/seed353dc258/backstory/converters"
	"github.com/seed353dc258/backstory/converters/internal/xmlread"
	"github.com/seed353dc258/backstory/document"
)

// How large a document may be that is shown as an outline. The size is ours:
// a book in one element is not small.
const (
	maxElements   = 40
	maxDepth      = 5
	maxAttributes = 20
	maxSize       = 64 << 10
)

// sight is what a first reading saw of a document.
type sight struct {
	simple                 bool     // an outline shows all of it
	root                   *element // where it is simple
	elements, attributes   int
	comments, instructions int
}

// element is an element of an outline.
type element struct {
	name     string
	attrs    []string // "name: value"
	text     []byte
	children []*element
	line     int
	last     int // line of its end
}

// looker builds the outline as long as the document is simple.
type looker struct {
	s *xmlread.Scanner
	sight
	open []*element
}

// look reads a document once: it checks it, and keeps its elements as long as
// they may become an outline.
func look(ctx context.Context, env *converters.Env, source xmlread.Source) (*sight, error) {
	l := &looker{s: xmlread.New(ctx, env, source), sight: sight{simple: len(source.Text) <= maxSize}}
	for {
		kind, err := l.s.Next()
		if err != nil {
			return nil, err
		}
		switch kind {
		case xmlread.EOF:
			return &l.sight, nil
		case xmlread.Start:
			err = l.start()
		case xmlread.End:
			l.end()
		case xmlread.Text:
			err = l.characters()
		case xmlread.Comment:
			l.comments++
			env.Show(warnComment, l.s.Pos(), l.s.Raw())
		case xmlread.ProcInst:
			l.instructions++
		}
		if err != nil {
			return nil, err
		}
	}
}

// start counts an element and checks its attributes.
func (l *looker) start() error {
	l.elements++
	l.attributes += l.s.Attrs()
	l.simple = l.simple && l.elements <= maxElements && l.attributes <= maxAttributes && l.s.Depth() <= maxDepth
	var attrs []string
	for i := range l.s.Attrs() {
		value, err := l.s.AttrValue(i)
		if err != nil {
			return err
		}
		if l.simple {
			attrs = append(attrs, l.s.AttrName(i).Full+": "+strings.Join(strings.Fields(value), " "))
		}
	}
	if !l.simple {
		return nil
	}
	e := &element{name: l.s.Name().Full, attrs: attrs, line: l.s.Line()}
	if n := len(l.open); n > 0 {
		outer := l.open[n-1]
		outer.children = append(outer.children, e)
		l.simple = len(outer.text) == 0
	} else {
		l.root = e
	}
	l.open = append(l.open, e)
	return nil
}

func (l *looker) end() {
	if l.simple {
		n := len(l.open) - 1
		l.open[n].last = l.s.Line()
		l.open = l.open[:n]
	}
}

// characters checks a run of text. Text beside elements is not simple.
func (l *looker) characters() error {
	if !l.simple {
		return l.s.CheckText()
	}
	e := l.open[len(l.open)-1]
	if len(e.children) > 0 {
		l.simple = l.s.IsBlank()
	}
	if !l.simple || len(e.text) == 0 && l.s.IsBlank() {
		return l.s.CheckText()
	}
	var err error
	e.text, err = l.s.AppendText(e.text)
	return err
}

// warn reports what the outline leaves out.
func (s *sight) warn(env *converters.Env) {
	if s.comments > 0 {
		env.Warn(document.Warning{Code: warnComment, Message: "comments were left out", Count: s.comments})
	}
	if s.instructions > 0 {
		env.Warn(document.Warning{Code: warnInstruction, Message: "processing instructions were left out", Count: s.instructions})
	}
}

// outline returns elements as a list: name, attributes in brackets, text.
func outline(env *converters.Env, elements []*element) *document.List {
	list := converters.Make(env, &document.List{Pos: document.LineSpan(elements[0].line, elements[len(elements)-1].last)})
	for _, e := range elements {
		pos := document.LineSpan(e.line, e.last)
		item := converters.Make(env, document.Item{Marker: "-", Blocks: []document.Block{converters.Make(env, &document.Paragraph{Pos: pos, Inlines: e.inlines(env)})}})
		if len(e.children) > 0 {
			item.Blocks = append(item.Blocks, outline(env, e.children))
		}
		list.Items = append(list.Items, item)
	}
	return list
}

// inlines returns the line for an element. Line ends in its text are where
// the author wrapped it.
func (e *element) inlines(env *converters.Env) []document.Inline {
	head := e.name
	if len(e.attrs) > 0 {
		head += " [" + strings.Join(e.attrs, ", ") + "]"
	}
	var out []document.Inline
	for line := range strings.Lines(string(e.text)) {
		words := strings.Join(strings.Fields(line), " ")
		switch {
		case words == "":
		case len(out) == 0:
			out = append(out, converters.Make(env, &document.Text{Value: head + ": " + words}))
		default:
			out = append(out, converters.Make(env, &document.Break{Soft: true}), converters.Make(env, &document.Text{Value: words}))
		}
	}
	if len(out) == 0 {
		return []document.Inline{converters.Make(env, &document.Text{Value: head})}
	}
	return out
}
