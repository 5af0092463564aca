// Package task has work done at times: a profile's heartbeat.md and the schedule
// in its preferences.json, as far as the user trusts them. Each time is claimed in
// the store before its work is kept as a task, so that none is done twice,
// whatever clocks say and how many processes run.
//
//   - run.go: doing what is due
//   - schedule.go: what is done, and when
package task

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path"
	"strings"
	"time"

	"github.com/seed353dc258/backstory/internal/pattern"

	"github.com/robfig/cron/v3"
	"go.yaml.in/yaml/v3"

	"github.com/seed353dc258/backstory/converters/text"
	"github.com/seed353dc258/backstory/internal/plainfile"
	"github.com/seed353dc258/backstory/profile"
)

// Heartbeat is the name of the schedule that heartbeat.md makes.
const Heartbeat = "heartbeat"

const (
	usualEvery   = "@every 30m"
	minEvery     = time.Minute
	maxText      = 64 << 10
	maxSchedules = 100
)

// Schedule is something that is done at times.
type Schedule struct {
	Name  string `json:"name"`
	Cron  string `json:"cron"`  // five fields, or @every 30m, @daily and the like
	Quiet string `json:"quiet"` // hours in which nothing is done, such as 22:00-07:00
	Role  string `json:"role"`
	Text  string `json:"text"`

	spec     cron.Schedule
	from, to int // minutes of the day; equal for no quiet hours
}

// maxFile is the size of a file of schedules that is still read, in bytes.
const maxFile = 1 << 20

// Read reads the schedules of the profile in a folder below a root, of which
// files are trusted. What is wrong is left out, and a line says why.
func Read(root *os.Root, files map[string]string, folder string) (all []Schedule, problems []string) {
	for _, part := range []struct {
		name string
		read func([]byte) ([]Schedule, error)
	}{{profile.HeartbeatFile, heartbeat}, {profile.PreferencesFile, preferences}} {
		name := path.Join(folder, part.name)
		want, ok := files[name]
		if !ok {
			continue
		}
		content, err := plainfile.Read(root, name, maxFile)
		if sum := sha256.Sum256(content); err == nil && hex.EncodeToString(sum[:]) != want {
			err = errors.New("it has changed since it was trusted: see backstory trust")
		}
		var some []Schedule
		var decoded string
		if err == nil {
			decoded, _, err = text.Decode(content)
		}
		if err == nil {
			some, err = part.read([]byte(decoded))
		}
		if err != nil {
			problems = append(problems, name+": "+err.Error())
		}
		for _, s := range some {
			if err := s.check(); err != nil {
				problems = append(problems, fmt.Sprintf("%s: schedule %.80q: %v", name, s.Name, err))
				continue
			}
			all = append(all, s)
		}
	}
	seen := map[string]bool{}
	for i, s := range all {
		if seen[s.Name] || i >= maxSchedules {
			return all[:i], append(problems, fmt.Sprintf("schedule %q: there is one of this name, or there are more than %d: it and all behind it are left out", s.Name, maxSchedules))
		}
		seen[s.Name] = true
	}
	return all, problems
}

// heartbeat reads a heartbeat.md: its front matter may say when, its body says
// what.
func heartbeat(content []byte) ([]Schedule, error) {
	s := Schedule{Name: Heartbeat, Cron: usualEvery}
	text := strings.ReplaceAll(string(bytes.TrimPrefix(content, []byte("\ufeff"))), "\r\n", "\n")
	if rest, ok := strings.CutPrefix(text, "---\n"); ok {
		front, body, ok := strings.Cut("\n"+rest, "\n---")
		if !ok {
			return nil, errors.New("the front matter has no line \"---\" at its end")
		}
		_, text, _ = strings.Cut(body, "\n")
		var f struct{ Every, Cron, Quiet, Role string }
		d := yaml.NewDecoder(strings.NewReader(front))
		d.KnownFields(true)
		if err := d.Decode(&f); err != nil && strings.TrimSpace(front) != "" {
			return nil, fmt.Errorf("the front matter: %w", err)
		}
		switch {
		case f.Every != "" && f.Cron != "":
			return nil, errors.New("it has both every and cron")
		case f.Every != "":
			s.Cron = "@every " + f.Every
		case f.Cron != "":
			s.Cron = f.Cron
		}
		s.Quiet, s.Role = f.Quiet, f.Role
	}
	if s.Text = strings.TrimSpace(text); s.Text == "" {
		return nil, nil // there is nothing to do
	}
	return []Schedule{s}, nil
}

// preferences reads the field schedule of a preferences.json.
func preferences(content []byte) ([]Schedule, error) {
	var p struct {
		Schedule json.RawMessage `json:"schedule"`
	}
	if err := json.Unmarshal(bytes.TrimPrefix(content, []byte("\ufeff")), &p); err != nil || p.Schedule == nil {
		return nil, err
	}
	var all []Schedule
	d := json.NewDecoder(bytes.NewReader(p.Schedule))
	d.DisallowUnknownFields()
	if err := d.Decode(&all); err != nil {
		return nil, fmt.Errorf("schedule: %w", err)
	}
	return all, nil
}

var (
	namePattern  = pattern.Lazy(`^[a-z0-9][a-z0-9_-]{0,63}$`)
	quietPattern = pattern.Lazy(`^([01][0-9]|2[0-3]):([0-5][0-9])-([01][0-9]|2[0-3]):([0-5][0-9])$`)
)

func (s *Schedule) check() error {
	s.Text = strings.TrimSpace(s.Text)
	switch {
	case !namePattern().MatchString(s.Name):
		return errors.New("the name must have small letters, digits, - and _, up to 64")
	case s.Text == "" || len(s.Text) > maxText:
		return fmt.Errorf("text must say what is to be done, in up to %d KiB", maxText>>10)
	}
	var err error
	if s.spec, err = cron.ParseStandard(s.Cron); err != nil {
		return fmt.Errorf("cron %.80q: %w", s.Cron, err)
	}
	if every, ok := s.spec.(cron.ConstantDelaySchedule); ok && every.Delay < minEvery {
		return fmt.Errorf("cron %q: it may be done once a minute", s.Cron)
	}
	if s.spec.Next(time.Unix(0, 0)).IsZero() {
		return fmt.Errorf("cron %q: there is no such day", s.Cron)
	}
	if s.Quiet == "" {
		return nil
	}
	m := quietPattern().FindStringSubmatch(s.Quiet)
	if m == nil {
		return fmt.Errorf("quiet %.40q must be hours such as 22:00-07:00", s.Quiet)
	}
	var n [4]int
	for i := range n {
		n[i] = int(m[i+1][0]-'0')*10 + int(m[i+1][1]-'0')
	}
	s.from, s.to = n[0]*60+n[1], n[2]*60+n[3]
	return nil
}

// quiet reports whether a time lies in the quiet hours.
func (s *Schedule) quiet(at time.Time) bool {
	minute := at.Hour()*60 + at.Minute()
	if s.from <= s.to {
		return minute >= s.from && minute < s.to
	}
	return minute >= s.from || minute < s.to
}
