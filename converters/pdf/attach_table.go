package pdf

// attached lists the formats that an attached file may be of: all of them.
func attached() []string {
	return []string{
		"code", "config", "csv", "docx", "html", "ipynb", "json", "markdown", "markup", "odp", "ods", "odt", "pptx", "rtf", "sql", "subtitle", "text", "xlsx", "xml", "yaml",
	}
}
