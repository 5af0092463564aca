package numfmt

import (
	"math"
	"strings"
)

// maxPart is how many digits of a second are shown.
const maxPart = 9

// maxDay is the day after 9999-12-31 in the epoch of 1900.
const maxDay = 2958466

// epochDays is how many days the epoch of 1904 is later than that of 1900.
const epochDays = 1462

// readClock finds which m are minutes: those behind hours and before seconds.
func (s *section) readClock() {
	last := tokenLiteral
	month := -1 // the last m that may be a minute
	for i := range s.tokens {
		t := &s.tokens[i]
		switch t.kind {
		case tokenMonth:
			month = -1
			if t.count <= 2 && (last == tokenHour || last == tokenElapsedHour) {
				t.kind = tokenMinute
			} else if t.count <= 2 {
				month = i
			}
		case tokenSecond, tokenElapsedSecond:
			if month >= 0 {
				s.tokens[month].kind = tokenMinute
			}
			month = -1
		case tokenHalf:
			s.clock.half = true
			continue
		case tokenPart:
			s.clock.parts = max(s.clock.parts, t.count)
			continue
		case tokenYear, tokenEraYear, tokenDay, tokenHour, tokenElapsedHour, tokenElapsedMinute:
			month = -1
			s.clock.dayed = s.clock.dayed || t.kind == tokenDay && t.count <= 2
		default:
			continue
		}
		last = t.kind
		s.clock.elapsed = s.clock.elapsed || t.kind >= tokenElapsedHour
	}
}

// moment is a number taken apart.
type moment struct {
	year, month, day, weekday int
	hour, minute, second      int64
	total                     int64 // seconds since day 0
	part                      int64
}

// appendDate shows a number as a date or a time. What is not a date is shown as
// a number: Excel fills such cells with #.
func (s *section) appendDate(to []byte, n *Number, epoch Epoch) []byte {
	v := n.Float()
	last := float64(maxDay)
	if epoch == Epoch1904 {
		last -= epochDays
	}
	switch {
	case math.Abs(v) >= last, n.neg && !s.clock.elapsed && !n.IsZero():
		return AppendGeneral(to, n)
	case n.neg && v != 0:
		to = append(to, '-')
		v = -v
	}
	m := read(v, s.clock.parts, epoch)
	for i := range s.tokens {
		to = s.appendUnit(to, &s.tokens[i], &m)
	}
	return to
}

// read takes a number apart, rounded to as many digits of a second as are
// shown.
func read(v float64, parts int, epoch Epoch) moment {
	unit := int64(1)
	for range parts {
		unit *= 10
	}
	// The day and the rest of it apart keep the most of a binary fraction.
	day, rest := math.Modf(v)
	ticks := int64(math.Round(rest * 86400 * float64(unit)))
	days := int64(day)
	if whole := 86400 * unit; ticks >= whole {
		ticks -= whole
		days++
	}
	m := moment{part: ticks % unit, total: days*86400 + ticks/unit}
	seconds := ticks / unit
	m.hour, m.minute, m.second = seconds/3600, seconds/60%60, seconds%60
	m.date(days, epoch)
	return m
}

// date fills in the date of a day. In the epoch of 1900, day 60 is the
// 29th of February 1900, which never was, and day 0 the one before the first.
func (m *moment) date(day int64, epoch Epoch) {
	if epoch == Epoch1904 {
		day += epochDays
	}
	m.weekday = int((day + 6) % 7)
	switch {
	case day == 60:
		m.year, m.month, m.day = 1900, 2, 29
		return
	case day == 0:
		m.year, m.month, m.day = 1900, 1, 0
		return
	case day < 60:
		day++
	}
	m.year, m.month, m.day = civil(day)
}

// civil returns the date of a day, counted from 1899-12-30 on. Years are
// taken to begin in March, so that the day that comes and goes is their last.
func civil(day int64) (year, month, dayOfMonth int) {
	const before = 693899 // days from 0000-03-01 to 1899-12-30
	day += before
	era := day / 146097
	day %= 146097
	y := (day - day/1460 + day/36524 - day/146096) / 365
	day -= 365*y + y/4 - y/100
	m := (5*day + 2) / 153
	dayOfMonth = int(day - (153*m+2)/5 + 1)
	month = int(m) + 3
	year = int(y + 400*era)
	if month > 12 {
		month -= 12
		year++
	}
	return year, month, dayOfMonth
}

// appendUnit shows one token of a date.
func (s *section) appendUnit(to []byte, t *token, m *moment) []byte {
	switch t.kind {
	case tokenYear:
		year := s.locale.year(t, m)
		if t.count <= 2 {
			return s.locale.appendCount(to, int64(year%100), 2, true)
		}
		return s.locale.appendCount(to, int64(year), 4, true)
	case tokenEra, tokenEraYear, tokenWeekday:
		return s.locale.appendLocal(to, t, m)
	case tokenMonth:
		return s.appendMonth(to, m.month, t.count)
	case tokenDay:
		return s.locale.appendDay(to, m, t.count)
	case tokenHour:
		hour := m.hour
		if s.clock.half {
			hour = (hour+11)%12 + 1
		}
		return s.locale.appendCount(to, hour, min(t.count, 2), false)
	case tokenMinute:
		return s.locale.appendCount(to, m.minute, min(t.count, 2), false)
	case tokenSecond:
		return s.locale.appendCount(to, m.second, min(t.count, 2), false)
	case tokenPart:
		return appendPadded(append(to, '.'), m.part, t.count)
	case tokenHalf:
		return s.locale.appendHalf(to, m.hour, t.text)
	case tokenElapsedHour:
		return appendPadded(to, m.total/3600, t.count)
	case tokenElapsedMinute:
		return appendPadded(to, m.total/60, t.count)
	case tokenElapsedSecond:
		return appendPadded(to, m.total, t.count)
	default:
		return append(to, t.text...)
	}
}

// appendHalf appends the half of the day, in the form of AM/PM or A/P.
func (l *locale) appendHalf(to []byte, hour int64, form string) []byte {
	first, second, _ := strings.Cut(form, "/")
	switch {
	case strings.EqualFold(form, "AM/PM"):
		return append(to, l.halfName(hour >= 12)...)
	case hour < 12:
		return append(to, first...)
	}
	return append(to, second...)
}

func (s *section) appendMonth(to []byte, month, count int) []byte {
	if count <= 2 {
		return s.locale.appendCount(to, int64(month), count, false)
	}
	return append(to, s.locale.month(month, min(count, 6), s.clock.dayed)...)
}

func (l *locale) appendDay(to []byte, m *moment, count int) []byte {
	if count <= 2 {
		return l.appendCount(to, int64(m.day), count, false)
	}
	return append(to, l.day(m.weekday, count == 3)...)
}
