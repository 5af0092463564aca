// Package floorplan holds the test that keeps the tree in its layers: a
// package imports what lies below it, never its neighbour (docs/architecture.md).
package floorplan

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"
)

const module = "github.com/seed353dc258/backstory"

// floors lists the packages by floor, the lowest first. "*" stands for one
// folder. A package may import packages of lower floors only.
var floors = [][]string{
	{"internal/names", "internal/slab", "internal/lineend", "internal/natural", "internal/pattern", "document/gate", "document/markdown/scan/lexical", "search/lines", "search/vocabulary"},
	{"search/lexicon"},
	{"search/facts"},
	{"document", "manifest", "internal/lint/secrets", "internal/lint/order", "internal/atomicfile", "internal/codesum", "internal/objects/s3test", "internal/oneline", "internal/plainfile", "internal/soak", "internal/suggest", "internal/tokens", "search", "profile/lenient", "profile/phrase"},
	{"internal/objects", "internal/wording", "document/documenttest", "document/markdown/scan", "document/markdown/chattoken", "document/markdown/label", "internal/atomicfile/atomictest", "internal/pdfiumtest", "internal/straytest"},
	{"document/markdown/inline"},
	{"document/markdown"},
	{"converters", "document/markdown/judge", "converters/internal/charset/decode", "converters/internal/charset/magic"},
	{"converters/internal/charset", "converters/internal/tally"},
	{"converters/internal/numeral", "converters/internal/visible", "converters/internal/rooted", "converters/internal/tablehead", "converters/internal/xmlread", "converters/internal/zipfile", "converters/internal/mathml", "converters/internal/numfmt", "converters/internal/prose", "converters/internal/symbolfont", "converters/internal/officetest"},
	{"converters/internal/lost", "converters/internal/codepage", "converters/internal/ooxml"},
	{"converters/internal/cfb", "converters/internal/omml", "converters/internal/drawing", "converters/internal/paper", "converters/internal/sheet", "converters/internal/odf/ns", "converters/internal/wordtext"},
	{"converters/internal/crypt"},
	{"converters/internal/odf/pack", "converters/internal/odf/style", "converters/internal/officeart"},
	{"converters/internal/odf/lid", "converters/internal/odf/workbook"},
	{"converters/internal/*", "converters/convtest"},
	{"converters/internal/mapi", "converters/internal/embedded"},
	{"converters/pdf/pdfium", "converters/pdf/script", "converters/sql/*", "converters/html/dom", "converters/xml/vocab", "converters/xlsx/sml", "converters/rtf/token", "converters/rtf/numbering", "converters/doc/word", "converters/docx/lid"},
	{"converters/pdf/bidi", "converters/html/css/props"},
	{"converters/pdf/glyph", "converters/html/css/box", "converters/html/head", "converters/html/article", "converters/html/grid", "converters/html/line", "converters/html/listing", "converters/xlsx/style"},
	{"converters/pdf/layout", "converters/html/css", "converters/html/footnote", "converters/xml/office", "converters/rtf/parse"},
	{"converters/html/canvas", "converters/html/room", "converters/pdf/section", "converters/pdf/tagged", "converters/pdf/write", "converters/xlsx"},
	{"converters/*"},
	{"profile/glob", "profile/ignore", "profile/keyline"},
	{"converters/all", "compose", "profile"},
	{"ingest/codec", "ingest/sound", "profile/edit"},
	{"ingest/discover"},
	{"ingest", "internal/folder", "internal/docs", "internal/conformance", "internal/mirror", "internal/slowest", "internal/starter", "internal/watch"},
	{"internal/worker", "ingest/elsewhere", "ingest/shared"},
	{"internal/worker/workertest"},
	{"internal/pipeline"},
	{"internal/lint", "cluster"},
	{"prompt"},
	{"exchange", "prompt/leak"},
	{"exchange/exchangetest", "exchange/folder"},
	{"exchange/*"},
	{"exchange/all"},
	{"agent/scope", "agent/model/modeltest", "agent/model/picture", "agent/model/thought"},
	{"agent/store"},
	{"agent/store/sqlstore", "agent/store/storetest", "agent/store/postgres/pgtest"},
	{"agent/feed", "agent/store/*", "agent/model", "agent/org", "agent/api/blob", "agent/api/metrics", "agent/api/rate", "agent/api/route", "agent/api/wire", "agent/repl/draw"},
	{"agent/store/transfer"},
	{"agent/model/measure", "agent/memory", "agent/skill", "agent/proposal/patch", "agent/proposal/approval", "agent/proposal/gitrepo", "agent/org/*"},
	{"agent/proposal/triage"},
	{"agent/proposal"},
	{"agent/tool", "agent/catalog"},
	{"agent/find", "agent/host/state", "agent/mcp", "agent/trust", "agent/repl/input"},
	{"."},
	{"agent/runner"},
	{"agent/session", "agent/task", "agent/proposal/generate"},
	{"agent/host"},
	{"agent/api/cite", "agent/repl"},
	{"agent/api"},
	{"agent/api/door", "agent/api/source"},
	{"agent/api/*"},
	{"agent/api/all"},
	{"web"},
	{"cmd/backstory/cli"},
	{"cmd/backstory/plain", "cmd/backstory/given"},
	{"cmd/backstory/compile", "cmd/backstory/schema"},
	{"cmd/backstory/workspace"},
	{"cmd/backstory/cache", "cmd/backstory/cluster", "cmd/backstory/people", "cmd/backstory/proposals", "cmd/backstory/lint", "cmd/backstory/doctor"},
	{"cmd/backstory/persona"},
	{"cmd/backstory/chat", "cmd/backstory/records"},
	{"cmd/backstory/serve"},
	{"cmd/backstory/program"},
	{"cmd/backstory/cmdtest"},
	{"cmd/*"},
}

