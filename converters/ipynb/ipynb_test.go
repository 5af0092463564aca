package ipynb_test

import (
	"strings"
	"testing"

	"github.com/seed353dc258/backstory/converters/convtest"
	"github.com/seed353dc258/backstory/converters/html"
	"github.com/seed353dc258/backstory/converters/ipynb"
	"github.com/seed353dc258/backstory/converters/markdown"
)

// big is a notebook of a megabyte.
func big() []byte {
	const cells = `{"cell_type": "markdown", "metadata": {}, "source": ["# A heading\n", "\n", "Some *text* that says what happens below."]},` + "\n" +
		`{"cell_type": "code", "metadata": {}, "execution_count": 1, "source": ["import numpy as np\n", "print(np.ones(3))"],` +
		` "outputs": [{"output_type": "stream", "name": "stdout", "text": ["[1. 1. 1.]\n"]}]},` + "\n"
	return []byte(`{"cells": [` + strings.Repeat(cells, 1<<20/len(cells)) +
		`{"cell_type": "raw", "source": "end"}], "metadata": {"kernelspec": {"language": "python"}}, "nbformat": 4}`)
}

func options() []convtest.Option {
	return []convtest.Option{convtest.With(markdown.New(), html.New()), convtest.Big("big.ipynb", big)}
}

// coqui: 59
func TestConverter(t *testing.T) { convtest.Run(t, ipynb.New(), options()...) }

func FuzzConvert(f *testing.F) { convtest.Fuzz(f, ipynb.New(), options()...) }

func BenchmarkConvert(b *testing.B) { convtest.Bench(b, ipynb.New(), options()...) }

func TestCorpus(t *testing.T) { convtest.Corpus(t, ipynb.New(), options()...) }
