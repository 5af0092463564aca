// Secrets makes internal/lint/secrets/rules.json of the rule file of gitleaks, which is
// under the MIT licence:
//
//	cd tools && go run ./secrets gitleaks.toml >../internal/lint/secrets/rules.json
//
// Examples of keys, which the rule file allows, are kept as digests: no text that reads
// like a secret is in the tree.
package main

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"log"
	"os"
	"regexp"
	"regexp/syntax"
	"slices"
	"strings"

	"github.com/BurntSushi/toml"
)

// allowList is what is no secret although it reads like one.
type allowList struct {
	Condition   string   `toml:"condition" json:"condition,omitempty"`
	RegexTarget string   `toml:"regexTarget" json:"target,omitempty"`
	Regexes     []string `toml:"regexes" json:"regexes,omitempty"`
	Paths       []string `toml:"paths" json:"paths,omitempty"`
	Stopwords   []string `toml:"stopwords" json:"stopwords,omitempty"`
	Digests     []string `toml:"-" json:"digests,omitempty"`
}

type rule struct {
	ID          string      `toml:"id" json:"id"`
	Regex       string      `toml:"regex" json:"regex"`
	Path        string      `toml:"path" json:"path,omitempty"`
	SecretGroup int         `toml:"secretGroup" json:"group,omitempty"`
	Entropy     float64     `toml:"entropy" json:"entropy,omitempty"`
	Keywords    []string    `toml:"keywords" json:"keywords"`
	Run         int         `toml:"-" json:"run,omitempty"`
	Word        bool        `toml:"-" json:"word,omitempty"`
	Long        bool        `toml:"-" json:"long,omitempty"`
	Apart       bool        `toml:"-" json:"apart,omitempty"`
	Allowlists  []allowList `toml:"allowlists" json:"allow,omitempty"`
}

type file struct {
	Allowlist allowList `toml:"allowlist" json:"allow"`
	Rules     []rule    `toml:"rules" json:"rules"`
}

func main() {
	log.SetFlags(0)
	if len(os.Args) != 2 {
		log.Fatal("usage: secrets gitleaks.toml")
	}
	var f file
	if _, err := toml.DecodeFile(os.Args[1], &f); err != nil {
		log.Fatal(err)
	}
	f.Allowlist.Paths = nil // they are about what is in repositories of code
	f.Allowlist.reduce()
	f.Rules = slices.DeleteFunc(f.Rules, func(r rule) bool { return r.Regex == "" }) // it goes by a file's name alone
	for i := range f.Rules {
		if err := f.Rules[i].finish(); err != nil {
			log.Fatalf("%s: %v", f.Rules[i].ID, err)
		}
	}
	text, err := json.MarshalIndent(f, "", " ")
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(string(text))
}

// apart are the rules whose keywords are somewhere in a text, and not in what matches.
var apart = []string{"airtable-personnal-access-token", "facebook-access-token"}

// finish works out what a scanner needs beside the rule.
func (r *rule) finish() error {
	tree, err := syntax.Parse(r.Regex, syntax.Perl)
	if err != nil {
		return err
	}
	r.Run, r.Long = longestRun(tree), isLong(tree)
	r.Word = !strings.ContainsAny(r.Regex, "0123456789") || strings.Contains(r.Regex, "[a-z]{")
	r.Apart = slices.Contains(apart, r.ID)
	for i := range r.Allowlists {
		r.Allowlists[i].reduce()
	}
	return nil
}

// literal is an expression that is one text, long enough to be a key.
var literal = regexp.MustCompile(`^[A-Za-z0-9_-]{20,}$`)

// reduce replaces texts that read like secrets by their digests.
func (a *allowList) reduce() {
	a.Regexes = slices.DeleteFunc(a.Regexes, func(text string) bool {
		if !literal.MatchString(text) {
			return false
		}
		a.Digests = append(a.Digests, digest(text))
		return true
	})
	a.Stopwords = slices.DeleteFunc(a.Stopwords, func(text string) bool {
		if !strings.ContainsAny(text, "0123456789") || len(text) < 20 {
			return false
		}
		a.Digests = append(a.Digests, digest(text))
		return true
	})
}

func digest(text string) string {
	sum := sha256.Sum256([]byte(text))
	return hex.EncodeToString(sum[:8])
}

// longestRun returns how many characters of tokens stand side by side in every match,
// at least.
func longestRun(re *syntax.Regexp) int {
	switch re.Op {
	case syntax.OpLiteral:
		return 0 // it is what keywords are for
	case syntax.OpCapture:
		return longestRun(re.Sub[0])
	case syntax.OpRepeat:
		if re.Sub[0].Op == syntax.OpCharClass && isToken(re.Sub[0]) {
			return re.Min
		}
		if re.Min > 0 {
			return longestRun(re.Sub[0])
		}
	case syntax.OpPlus:
		return longestRun(re.Sub[0])
	case syntax.OpConcat:
		most := 0
		for _, sub := range re.Sub {
			most = max(most, longestRun(sub))
		}
		return most
	case syntax.OpAlternate:
		least := longestRun(re.Sub[0])
		for _, sub := range re.Sub[1:] {
			least = min(least, longestRun(sub))
		}
		return least
	}
	return 0
}

// isToken reports whether a class has characters of tokens alone.
func isToken(re *syntax.Regexp) bool {
	for i := 0; i < len(re.Rune); i += 2 {
		for r := re.Rune[i]; r <= re.Rune[i+1]; r++ {
			if r > 0x7F {
				if r == 0x17F || r == 0x212A { // what folding adds
					continue
				}
				return false
			}
			if !strings.ContainsRune("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/=_-.~", r) {
				return false
			}
		}
	}
	return true
}

// isLong reports whether a match may have any number of lines.
func isLong(re *syntax.Regexp) bool {
	switch re.Op {
	case syntax.OpAnyChar:
		return true
	case syntax.OpCharClass:
		for i := 0; i < len(re.Rune); i += 2 {
			if re.Rune[i] <= '\n' && re.Rune[i+1] >= 'a' {
				return true
			}
		}
	}
	return slices.ContainsFunc(re.Sub, isLong)
}