// apart lists what a package may not import although it lies on a lower floor.
var apart = map[string][]string{
	"ingest":   {"compose", "profile", "converters/all"},
	"compose":  {"manifest", "converters", "profile"},
	"profile":  {"document", "document/gate", "document/markdown", "document/markdown/scan", "manifest"},
	"manifest": {"document", "document/gate"},
}

// alone lists all that a package may import of the module, where that is less
// than what lies below it: a prompt is composed from values, and the one way
// from a folder to them is the profile.
var alone = map[string][]string{
	"prompt": {"document", "document/gate", "manifest", "internal/oneline", "internal/pattern", "internal/tokens", "document/markdown", "document/markdown/chattoken", "document/markdown/scan", "profile"},
}

// worldly are the packages of the standard library that reach the world, and
// the places that may not use them.
var worldly = []string{"os", "os/exec", "net", "net/http", "time", "math/rand", "math/rand/v2", "crypto/rand", "syscall"}

var pure = []string{"document", "document/gate", "document/markdown", "document/markdown/*", "compose", "prompt", "converters", "converters/*", "converters/internal/*", "manifest"}

// goroutines may start here alone.
var goroutines = []string{"ingest", "ingest/discover", "internal/worker", "internal/watch", "internal/mirror", "cluster", "agent/runner", "agent/api", "agent/repl", "agent/repl/input", "agent/store/postgres/pgtest"}

// file is one Go file of the module that is not a test.
type file struct {
	folder string // with slashes, "." for the module's root
	path   string
	ast    *ast.File
	set    *token.FileSet // of all files' positions
}

func TestImportsGoDownwards(t *testing.T) {
	for _, f := range files(t) {
		from := floor(f.folder)
		if from < 0 {
			t.Errorf("%s: the package is on no floor: add it to the plan", f.path)
			continue
		}
		for _, imported := range imports(f.ast) {
			inside, ok := strings.CutPrefix(imported, module+"/")
			if !ok {
				continue
			}
			if to := floor(inside); to >= from || to < 0 {
				t.Errorf("%s (floor %d) imports %s (floor %d): a package imports lower floors only", f.path, from, inside, to)
			}
			if slices.Contains(apart[f.folder], inside) {
				t.Errorf("%s imports %s: the two are kept apart", f.path, inside)
			}
			if list, ok := alone[f.folder]; ok && !slices.Contains(list, inside) {
				t.Errorf("%s imports %s: it may import %v alone", f.path, inside, list)
			}
		}
	}
}

