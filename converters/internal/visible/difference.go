package visible

import "math"

// lab is a colour of CIELAB under D65.
type lab struct{ l, a, b float64 }

// labOf returns a solid colour in CIELAB (IEC 61966-2-1, CIE 15).
func labOf(c Paint) lab {
	linear := func(shift uint) float64 {
		v := float64((c-Black)>>shift&0xFF) / 255
		if v <= 0.04045 {
			return v / 12.92
		}
		return math.Pow((v+0.055)/1.055, 2.4)
	}
	r, g, b := linear(16), linear(8), linear(0)
	f := func(t float64) float64 {
		if t > 216.0/24389 {
			return math.Cbrt(t)
		}
		return (24389.0/27*t + 16) / 116
	}
	x := f((0.4124564*r + 0.3575761*g + 0.1804375*b) / 0.95047)
	y := f(0.2126729*r + 0.7151522*g + 0.0721750*b)
	z := f((0.0193339*r + 0.1191920*g + 0.9503041*b) / 1.08883)
	return lab{116*y - 16, 500 * (x - y), 200 * (y - z)}
}

// difference returns how different two solid colours look, by CIEDE2000. It is
// rounded, so that every machine comes to the same verdict.
func difference(a, b Paint) float64 {
	return math.Round(ciede2000(labOf(a), labOf(b))*1000) / 1000
}

// ciede2000 is the formula of ISO/CIE 11664-6, as Sharma, Wu and Dalal write it
// (The CIEDE2000 color-difference formula, 2005), with all weights 1.
func ciede2000(p, q lab) float64 {
	pow7 := func(c float64) float64 { return math.Sqrt(math.Pow(c, 7) / (math.Pow(c, 7) + math.Pow(25, 7))) }
	grey := 1 + 0.5*(1-pow7((math.Hypot(p.a, p.b)+math.Hypot(q.a, q.b))/2))
	c1, h1 := math.Hypot(p.a*grey, p.b), hue(p.a*grey, p.b)
	c2, h2 := math.Hypot(q.a*grey, q.b), hue(q.a*grey, q.b)

	turn, mean := h2-h1, (h1+h2)/2
	switch {
	case c1*c2 == 0:
		turn, mean = 0, h1+h2
	case math.Abs(turn) > 180:
		turn -= math.Copysign(360, turn)
		mean += math.Copysign(180, 360-h1-h2)
	}
	l, c := (p.l+q.l)/2, (c1+c2)/2
	t := 1 - 0.17*cosine(mean-30) + 0.24*cosine(2*mean) + 0.32*cosine(3*mean+6) - 0.20*cosine(4*mean-63)
	off := (l - 50) * (l - 50)
	dl := (q.l - p.l) / (1 + 0.015*off/math.Sqrt(20+off))
	dc := (c2 - c1) / (1 + 0.045*c)
	dh := 2 * math.Sqrt(c1*c2) * sine(turn/2) / (1 + 0.015*c*t)
	bend := (mean - 275) / 25
	rotation := -sine(60*math.Exp(-bend*bend)) * 2 * pow7(c)
	return math.Sqrt(dl*dl + dc*dc + dh*dh + rotation*dc*dh)
}

// hue returns an angle in degrees, from 0.
func hue(a, b float64) float64 {
	if a == 0 && b == 0 {
		return 0
	}
	h := math.Atan2(b, a) * 180 / math.Pi
	if h < 0 {
		h += 360
	}
	return h
}

func cosine(degrees float64) float64 { return math.Cos(degrees * math.Pi / 180) }

func sine(degrees float64) float64 { return math.Sin(degrees * math.Pi / 180) }
