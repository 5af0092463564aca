#!/usr/bin/env bash
# Runs the tests of packages as programs of Windows under Wine, on a machine that has it
# and, where that Wine is older than 8.17 and lacks bcryptprimitives.dll, a compiler for
# Windows (mingw-w64). tools/wine.txt says which packages, and what cannot be run and why.
set -euo pipefail
cd "$(dirname "$0")/.."
command -v wine >/dev/null || { echo 'wine is missing: no test is run as on Windows'; exit 0; }
work=$(mktemp -d)
trap 'wineserver -k 2>/dev/null || true; rm -rf "$work"' EXIT
export WINEPREFIX=$work/prefix WINEDEBUG=-all
wineboot -i >/dev/null 2>&1
library=$WINEPREFIX/drive_c/windows/system32/bcryptprimitives.dll
if [ ! -e "$library" ]; then
	compiler=x86_64-w64-mingw32-gcc
	command -v $compiler >/dev/null || { echo "this Wine has no bcryptprimitives.dll, and $compiler is missing: no test is run as on Windows"; exit 0; }
	cat >"$work/random.c" <<'C'
/* The one function of the library that programs of Go call. */
__declspec(dllimport) unsigned char __stdcall SystemFunction036(void *, unsigned long);
__declspec(dllexport) int __stdcall ProcessPrng(void *p, unsigned long long n) {
	for (unsigned char *b = p; n > 0;) {
		unsigned long some = n < 0x10000000 ? (unsigned long)n : 0x10000000;
		if (!SystemFunction036(b, some)) return 0;
		b += some, n -= some;
	}
	return 1;
}
C
	$compiler -shared -O2 -nostdlib -e 0 -o "$library" "$work/random.c" -ladvapi32
fi
# Files are removed by a call that Wine has not before 9. Go has another way for old
# systems, which its own tests switch on: so do these.
removes=$(go env GOROOT)/src/internal/syscall/windows/at_windows.go
sed 's/if TestDeleteatFallback {/if true {/' "$removes" >"$work/removes.go"
printf '{"Replace":{"%s":"%s"}}' "$removes" "$work/removes.go" >"$work/overlay.json"
code=0 ran=0
while read -r package skip; do
	case $package in '' | '#'*) continue ;; esac
	GOOS=windows GOARCH=amd64 go test -overlay "$work/overlay.json" -c -o "$work/one.exe" "./$package"
	(cd "$package" && wine "$work/one.exe" ${skip:+-test.skip "$skip"} >"$work/out" 2>&1) || { echo "== $package"; tr -d '\r' <"$work/out" | tail -40; code=1; }
	ran=$((ran + 1))
done <tools/wine.txt
echo "the tests of $ran packages ran as on Windows"
exit $code
