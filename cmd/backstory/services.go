package main

import (
	"github.com/seed353dc258/backstory/converters"
	"github.com/seed353dc258/backstory/internal/worker"
)

// services returns what converters may ask for. Nothing is started before one
// asks. An empty cache folder makes PDFium compile in every process.
func services(cache, password string) []any {
	out := []any{&worker.Engine{Cache: cache}}
	if password != "" {
		out = append(out, converters.Password(password))
	}
	return out
}

// engineCache returns the folder for compiled code: it is no memory of the
// profile, so only --cache-dir moves it.
func (o *builderOptions) engineCache() string { return cacheFolder(o.cacheDir) }
