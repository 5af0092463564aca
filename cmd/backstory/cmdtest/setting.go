package cmdtest

import (
	"fmt"
	"runtime"
	"strconv"
	"testing"
	"time"
)

// Setting is what a result may not depend on.
type Setting struct {
	Processors   int
	Zone, Locale string
}

// Settings are all that the values here give: twelve, of which the first six have every
// value.
func Settings() (all []Setting) {
	for i := range 12 {
		all = append(all, Setting{[]int{1, 2, 8}[i%3], []string{"UTC", "Asia/Tokyo"}[(i+i/6)%2], []string{"C", "tr_TR.UTF-8"}[i/3%2]})
	}
	return all
}

// String says what the setting is.
func (s Setting) String() string {
	return fmt.Sprintf("%d processors, %s, %s", s.Processors, s.Zone, s.Locale)
}

// Env has a process run in the setting.
func (s Setting) Env() []string {
	return []string{"GOMAXPROCS=" + strconv.Itoa(s.Processors), "TZ=" + s.Zone, "LC_ALL=" + s.Locale, "LANG=" + s.Locale}
}

// Within does something in the setting, in this process.
func (s Setting) Within(t *testing.T, do func()) {
	t.Helper()
	zone, err := time.LoadLocation(s.Zone)
	if err != nil {
		t.Skipf("the system has no time zones: %v", err)
	}
	here, processors := time.Local, runtime.GOMAXPROCS(s.Processors)
	defer func() {
		time.Local = here
		runtime.GOMAXPROCS(processors)
	}()
	time.Local = zone
	t.Setenv("TZ", s.Zone)
	t.Setenv("LC_ALL", s.Locale)
	t.Setenv("LANG", s.Locale)
	do()
}
