package floorplan

import (
	"go/ast"
	"path"
	"strconv"
	"strings"
	"testing"
)

// What a reader of one type has to know at once: its methods, and its fields with
// those of the structs that it embeds.
const (
	maxReceiver = 25
	maxThrough  = 20
)

// TestReceiversHaveFewMethods holds types to maxReceiver. methods.txt lists those
// that have more, and how many each may have. The list may only become shorter, and
// its numbers smaller.
func TestReceiversHaveFewMethods(t *testing.T) {
	counts := map[string]int{}
	for _, f := range files(t) {
		for _, d := range f.ast.Decls {
			if fn, ok := d.(*ast.FuncDecl); ok && fn.Recv != nil {
				name, _, _ := strings.Cut(methodName(fn), ".")
				counts[f.folder+"."+name]++
			}
		}
	}
	withinLimit(t, counts, maxReceiver, "methods")
	t.Logf("%d types have over 20 methods, %d over 60", over(counts, 20), over(counts, 60))
}

// TestStructsAreSmallWithWhatTheyEmbed counts the fields of embedded structs as a
// struct's own, so that none is parted in name alone. fields.txt lists those that
// have more than maxThrough.
func TestStructsAreSmallWithWhatTheyEmbed(t *testing.T) {
	structs := map[string]declared{}
	for _, f := range files(t) {
		ast.Inspect(f.ast, func(n ast.Node) bool {
			if spec, ok := n.(*ast.TypeSpec); ok {
				if s, ok := spec.Type.(*ast.StructType); ok {
					structs[f.folder+"."+spec.Name.Name] = declared{f, s}
				}
			}
			return true
		})
	}
	counts := map[string]int{}
	for name, s := range structs {
		if !hasTags(s.fields) {
			counts[name] = through(structs, s)
		}
	}
	withinLimit(t, counts, maxThrough, "fields")
	t.Logf("%d structs have over 15 fields with those of the structs that they embed", over(counts, maxFields))
}

// declared is a struct in the file that declares it.
type declared struct {
	in     file
	fields *ast.StructType
}

// through counts the fields of a struct and of all that it embeds. What is no struct
// of this module is one field.
func through(structs map[string]declared, s declared) int {
	n := 0
	for _, f := range s.fields.Fields.List {
		inner, known := structs[embedded(s.in, f)]
		if known {
			n += through(structs, inner)
		} else {
			n += max(1, len(f.Names))
		}
	}
	return n
}

// embedded returns the folder and name of the type that a field embeds, "" where the
// field has a name.
func embedded(in file, f *ast.Field) string {
	if len(f.Names) > 0 {
		return ""
	}
	of := f.Type
	if pointer, ok := of.(*ast.StarExpr); ok {
		of = pointer.X
	}
	switch of := of.(type) {
	case *ast.Ident:
		return in.folder + "." + of.Name
	case *ast.SelectorExpr:
		for _, spec := range in.ast.Imports {
			name, _ := strconv.Unquote(spec.Path.Value)
			if from, ok := strings.CutPrefix(name, module+"/"); ok && (path.Base(name) == of.X.(*ast.Ident).Name || spec.Name != nil && spec.Name.Name == of.X.(*ast.Ident).Name) {
				return from + "." + of.Sel.Name
			}
		}
	}
	return ""
}

// over counts the entries with more than a number.
func over(counts map[string]int, limit int) int {
	n := 0
	for _, count := range counts {
		if count > limit {
			n++
		}
	}
	return n
}

// withinLimit holds counts to a limit, but for those that testdata lists, each with the
// most that it may have.
func withinLimit(t *testing.T, counts map[string]int, limit int, what string) {
	t.Helper()
	known := numbers(t, "testdata/"+what+".txt")
	for name, n := range counts {
		if n > max(limit, known[name]) {
			t.Errorf("%s has %d %s, more than it may: part it", name, n, what)
		}
	}
	for name := range known {
		if counts[name] <= limit {
			t.Errorf("%s has %d %s now: take it off %s.txt", name, counts[name], what, what)
		}
	}
}
