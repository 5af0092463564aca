package floorplan

import (
	"go/ast"
	"strings"
	"testing"
)

// How large things may be: what is larger is hard to enter. Tables of data may be
// longer than a file.
const (
	maxPackageLines  = 4000
	maxFileLines     = 500
	maxFunctionLines = 80
	maxFields        = 15 // of a struct; options and what is read from or written to JSON may have more
)

// TestThingsStaySmall holds packages, files, functions and structs to their sizes.
// larger.txt lists what is over one, and how large each may be. The list may only
// become shorter, and its numbers smaller.
func TestThingsStaySmall(t *testing.T) {
	larger := numbers(t, "testdata/larger.txt")
	packages, sizes := map[string]int{}, map[string]int{}
	over := func(name string, size, limit int) {
		if size > limit {
			sizes[name] = size
		}
	}
	for _, f := range files(t) {
		lines := f.set.File(f.ast.FileStart).LineCount()
		packages[f.folder] += lines
		name := f.folder + "/" + f.path[strings.LastIndexByte(f.path, '/')+1:]
		if !strings.HasSuffix(name, "_table.go") {
			over(name, lines, maxFileLines)
		}
		ast.Inspect(f.ast, func(n ast.Node) bool {
			switch n := n.(type) {
			case *ast.FuncDecl:
				over(name+": "+n.Name.Name, f.set.Position(n.End()).Line-f.set.Position(n.Pos()).Line+1, maxFunctionLines)
			case *ast.TypeSpec:
				if s, ok := n.Type.(*ast.StructType); ok && !hasTags(s) {
					over(f.folder+"."+n.Name.Name, fields(s), maxFields)
				}
			}
			return true
		})
	}
	for folder, lines := range packages {
		over(folder, lines, maxPackageLines)
	}
	for name, size := range sizes {
		if limit, known := larger[name]; !known || size > limit {
			t.Errorf("%s has %d lines or fields, more than it may: part it", name, size)
		}
	}
	for name, limit := range larger {
		if size, still := sizes[name]; !still || size < limit {
			t.Errorf("%s is smaller than the list says: write %d, or take it off where that is 0", name, size)
		}
	}
}

// fields returns how many fields a struct has; an embedded one is one.
func fields(s *ast.StructType) int {
	n := 0
	for _, f := range s.Fields.List {
		n += max(1, len(f.Names))
	}
	return n
}

// hasTags reports whether a struct is the form of something outside, such as JSON.
func hasTags(s *ast.StructType) bool {
	for _, f := range s.Fields.List {
		if f.Tag != nil {
			return true
		}
	}
	return false
}
