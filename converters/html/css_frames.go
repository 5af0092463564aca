package html

import "strings"

// keyframe is the end of an animation (css-animations-1).
type keyframe struct {
	name  string
	decls []decl
}

const mostKeyframes = 1024 // animations of a page

// keyframes reads the steps of an animation: what holds at its end.
func (r *cssReader) keyframes(name, body string) {
	if len(r.frames) >= mostKeyframes {
		r.full = true
		return
	}
	in := cssReader{src: body}
	frame := keyframe{name: name}
	for in.pos < len(body) {
		start := in.pos
		stop := in.seekOutside("{};")
		steps := strings.ToLower(body[start:in.pos])
		in.pos++
		if stop != '{' {
			continue
		}
		inside := in.body()
		for s := range strings.SplitSeq(steps, ",") {
			if s = strings.TrimSpace(s); s == "to" || s == "100%" {
				decls, _ := declarations(inside, r.quirks)
				frame.decls = append(frame.decls, decls...)
			}
		}
	}
	r.frames = append(r.frames, frame)
}

// animate takes over what an animation that stays at its end has changed.
func (s *sheet) animate(c *cascade) {
	name := c.values[propAnimationName]
	if fill := c.values[propAnimationFill]; name == "" || fill != "forwards" && fill != "both" {
		return
	}
	c.apply(s.frames[name], animatedPriority, animatedPriority)
}
