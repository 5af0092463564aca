package model

import "slices"

// HasImage reports whether there is an image in a message.
func (m Message) HasImage() bool {
	return slices.ContainsFunc(m.Parts, func(p Part) bool { return p.Image != nil })
}

// WithoutImages returns a request in which a line is in the place of each image, for a
// model that takes none. One that has none stays as it is.
func (r *Request) WithoutImages() *Request {
	if !slices.ContainsFunc(r.Messages, Message.HasImage) {
		return r
	}
	less := *r
	less.Messages = slices.Clone(r.Messages)
	out := less.Messages
	for i := range out {
		out[i].Parts = slices.Clone(out[i].Parts)
		for j, p := range out[i].Parts {
			if p.Image != nil {
				out[i].Parts[j] = Part{Text: "[An image was shown here, which you cannot see.]"}
			}
		}
	}
	return &less
}
