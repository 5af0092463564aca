package door

import (
	"context"
	"fmt"
	"slices"

	"github.com/seed353dc258/backstory/agent/store"
)

// hasImages reports whether an image is shown in a request.
func (a *Ask) hasImages() bool {
	return slices.ContainsFunc(a.Said, func(l Line) bool { return len(l.Images) > 0 })
}

// Fit takes out of a request what the API of the model has no place for, and names it as
// ignored. The form of an answer cannot be ignored: the client would read what it
// does not expect. That is an error, with the name that the field of the form has. So is
// an image for a model that takes none.
func (d *Door) Fit(ctx context.Context, a *Ask, form string, ignored *Ignored) error {
	w := &a.Wishes
	asked := []struct {
		name string
		is   bool
		drop func()
	}{
		{"temperature", w.Temperature != nil, func() { w.Temperature = nil }},
		{"seed", w.Seed != nil, func() { w.Seed = nil }},
		{"stop", len(w.Stop) > 0, func() { w.Stop = nil }},
		{"reasoning_effort", w.Effort != "", func() { w.Effort = "" }},
	}
	isAsked := w.Form != "" || a.hasImages()
	for _, one := range asked {
		isAsked = isAsked || one.is
	}
	if !isAsked {
		return nil
	}
	sc, role, err := d.choose(ctx, a.Model)
	if err != nil {
		return err
	}
	i, err := d.Host(ctx).Beside(sc.Profile())
	if err != nil {
		return err
	}
	choice, err := d.Host(ctx).Choose(i, store.Session{Kind: store.Client, Role: role})
	if err != nil {
		return err
	}
	if a.hasImages() && !d.Host(ctx).Catalog.TakesImages(ctx, choice.Model) {
		return Wrong(a.Shown, fmt.Sprintf("%s: the model that answers, %s, takes no images: ask one that does, or put the file into the profile's backstory/ folder", a.Shown, choice.Full))
	}
	if w.Form != "" && !slices.Contains(choice.Caps.Wishes, "response_format") {
		return Wrong(form, fmt.Sprintf("%s: answers of the form %q are not to be had of the model that answers, %s", form, w.Form, choice.Full))
	}
	for _, one := range asked {
		if one.is && !slices.Contains(choice.Caps.Wishes, one.name) {
			ignored.Add(one.name)
			one.drop()
		}
	}
	return nil
}
