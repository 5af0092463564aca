package exchange_test

import (
	"fmt"

	"github.com/seed353dc258/backstory/exchange"
)

func ExampleFront() {
	fields, body := exchange.Front("---\nname: Ada\ntags: [clocks, rain]\n---\nMends clocks.\n")
	fmt.Println(fields["name"], fields["tags"])
	fmt.Print(body)
	// Output:
	// Ada clocks, rain
	// Mends clocks.
}
