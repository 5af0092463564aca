package floorplan

import (
	"go/ast"
	"maps"
	"slices"
	"testing"
)

// How many names a package gives to others, and how many methods an interface asks
// of those who implement it. The model of documents is one package of small types.
const (
	maxExports  = 30
	maxDocument = 60
	maxMethods  = 7
)

// TestPackagesExportFewNames holds packages to maxExports: types, functions,
// constants and variables; methods and fields are not counted. exports.txt lists the
// packages that have more, and how many each may have. The list may only become
// shorter, and its numbers smaller.
func TestPackagesExportFewNames(t *testing.T) {
	counts := map[string]int{}
	for _, f := range files(t) {
		for _, d := range f.ast.Decls {
			counts[f.folder] += exports(d)
		}
	}
	known := numbers(t, "testdata/exports.txt")
	for _, folder := range slices.Sorted(maps.Keys(counts)) {
		free := maxExports
		if folder == "document" {
			free = maxDocument
		}
		n, most := counts[folder], known[folder]
		switch {
		case n > max(free, most):
			t.Errorf("%s exports %d names, more than it may: keep what nobody else uses to it, or part it", folder, n)
		case most > 0 && n <= free:
			t.Errorf("%s exports few names now: take it off exports.txt", folder)
		}
		delete(known, folder)
	}
	for folder := range known {
		t.Errorf("%s is no more: take it off exports.txt", folder)
	}
	t.Logf("%d packages export more than %d names", over(counts, maxExports), maxExports)
}

// exports counts the exported names that a declaration gives its package.
func exports(d ast.Decl) int {
	n := 0
	count := func(names ...*ast.Ident) {
		for _, name := range names {
			if name.IsExported() {
				n++
			}
		}
	}
	switch d := d.(type) {
	case *ast.FuncDecl:
		if d.Recv == nil {
			count(d.Name)
		}
	case *ast.GenDecl:
		for _, s := range d.Specs {
			switch s := s.(type) {
			case *ast.TypeSpec:
				count(s.Name)
			case *ast.ValueSpec:
				count(s.Names...)
			}
		}
	}
	return n
}

// TestInterfacesAreSmall holds interfaces to maxMethods. Those that one is put
// together of are counted by themselves.
func TestInterfacesAreSmall(t *testing.T) {
	for _, f := range files(t) {
		ast.Inspect(f.ast, func(n ast.Node) bool {
			spec, ok := n.(*ast.TypeSpec)
			if !ok {
				return true
			}
			if i, ok := spec.Type.(*ast.InterfaceType); ok {
				own := 0
				for _, m := range i.Methods.List {
					own += len(m.Names)
				}
				if own > maxMethods {
					t.Errorf("%s.%s asks for %d methods, more than %d: part it", f.folder, spec.Name.Name, own, maxMethods)
				}
			}
			return true
		})
	}
}
