package visible

// System returns a colour of the system by its name in drawings (ISO/IEC 29500-1,
// 20.1.10.58), or [Unknown] for one that systems have as they like.
func System(name string) Paint {
	switch name {
	case "window", "btnHighlight", "menu":
		return White
	case "windowText", "btnText", "infoText", "menuText", "windowFrame":
		return Black
	}
	return Unknown
}
