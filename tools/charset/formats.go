package main

import (
	"encoding/binary"
	"html"
	"regexp"
	"strconv"
	"strings"
	"unicode/utf8"
)

// readerOf returns what reads the lines of text from a file, or nil.
func readerOf(path string) func([]byte) []string {
	switch {
	case strings.HasSuffix(path, ".mo"):
		return readMO
	case strings.HasSuffix(path, ".pak"):
		return readPAK
	case strings.HasSuffix(path, ".json"), strings.HasSuffix(path, ".js"):
		return readStrings
	case strings.HasSuffix(path, ".html"), strings.HasSuffix(path, ".page"):
		return readHTML
	case strings.Contains(path, "/games/fortunes/") && !strings.HasSuffix(path, ".dat") && !strings.HasSuffix(path, ".u8"):
		return readFortunes
	case strings.HasSuffix(path, ".ftl"), strings.HasSuffix(path, ".properties"):
		return readPairs
	case strings.HasSuffix(path, ".lyx"):
		return readLyX
	case strings.HasSuffix(path, ".txt"):
		return readLines
	case regexp.MustCompile(`/man[1-8]/[^/]+\.[1-8][a-z]*(\.gz)?$`).MatchString(path):
		return readMan
	}
	return nil
}

// readMO reads the translations of a GNU message catalogue.
func readMO(b []byte) []string {
	if len(b) < 28 || binary.LittleEndian.Uint32(b) != 0x950412DE {
		return nil
	}
	n := int(binary.LittleEndian.Uint32(b[8:]))
	table := int(binary.LittleEndian.Uint32(b[16:]))
	origs := int(binary.LittleEndian.Uint32(b[12:]))
	var out []string
	for i := range n {
		size, off := pair(b, table+8*i)
		osize, ooff := pair(b, origs+8*i)
		if osize == 0 || off+size > len(b) || ooff+osize > len(b) {
			continue
		}
		msg := string(b[off : off+size])
		orig := string(b[ooff : ooff+osize])
		if !utf8.ValidString(msg) || msg == orig {
			continue
		}
		out = append(out, strings.FieldsFunc(strings.ReplaceAll(msg, "_", ""), func(r rune) bool { return r == 0 || r == '\n' })...)
	}
	return out
}

func pair(b []byte, at int) (size, off int) {
	if at+8 > len(b) {
		return 0, len(b)
	}
	return int(binary.LittleEndian.Uint32(b[at:])), int(binary.LittleEndian.Uint32(b[at+4:]))
}

// readPAK reads the strings of a Chromium resource file, version 5.
func readPAK(b []byte) []string {
	if len(b) < 12 || binary.LittleEndian.Uint32(b) != 5 {
		return nil
	}
	n := int(binary.LittleEndian.Uint16(b[8:]))
	var out []string
	for i := range n {
		at := 12 + 6*i
		if at+12 > len(b) {
			break
		}
		from := int(binary.LittleEndian.Uint32(b[at+2:]))
		to := int(binary.LittleEndian.Uint32(b[at+8:]))
		if from >= to || to > len(b) || !utf8.Valid(b[from:to]) {
			continue
		}
		out = append(out, strings.Split(html.UnescapeString(string(b[from:to])), "\n")...)
	}
	return out
}

var quoted = regexp.MustCompile(`"((?:[^"\\]|\\.)*)"(\s*:)?`)

// readStrings reads the values (not the keys) of JSON and of JavaScript objects.
func readStrings(b []byte) []string {
	var out []string
	for _, m := range quoted.FindAllSubmatch(b, -1) {
		if len(m[2]) > 0 {
			continue
		}
		s, err := strconv.Unquote(`"` + strings.ReplaceAll(string(m[1]), `\/`, "/") + `"`)
		if err == nil && strings.ContainsAny(s, " ") || !isASCII(s) {
			out = append(out, strings.Split(s, "\n")...)
		}
	}
	return out
}

func isASCII(s string) bool {
	for i := range len(s) {
		if s[i] >= 0x80 {
			return false
		}
	}
	return true
}

