package paper_test

import (
	"strings"
	"testing"

	"github.com/seed353dc258/backstory/converters/internal/paper"
	"github.com/seed353dc258/backstory/document"
)

// sheet returns pages of Letter with paragraphs of ten letters, whose keys are from 1 on.
func sheet(n int, with func(i int, p *paper.Paragraph)) (*paper.Sheet, paper.Flow) {
	s := &paper.Sheet{Width: 612, Height: 792, Margin: paper.Rect{Left: 72, Top: 72, Right: 72, Bottom: 72}}
	f := s.Body()
	for i := 1; i <= n; i++ {
		p := paper.Paragraph{Key: i, Size: 10}
		p.Write("abcdeghkno")
		if with != nil {
			with(i, &p)
		}
		s.Settle(&f)
		s.Put(&f, &p)
	}
	return s, f
}

func hold(t *testing.T, s *paper.Sheet, want ...int) {
	t.Helper()
	under := s.Under()
	for _, key := range want {
		if !under[key] {
			t.Errorf("%d is not under a shape: %v", key, under)
		}
	}
	if len(under) != len(want) {
		t.Errorf("under shapes are %v, want %v", under, want)
	}
}

func TestLinesUnderShapes(t *testing.T) {
	for _, c := range []struct {
		name string
		at   paper.Rect
		want []int
	}{
		{"a line", paper.Rect{Left: 72, Top: 84, Right: 300, Bottom: 96}, []int{2}},
		{"half of it", paper.Rect{Left: 72, Top: 84, Right: 98, Bottom: 96}, []int{2}},
		{"less", paper.Rect{Left: 72, Top: 84, Right: 92, Bottom: 96}, nil},
		{"beside it", paper.Rect{Left: 130, Top: 84, Right: 300, Bottom: 96}, nil},
		{"between lines", paper.Rect{Left: 72, Top: 92, Right: 300, Bottom: 100}, nil},
		{"all of the page", paper.Rect{Right: 612, Bottom: 792}, []int{1, 2, 3}},
		{"another page", paper.Rect{Top: 792, Right: 612, Bottom: 1584}, nil},
		{"a shape without size", paper.Rect{Left: 72, Top: 84, Right: 72, Bottom: 96}, nil},
	} {
		s, _ := sheet(3, nil)
		s.Cover(c.at, c.at.Top, 1)
		t.Run(c.name, func(t *testing.T) { hold(t, s, c.want...) })
	}
}

func TestShapesBehindTextHideNothing(t *testing.T) {
	s, _ := sheet(2, nil)
	s.Cover(paper.Rect{Right: 612, Bottom: 792}, 0, -1)
	hold(t, s)
	s, _ = sheet(2, nil)
	s.Lift(1, 2, 0, 0, 5) // the second is in a box
	s.Cover(paper.Rect{Right: 612, Bottom: 792}, 0, 3)
	hold(t, s, 1)
}

func TestTextIsWhereItsPropertiesPutIt(t *testing.T) {
	right := paper.Rect{Left: 480, Top: 72, Right: 540, Bottom: 84}
	for name, with := range map[string]func(p *paper.Paragraph){
		"aligned":  func(p *paper.Paragraph) { p.Align = document.AlignRight },
		"indented": func(p *paper.Paragraph) { p.Margin.Left = 420 },
		"a tab": func(p *paper.Paragraph) {
			*p = paper.Paragraph{Key: 1, Size: 10, Stops: []paper.Stop{{At: 468, Align: document.AlignRight}}}
			p.Tab()
			p.Write("abcdeghkno")
		},
		"full lines": func(p *paper.Paragraph) { p.Write(strings.Repeat("a", 2000)) },
	} {
		s, _ := sheet(1, func(_ int, p *paper.Paragraph) { with(p) })
		s.Cover(right, right.Top, 1)
		t.Run(name, func(t *testing.T) { hold(t, s, 1) })
	}
}

func TestPagesFollowOneAnother(t *testing.T) {
	s, f := sheet(100, nil)
	if f.Y < 792 || f.Y > 1584 {
		t.Fatalf("a hundred lines end at %v, want the second page", f.Y)
	}
	s.Cover(paper.Rect{Top: 864, Right: 612, Bottom: 876}, 864, 1)
	hold(t, s, 55) // 54 lines are on the first one
}

func TestManyTextsAreJudgedAsThePagesEnd(t *testing.T) {
	const n = 40_000
	s := &paper.Sheet{Width: 612, Height: 792, Margin: paper.Rect{Top: 72}}
	f := s.Body()
	for i := 1; i <= n; i++ {
		s.Settle(&f)
		p := paper.Paragraph{Key: i, Size: 10}
		p.Write("abcdeghkno")
		top, _ := s.Put(&f, &p)
		if i%1000 == 0 {
			s.Cover(paper.Rect{Top: top, Right: 612, Bottom: top + 12}, top, 1)
		}
		if s.Mark() > n/4 {
			t.Fatalf("%d texts are held at once", s.Mark())
		}
	}
	if got := len(s.Under()); got != n/1000 {
		t.Errorf("%d texts are under shapes, want %d", got, n/1000)
	}
}

func TestMoreShapesThanAnybodyDraws(t *testing.T) {
	s, _ := sheet(2, nil)
	for page := range 1 << 19 {
		top := float64(10+page) * 792
		s.Cover(paper.Rect{Top: top, Right: 9, Bottom: top + 9}, top, 1)
	}
	hold(t, s, 1, 2)
	s, _ = sheet(1, nil)
	s.Crowd()
	hold(t, s, 1)
}
