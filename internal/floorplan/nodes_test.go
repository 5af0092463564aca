package floorplan

import (
	"go/ast"
	"slices"
	"strings"
	"testing"
)

// TestConvertersMakeNodesByTheBudget holds the packages that read documents to
// converters.Make: a block or an inline that is made in another way is
// charged to no budget, so that an input could have as many as it likes.
func TestConvertersMakeNodesByTheBudget(t *testing.T) {
	for _, f := range files(t) {
		if !strings.HasPrefix(f.folder, "converters/") || f.folder == "converters/convtest" {
			continue
		}
		for _, bad := range unpaid(f.ast) {
			t.Errorf("%s: document.%s is made without a budget: make it by converters.Make, Env.PlainParagraph or Env.Runs", f.set.Position(bad.Pos()), bad.Sel.Name)
		}
	}
}

var (
	madeNodes = strings.Fields("Heading Paragraph List Table CodeBlock Quote ThematicBreak DefinitionList Note Annotation MathBlock Section Verbatim Text Styled Code Link Image Break NoteRef Math")
	madeParts = strings.Fields("Item Definition Row")
	makers    = strings.Fields("Plain PlainParagraph")
)

// unpaid returns where a file makes nodes without a budget: where it names the type of
// one and is neither in a call of what charges it, nor a pointer, nor a case of a type.
func unpaid(tree *ast.File) (list []*ast.SelectorExpr) {
	var around []ast.Node
	ast.Inspect(tree, func(n ast.Node) bool {
		if n == nil {
			around = around[:len(around)-1]
			return true
		}
		if s, ok := n.(*ast.SelectorExpr); ok && isOf(s, "document") && !isPaid(s, around) {
			list = append(list, s)
		}
		around = append(around, n)
		return true
	})
	return list
}

// isOf reports whether something is a name of a package.
func isOf(s *ast.SelectorExpr, name string) bool {
	id, ok := s.X.(*ast.Ident)
	return ok && id.Name == name
}

// isPaid reports whether what a name in the syntax around it makes is charged.
func isPaid(s *ast.SelectorExpr, around []ast.Node) bool {
	above := func(n int) ast.Node { return around[max(len(around)-n, 0)] }
	switch name := s.Sel.Name; {
	case slices.Contains(makers, name):
		return isCharged(above(2))
	case name == "Runs" || slices.Contains(madeParts, name):
		made, ok := above(1).(*ast.CompositeLit)
		return !ok || isCharged(above(2)) || name == "Row" && len(made.Elts) == 0
	case !slices.Contains(madeNodes, name):
		return true
	}
	switch above(1).(type) {
	case *ast.StarExpr:
		return true
	case *ast.CompositeLit:
		return isCharged(above(3))
	}
	return false
}

// isCharged reports whether a call is of converters.Make.
func isCharged(n ast.Node) bool {
	call, ok := n.(*ast.CallExpr)
	if !ok {
		return false
	}
	f, ok := call.Fun.(*ast.SelectorExpr)
	return ok && isOf(f, "converters") && f.Sel.Name == "Make"
}
