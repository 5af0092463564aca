// Package glob finds files by the patterns of OpenClaw.
package glob

import (
	"io/fs"
	"path"
	"path/filepath"
	"regexp"
	"strings"
)

// MaxEntries is how many entries of folders are looked at.
const MaxEntries = 10_000

const maxDepth = 16 // folders

// Match returns the files of a workspace that a pattern of OpenClaw's names: ? * and
// { } are wild, brackets are letters. It says whether all of the folders were
// looked at.
func Match(files fs.FS, pattern string) (list []string, whole bool) {
	pattern = path.Clean(strings.ReplaceAll(pattern, `\`, "/"))
	if !filepath.IsLocal(filepath.FromSlash(pattern)) {
		return nil, true
	}
	wild := strings.IndexAny(pattern, "?*{")
	if wild < 0 {
		if _, err := fs.Lstat(files, pattern); err == nil {
			return []string{pattern}, true
		}
		return nil, true
	}
	fits, err := regexp.Compile("^" + globExpr(pattern) + "$")
	if err != nil {
		return nil, true
	}
	from := path.Dir(pattern[:wild] + "x")
	left, whole := MaxEntries, true
	_ = fs.WalkDir(files, from, func(name string, d fs.DirEntry, err error) error {
		if left--; left < 0 {
			whole = false
			return fs.SkipAll
		}
		switch {
		case err != nil:
			return fs.SkipDir
		case d.IsDir() && (d.Name() == ".git" || d.Name() == "node_modules" || strings.Count(name, "/") >= maxDepth):
			return fs.SkipDir
		case !d.IsDir() && fits.MatchString(name):
			list = append(list, name)
		}
		return nil
	})
	return list, whole
}

// globExpr is a pattern as a regular expression.
func globExpr(pattern string) string {
	var b strings.Builder
	depth := 0
	for i := 0; i < len(pattern); i++ {
		switch c := pattern[i]; {
		case strings.HasPrefix(pattern[i:], "**/"):
			b.WriteString("(?:.*/)?")
			i += 2
		case c == '*':
			b.WriteString("[^/]*")
		case c == '?':
			b.WriteString("[^/]")
		case c == '{':
			b.WriteString("(?:")
			depth++
		case c == '}' && depth > 0:
			b.WriteString(")")
			depth--
		case c == ',' && depth > 0:
			b.WriteString("|")
		default:
			b.WriteString(regexp.QuoteMeta(string(c)))
		}
	}
	return b.String() + strings.Repeat(")", depth)
}
