package chats_test

import (
	"context"
	"errors"
	"fmt"
	"io"
	"runtime"
	"strings"
	"testing"

	"github.com/seed353dc258/backstory/exchange"
	"github.com/seed353dc258/backstory/exchange/chats"
	"github.com/seed353dc258/backstory/exchange/exchangetest"
	"github.com/seed353dc258/backstory/internal/soak"
)

func TestImport(t *testing.T) { exchangetest.Run(t, chats.New()) }

func FuzzImport(f *testing.F) { exchangetest.Fuzz(f, chats.New(), "") }

// TestLongExportsAreReadAsTheyCome: an export is larger than what is held of it.
func TestLongExportsAreReadAsTheyComeSoak(t *testing.T) {
	size := int64(soak.Size(t, 400)) << 20
	var held runtime.MemStats
	runtime.GC()
	runtime.ReadMemStats(&held)
	before := held.HeapAlloc
	report, err := exchange.Preview(context.Background(), chats.New(), &exchange.Input{Name: "long.json", File: io.NewSectionReader(long{size}, 0, size+int64(len(longEnd)))})
	if err != nil {
		t.Fatal(err)
	}
	runtime.GC()
	runtime.ReadMemStats(&held)
	if kept := int64(held.HeapAlloc) - int64(before); kept > 8<<20 {
		t.Errorf("%d bytes are held of an export of %d", kept, size)
	}
	said := 1 + (size-int64(len(longHead)))/int64(len(longMessage)) // with that of the head
	if got, want := exchangetest.Report(report), fmt.Sprintf("mapped messages (%d)", said); !strings.Contains(got, want) {
		t.Errorf("%q is not in the report:\n%.300s", want, got)
	}
}

// The export that long is: messages of Telegram, as many as fit.
const (
	longHead    = `{"name":"Long","type":"personal_chat","messages":[{"from":"A","text":"begin"}`
	longMessage = `,{"id":7,"type":"message","date":"2026-01-02T10:01:00","from":"Ruth","text":"Some words that are said again and again."}`
	longEnd     = `]}`
)

// long is a file of a size, which is nowhere as a whole.
type long struct{ size int64 }

func (l long) ReadAt(p []byte, at int64) (int, error) {
	for i := range p {
		switch where := at + int64(i); {
		case where >= l.size+int64(len(longEnd)):
			return i, io.EOF
		case where >= l.size:
			p[i] = longEnd[where-l.size]
		case where < int64(len(longHead)):
			p[i] = longHead[where]
		default:
			where -= int64(len(longHead))
			if l.size-int64(len(longHead))-where <= (l.size-int64(len(longHead)))%int64(len(longMessage)) {
				p[i] = ' '
			} else {
				p[i] = longMessage[where%int64(len(longMessage))]
			}
		}
	}
	return len(p), nil
}

func TestOneConversationIsBounded(t *testing.T) {
	_, err := exchange.Preview(context.Background(), chats.New(), exchangetest.File("in.json", []byte(`[{"title":"`+strings.Repeat("a", 25<<20)+`"}]`)))
	if !errors.Is(err, exchange.ErrLimit) {
		t.Errorf("error %v", err)
	}
}

// TestTextThatIsNoUTF8IsSaidOnce: a byte that is none takes nothing else with it,
// and a long text is parted between two signs.
func TestTextThatIsNoUTF8IsSaidOnce(t *testing.T) {
	for _, c := range []struct {
		text, sign string
		want       int
	}{{"M\xfcller", "ller", 1}, {strings.Repeat("\xff", 1<<20) + "end", "end", 1}, {"a" + strings.Repeat("ü", 400_000), "ü", 400_000}} {
		files, _, err := exchange.Files(context.Background(), chats.New(), exchangetest.File("in.txt", []byte("31.12.20, 23:59 - Ada: "+c.text+"\n")))
		if err != nil {
			t.Fatal(err)
		}
		got := 0
		for name, content := range files {
			if strings.HasPrefix(name, "backstory/") {
				got += strings.Count(string(content), c.sign)
			}
		}
		if got != c.want {
			t.Errorf("%.20q: %q is there %d times, want %d", c.text, c.sign, got, c.want)
		}
	}
}

// TestManyConversationsAreCounted: the report of more than it lists says how many
// messages there were.
func TestManyConversationsAreCounted(t *testing.T) {
	one := `{"name":"T","chat_messages":[{"sender":"human","text":"Hm."}]}`
	report, err := exchange.Preview(context.Background(), chats.New(), exchangetest.File("in.json", []byte("["+strings.Repeat(one+",", 2499)+one+"]")))
	if err != nil {
		t.Fatal(err)
	}
	if got := exchangetest.Report(report); !strings.Contains(got, "mapped messages (2500)") || report.Unlisted == 0 {
		t.Errorf("%d lines are in no list, and the last are %s", report.Unlisted, got[len(got)-300:])
	}
}
