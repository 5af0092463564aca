package converters

import (
	"context"
	"errors"
	"fmt"
	"io"
	"runtime/debug"
	"slices"
	"strings"

	"github.com/seed353dc258/backstory/document"
	"github.com/seed353dc258/backstory/internal/names"
)

// Registry knows which converter reads which file. It does not change after
// it is made and may be used by any number of goroutines.
type Registry struct {
	all        []Converter
	formats    []Format // of all
	byName     map[string]Converter
	extensions map[string]Converter
	filenames  map[string]Converter
}

// NewRegistry returns a registry of the given converters. Two that claim one
// name, extension or file name are an error that names both.
func NewRegistry(all ...Converter) (*Registry, error) {
	formats, extensions, filenames := make([]Format, len(all)), 0, 0
	for i, c := range all {
		formats[i] = c.Format()
		extensions += len(formats[i].Extensions)
		filenames += len(formats[i].Filenames)
	}
	r := &Registry{ // a start should not grow its maps
		all:        slices.Clone(all),
		formats:    formats,
		byName:     make(map[string]Converter, len(all)),
		extensions: make(map[string]Converter, extensions),
		filenames:  make(map[string]Converter, filenames),
	}
	for i, c := range all {
		f := &formats[i]
		if err := claim(r.byName, "the name", f.Name, c); err != nil {
			return nil, err
		}
		for _, ext := range f.Extensions {
			if ext != strings.ToLower(ext) || strings.ContainsAny(ext, "./") || ext == "" {
				return nil, fmt.Errorf("format %s: extension %q: must be lower case and without dot", f.Name, ext)
			}
			if err := claim(r.extensions, "the extension", ext, c); err != nil {
				return nil, err
			}
		}
		for _, name := range f.Filenames {
			if err := claim(r.filenames, "the file name", name, c); err != nil {
				return nil, err
			}
		}
	}
	return r, nil
}

func claim(table map[string]Converter, what, key string, c Converter) error {
	if other, taken := table[key]; taken {
		return fmt.Errorf("formats %s and %s both claim %s %q", other.Format().Name, c.Format().Name, what, key)
	}
	table[key] = c
	return nil
}

// Formats returns what the converters say of themselves, in the order in
// which they were given.
func (r *Registry) Formats() []Format { return slices.Clone(r.formats) }

// Format returns what the converter of a name says of itself.
func (r *Registry) Format(name string) (Format, bool) {
	i := slices.IndexFunc(r.formats, func(f Format) bool { return f.Name == name })
	if i < 0 {
		return Format{}, false
	}
	return r.formats[i], true
}

// Extension returns what follows the last dot of a base name, in lower case as
// far as it is ASCII, or "" ("a.tar.gz" is "gz", "README" and
// "trail." are "").
func Extension(name string) string {
	i := strings.LastIndexByte(name, '.')
	if i < 0 {
		return ""
	}
	ext := name[i+1:]
	for i := range len(ext) {
		if 'A' <= ext[i] && ext[i] <= 'Z' {
			return lowerASCII(ext)
		}
	}
	return ext // of the name itself: most are in small letters
}

func lowerASCII(s string) string {
	lower := []byte(s)
	for i, c := range lower {
		if 'A' <= c && c <= 'Z' {
			lower[i] = c - 'A' + 'a'
		}
	}
	return string(lower)
}

// ForName returns the converter that claims a base name: by the whole name
// first, then by its extension.
func (r *Registry) ForName(name string) (Converter, bool) {
	if c, ok := r.filenames[name]; ok {
		return c, true
	}
	c, ok := r.extensions[Extension(name)]
	return c, ok
}

// ForFormat returns the converter of a format by the format's name.
func (r *Registry) ForFormat(name string) (Converter, bool) {
	c, ok := r.byName[name]
	return c, ok
}

// Calls returns the names of the formats that a format may convert inside.
func (r *Registry) Calls(f Format) []string {
	if !slices.Contains(f.Calls, EveryFormat) {
		return f.Calls
	}
	all := make([]string, len(r.formats))
	for i, f := range r.formats {
		all[i] = f.Name
	}
	return all
}

// Unsupported returns the error for a name that no converter claims, with the
// reason in Coqui's words.
func Unsupported(name string) error {
	if ext := Extension(name); ext != "" {
		return &UnsupportedError{Reason: "Unsupported extension: ." + names.Show(ext)}
	}
	return &UnsupportedError{Reason: "Unsupported file without an extension"}
}

