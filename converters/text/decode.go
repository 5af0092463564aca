package text

import (
	"errors"
	"fmt"
	"strings"

	"github.com/seed353dc258/backstory/converters/internal/charset"
)

// Decode returns the text of a file that is no source but goes into a prompt as it
// is: in UTF-8 with LF, from any encoding that sources may have. What is no text is
// an error that says what to do; a note says what may be wrong in the text.
func Decode(content []byte) (text, note string, err error) {
	text, found, err := charset.Decode(content, "")
	var other *charset.NotTextError
	switch {
	case errors.As(err, &other):
		return "", "", fmt.Errorf("it is %s, not text that is read: save it as UTF-8", other.What)
	case err != nil:
		return "", "", err
	case strings.ContainsRune(text, 0):
		return "", "", errors.New("it has NUL bytes, which no text has: save it as UTF-8")
	case found.Replaced > 0:
		note = fmt.Sprintf("%d bytes are no text in %s and became U+FFFD: save it as UTF-8", found.Replaced, found.Name)
	case found.Recovered > 0:
		note = fmt.Sprintf("%d bytes that are not %s were read as %s: save it as UTF-8", found.Recovered, found.Name, found.Foreign)
	case found.Uncertain:
		note = fmt.Sprintf("its encoding was guessed to be %s with a small margin: save it as UTF-8", found.Name)
	}
	return strings.ReplaceAll(text, "\r\n", "\n"), note, nil
}
