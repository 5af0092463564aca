package convtest

import (
	"flag"
	"fmt"

	"github.com/seed353dc258/backstory/converters"
)

var update = flag.Bool("update", false, "rewrite the want sections of the cases in testdata")

// Option changes what the suite does with a format.
type Option func(*suite)

// With adds the formats that the converter calls for sources inside sources.
func With(others ...converters.Converter) Option {
	return func(s *suite) { s.others = append(s.others, others...) }
}

// Services adds what the converter asks its environment for.
func Services(services ...any) Option {
	return func(s *suite) { s.services = append(s.services, services...) }
}

// Big gives an input of about a megabyte or more that converts without error,
// for the checks of cancelling and steps and for [Bench]. Without it the suite
// repeats the longest input that can be repeated, which does for text; a
// package needs Big.
func Big(name string, content func() []byte) Option {
	return func(s *suite) { s.bigName, s.bigContent = name, content }
}

// suite is a converter under test.
type suite struct {
	converter converters.Converter
	format    converters.Format
	others    []converters.Converter
	services  []any
	registry  *converters.Registry
	dir       string
	update    bool
	cases     []*testCase

	bigName    string
	bigContent func() []byte
	bigInput   *input // made by big
}

// newSuite loads the cases of a folder for a converter.
func newSuite(c converters.Converter, dir string, options []Option) (*suite, error) {
	s := &suite{converter: c, format: c.Format(), dir: dir}
	for _, o := range options {
		o(s)
	}
	var err error
	if s.registry, err = converters.NewRegistry(append([]converters.Converter{c}, s.others...)...); err != nil {
		return nil, err
	}
	if s.cases, err = loadCases(dir); err != nil {
		return nil, err
	}
	for _, c := range s.cases {
		if _, ok := s.registry.ForName(c.input.name); !ok {
			return nil, fmt.Errorf("%s: the format does not claim the name %s", c.name, c.input.name)
		}
	}
	return s, nil
}
