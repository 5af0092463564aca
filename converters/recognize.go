package converters

import (
	"context"
	"fmt"
	"strings"
)

// Picture is a page as it is shown, in shades of grey.
type Picture struct {
	Width, Height int
	DPI           int    // pixels an inch
	Gray          []byte // a byte a pixel, in rows from the top; 0 is black
}

// RecognizedWord is a word that was read from a picture. Its places are in
// pixels from the top left corner.
type RecognizedWord struct {
	Text           string
	X0, Y0, X1, Y1 int
	Base           int     // the baseline below the word
	Size           float64 // of the line's letters, from top to bottom
	Line           int     // on the picture, from 0
	Confidence     int     // from 0 to 100
}

// Recognizer is a service: it reads the text of pictures. An error that Is
// [ErrUnsupported] says that no picture can be read here, such as for want of
// a program; another one is of this picture.
type Recognizer interface {
	// Recognize returns the words of a picture in their order of reading.
	// Languages are as in [Options].
	Recognize(ctx context.Context, p Picture, languages string) ([]RecognizedWord, error)
}

// Progress is a service: it is told how much of a long source is read.
type Progress func(done, all int)

// maxLanguages is the longest that a list of languages may be.
const maxLanguages = 100

// validLanguages reports whether a list of languages is one: names of letters,
// digits and underscores, perhaps with a folder, joined by "+".
func validLanguages(s string) error {
	if s == "" {
		return nil
	}
	inName := func(r rune) bool {
		return r == '_' || r >= '0' && r <= '9' || r >= 'A' && r <= 'Z' || r >= 'a' && r <= 'z'
	}
	for _, name := range strings.Split(s, "+") {
		folder, file, ok := strings.Cut(name, "/")
		if ok && file == "" || folder == "" || strings.ContainsFunc(folder+file, func(r rune) bool { return !inName(r) }) || len(s) > maxLanguages {
			return fmt.Errorf("ocr-languages: %q is not a list of languages such as eng+deu", s)
		}
	}
	return nil
}
