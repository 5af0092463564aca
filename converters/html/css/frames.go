package css

import (
	"strings"

	"github.com/seed353dc258/backstory/converters/html/css/props"
)

// keyframe is the end of an animation (css-animations-1).
type keyframe struct {
	name  string
	decls []props.Decl
}

const mostKeyframes = 1024 // animations of a page

// keyframes reads the steps of an animation: what holds at its end.
func (r *cssReader) keyframes(name, body string) {
	if len(r.frames) >= mostKeyframes {
		r.full, r.lostFrames = true, true
		return
	}
	in := props.TextReader{Src: body}
	frame := keyframe{name: name}
	for in.Pos < len(body) {
		start := in.Pos
		stop := in.SeekOutside("{};")
		steps := strings.ToLower(body[start:in.Pos])
		in.Pos++
		if stop != '{' {
			continue
		}
		inside := in.Body()
		for s := range strings.SplitSeq(steps, ",") {
			if s = strings.TrimSpace(s); s == "to" || s == "100%" {
				decls, _ := props.Declarations(inside, r.quirks)
				frame.decls = append(frame.decls, decls...)
			}
		}
	}
	r.frames = append(r.frames, frame)
}

// animate takes over what the animations of an element that stay at their ends
// have changed, and reports whether there are any. Of one that was not kept,
// nobody knows what it hides.
func (s *Sheet) animate(c *cascade) bool {
	animated := false
	fills := strings.Split(c.values[props.AnimationFill], ",")
	i := 0
	for name := range strings.SplitSeq(c.values[props.AnimationName], ",") {
		name, fill := strings.TrimSpace(name), strings.TrimSpace(fills[i%len(fills)])
		i++
		if name == "" || name == "none" || !stays(fill) {
			continue
		}
		decls, ok := s.frames[name]
		if !ok && s.lostFrames {
			c.values[props.Display] = "none"
		}
		c.apply(decls, animatedPriority, animatedPriority)
		animated = animated || ok
	}
	return animated
}

// stays reports whether an animation that fills so, or one of several, stays
// at its end.
func stays(fill string) bool {
	return strings.Contains(fill, "forwards") || strings.Contains(fill, "both")
}
