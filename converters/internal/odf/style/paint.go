package style

import "github.com/seed353dc258/backstory/converters/internal/visible"

// Paint returns a colour, or [GroundUnknown], as it is judged.
func Paint(rgb int32) visible.Paint {
	if rgb < 0 {
		return visible.Unknown
	}
	return visible.Solid(uint32(rgb))
}
