package catalog

// Types are the kinds of providers that there are.
func Types() []string {
	names := make([]string, len(types))
	for i, t := range types {
		names[i] = t.name
	}
	return names
}

// providerType is what is known of a kind of providers.
type providerType struct {
	name string
	url  string // "" where there is no usual one
	key  string // the usual variable of its key, "" where none is needed
	old  bool   // it knows the limit of an answer by its old name
	find string // how the names of its models begin, with blanks between
}

var types = [...]providerType{
	{name: "anthropic", url: "https://api.anthropic.com/v1", key: "ANTHROPIC_API_KEY", find: "claude-"},
	{name: "openai", url: "https://api.openai.com/v1", key: "OPENAI_API_KEY", find: "gpt- o1 o3 o4 chatgpt-"},
	{name: "gemini", url: "https://generativelanguage.googleapis.com/v1beta/openai", key: "GEMINI_API_KEY", find: "gemini-"},
	{name: "ollama", url: "http://127.0.0.1:11434", old: true},
	{name: "openai-compatible", old: true},
	{name: "offline"},
}
