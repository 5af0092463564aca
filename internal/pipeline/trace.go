package pipeline

import (
	"bytes"
	"context"
	"errors"
	"slices"

	"github.com/seed353dc258/backstory/compose"
	"github.com/seed353dc258/backstory/manifest"
	"github.com/seed353dc258/backstory/profile"
)

// Quote is a text that is in one line of the chapter of a source.
type Quote struct {
	Source string // path in the backstory folder
	Text   string
	Offset int // in the chapter, in bytes, where it is known that the text is there
}

// maxTraced is how many bytes the sources have together whose chapters
// [Builder.Trace] asks for: where the cache does not have one, it is converted
// while somebody waits.
const maxTraced = 32 << 20

// Trace says where quotes came from, in their order, with one look at the
// profile. The zero Origin is that of a quote whose place is not known: its text
// or its source is not there, was changed after the last build, or is one too
// many. Where a text is in several lines and not where the quote says, the first
// one counts.
func (b *Builder) Trace(ctx context.Context, p *profile.Profile, quotes []Quote) ([]Origin, error) {
	out := make([]Origin, len(quotes))
	e, err := b.explainer(ctx, p)
	if err != nil {
		return out, err
	}
	left, passed := int64(maxTraced), map[int]bool{}
	for i, q := range quotes {
		number := slices.IndexFunc(e.parts, func(part compose.Part) bool { return part.Path == q.Source })
		if number < 0 || passed[number] {
			continue
		}
		begin, end, ok := e.find(number, q)
		if !ok {
			continue
		}
		entry := e.entries[number]
		if e.chapters[entry.Path] == nil {
			if left < entry.SizeBytes || entry.Status != manifest.StatusOK {
				passed[number] = true
				continue
			}
			left -= entry.SizeBytes
		}
		chapter, err := e.chapter(ctx, number)
		if errors.Is(err, ErrStale) {
			passed[number] = true
			continue
		}
		if err != nil {
			return out, err
		}
		out[i] = originOf(entry.Format, chapter, begin, end)
	}
	return out, nil
}

// find returns where a quote begins in its chapter, and the last character of the
// line there.
func (e *explainer) find(number int, q Quote) (begin, last int64, ok bool) {
	part := e.parts[number]
	chapter := e.text[part.Offset : part.Offset+part.Length]
	at := q.Offset
	if at < 0 || at > len(chapter) || !bytes.HasPrefix(chapter[at:], []byte(q.Text)) {
		at = bytes.Index(chapter, []byte(q.Text))
	}
	if at < 0 || q.Text == "" {
		return 0, 0, false
	}
	end := at + len(q.Text)
	if rest := bytes.IndexByte(chapter[end:], '\n'); rest >= 0 {
		end += rest
	} else {
		end = len(chapter)
	}
	return int64(at), int64(end - 1), true
}
