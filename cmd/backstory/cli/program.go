package cli

import "runtime/debug"

// version is set when a release is built: see the Makefile.
var version = "devel"

// ProgramVersion returns the version that was set when the binary was built,
// or what the module system knows of it.
func ProgramVersion() string {
	if version != "devel" {
		return version
	}
	if info, ok := debug.ReadBuildInfo(); ok && info.Main.Version != "" && info.Main.Version != "(devel)" {
		return info.Main.Version
	}
	return version
}
