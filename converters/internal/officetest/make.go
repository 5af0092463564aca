package officetest

import "fmt"

// Make makes the file that a description is of, by the extension of its name.
func Make(extension string, description []byte) ([]byte, error) {
	switch extension {
	case "doc", "dot":
		return Word(string(description))
	case "xls", "xlt":
		return Excel(string(description))
	case "bin":
		return Records(string(description))
	case "ppt", "pps":
		return Slides(string(description))
	}
	return nil, fmt.Errorf("no file .%s is made of a description", extension)
}
