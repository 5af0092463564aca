package floorplan

import (
	"go/ast"
	"go/token"
	"os"
	"strconv"
	"strings"
	"testing"
)

// maxBranches is how many ways through a function there may be: its cyclomatic
// complexity, as gocyclo counts it.
const maxBranches = 15

// TestFunctionsHaveFewBranches holds functions to maxBranches, but for those that
// are listed, each with the most that it may have: mostly one flat switch, which
// parts would not make easier to read. The list may only become shorter, and its
// numbers smaller.
func TestFunctionsHaveFewBranches(t *testing.T) {
	known := numbers(t, "testdata/branches.txt")
	for _, f := range files(t) {
		for _, d := range f.ast.Decls {
			fn, ok := d.(*ast.FuncDecl)
			if !ok {
				continue
			}
			name, n := f.folder+"."+methodName(fn), branches(fn)
			switch most, listed := known[name]; {
			case n > maxBranches && n > most:
				t.Errorf("%s has %d ways through it, more than it may: part it (%s)", name, n, f.path)
			case listed && n <= maxBranches:
				t.Errorf("%s has few branches now: take it off branches.txt", name)
			}
			delete(known, name)
		}
	}
	for name := range known {
		t.Errorf("%s is no more: take it off branches.txt", name)
	}
}

// numbers reads a file with a name and a number on each line.
func numbers(t *testing.T, name string) map[string]int {
	t.Helper()
	text, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	list := map[string]int{}
	for line := range strings.Lines(string(text)) {
		key, number, _ := strings.Cut(strings.TrimSpace(line), " ")
		if list[key], err = strconv.Atoi(number); err != nil {
			t.Fatalf("%s: %q: %v", name, line, err)
		}
	}
	return list
}

// methodName is the name of a function, behind that of its receiver's type.
func methodName(fn *ast.FuncDecl) string {
	if fn.Recv == nil {
		return fn.Name.Name
	}
	of := fn.Recv.List[0].Type
	if pointer, ok := of.(*ast.StarExpr); ok {
		of = pointer.X
	}
	if generic, ok := of.(*ast.IndexExpr); ok {
		of = generic.X
	}
	return of.(*ast.Ident).Name + "." + fn.Name.Name
}

// branches counts the ways through a function: one, and one for each condition,
// loop, case and operator that leaves out its right side.
func branches(fn *ast.FuncDecl) int {
	n := 1
	ast.Inspect(fn, func(node ast.Node) bool {
		switch node := node.(type) {
		case *ast.IfStmt, *ast.ForStmt, *ast.RangeStmt:
			n++
		case *ast.CaseClause:
			if node.List != nil {
				n++
			}
		case *ast.CommClause:
			if node.Comm != nil {
				n++
			}
		case *ast.BinaryExpr:
			if node.Op == token.LAND || node.Op == token.LOR {
				n++
			}
		}
		return true
	})
	return n
}
