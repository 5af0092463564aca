#!/usr/bin/env bash
# usage: tools/released.sh PROGRAM OUT.zip: what a version leaves on a disk, of which
# each release adds one to cmd/backstory/program/testdata/released: a workspace with a
# built profile, its conversations and memories, the user's cache and configuration, and
# the schemas that it had. With PGHOST and PGUSER of who administers a server of PostgreSQL
# that has the roles of docs/teams.md, also a workspace that is kept in it, and a dump.
set -euo pipefail
program=$(realpath "$1") out=$(realpath "$2")
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
export HOME="$work" XDG_CACHE_HOME="$work/cache" XDG_CONFIG_HOME="$work/config"
cd "$work"
# fill FOLDER: makes a workspace in it.
fill() {
	mkdir "$1"
	cd "$1"
	"$program" init profiles/vera
	printf 'name,born\nVera,1951\n' >profiles/vera/backstory/10-people.csv
	echo '<p>The lighthouse at <b>Skarv Point</b> was lit in 1951.</p>' >profiles/vera/backstory/20-place.html
	"$program" build --all
	"$program" search profiles/vera 'Skarv Point' --json
	"$program" chat --profile vera --once 'When was the lighthouse lit?'
	"$program" memory add --profile vera 'Takes tea at noon.'
	"$program" org create acme --name Acme
	echo 'a pass phrase of ida' | "$program" user create ida --org acme --role admin --password
	"$program" store check
	cd ..
}
fill workspace
if [ -n "${PGHOST:-}" ]; then
	createdb -O backstory_owner -T template0 -E UTF8 talk
	export DATABASE_URL=postgres://backstory@/talk DATABASE_OWNER_URL=postgres://backstory_owner@/talk
	"$program" store upgrade
	fill team
	pg_dump --no-owner talk >team/talk.sql
	dropdb talk
	unset DATABASE_URL DATABASE_OWNER_URL
fi
mkdir schemas
for name in envelope options preferences configuration workspace manifest; do
	"$program" schema $name >schemas/$name.json
done
rm -f "$out"
python3 - "$out" <<'PY'
import pathlib, sys, zipfile
with zipfile.ZipFile(sys.argv[1], "w", zipfile.ZIP_DEFLATED, compresslevel=9) as z:
    for path in sorted(pathlib.Path(".").rglob("*")):
        if path.is_file():
            z.write(path)
PY
