# The two commands of a newcomer are `make demo` and `make test`.
GO      ?= go
TOOLS    = bin/tools
VERSION  = $(shell git describe --tags --always --dirty 2>/dev/null || echo unknown)

export CGO_ENABLED = 0

.PHONY: demo test check bench conformance update fuzz clean build

## demo: build the binary and compile a real profile
demo: build
	@bash fixtures/demo.sh bin/backstory

## build: the binary, in bin/
build:
	@$(GO) build -trimpath -ldflags '-s -w -X main.version=$(VERSION)' -o bin/backstory ./cmd/backstory

## test: every test
test:
	$(GO) test -timeout 30m ./...

## check: what must hold besides the tests
check: $(TOOLS)/staticcheck $(TOOLS)/gofumpt $(TOOLS)/actionlint
	$(GO) vet ./...
	$(TOOLS)/staticcheck ./...
	@test -z "$$($(TOOLS)/gofumpt -l .)" || { $(TOOLS)/gofumpt -l .; echo 'not formatted: run gofumpt -w'; exit 1; }
	$(GO) mod verify
	cd fixtures && sha256sum --quiet -c SHA256SUMS
	CGO_ENABLED=1 $(GO) test -timeout 30m -race -short ./...

## bench: every benchmark once
bench:
	$(GO) test -run '^$$' -bench . -benchmem ./...
	$(GO) test ./document/markdown -run LinearTime -write.times

## conformance: which of Coqui's cases the tests cover
conformance:
	@$(GO) run ./internal/conformance

## update: rewrite goldens and generated docs; read the diff before you commit it
update:
	$(GO) test $$($(GO) list -f '{{if or .TestGoFiles .XTestGoFiles}}{{.Dir}}{{end}}' ./... | xargs -I{} sh -c "grep -lqE 'convtest\\.|\"update\"' {}/*_test.go && echo {}") -update

## fuzz: every fuzz target for FUZZTIME
FUZZTIME ?= 10s
fuzz:
	@bash tools/fuzz.sh $(FUZZTIME)

$(TOOLS)/%: tools/go.mod tools/go.sum
	@mkdir -p $(TOOLS)
	cd tools && GOBIN=$(CURDIR)/$(TOOLS) $(GO) install mvdan.cc/gofumpt honnef.co/go/tools/cmd/staticcheck golang.org/x/perf/cmd/benchstat \
		github.com/rhysd/actionlint/cmd/actionlint

clean:
	rm -rf bin dist
