package xml

import (
	"strconv"
	"strings"

	"github.com/seed353dc258/backstory/converters/internal/xmlread"
)

// citations says what references say: the people, then the parts of what is cited.
type citations struct {
	of            *elements
	people, parts []byte // scratch of citation
}

// marker returns what a reference is cited by, which is its place among them
// where it has no label, and the place that it takes.
func (s *citations) marker(n xmlread.NodeID, place int) (string, int) {
	label := strings.Trim(s.of.words(s.of.named(n, "label")), "[]().")
	if number, err := strconv.Atoi(label); err == nil {
		place = number
	} else if label != "" {
		return label, place
	}
	return strconv.Itoa(place) + ".", place
}

// citation returns a reference in parts with punctuation between them, the
// people first.
func (s *citations) citation(n xmlread.NodeID) (string, error) {
	people, parts := s.people[:0], s.parts[:0]
	before := ""
	err := s.of.each(n, func(c xmlread.NodeID) error {
		switch s.of.Name(c).Local {
		case "person-group":
			return s.of.each(c, func(one xmlread.NodeID) error {
				name := s.personName(one)
				if s.of.Name(one).Local == "etal" {
					name = "et al."
				}
				if name != "" {
					people = append(between(people, ", "), name...)
				}
				return nil
			})
		case "pub-id":
			if words := s.of.words(c); words != "" {
				parts = between(parts, ". ")
				if kind := s.of.Attr(c, xmlread.None, "pub-id-type"); kind != "" {
					parts = append(append(parts, strings.ToUpper(kind)...), ": "...)
				}
				parts = append(parts, words...)
			}
		case "lpage":
			if len(parts) > 0 {
				parts = append(append(parts, "–"...), s.of.words(c)...)
			}
		case "issue":
			if words := s.of.words(c); words != "" && before == "volume" {
				parts = append(append(append(parts, '('), words...), ')')
				break
			}
			fallthrough
		default:
			if words := s.of.words(c); words != "" {
				parts = append(between(parts, gap(before, s.of.Name(c).Local)), words...)
			}
		}
		before = s.of.Name(c).Local
		return nil
	})
	s.people, s.parts = people, parts
	if len(parts) > 0 {
		people = append(between(people, ". "), parts...)
	}
	return strings.TrimSuffix(string(between(people, ". ")), " "), err
}

// personName returns a name, the given names first.
func (s *citations) personName(n xmlread.NodeID) string {
	if n == 0 {
		return ""
	}
	if s.of.Name(n).Local == "name-alternatives" {
		return s.personName(s.of.named(n, "name", "string-name"))
	}
	surname := s.of.words(s.of.named(n, "surname"))
	if surname == "" {
		return s.of.words(n)
	}
	return strings.TrimSpace(s.of.words(s.of.named(n, "given-names")) + " " + surname)
}

// between appends the text between two parts, unless there is none before. A
// part that ends a sentence needs no other point.
func between(to []byte, sep string) []byte {
	switch {
	case len(to) == 0:
		return to
	case sep[0] == '.' && strings.IndexByte(".?!", to[len(to)-1]) >= 0:
		sep = sep[1:]
	}
	return append(to, sep...)
}

// gap returns the text between two parts of a reference: a volume belongs to
// its journal, pages to their volume.
func gap(before, name string) string {
	switch {
	case name == "volume" && before == "source":
		return " "
	case (name == "fpage" || name == "elocation-id") && (before == "volume" || before == "issue"):
		return ", "
	}
	return ". "
}
