#!/bin/sh
# Runs backstory with the arguments given: $BACKSTORY, or what is in PATH, or in the usual folders.
for program in "$BACKSTORY" "$(command -v backstory)" "$HOME/.local/bin/backstory" "$HOME/go/bin/backstory" /usr/local/bin/backstory; do
	[ -n "$program" ] && [ -x "$program" ] && exec "$program" "$@"
done
echo 'backstory is not installed: https://github.com/seed353dc258/backstory#install has the ways, such as' >&2
echo '  go install github.com/seed353dc258/backstory/cmd/backstory@latest' >&2
exit 2
