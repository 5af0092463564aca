package exchange

import (
	"bytes"
	"cmp"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"io"
	"path"
	"path/filepath"
	"runtime"
	"strconv"
	"strings"
	"unicode"

	"golang.org/x/text/unicode/norm"

	"github.com/seed353dc258/backstory/profile"
)

// The folder of a profile that keeps what was imported, and what it holds.
const (
	KeptFolder = ".import"
)

// cameFolder is where an import keeps the files that texts were made of.
const cameFolder = "as"

// Texts are the files directly in the folder of a profile that an import makes.
var Texts = []string{profile.SoulFile, profile.StyleFile, profile.InstructionsFile, profile.MemoryFile, profile.UserFile, profile.IdentityFile}

// The bounds of what one import writes.
const (
	maxWritten = 20_000  // files
	maxBytes   = 1 << 30 // of all files
	maxText    = 4 << 20 // of one Markdown text
)

// Target takes the files of a new profile.
type Target interface {
	// Write makes a file from all that content has, and returns its length.
	Write(path string, content io.Reader) (int64, error)
}

// Import takes what a Reader finds and makes the files of a profile of it. Its
// methods keep the first error, so that a reader asks once, with [Import.Err].
type Import struct {
	Report Report
	target Target
	record record
	paths  paths
	came   map[string][]byte // files of the input that may go out again, by their places in it
	bytes  int64
	err    error
}

// NewImport returns an import of a kind whose files go to a target.
func NewImport(kind string, target Target) *Import {
	i := &Import{target: target, paths: paths{map[string]bool{}, map[string]int{}}, came: map[string][]byte{}}
	i.Report.Kind, i.record.Kind = kind, kind
	return i
}

// Err returns the first error of what was handed over.
func (i *Import) Err() error { return i.err }

// Name sets what the persona is called, on one line.
func (i *Import) Name(name string) {
	i.Report.Name = strings.TrimSpace(strings.ReplaceAll(clean(oneLine(name), "name", &i.Report), "\n", ""))
	i.record.Name = i.Report.Name
}

// Set keeps a setting of the import that an export has to know.
func (i *Import) Set(user string) { i.record.User = user }

// Note says what became of a part of the input that no other method was told of.
func (i *Import) Note(f Fate, place, to, why string) {
	i.Report.note(Note{Fate: f, Place: place, To: to, Why: why})
}

// Count is Note for several parts that are alike.
func (i *Import) Count(f Fate, place, why string, n int) {
	if n > 0 {
		i.Report.note(Note{Fate: f, Place: place, Why: why, Count: n})
	}
}

// Refused notes what a tree does not have.
func (i *Import) Refused(t *Tree) {
	for _, n := range t.Refused {
		i.Report.note(n)
	}
}

// Soul sets who the persona is.
func (i *Import) Soul(text, from string) { i.text(profile.SoulFile, text, from, Used) }

// Part sets one of the texts beside the soul: how the persona speaks, its
// instructions, what it is to remember, whom it talks with. A second one of a
// kind becomes context.
func (i *Import) Part(file, text, from string) {
	if !i.paths.take(file) {
		i.Context(from, text, from)
		return
	}
	i.text(file, text, from, Used)
}

// Example adds an example of how the persona answers, which is in the prompt.
func (i *Import) Example(name, text, from string) {
	i.text(i.paths.named(profile.ExamplesFolder, name), text, from, Used)
}

// Context adds a text that is always in the prompt.
func (i *Import) Context(name, text, from string) {
	i.text(i.paths.named(profile.ContextFolder, name), text, from, Used)
}

// Sample adds an example of an answer.
func (i *Import) Sample(name, text, from string) {
	i.text(i.paths.named(profile.SamplesFolder, name), text, from, Mapped)
}

// Source adds a Markdown text to the sources. The folder may be empty.
func (i *Import) Source(folder, name, text, from string) {
	i.text(i.paths.named(path.Join(profile.SourcesFolder, folder), name), text, from, Used)
}

// Document adds a source of any format as it is: a build converts it, as it does
// every source of a stranger. Markdown is read as a text. Hidden names are not
// sources, and lost.
func (i *Import) Document(name string, content io.Reader, from string) {
	if i.err != nil {
		return
	}
	for part := range strings.SplitSeq(name, "/") {
		if strings.HasPrefix(part, ".") || strings.ContainsFunc(part, unicode.IsControl) || part == "" {
			i.Note(Lost, from, "", "its name is that of no source")
			return
		}
	}
	ext := path.Ext(name)
	to := i.paths.free(path.Join(profile.SourcesFolder, strings.TrimSuffix(name, ext)), ext)
	if ext := strings.ToLower(ext); ext == ".md" || ext == ".markdown" || ext == ".mdx" {
		text, err := io.ReadAll(io.LimitReader(content, maxText+1))
		if err != nil {
			i.fail(err)
			return
		}
		if len(text) > maxText {
			i.Note(Lost, from, "", fmt.Sprintf("is Markdown of more than %d bytes: copy it to %s/ yourself", maxText, profile.SourcesFolder))
			return
		}
		i.write(to, strings.NewReader(clean(string(text), from, &i.Report)), from, Used)
		return
	}
	i.write(to, content, from, Used)
}

