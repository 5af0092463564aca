package given

import (
	"errors"
	"strconv"
)

// Jobs is how many sources are converted at once; 0 means one for each
// processor, and cannot be given.
type Jobs int

func (*Jobs) Type() string { return "int" }

func (j *Jobs) String() string {
	if *j == 0 {
		return ""
	}
	return strconv.Itoa(int(*j))
}

func (j *Jobs) Set(s string) error {
	n, err := strconv.Atoi(s)
	if err != nil || n < 1 {
		return errors.New("it must be 1 or more")
	}
	*j = Jobs(n)
	return nil
}