// Convert converts one source. The name decides whether it is read at all,
// then its content decides how: a document of another type than its name says
// is converted as what it is, with a warning. Every text of the result has
// passed the gate, that of sources inside the source with the rest. A panic of
// the converter is a [PanicError].
func (r *Registry) Convert(ctx context.Context, in Input, env *Env) (*document.Document, error) {
	c, ok := r.ForContent(in.Name, in.SectionReader)
	if !ok {
		return nil, Unsupported(in.Name)
	}
	if _, named := r.ForName(in.Name); !named {
		env.Warn(document.Warning{
			Code: WarnContentDiffers, Message: "the name has no extension; the file is " + c.Format().Name + ", and was read as what it is",
		})
	}
	if err := env.Check(LimitInput, in.Size(), document.Pos{}); err != nil {
		return nil, err
	}
	return r.run(ctx, c, in, env)
}

// ForContent returns the converter for a source: the one that claims its name, or,
// where the name has no extension, the one whose format its content is.
func (r *Registry) ForContent(name string, content *io.SectionReader) (Converter, bool) {
	if c, ok := r.ForName(name); ok || Extension(name) != "" {
		return c, ok
	}
	c := r.recognized(content)
	return c, c != nil
}

// recognized returns the converter whose format a content is; nil for none.
func (r *Registry) recognized(content *io.SectionReader) Converter {
	for _, c := range r.all {
		if s, ok := c.(Sniffer); ok && s.Sniff(content) {
			return c
		}
	}
	return nil
}

// sniff returns the converter for the content of a container, where that is
// another one than its name says; nil otherwise.
func (r *Registry) sniff(named Converter, content *io.SectionReader) Converter {
	s, ok := named.(Sniffer)
	if !ok || s.Sniff(content) {
		return nil
	}
	if c := r.recognized(content); c != nil {
		return c
	}
	for _, c := range r.all {
		if p, ok := c.(pretender); ok && p.SniffNamed(named.Format().Name, content) {
			return c
		}
	}
	return nil
}

// Instead returns the names of the formats that the content of a source may be,
// instead of the one that its name says.
func (r *Registry) Instead(named Converter) (names []string) {
	if _, ok := named.(Sniffer); !ok {
		return nil
	}
	for _, c := range r.all {
		_, sniffs := c.(Sniffer)
		if _, pretends := c.(pretender); sniffs || pretends {
			names = append(names, c.Format().Name)
		}
	}
	return names
}

// unlock opens the content of a container that is locked as a whole.
func (r *Registry) unlock(ctx context.Context, named Converter, content *io.SectionReader, env *Env) (*io.SectionReader, error) {
	if _, ok := named.(Sniffer); !ok {
		return content, nil
	}
	for _, c := range r.all {
		if u, ok := c.(unlocker); ok {
			if inside, err := u.Unlock(ctx, content, env); inside != nil || err != nil {
				return inside, err
			}
		}
	}
	return content, nil
}

// run calls the converter for the content, turns a panic into an error, and
// cleans what is returned.
func (r *Registry) run(ctx context.Context, c Converter, in Input, env *Env) (doc *document.Document, err error) {
	defer func() {
		v := recover()
		if over, ok := v.(overBudget); ok {
			doc, err = nil, over.err
		} else if v != nil {
			doc, err = nil, &PanicError{Format: c.Format().Name, Value: fmt.Sprint(v), Stack: string(debug.Stack())}
		}
	}()
	var found Converter
	if !in.Fragment { // which is in a text, and no container
		if in.SectionReader, err = r.unlock(ctx, c, in.SectionReader, env); err != nil {
			return nil, err
		}
		found = r.sniff(c, in.SectionReader)
	}
	if found != nil {
		env.Warn(document.Warning{
			Code:    WarnContentDiffers,
			Message: fmt.Sprintf("the file is %s, not %s, and was read as what it is", found.Format().Name, c.Format().Name),
		})
		c = found
	}
	if _, err := in.Seek(0, io.SeekStart); err != nil {
		return nil, fmt.Errorf("reading: %w", err)
	}
	doc, err = c.Convert(ctx, in, env)
	if err != nil {
		return nil, err
	}
	if doc == nil {
		return nil, errors.New("the " + c.Format().Name + " converter returned nothing")
	}
	if env.Options.Metadata == "keep" && env.nesting == 0 {
		doc.Blocks = append(about(env, doc.Meta), doc.Blocks...)
	}
	if env.nesting == 0 {
		env.given = true
		document.Clean(&env.Gate, doc, env.cleaning())
	}
	return doc, nil
}
