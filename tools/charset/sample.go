package main

import (
	"bufio"
	"encoding/base64"
	"fmt"
	"os"
	"path/filepath"
	"sort"
	"strings"

	"golang.org/x/text/unicode/norm"
)

// lengths are the sizes of samples in characters, and perLength how many of each are taken for a language and encoding.
var (
	lengths   = []int{60, 200, 2000}
	perLength = []int{40, 40, 20}
	unicodes  = []string{"UTF-8", "UTF-16LE", "UTF-16BE", "UTF-32LE", "UTF-32BE"}
)

// sample writes samples of texts, of those that are judged by or of all there are: language, encoding, length and the bytes in base64, separated by tabs.
func sample(from, to string, all bool) error {
	f, err := os.Create(to)
	if err != nil {
		return err
	}
	w := bufio.NewWriter(f)
	for _, l := range languages {
		chars, err := judgedText(from, l.tag, all)
		if err != nil {
			return err
		}
		if len(chars) < 500 {
			fmt.Fprintf(os.Stderr, "%s: no text to judge by\n", l.tag)
			continue
		}
		for _, enc := range append(append([]string{}, l.encodings...), unicodes...) {
			for i, n := range lengths {
				for _, b := range cut(chars, enc, n, perLength[i]) {
					fmt.Fprintf(w, "%s\t%s\t%d\t%s\n", l.tag, enc, n, base64.StdEncoding.EncodeToString(b))
				}
			}
		}
	}
	if err := w.Flush(); err != nil {
		return err
	}
	return f.Close()
}

// judgedText joins the texts of a language that are not trained on, or all, at most as much of each as of a declaration.
func judgedText(from, tag string, all bool) ([]rune, error) {
	files, err := filepath.Glob(filepath.Join(from, "*", tag+".txt"))
	if err != nil {
		return nil, err
	}
	sort.Strings(files)
	var out strings.Builder
	for _, f := range files {
		if !all && !isJudged(filepath.Base(filepath.Dir(f))) {
			continue
		}
		b, err := os.ReadFile(f)
		if err != nil {
			return nil, err
		}
		body := translated(string(b))
		out.WriteString(body[len(body)/3 : min(len(body), len(body)/3+30000)])
	}
	return []rune(norm.NFC.String(strings.ToValidUTF8(out.String(), ""))), nil
}

// translated drops the lines of a text that is mostly beyond ASCII elsewhere that have no such character: they were never
// translated.
func translated(body string) string {
	var out strings.Builder
	for line := range strings.Lines(body) {
		if !isASCII(line) {
			out.WriteString(line)
		}
	}
	if out.Len()*2 < len(body) {
		return body
	}
	return out.String()
}

// cut takes up to count stretches of n characters that the encoding can write and that are not all ASCII before the last
// two characters, spread over the text and beginning with a word.
func cut(chars []rune, enc string, n, count int) [][]byte {
	var out [][]byte
	room := len(chars) - n
	for i := range count {
		if room <= 0 {
			break
		}
		from := room * i / count
		for tries := 0; tries < room/count+1; tries++ {
			at := from + tries
			if at > 0 && chars[at-1] != ' ' && chars[at-1] != '\n' && tries < 60 {
				continue
			}
			b, ok := encode(enc, string(chars[at:at+n]))
			if !ok || enc[:3] != "UTF" && isASCII(string(chars[at:at+n-2])) {
				continue
			}
			out = append(out, b)
			break
		}
	}
	return out
}
