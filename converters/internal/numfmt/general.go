package numfmt

const (
	plainPower  = 21 // up to here large numbers have no exponent
	plainSmall  = -3 // and down to here small ones
	plainPlaces = 9  // below that, with this many places at most
)

// AppendGeneral appends a number as the format General shows it where there is
// room: up to 15 digits, integers with all that they have, and an exponent for
// what is very large or very small.
func AppendGeneral(to []byte, n *Number) []byte {
	if n.count == 0 {
		return append(to, '0')
	}
	if n.neg {
		to = append(to, '-')
	}
	power, count := int(n.power), int(n.count)
	switch {
	case power > plainPower && !n.whole, power < plainSmall && n.decimals() > plainPlaces:
		return n.appendScientific(to)
	case power <= 0:
		to = append(to, "0."...)
		for range -power {
			to = append(to, '0')
		}
		return append(to, n.digits[:count]...)
	case power >= count:
		to = append(to, n.digits[:count]...)
		for range power - count {
			to = append(to, '0')
		}
		return to
	default:
		to = append(to, n.digits[:power]...)
		to = append(to, '.')
		return append(to, n.digits[power:count]...)
	}
}

// appendScientific appends a number as 1.5E+30.
func (n *Number) appendScientific(to []byte) []byte {
	to = append(to, n.digits[0])
	if n.count > 1 {
		to = append(to, '.')
		to = append(to, n.digits[1:n.count]...)
	}
	return appendExponent(to, int(n.power)-1, 2, true)
}
