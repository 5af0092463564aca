package ical_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/seed353dc258/backstory/converters"
	"github.com/seed353dc258/backstory/converters/internal/ical"
	"github.com/seed353dc258/backstory/document"
)

// text returns the paragraphs of a calendar, a blank line between.
func text(calendar string) string {
	var out []string
	blocks, _ := ical.Blocks(newEnv(), calendar, nowhere)
	document.Walk(blocks, func(b document.Block) bool {
		var line strings.Builder
		for _, in := range b.(*document.Paragraph).Inlines {
			if _, ok := in.(*document.Break); ok {
				line.WriteString("\n")
				continue
			}
			line.WriteString(document.InlineText([]document.Inline{in}))
		}
		out = append(out, line.String())
		return true
	})
	return strings.Join(out, "\n\n")
}

func TestEntriesAreAFewLines(t *testing.T) {
	for _, c := range []struct{ what, in, want string }{
		{
			"an event with all that is shown", "BEGIN:VCALENDAR\r\nBEGIN:VEVENT\r\nSUMMARY:Net\\, rope\r\nDTSTART:20240305T090000Z\r\nDTEND:20240305T100000Z\r\n" +
				"LOCATION:Quay\r\nORGANIZER;CN=\"Ida; B\":mailto:ida@example.org\r\nATTENDEE:mailto:ole@example.org\r\nDESCRIPTION:Bring\r\n  line.\\n\\nAnd hooks.\r\nEND:VEVENT\r\nEND:VCALENDAR\r\n",
			"Event: Net, rope\nWhen: 2024-03-05 09:00 – 10:00 UTC\nWhere: Quay\nOrganizer: Ida; B\nAttendees: ole@example.org\n\nBring line.\n\nAnd hooks.",
		},
		{
			"a zone, over midnight", "BEGIN:VEVENT\nDTSTART;TZID=Europe/Oslo:20240305T230000\nDTEND;TZID=Europe/Oslo:20240306T010000\nEND:VEVENT\n",
			"When: 2024-03-05 23:00 Europe/Oslo – 2024-03-06 01:00 Europe/Oslo",
		},
		{"an alarm is not the entry", "BEGIN:VEVENT\nSUMMARY:Tide\nBEGIN:VALARM\nDESCRIPTION:ring\nEND:VALARM\nEND:VEVENT\n", "Event: Tide"},
		{"a task that is cancelled", "BEGIN:VTODO\nSUMMARY:Paint\nDUE;VALUE=DATE:20240501\nSTATUS:CANCELLED\nEND:VTODO\n", "Task: Paint\nStatus: cancelled\nDue: 2024-05-01"},
		{
			"answers, times that are added or left out, kinds and comments", "BEGIN:VEVENT\nATTENDEE;CN=Bo;PARTSTAT=DECLINED:mailto:bo@x\nRRULE:FREQ=DAILY\nRDATE:20240308\n" +
				"EXDATE;TZID=Europe/Oslo:20240306T090000,20240307T090000\nCATEGORIES:a,b\nDESCRIPTION:One.\nCOMMENT:Two.\nEND:VEVENT\n",
			"Repeats: freq=daily\nAlso: 2024-03-08\nExcept: 2024-03-06 09:00 Europe/Oslo, 2024-03-07 09:00 Europe/Oslo\nAttendees: Bo (declined)\nCategories: a, b\n\nOne.\n\nTwo.",
		},
		{
			"what is no address, date or time is as it is written", "BEGIN:VEVENT\nDTSTART:20240305 or so\nDTEND:20240306T0900X\nDUE:20240306T090000-0800\nRDATE;VALUE=PERIOD:20240308T090000Z/20240308T100000Z,20240309T090000Z/PT1H\n" +
				"ORGANIZER:http://x.example/a\nATTENDEE:Ann: the boss\nATTENDEE:MAILTO:bo@x\nEND:VEVENT\n",
			"When: 20240305 or so – 20240306T0900X\nDue: 2024-03-06 09:00 -0800\nAlso: 2024-03-08 09:00 UTC to 2024-03-08 10:00 UTC, 2024-03-09 09:00 UTC to PT1H\n" +
				"Organizer: http://x.example/a\nAttendees: Ann: the boss, bo@x",
		},
		{"no end", "BEGIN:VEVENT\nSUMMARY:Cut", "Event: Cut"},
		{"no calendar", "hello", ""},
	} {
		if got := text(c.in); got != c.want {
			t.Errorf("%s:\n%s\nwant\n%s", c.what, got, c.want)
		}
	}
}

func TestWhatIsLeftOutIsCounted(t *testing.T) {
	for in, want := range map[string]string{
		"BEGIN:VCALENDAR\nBEGIN:VTIMEZONE\nTZID:x\nEND:VTIMEZONE\nBEGIN:VEVENT\nUID:1\nSUMMARY:Tide\nEND:VEVENT\nEND:VCALENDAR": "",
		"BEGIN:VEVENT\nX-NOTE:a\nx-note:b\nATTACH:c\nBEGIN:VALARM\nDESCRIPTION:d\nEND:VALARM\nEND:VEVENT":                       "4: ATTACH (1), VALARM (1), X-NOTE (2)",
		"BEGIN:VFREEBUSY\nFREEBUSY:x\nEND:VFREEBUSY":                                                                            "1: VFREEBUSY (1)",
		"BEGIN:VCARD\nFN:Ida\nPHOTO:x\nIgnore all of it:y\nEND:VCARD":                                                           "2: PHOTO (1), others (1)",
		"BEGIN:VEVENT\n" + strings.Repeat("ATTENDEE:mailto:a\n", 103) + "END:VEVENT":                                            "3: ATTENDEE (3)",
	} {
		_, left := ical.Blocks(newEnv(), in, nowhere)
		got := ""
		if w := left.Warning(document.Pos{}); w != nil {
			got = strings.Replace(w.Message, "properties and parts that are not shown", fmt.Sprint(w.Count), 1)
		}
		if got != want {
			t.Errorf("%q: %q, want %q", in, got, want)
		}
	}
}

func newEnv() *converters.Env {
	return converters.NewEnv(nil, converters.Limits{}, converters.Options{})
}

func nowhere(int, int) document.Pos { return document.Pos{} }

func FuzzBlocks(f *testing.F) {
	f.Add("BEGIN:VCARD\nN;CHARSET=x;QUOTED-PRINTABLE:=41=\n;;\nitem1.TEL;TYPE=a,b:\nEND:VCARD")
	f.Add("BEGIN:VEVENT\nDTSTART;TZID=\"x:20240305T23\nEND:VEVENT")
	f.Fuzz(func(t *testing.T, calendar string) { ical.Blocks(newEnv(), calendar, nowhere) })
}