func TestPurePackagesDoNotReachTheWorld(t *testing.T) {
	for _, f := range files(t) {
		if !matches(pure, f.folder) || f.folder == "converters/convtest" || f.folder == "document/markdown/judge" {
			continue
		}
		for _, imported := range imports(f.ast) {
			if slices.Contains(worldly, imported) && (f.folder != "manifest" || imported != "time") {
				t.Errorf("%s imports %q: what it needs of the world is given to it", f.path, imported)
			}
		}
	}
}

func TestNoInitAndNoMutableVariables(t *testing.T) {
	for _, f := range files(t) {
		for _, d := range f.ast.Decls {
			switch d := d.(type) {
			case *ast.FuncDecl:
				if d.Recv == nil && d.Name.Name == "init" {
					t.Errorf("%s: func init: say what is needed where it is needed", f.path)
				}
			case *ast.GenDecl:
				if d.Tok == token.VAR {
					checkVariables(t, f, d)
				}
			}
		}
	}
}

// checkVariables allows a package variable that holds an error, a compiled
// value, or a table that nothing assigns to.
func checkVariables(t *testing.T, f file, d *ast.GenDecl) {
	t.Helper()
	for _, spec := range d.Specs {
		for _, name := range spec.(*ast.ValueSpec).Names {
			if name.Name != "_" && assigned(f.ast, name.Name) { // _ holds that a type has an interface
				t.Errorf("%s: the package variable %s is assigned to", f.path, name.Name)
			}
		}
	}
}

// assigned reports whether a function of the file assigns to a variable of the
// package, or to what it holds. A function that has a variable of the same name
// for itself is not looked at.
func assigned(tree *ast.File, name string) bool {
	found := false
	for _, d := range tree.Decls {
		fn, ok := d.(*ast.FuncDecl)
		if !ok || fn.Body == nil || declares(fn, name) {
			continue
		}
		ast.Inspect(fn.Body, func(n ast.Node) bool {
			switch n := n.(type) {
			case *ast.AssignStmt:
				for _, left := range n.Lhs {
					found = found || n.Tok != token.DEFINE && isVariable(left, name)
				}
			case *ast.IncDecStmt:
				found = found || isVariable(n.X, name)
			}
			return !found
		})
	}
	return found
}

// declares reports whether a function has a variable or parameter of a name.
func declares(fn *ast.FuncDecl, name string) bool {
	found := false
	ast.Inspect(fn, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.Field:
			found = found || slices.ContainsFunc(n.Names, func(i *ast.Ident) bool { return i.Name == name })
		case *ast.ValueSpec:
			found = found || slices.ContainsFunc(n.Names, func(i *ast.Ident) bool { return i.Name == name })
		case *ast.AssignStmt:
			found = found || n.Tok == token.DEFINE && slices.ContainsFunc(n.Lhs, func(e ast.Expr) bool { return isVariable(e, name) })
		case *ast.RangeStmt:
			found = found || n.Tok == token.DEFINE && (isVariable(n.Key, name) || isVariable(n.Value, name))
		}
		return !found
	})
	return found
}

// isVariable reports whether an expression is the named variable, an element
// or a field of it.
func isVariable(e ast.Expr, name string) bool {
	switch e := e.(type) {
	case *ast.Ident:
		return e.Name == name
	case *ast.IndexExpr:
		return isVariable(e.X, name)
	case *ast.SelectorExpr:
		return isVariable(e.X, name)
	default:
		return false
	}
}

func TestGoroutinesStartInFewPlaces(t *testing.T) {
	for _, f := range files(t) {
		if slices.Contains(goroutines, f.folder) {
			continue
		}
		ast.Inspect(f.ast, func(n ast.Node) bool {
			if _, ok := n.(*ast.GoStmt); ok {
				t.Errorf("%s: a goroutine starts here; they may start in %v alone", f.path, goroutines)
			}
			return true
		})
	}
}