// Original keeps a part of the input as it is, for the way back. It reports
// whether it does: not under a name that is taken, or that this system may not
// have.
func (i *Import) Original(name string, content io.Reader) bool {
	to := path.Join(KeptFolder, name)
	if i.err != nil || !allowed(to) || !i.paths.take(to) {
		return false
	}
	i.write(to, content, "", "")
	return true
}

// Came keeps a file for the way back, where the text that is made of it is another
// one: see [Persona.AsItCame].
func (i *Import) Came(from string, content []byte) { i.came[from] = content }

// Verbatim adds a file of a profile as it is, whatever it says. It is for packs
// that the user trusts ([Input.Settings]); the name is that of a file that an
// export packs.
func (i *Import) Verbatim(name string, content io.Reader) {
	if i.err == nil && i.paths.take(name) {
		i.write(name, content, "", "")
		i.Note(Used, name, name, "")
	}
}

// text writes a text that prompts and sources are made of.
func (i *Import) text(to, text, from string, f Fate) {
	if i.err != nil {
		return
	}
	if to == profile.SoulFile && !i.paths.take(to) {
		i.fail(fmt.Errorf("%s: a second soul", from))
		return
	}
	if len(text) > maxText && !strings.HasPrefix(to, profile.SourcesFolder+"/") {
		i.fail(fmt.Errorf("%s: %w: the text has %d bytes, and a prompt takes %d at most", from, ErrLimit, len(text), maxText))
		return
	}
	text = clean(text, from, &i.Report)
	i.write(to, strings.NewReader(text), from, f)
	if was, ok := i.came[from]; ok && string(was) != text {
		i.Original(path.Join(cameFolder, from), bytes.NewReader(was))
	}
}

func (i *Import) write(to string, content io.Reader, from string, f Fate) {
	if !allowed(to) {
		i.Note(Lost, cmp.Or(from, to), "", "this system has no files of such a name")
		return
	}
	if len(i.Report.Files) >= maxWritten {
		i.fail(fmt.Errorf("%w: it would make more than %d files", ErrLimit, maxWritten))
		return
	}
	digest := sha256.New()
	n, err := i.target.Write(to, io.TeeReader(io.LimitReader(content, maxBytes-i.bytes+1), digest))
	if i.bytes += n; err == nil && i.bytes > maxBytes {
		err = fmt.Errorf("%w: it would write more than %d bytes", ErrLimit, maxBytes)
	}
	if err != nil {
		i.fail(err)
		return
	}
	i.Report.Files = append(i.Report.Files, Made{to, n})
	if from != "" {
		i.record.Files = append(i.record.Files, recorded{to, from, hex.EncodeToString(digest.Sum(nil))})
		i.Note(f, from, to, "")
	}
}

// allowed reports whether the system may have files of a name: Windows reserves
// some, and characters in all.
func allowed(to string) bool {
	return filepath.IsLocal(filepath.FromSlash(to)) && (runtime.GOOS != "windows" || !strings.ContainsAny(to, `<>:"|?*\`))
}

func (i *Import) fail(err error) {
	if i.err == nil {
		i.err = err
	}
}

// paths are those that an import has made.
type paths struct {
	taken map[string]bool
	last  map[string]int // numbers behind names that are taken
}

// take reserves a path. Names that differ by case alone are one.
func (p *paths) take(to string) bool {
	key := strings.ToLower(to)
	if p.taken[key] {
		return false
	}
	p.taken[key] = true
	return true
}

// named returns a path in a folder that is not taken, made of a name that may be
// anything.
func (p *paths) named(folder, name string) string {
	return p.free(path.Join(folder, Slug(name)), ".md")
}

// free returns a path that is not taken: with a number, where it is.
func (p *paths) free(stem, ext string) string {
	to, key := stem+ext, strings.ToLower(stem+ext)
	for !p.take(to) {
		p.last[key]++
		to = stem + "-" + strconv.Itoa(1+p.last[key]) + ext
	}
	return to
}

// maxSlug is the most bytes of a name that is made of a text.
const maxSlug = 60

// Slug makes the name of a file of any text: lower-case letters and digits with
// hyphens between them, and never one that a system reserves.
func Slug(text string) string {
	var b strings.Builder
	gap := false
	for _, r := range norm.NFC.String(oneLine(text)) {
		if b.Len() >= maxSlug {
			break
		}
		if !unicode.IsLetter(r) && !unicode.IsDigit(r) && !unicode.Is(unicode.Mn, r) && !unicode.Is(unicode.Mc, r) {
			gap = b.Len() > 0
			continue
		}
		if gap {
			b.WriteByte('-')
			gap = false
		}
		b.WriteRune(unicode.ToLower(r))
	}
	switch s := b.String(); s {
	case "":
		return "unnamed"
	case "con", "prn", "aux", "nul", "com1", "com2", "com3", "com4", "lpt1", "lpt2", "lpt3": // reserved by Windows
		return s + "-1"
	default:
		return s
	}
}

// finish writes the record, which an export goes by.
func (i *Import) finish() error {
	if i.err != nil {
		return i.err
	}
	i.Report.sort()
	content, err := EncodeJSON(i.record)
	if err != nil {
		return err
	}
	i.Original(path.Base(recordFile), bytes.NewReader(content))
	return i.err
}
