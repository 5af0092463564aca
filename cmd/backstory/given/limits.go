package given

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"

	"github.com/spf13/pflag"

	"github.com/seed353dc258/backstory/agent/catalog"
	"github.com/seed353dc258/backstory/converters"
	"github.com/seed353dc258/backstory/profile"
	"github.com/seed353dc258/backstory/profile/edit"
)

// big is the setting that raises the limits on size.
const big = "big"

// AddLimit declares --limit, and --big, which is a setting like those of it.
func AddLimit(flags *pflag.FlagSet, settings *[]string) {
	flags.Var(limitFlag{settings}, "limit", "set a limit as `NAME=N`, such as text=20000000; see docs/limits.md")
	flags.Var(bigFlag{settings}, big, "raise every limit on size to 16 times its default, for large documents; see docs/limits.md")
	flags.Lookup(big).NoOptDefVal = "true"
}

// limitFlag is --limit. An array of pflag forgets what --big put in front of it.
type limitFlag struct{ settings *[]string }

// Set implements [pflag.Value].
func (f limitFlag) Set(value string) error {
	*f.settings = append(*f.settings, value)
	return nil
}

// String implements [pflag.Value].
func (f limitFlag) String() string { return "" }

// Type implements [pflag.Value].
func (limitFlag) Type() string { return "stringArray" }

// bigFlag is --big, which comes before the other settings, so that --limit holds over it.
type bigFlag struct{ settings *[]string }

// Set implements [pflag.Value].
func (f bigFlag) Set(value string) error {
	on, err := strconv.ParseBool(value)
	*f.settings = slices.DeleteFunc(*f.settings, func(s string) bool { return s == big })
	if on {
		*f.settings = append([]string{big}, *f.settings...)
	}
	return err
}

// String implements [pflag.Value].
func (f bigFlag) String() string {
	return strconv.FormatBool(f.settings != nil && slices.Contains(*f.settings, big))
}

// Type implements [pflag.Value].
func (bigFlag) Type() string { return "bool" }

// BigLimits returns the limits that --big sets: as high as a profile may set them.
func BigLimits() (limits converters.Limits) {
	for _, limit := range []converters.Limit{
		converters.LimitInput, converters.LimitProfile, converters.LimitText, converters.LimitBackstory, converters.LimitSteps,
		converters.LimitNodes, converters.LimitCells, converters.LimitEntries, converters.LimitPart, converters.LimitParts,
	} {
		limits = limits.With(limit, limit.Trusted())
	}
	return limits
}

// KeepBig writes the limits that --big sets into the options of a profile, where settings
// have it.
func KeepBig(ctx context.Context, p *profile.Profile, settings []string) error {
	if !slices.Contains(settings, big) {
		return errors.New("--keep writes the limits of --big: give both")
	}
	return edit.Change(ctx, p, func() error {
		const maxOptions = 1 << 20
		before, err := p.ReadFile(profile.OptionsFile, maxOptions)
		if err != nil {
			return err
		}
		after, err := edit.Limits(before, BigLimits())
		if err != nil {
			return fmt.Errorf("%s: %w", profile.OptionsFile, err)
		}
		if string(after) == string(before) {
			return nil
		}
		return edit.Write(p, profile.OptionsFile, after)
	})
}

// ParseLimits returns the limits that --limit sets.
func ParseLimits(settings []string) (limits converters.Limits, err error) {
	for _, setting := range settings {
		if setting == big {
			limits = BigLimits()
			continue
		}
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

// BigHelps is said where a source passed a limit.
const BigHelps = "--big raises the limits on size to 16 times as much, and build --big --keep writes that into backstory/.backstory.json"

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