func TestOnlyTheMarkdownConverterBuildsVerbatim(t *testing.T) {
	for _, f := range files(t) {
		if f.folder == "converters/markdown" || f.folder == "document" {
			continue
		}
		ast.Inspect(f.ast, func(n ast.Node) bool {
			if lit, ok := n.(*ast.CompositeLit); ok {
				if sel, ok := lit.Type.(*ast.SelectorExpr); ok && sel.Sel.Name == "Verbatim" {
					t.Errorf("%s: builds a document.Verbatim", f.path)
				}
			}
			return true
		})
	}
}

// TestOnlyThePromptMakesSystemText: what is sent as the system text of a
// request is that of an epoch, as it is. Nothing else builds an epoch, and
// nothing joins, formats or changes a system text.
func TestOnlyThePromptMakesSystemText(t *testing.T) {
	for _, f := range files(t) {
		switch f.folder {
		case "prompt", "agent/store/storetest", "agent/model/modeltest": // kits of tests
			continue
		case "agent/model": // which writes it down as a provider wants it
			continue
		}
		for _, fault := range systemFaults(f.ast) {
			t.Errorf("%s: %s: only package prompt makes system text", f.path, fault)
		}
	}
}

// systemFaults returns what a file does with system text that it may not do.
// A field or variable called System takes one only from another of the name.
func systemFaults(tree *ast.File) []string {
	var faults []string
	ast.Inspect(tree, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.CompositeLit:
			if sel, ok := n.Type.(*ast.SelectorExpr); ok && isVariable(sel.X, "prompt") && (sel.Sel.Name == "Epoch" || sel.Sel.Name == "Section") && len(n.Elts) > 0 {
				faults = append(faults, "it builds a prompt."+sel.Sel.Name)
			}
		case *ast.KeyValueExpr:
			if key, ok := n.Key.(*ast.Ident); ok && key.Name == "System" && !takesSystem(n.Value) {
				faults = append(faults, "it makes a System of its own")
			}
		case *ast.AssignStmt:
			for i, left := range n.Lhs {
				if sel, ok := left.(*ast.SelectorExpr); ok && sel.Sel.Name == "System" && (n.Tok != token.ASSIGN || len(n.Rhs) != len(n.Lhs) || !takesSystem(n.Rhs[i])) {
					faults = append(faults, "it changes a System")
				}
			}
		}
		return true
	})
	return faults
}

// takesSystem reports whether an expression is a System that somebody else
// made.
func takesSystem(e ast.Expr) bool {
	switch e := e.(type) {
	case *ast.SelectorExpr:
		return e.Sel.Name == "System"
	case *ast.CallExpr: // a conversion, or the epoch's own blocks
		sel, ok := e.Fun.(*ast.SelectorExpr)
		return ok && sel.Sel.Name == "Blocks" || len(e.Args) == 1 && takesSystem(e.Args[0])
	case *ast.IndexExpr:
		return takesSystem(e.X)
	case *ast.CompositeLit: // blocks of it
		return !slices.ContainsFunc(e.Elts, func(elt ast.Expr) bool { return !takesBlock(elt) })
	case *ast.Ident:
		return e.Name == "system"
	}
	return false
}

// takesBlock reports whether an element of a list of blocks has a text that
// somebody else made.
func takesBlock(e ast.Expr) bool {
	block, ok := e.(*ast.CompositeLit)
	if !ok {
		return takesSystem(e)
	}
	for _, elt := range block.Elts {
		pair, ok := elt.(*ast.KeyValueExpr)
		if !ok {
			return false
		}
		if key, ok := pair.Key.(*ast.Ident); ok && key.Name == "Text" && !takesSystem(pair.Value) {
			return false
		}
	}
	return true
}

