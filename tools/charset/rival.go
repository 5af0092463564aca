package main

import (
	"bufio"
	"encoding/base64"
	"fmt"
	"os"
	"sort"
	"strings"

	"github.com/saintfish/chardet"
	"golang.org/x/text/encoding"
	"golang.org/x/text/encoding/htmlindex"
)

// A score is how many samples were right.
type score struct{ right, all int }

func (s score) String() string {
	return fmt.Sprintf("%6.2f %% of %d", 100*float64(s.right)/float64(max(s.all, 1)), s.all)
}

// rival judges github.com/saintfish/chardet by samples: right is the same text, whatever the name.
func rival(samples string) error {
	f, err := os.Open(samples)
	if err != nil {
		return err
	}
	defer f.Close()
	detector := chardet.NewTextDetector()
	scores := map[string]*score{}
	lines := bufio.NewScanner(f)
	lines.Buffer(nil, 1<<20)
	for lines.Scan() {
		field := strings.Split(lines.Text(), "\t")
		b, err := base64.StdEncoding.DecodeString(field[3])
		if err != nil {
			return err
		}
		key := "legacy " + field[2]
		if strings.HasPrefix(field[1], "UTF-") {
			key = "unicode " + field[2]
		}
		if scores[key] == nil {
			scores[key] = &score{}
		}
		s := scores[key]
		s.all++
		guess, err := detector.DetectBest(b)
		if err == nil && decoded(encodings[field[1]], b) == decoded(named(guess.Charset), b) {
			s.right++
		}
	}
	var keys []string
	for k := range scores {
		keys = append(keys, k)
	}
	sort.Strings(keys)
	for _, k := range keys {
		fmt.Println(k, scores[k])
	}
	return lines.Err()
}

func named(name string) encoding.Encoding {
	if e, ok := encodings[name]; ok {
		return e
	}
	if name == "GB-18030" {
		return encodings["GB18030"]
	}
	if e, err := htmlindex.Get(name); err == nil {
		return e
	}
	return nil
}

// commas writes the Romanian letters with cedilla and with comma alike: ISO-8859-16 has the bytes of windows-1250 for them.
var commas = strings.NewReplacer("ş", "ș", "ţ", "ț", "Ş", "Ș", "Ţ", "Ț")

// decoded is b in UTF-8, or something that equals no text if there is no decoder.
func decoded(enc encoding.Encoding, b []byte) string {
	if enc == nil {
		return "\xFF"
	}
	out, err := enc.NewDecoder().Bytes(b)
	if err != nil {
		return "\xFF"
	}
	return commas.Replace(string(out))
}
