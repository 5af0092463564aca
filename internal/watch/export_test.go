package watch

// Spoiled returns settings in which the system refuses to watch a folder.
func Spoiled(s Settings, spoil func(dir string) error) Settings {
	s.spoil = spoil
	return s
}
