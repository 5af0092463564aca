package docx

import (
	"strings"

	"github.com/seed353dc258/backstory/converters/internal/rooted"
	"github.com/seed353dc258/backstory/converters/internal/xmlread"
)

// stepsToRoot is from how many steps up on a link may come from the root of a
// disk: one leads to a neighbour.
const stepsToRoot = 2

// findRoot finds out whether LibreOffice wrote links as seen from the disk, and
// the steps up to its root.
func (r *reader) findRoot() error {
	var ways rooted.Ways
	inside := false
	for i := range r.defs.Parts.Main.All {
		if x := &r.defs.Parts.Main.All[i]; x.External {
			ways.Add(x.Target)
			_, ok := rooted.Inside(x.Target)
			inside = inside || ok
		}
	}
	root := ways.Root(stepsToRoot)
	part := r.pkg.Part(r.pkg.Root, "extended-properties")
	if part == "" || root == "" && !inside {
		return nil
	}
	var program string
	s, err := r.pkg.Scan(part, r.defs.Parts.Spaces)
	if err == nil {
		program, err = programOf(s)
	}
	if strings.HasPrefix(program, rooted.Generator) {
		r.disk.onDisk, r.disk.root = true, root
	}
	return r.spare(part, err)
}

// programOf returns the program that wrote the document, by the part of its properties
// (22.2.2.1).
func programOf(s *xmlread.Scanner) (string, error) {
	named := false
	for {
		event, err := s.Next()
		switch {
		case err != nil || event == xmlread.EOF:
			return "", err
		case event == xmlread.Text && named:
			return s.Text()
		}
		named = event == xmlread.Start && s.Local() == "Application"
	}
}

// linkTarget returns the address of a link that LibreOffice may have written.
func (d *disk) linkTarget(url string) string {
	if !d.onDisk {
		return url
	}
	if inside, ok := rooted.Inside(url); ok {
		return inside
	}
	site, _ := rooted.Site(url, d.root)
	return site
}
