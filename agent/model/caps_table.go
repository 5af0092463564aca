package model

import "strings"

// unknownCaps is what is taken for granted of a model that no table knows.
var unknownCaps = Caps{Window: 128_000, MaxOutput: 8_192}

// capsByName are what models can do, by how their names begin; the longest
// beginning counts. The figures are those that their makers publish.
var capsByName = [...]struct {
	prefix string
	caps   Caps
}{
	{"claude-", Caps{Window: 200_000, MaxOutput: 8_192, Images: true}},
	{"claude-3-haiku", Caps{Window: 200_000, MaxOutput: 4_096, Images: true}},
	{"claude-3-opus", Caps{Window: 200_000, MaxOutput: 4_096, Images: true}},
	{"claude-3-7", Caps{Window: 200_000, MaxOutput: 64_000, Images: true}},
	{"claude-haiku-4", Caps{Window: 200_000, MaxOutput: 64_000, Images: true}},
	{"claude-opus-4", Caps{Window: 200_000, MaxOutput: 32_000, Images: true}},
	{"claude-sonnet-4", Caps{Window: 200_000, MaxOutput: 64_000, Images: true}},
	{"gpt-3.5", Caps{Window: 16_385, MaxOutput: 4_096}},
	{"gpt-4", Caps{Window: 8_192, MaxOutput: 8_192}},
	{"gpt-4-turbo", Caps{Window: 128_000, MaxOutput: 4_096, Images: true}},
	{"gpt-4o", Caps{Window: 128_000, MaxOutput: 16_384, Images: true}},
	{"gpt-4.1", Caps{Window: 1_047_576, MaxOutput: 32_768, Images: true}},
	{"gpt-5", Caps{Window: 400_000, MaxOutput: 128_000, Images: true}},
	{"o1", Caps{Window: 200_000, MaxOutput: 100_000, Images: true}},
	{"o1-mini", Caps{Window: 128_000, MaxOutput: 65_536}},
	{"o3-mini", Caps{Window: 200_000, MaxOutput: 100_000}},
	{"o3", Caps{Window: 200_000, MaxOutput: 100_000, Images: true}},
	{"o4-mini", Caps{Window: 200_000, MaxOutput: 100_000, Images: true}},
	{"gemini-", Caps{Window: 1_048_576, MaxOutput: 8_192, Images: true}},
	{"gemini-2.5", Caps{Window: 1_048_576, MaxOutput: 65_536, Images: true}},
	{"llama3", Caps{Window: 8_192, MaxOutput: 4_096}},
	{"llama3.1", Caps{Window: 131_072, MaxOutput: 8_192}},
	{"llama3.2", Caps{Window: 131_072, MaxOutput: 8_192}},
	{"llama3.3", Caps{Window: 131_072, MaxOutput: 8_192}},
	{"mistral", Caps{Window: 32_768, MaxOutput: 8_192}},
	{"qwen2.5", Caps{Window: 32_768, MaxOutput: 8_192}},
	{"qwen3", Caps{Window: 40_960, MaxOutput: 8_192}},
}

// capsOf finds what a model can do by its name, without the part before a
// slash.
func capsOf(model string) Caps {
	caps, known := Known(model)
	if !known {
		return unknownCaps
	}
	return caps
}

// Known is what the table says of a model, by its name without what comes before
// a slash; known is false where it says nothing.
func Known(model string) (caps Caps, known bool) {
	model = strings.ToLower(model[strings.LastIndexByte(model, '/')+1:])
	best := -1
	for _, c := range capsByName {
		if strings.HasPrefix(model, c.prefix) && len(c.prefix) > best {
			best, caps = len(c.prefix), c.caps
		}
	}
	return caps, best >= 0
}
