package floorplan

import (
	"fmt"
	"go/ast"
	"go/token"
	"go/types"
	"maps"
	"path"
	"slices"
	"strings"
	"testing"
)

// arrow says that a file uses a function, method, type or value that another
// file of its package declares.
type arrow struct{ from, to string }

// maxBackByDoc is how far docs are from the order in which files are read: the share
// of arrows, in percent, that run back in the order that a package's own doc lists its
// files. It may only become smaller.
const maxBackByDoc = 10

// TestFilesReadFromTheTop holds the files of a package to an order: a reader
// who starts with the file at the top meets the rest below it. An arrow against
// the best order runs backwards; a tenth of a package's arrows may, and one
// always. arrows.txt lists the packages that have more, and how many each may
// have. The list may only become shorter, and its numbers smaller. The order of the
// docs is held to maxBackByDoc meanwhile; every package of four files and more has one.
func TestFilesReadFromTheTop(t *testing.T) {
	known := numbers(t, "testdata/arrows.txt")
	packages := map[string][]file{}
	for _, f := range files(t) {
		packages[f.folder] = append(packages[f.folder], f)
	}
	all, back := 0, 0
	ordered, wrongByDoc := 0, 0
	for _, folder := range slices.Sorted(maps.Keys(packages)) {
		arrows := arrowsOf(packages[folder])
		wrong := backwards(arrows)
		all, back = all+len(arrows), back+len(wrong)
		place := docOrder(packages[folder])
		if len(packages[folder]) >= 4 && len(place) == 0 {
			t.Errorf("%s: its doc lists none of its files: list them in the order in which they are read", folder)
		}
		for a := range arrows {
			from, listed := place[a.from]
			if to, both := place[a.to]; listed && both {
				ordered++
				if from > to {
					wrongByDoc++
				}
			}
		}
		most, listed := known[folder]
		free := max(1, len(arrows)/10)
		switch {
		case len(wrong) > max(free, most):
			t.Errorf("%s: %d of %d arrows between its files run backwards, more than may: move what they are for to the file that owns it", folder, len(wrong), len(arrows))
			for _, a := range wrong {
				t.Logf("%s → %s: %s", a.from, a.to, strings.Join(arrows[a], ", "))
			}
		case listed && len(wrong) <= free:
			t.Errorf("%s has few arrows that run backwards now: take it off arrows.txt", folder)
		}
		delete(known, folder)
	}
	for folder := range known {
		t.Errorf("%s is no more: take it off arrows.txt", folder)
	}
	if wrongByDoc*100 > ordered*maxBackByDoc {
		t.Errorf("more than %d percent of the arrows run back in the order of the docs: list files in the order in which they are read", maxBackByDoc)
	}
	t.Logf("%d of %d arrows run back in the best order", back, all)
	t.Logf("%d of %d arrows run back in the order of the docs", wrongByDoc, ordered)
}

// docOrder returns the place of each file that the doc of a package lists.
func docOrder(list []file) map[string]int {
	place := map[string]int{}
	for _, f := range list {
		if f.ast.Doc == nil {
			continue
		}
		for _, m := range goFile.FindAllStringSubmatch(f.ast.Doc.Text(), -1) {
			if _, twice := place[m[1]]; !twice {
				place[m[1]] = len(place)
			}
		}
	}
	return place
}

// nothing imports an empty package for each import: arrows inside a package need none.
type nothing struct{}

// Import implements [types.Importer].
func (nothing) Import(name string) (*types.Package, error) {
	p := types.NewPackage(name, path.Base(name))
	p.MarkComplete()
	return p, nil
}

// arrowsOf returns the arrows between the files of a package, with the names
// that each is for.
func arrowsOf(list []file) map[arrow][]string {
	set := list[0].set
	var trees []*ast.File
	for _, f := range list {
		trees = append(trees, f.ast)
	}
	info := types.Info{Uses: map[*ast.Ident]types.Object{}}
	config := types.Config{Importer: nothing{}, Error: func(error) {}} // what is imported is unknown, which is no matter here
	pkg, _ := config.Check(list[0].folder, set, trees, &info)
	at := func(p token.Pos) string { return path.Base(set.Position(p).Filename) }
	called := map[*ast.Ident]bool{}
	for _, tree := range trees {
		ast.Inspect(tree, func(n ast.Node) bool {
			if call, ok := n.(*ast.CallExpr); ok {
				if method, ok := call.Fun.(*ast.SelectorExpr); ok {
					called[method.Sel] = true
				}
			}
			return true
		})
	}
	arrows := map[arrow][]string{}
	for id, used := range info.Uses {
		a := arrow{at(id.Pos()), at(used.Pos())}
		f, isFunc := used.(*types.Func)
		method := isFunc && f.Signature().Recv() != nil
		if method && !called[id] {
			continue // a value, as in a table of commands or routes
		}
		if used.Pkg() == pkg && (method || used.Parent() == pkg.Scope()) && a.from != a.to && !slices.Contains(arrows[a], used.Name()) {
			arrows[a] = append(arrows[a], used.Name())
			slices.Sort(arrows[a])
		}
	}
	return arrows
}

// backwards returns the arrows that run against the best order of the files
// that is found: one file after the other goes where it is best, until nothing
// gains.
func backwards(arrows map[arrow][]string) []arrow {
	names := map[string]bool{}
	for a := range arrows {
		names[a.from], names[a.to] = true, true
	}
	order := slices.Sorted(maps.Keys(names))
	wrong := func(order []string) (list []arrow) {
		place := map[string]int{}
		for i, name := range order {
			place[name] = i
		}
		for a := range arrows {
			if place[a.from] > place[a.to] {
				list = append(list, a)
			}
		}
		return list
	}
	best := len(wrong(order))
	for gains := true; gains; {
		gains = false
		for i, name := range order {
			rest := slices.Delete(slices.Clone(order), i, i+1)
			for j := range len(rest) + 1 {
				if try := slices.Insert(slices.Clone(rest), j, name); len(wrong(try)) < best {
					order, best, gains = try, len(wrong(try)), true
				}
			}
			if gains {
				break
			}
		}
	}
	list := wrong(order)
	slices.SortFunc(list, func(a, b arrow) int { return strings.Compare(fmt.Sprint(a), fmt.Sprint(b)) })
	return list
}
