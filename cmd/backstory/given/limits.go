package given

import (
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"

	"github.com/spf13/pflag"

	"github.com/seed353dc258/backstory/agent/catalog"
	"github.com/seed353dc258/backstory/converters"
)

// AddLimit declares --limit.
func AddLimit(flags *pflag.FlagSet, settings *[]string) {
	flags.StringArrayVar(settings, "limit", nil, "set a limit as `NAME=N`, such as text=20000000; see docs/limits.md")
}

// ParseLimits returns the limits that --limit sets.
func ParseLimits(settings []string) (limits converters.Limits, err error) {
	for _, setting := range settings {
		name, value, _ := strings.Cut(setting, "=")
		n, err := strconv.ParseInt(value, 10, 64)
		if err != nil || n < 1 {
			return limits, fmt.Errorf("--limit %s: give NAME=N with a positive number", setting)
		}
		limit, ok := converters.LimitNamed(name)
		if !ok {
			return limits, fmt.Errorf("--limit %s: there is no limit %q; docs/limits.md lists them", setting, name)
		}
		limits = limits.With(limit, n)
	}
	return limits, nil
}

// UserLimits returns the limits that the user's own configuration sets.
func UserLimits() (limits converters.Limits, err error) {
	user, err := catalog.Load("")
	if err != nil {
		return limits, err
	}
	for _, name := range slices.Sorted(maps.Keys(user.Limits)) {
		limit, ok := converters.LimitNamed(name)
		if !ok || user.Limits[name] < 1 {
			return limits, fmt.Errorf("%s: limits.%s: give the name of a limit of docs/limits.md and a positive number", catalog.ConfigName, name)
		}
		limits = limits.With(limit, user.Limits[name])
	}
	return limits, nil
}