func TestTheSystemRuleBites(t *testing.T) {
	for code, faults := range map[string]int{
		`r := request{System: e.System}`: 0, `r.System = e.System`: 0, `r.System = []byte(e.System)`: 0, `f(system)`: 0, `var e prompt.Epoch`: 0,
		`r := request{System: "You are " + name}`: 1, `r.System += hint`: 1, `r.System = fmt.Sprint(e.System, hint)`: 1, `e := prompt.Epoch{System: e.System}`: 1,
		`x.System, y = z()`: 1, `r := request{System: []block{{Text: e.Blocks()[0], Cache: true}, {Text: e.System}}}`: 0, `r := request{System: blocks(e.Blocks())}`: 0,
		`r := request{System: []block{{Text: e.System}, {Text: "Be brief."}}}`: 1, `r := request{System: []block{{e.System + "x"}}}`: 1,
	} {
		tree, err := parser.ParseFile(token.NewFileSet(), "x.go", "package x\nfunc f() {\n"+code+"\n}\n", 0)
		if err != nil {
			t.Fatal(err)
		}
		if got := systemFaults(tree); len(got) != faults {
			t.Errorf("%s: %v", code, got)
		}
	}
}

func TestEveryPackageHasADoc(t *testing.T) {
	documented := map[string]bool{}
	for _, f := range files(t) {
		documented[f.folder] = documented[f.folder] || f.ast.Doc != nil
	}
	for _, f := range files(t) {
		if !documented[f.folder] {
			t.Errorf("%s: the package has no doc comment", f.folder)
			documented[f.folder] = true
		}
	}
}

// TestTheRulesBite checks the rules themselves on code that breaks them.
func TestTheRulesBite(t *testing.T) {
	if floor("converters/csv") <= floor("converters/internal/charset") || floor("nowhere") != -1 {
		t.Error("the plan does not order the floors")
	}
	tree, err := parser.ParseFile(token.NewFileSet(), "x.go", "package x\nvar table = []int{1}\nfunc f() { table[0] = 2 }\n", 0)
	if err != nil {
		t.Fatal(err)
	}
	if !assigned(tree, "table") {
		t.Error("an assignment to a table is not seen")
	}
}

// floor returns a folder's floor, or -1. A name beats a pattern.
func floor(folder string) int {
	found := -1
	for i, names := range floors {
		if slices.Contains(names, folder) {
			return i
		}
		if matches(names, folder) && found < 0 {
			found = i
		}
	}
	return found
}

func matches(patterns []string, folder string) bool {
	return slices.ContainsFunc(patterns, func(p string) bool {
		ok, err := path.Match(p, folder)
		return ok && err == nil
	})
}

func imports(f *ast.File) []string {
	var paths []string
	for _, spec := range f.Imports {
		if p, err := strconv.Unquote(spec.Path.Value); err == nil {
			paths = append(paths, p)
		}
	}
	return paths
}

// files returns every Go file of the module that is not a test.
func files(t *testing.T) []file {
	t.Helper()
	all, err := parsed()
	if err != nil {
		t.Fatal(err)
	}
	return all
}

// parsed parses them once, for all tests.
var parsed = sync.OnceValues(func() (out []file, err error) {
	root, set := filepath.Join("..", ".."), token.NewFileSet()
	err = filepath.WalkDir(root, func(path string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		name := d.Name()
		if d.IsDir() {
			other := path != root && (name == "testdata" || strings.HasPrefix(name, ".") || hasModule(path))
			if other {
				return filepath.SkipDir
			}
			return nil
		}
		if !strings.HasSuffix(name, ".go") || strings.HasSuffix(name, "_test.go") {
			return nil
		}
		tree, err := parser.ParseFile(set, path, nil, parser.ParseComments)
		if err != nil {
			return err
		}
		folder, err := filepath.Rel(root, filepath.Dir(path))
		out = append(out, file{folder: filepath.ToSlash(folder), path: path, ast: tree, set: set})
		return err
	})
	return out, err
})

// hasModule reports whether a folder is another module, such as tools.
func hasModule(dir string) bool {
	_, err := os.Stat(filepath.Join(dir, "go.mod"))
	return err == nil
}