// readHTML reads the paragraphs of a simple page.
func readHTML(b []byte) []string {
	body := string(b)
	if i := strings.Index(body, "<body"); i >= 0 {
		body = body[i:]
	}
	body = regexp.MustCompile(`(?s)<(script|style|header).*?</(script|style|header)>`).ReplaceAllString(body, "")
	body = regexp.MustCompile(`</?(p|li|h[1-6]|div|ol|ul|article|section|body|main|title|item|desc)[^>]*>`).ReplaceAllString(strings.ReplaceAll(body, "\n", " "), "\n")
	body = regexp.MustCompile(`<[^>]*>`).ReplaceAllString(body, "")
	return strings.Split(html.UnescapeString(body), "\n")
}

// readFortunes reads sayings: lines, with a line of % between one and the next.
func readFortunes(b []byte) []string {
	if !utf8.Valid(b) {
		return nil
	}
	var out []string
	for saying := range strings.SplitSeq(string(b), "\n%") {
		out = append(out, strings.ReplaceAll(saying, "\n", " "))
	}
	return out
}

// readLines reads plain text.
func readLines(b []byte) []string {
	if !utf8.Valid(b) {
		return nil
	}
	return strings.Split(string(b), "\n")
}

// readLyX reads the paragraphs of a LyX document: the lines that are no command.
func readLyX(b []byte) []string {
	if !utf8.Valid(b) {
		return nil
	}
	var out []string
	para := ""
	for line := range strings.Lines(string(b)) {
		switch line = strings.TrimRight(line, "\n"); {
		case strings.HasPrefix(line, `\begin_layout`), strings.HasPrefix(line, `\end_layout`):
			out = append(out, para)
			para = ""
		case !strings.HasPrefix(line, `\`) && !strings.HasPrefix(line, "#") && !strings.HasPrefix(line, "status "):
			para += line
		}
	}
	return append(out, para)
}

// readPairs reads the values of key = value lines, and the lines that continue them.
func readPairs(b []byte) []string {
	var out []string
	for line := range strings.Lines(string(b)) {
		if strings.HasPrefix(line, "#") || strings.HasPrefix(line, "-") {
			continue
		}
		key, value, found := strings.Cut(line, "=")
		if !found {
			if !strings.HasPrefix(line, " ") {
				continue
			}
			value = key
		}
		if strings.Contains(value, "://") || strings.Contains(value, "->") {
			continue
		}
		out = append(out, value)
	}
	return out
}

var (
	roffEscape = regexp.MustCompile(`\\f(\[[^]]*\]|\(..|.)|\\\*?\[[^]]*\]|\\\*?\(..|\\[&%c:/,|^]|\\s[-+]?[0-9]+|\\m\[[^]]*\]`)
	roffBack   = strings.NewReplacer(`\-`, "-", `\e`, `\`, `\ `, " ", `\~`, " ", `\(aq`, "'", `\'`, "'")
)

// readMan reads the running text of a manual page.
func readMan(b []byte) []string {
	if !utf8.Valid(b) {
		return nil
	}
	var out []string
	var para []string
	flush := func() {
		out = append(out, strings.Join(para, " "))
		para = nil
	}
	code := false
	for line := range strings.Lines(string(b)) {
		line = strings.TrimRight(line, "\n")
		switch {
		case strings.HasPrefix(line, ".EX"), strings.HasPrefix(line, ".nf"):
			code = true
		case strings.HasPrefix(line, ".EE"), strings.HasPrefix(line, ".fi"):
			code = false
		case code, strings.HasPrefix(line, `'\"`), strings.HasPrefix(line, `.\"`):
		case strings.HasPrefix(line, ".B ") || strings.HasPrefix(line, ".I ") || strings.HasPrefix(line, ".BR ") || strings.HasPrefix(line, ".SH "):
			_, rest, _ := strings.Cut(line, " ")
			para = append(para, roffText(strings.ReplaceAll(rest, `"`, "")))
		case strings.HasPrefix(line, "."), line == "":
			flush()
		default:
			para = append(para, roffText(line))
		}
	}
	flush()
	return out
}

func roffText(s string) string { return roffBack.Replace(roffEscape.ReplaceAllString(s, "")) }
