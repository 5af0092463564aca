package props

import (
	"fmt"
	"testing"
)

func TestColours(t *testing.T) {
	for v, want := range map[string]string{
		"white": "ffffffff", "canvas": "ffffffff", "yellowgreen": "9acd32ff", "aliceblue": "f0f8ffff", "transparent": "00000000",
		"#f0a": "ff00aaff", "#ff00aa80": "ff00aa80", "rgb(1 2 3 / 50%)": "01020380", "rgba(10%,20%,30%,0)": "1a334d00",
		"hsl(0, 100%, 50%)": "ff0000ff", "hsl(120deg 100% 25%)": "008000ff", "hsl(240 100% 50% / 0.5)": "0000ff80", "hsl(60,50%,50%)": "bfbf40ff",
		"hsl(480,100%,50%)": "00ff00ff", "hsl(-240 100% 50%)": "00ff00ff",
		"hsl(none 0% 0% / 0)": "00000000", "rgb(none 0 255)": "0000ffff", "oklch(0.628 0.2577 29.23)": "ff0000ff", "light-dark(white, black)": "ffffffff",
	} {
		p, ok := parseColor(v)
		if got := fmt.Sprintf("%02x%02x%02x%02x", p.R, p.G, p.B, p.A); !ok || !p.Known || got != want {
			t.Errorf("%s is %s, %v: want %s", v, got, ok, want)
		}
	}
	for _, v := range []string{"", "nocolor", "zzz", "ffffff", "fade", "#12", "rgb(1,2)", "hsl(red,1%,1%)", "lab(50% 40)", "color(xyz 1 1 1)", "hsl()", "hsl(nan 1% 1%)", "hsl(1e308turn 1% 1%)", "hsl(0 nan 1%)", "rgb(nan,0,0)", "lab(nan 0 0)", "hwb(0 100% 0%)", "oklab(1 0 0)", "color-mix(in srgb, white, black)", "hsl(0.5turn 100% 50%)", "color(srgb 1 nan 0)"} {
		if p, ok := parseColor(v); ok {
			t.Errorf("%s is the colour %v", v, p)
		}
	}
}
