package main

import (
	"bytes"
	"compress/gzip"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"regexp"
	"sort"
	"strings"
)

// extract writes the text of every package folder in from to a file per package and language in to.
func extract(from, to string) error {
	folders, err := os.ReadDir(from)
	if err != nil {
		return err
	}
	for _, f := range folders {
		if !f.IsDir() {
			continue
		}
		texts, err := readPackage(filepath.Join(from, f.Name()))
		if err != nil {
			return fmt.Errorf("reading %s: %w", f.Name(), err)
		}
		if err := writeTexts(filepath.Join(to, packageName(f.Name())), texts); err != nil {
			return err
		}
	}
	return nil
}

// packageName is a folder's name without the version.
func packageName(folder string) string {
	return regexp.MustCompile(`-[0-9].*$`).ReplaceAllString(folder, "")
}

// A text is the lines of one language, without repetition.
type text struct {
	lines []string
	seen  map[string]bool
}

func (t *text) add(line string) {
	line = strings.Join(strings.Fields(clean(line)), " ")
	if len(line) < 3 || t.seen[line] {
		return
	}
	t.seen[line] = true
	t.lines = append(t.lines, line)
}

var (
	markup   = regexp.MustCompile(`<[^<>]{1,200}>|%\([a-zA-Z_]+\)[a-z]|%[0-9.$-]*[a-zA-Z]|\{[^{}]{0,80}\}|&(?:[a-z]+|#[0-9]+);|\$[0-9A-Z_]+\$?|https?://\S+|\\[a-z]`)
	newlines = strings.NewReplacer(`\n`, " ", `\t`, " ", `\"`, `"`, `\\`, `\`)
)

// clean removes markup and placeholders.
func clean(s string) string { return markup.ReplaceAllString(newlines.Replace(s), " ") }

// chart matches the manual pages that are tables of characters, not text.
var chart = regexp.MustCompile(`/man7/(iso|koi8|cp12|ascii|latin|charsets|armscii|tis|unicode|utf)[^/]*$`)

// readPackage reads all files of a package by language.
func readPackage(dir string) (map[string]*text, error) {
	texts := map[string]*text{}
	err := filepath.WalkDir(dir, func(path string, d os.DirEntry, err error) error {
		if err != nil || !d.Type().IsRegular() {
			return err
		}
		lang := languageOf(path)
		read := readerOf(path)
		if lang == "" || read == nil || chart.MatchString(path) {
			return nil
		}
		b, err := readFile(path)
		if err != nil {
			return err
		}
		t := texts[lang]
		if t == nil {
			t = &text{seen: map[string]bool{}}
			texts[lang] = t
		}
		for _, line := range read(b) {
			t.add(line)
		}
		return nil
	})
	return texts, err
}

func readFile(path string) ([]byte, error) {
	b, err := os.ReadFile(path)
	if err != nil || !strings.HasSuffix(path, ".gz") {
		return b, err
	}
	z, err := gzip.NewReader(bytes.NewReader(b))
	if err != nil {
		return nil, err
	}
	return io.ReadAll(z)
}

func writeTexts(dir string, texts map[string]*text) error {
	if len(texts) == 0 {
		return nil
	}
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return err
	}
	var langs []string
	for l := range texts {
		langs = append(langs, l)
	}
	sort.Strings(langs)
	for _, l := range langs {
		body := strings.Join(texts[l].lines, "\n") + "\n"
		if err := os.WriteFile(filepath.Join(dir, l+".txt"), []byte(body), 0o644); err != nil {
			return err
		}
	}
	return nil
}

var langPaths = []*regexp.Regexp{
	regexp.MustCompile(`/LC_MESSAGES/([A-Za-z_@-]+)\.mo$`), // not a language: see below
	regexp.MustCompile(`/locales?/([A-Za-z_@-]+)/LC_MESSAGES/`),
	regexp.MustCompile(`/locale/([A-Za-z_@-]+)/formats`),
	regexp.MustCompile(`/chromium/locales/([A-Za-z-]+)\.pak$`),
	regexp.MustCompile(`/lib/([a-z-]+)/diagnosticMessages`),
	regexp.MustCompile(`/nls\.messages\.([a-z-]+)\.js$`),
	regexp.MustCompile(`/declaration/([a-z]{3}(?:_[A-Za-z0-9]+)?)\.html$`),
	regexp.MustCompile(`/share/man/([A-Za-z_@]+)/man`),
	regexp.MustCompile(`/langpack-([A-Za-z-]+)@`),
	regexp.MustCompile(`/program/resource/([A-Za-z@-]+)/`),
	regexp.MustCompile(`/share/help/([A-Za-z_@]+)/`),
	regexp.MustCompile(`/debian-handbook/html/([A-Za-z-]+)/`),
	regexp.MustCompile(`/fortunes-([a-z]+)/usr/share/games/`),
	regexp.MustCompile(`/libreoffice/help/([A-Za-z-]+)/text/`),
	regexp.MustCompile(`/mediawiki/.*/i18n/(?:[a-z]+/)*([a-z-]+)\.json$`),
	regexp.MustCompile(`/dokuwiki/.*/lang/([a-z-]+)/`),
	regexp.MustCompile(`/wp-content/languages/(?:[a-z]+-)*([a-z]{2,3}(?:_[A-Z]+)?)\.mo$`),
	regexp.MustCompile(`/lyx/doc/([a-z]{2}(?:_[A-Z]+)?)/`),
	regexp.MustCompile(`/doc/installation-guide-amd64/([A-Za-z_]+)/`),
	regexp.MustCompile(`/debian-reference/.*\.([a-z-]+)\.html$`),
	regexp.MustCompile(`/aptitude/html/([a-z]+)/`),
	regexp.MustCompile(`/hedgewars/Data/Locale/([a-z]{2}(?:_[A-Z]+)?)\.txt$`),
	regexp.MustCompile(`/gimp/[0-9.]+/help/([A-Za-z_]+)/`),
	regexp.MustCompile(`/developers-reference/([a-z]+)/`),
	regexp.MustCompile(`/doc/debian/FAQ/([a-z]+)/`),
	regexp.MustCompile(`/main/([A-Za-z-]+)/(?:localeDisplayNames|languages|territories|units)\.json$`),
}

// languageOf reads the language from a path, as one of the tags in languages, or "".
func languageOf(path string) string {
	for _, re := range langPaths[1:] {
		if m := re.FindStringSubmatch(path); m != nil {
			return canonical(m[1])
		}
	}
	return ""
}

// canonical maps the tag that a package uses to one of languages, or "".
func canonical(tag string) string {
	tag = strings.ReplaceAll(tag, "-", "_")
	if t, ok := aliases[tag]; ok {
		return t
	}
	for _, l := range languages {
		if l.tag == tag || l.udhr == tag {
			return l.tag
		}
	}
	base, _, found := strings.Cut(tag, "_")
	if found && !strings.Contains(tag, "@") {
		if _, ok := aliases[base+"_*"]; ok {
			return aliases[base+"_*"]
		}
		for _, l := range languages {
			if l.tag == base && len(base) == 2 {
				return l.tag
			}
		}
	}
	return ""
}
