# The two commands of a newcomer are `make demo` and `make test`.
GO      ?= go
TOOLS    = bin/tools
VERSION  = $(shell git describe --tags --always --dirty 2>/dev/null || echo unknown)

export CGO_ENABLED = 0

.PHONY: openapi demo test check bench conformance clients update fuzz soak clean build

## demo: build the binary and compile a real profile
demo: build
	@bash fixtures/demo.sh bin/backstory

## build: the binary, in bin/
build:
	@$(GO) build -trimpath -ldflags '-s -w -X github.com/seed353dc258/backstory/cmd/backstory/cli.version=$(VERSION)' -o bin/backstory ./cmd/backstory

## test: every test
test:
	$(GO) test -timeout 30m ./...

# Under the race detector a process sleeps a second before it ends, if it may, and
# tests start thousands.
RACE = GORACE=atexit_sleep_ms=0 CGO_ENABLED=1 $(GO) test -timeout 30m -race -short

## check: what must hold besides the tests
check: $(TOOLS)/staticcheck $(TOOLS)/gofumpt $(TOOLS)/actionlint
	$(GO) vet ./...
	$(TOOLS)/staticcheck ./...
	@test -z "$$($(TOOLS)/gofumpt -l .)" || { $(TOOLS)/gofumpt -l .; echo 'not formatted: run gofumpt -w'; exit 1; }
	$(GO) mod verify
	cd fixtures && sha256sum --quiet -c SHA256SUMS
	$(RACE) ./...

## bench: every benchmark once
bench:
	$(GO) test -run '^$$' -bench . -benchmem ./...
	$(GO) test ./document/markdown -run LinearTime -write.times

## conformance: which cases of Coqui and rows of other systems the tests cover
conformance:
	@$(GO) run ./internal/conformance

## clients: ask a server with the packages of OpenAI and Anthropic, and llm
clients:
	@bash tools/clients.sh

## update: rewrite goldens and generated docs; read the diff before you commit it
update:
	$(GO) test $$($(GO) list -f '{{if or .TestGoFiles .XTestGoFiles}}{{.Dir}}{{end}}' ./... | xargs -I{} sh -c "grep -lqE 'convtest\\.|exchangetest\\.|\"update\"' {}/*_test.go && echo {}") -update

## openapi: the description of the HTTP API, by the rules of those who read such ones
REDOCLY = @redocly/cli@2.77.0
openapi:
	@command -v npx >/dev/null || { echo 'npm is missing: the description of the HTTP API is not linted'; exit 0; }; REDOCLY_TELEMETRY=off REDOCLY_SUPPRESS_UPDATE_NOTICE=true npx --yes $(REDOCLY) lint agent/api/all/openapi.json

## soak: the long tests in full, SOAK percent of each (hours); `make test` runs one percent
SOAK ?= 100
soak: tools/judge/node_modules
	BACKSTORY_SOAK=$(SOAK) $(GO) test -timeout 0 -run Soak ./...

tools/judge/node_modules: tools/judge/package-lock.json
	command -v npm >/dev/null || { echo 'npm is missing: the third judge of Markdown is left out'; exit 0; }; cd tools/judge && npm ci --no-audit --no-fund

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
