package worker

import (
	"errors"
	"testing"

	"github.com/seed353dc258/backstory/converters"
)

// A child may have been taken over by what it reads: that it says the machine is at fault
// must not end a run.
func TestAChildIsNotBelievedAboutTheMachine(t *testing.T) {
	err := decodeError(encodeError(&converters.MachineError{Err: errors.New("no memory"), Remedy: "give more"}))
	if errors.Is(err, converters.ErrMachine) || !isStopped(err) || err.Error() != "no memory: give more" {
		t.Errorf("%v: of the machine %v, to be looked at %v", err, errors.Is(err, converters.ErrMachine), isStopped(err))
	}
}
