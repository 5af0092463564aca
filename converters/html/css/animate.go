package css

import (
	"cmp"
	"slices"
	"strings"

	"github.com/seed353dc258/backstory/converters/html/css/props"
	"github.com/seed353dc258/backstory/converters/html/dom"
)

// frame is a state of an animation (css-animations-1).
type frame struct {
	last  bool
	decls []props.Decl
}

// maxFrames is how many are kept of one animation.
const maxFrames = 32

// framesOf reads an animation, as far as it has not too many states.
func framesOf(body string) (list []frame, whole bool) {
	for in := (props.TextReader{Src: body}); len(list) < maxFrames; {
		start := in.Pos
		if in.SeekOutside("{") == 0 {
			return list, true
		}
		at := strings.Join(strings.Fields(strings.ToLower(body[start:in.Pos])), "")
		in.Pos++
		f := frame{decls: props.Declarations(in.Body()).Decls}
		for p := range strings.SplitSeq(at, ",") {
			f.last = f.last || p == "to" || p == "100%"
		}
		list = append(list, f)
	}
	return list, false
}

// course is how an element goes through an animation.
type course struct {
	name  string
	stays bool // at its end
	open  bool // it does not end, or late, or backwards
}

// longest is how many seconds a reader waits for a text.
const longest = 20

// courses returns those of an element.
func (c *cascade) courses() []course {
	var out []course
	names := slices.Collect(props.SplitOutside(c.values[props.AnimationName], ','))
	for i, name := range names[:min(len(names), maxFrames)] {
		at := func(p props.Property, unset string) string {
			list := slices.Collect(props.SplitOutside(c.values[p], ','))
			return cmp.Or(strings.TrimSpace(list[i%len(list)]), unset)
		}
		count, finite := props.Number(at(props.AnimationCount, "1"))
		time := seconds(at(props.AnimationDuration, "0s"))*count + seconds(at(props.AnimationDelay, "0s"))
		out = append(out, course{
			name:  strings.TrimSpace(name),
			stays: dom.HasWord("forwards both", at(props.AnimationFill, "none")),
			open:  !finite || time > longest || at(props.AnimationState, "running") == "paused" || at(props.AnimationDirection, "normal") != "normal",
		})
	}
	return out
}

// seconds reads a time; one that is not read may be long.
func seconds(v string) float64 {
	unit := 1.0
	n, ok := strings.CutSuffix(v, "ms")
	if ok {
		unit = 1000
	}
	if x, ok := props.Number(strings.TrimSuffix(n, "s")); ok {
		return x / unit
	}
	return longest + 1
}
