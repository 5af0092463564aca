# The two commands of a newcomer are `make demo` and `make test`.
GO      ?= go
TOOLS    = bin/tools
VERSION  = $(shell git describe --tags --always --dirty 2>/dev/null || echo unknown)

export CGO_ENABLED = 0

SHELL        = bash
.SHELLFLAGS  = -o pipefail -c

.PHONY: release openapi demo test check lint foreign race bench conformance clients s3 update fuzz soak alone wine nightly clean build

## demo: build the binary and compile a real profile
demo: build
	@bash fixtures/demo.sh bin/backstory

## build: the binary, in bin/
build:
	@$(GO) build -trimpath -ldflags '-s -w -X github.com/seed353dc258/backstory/cmd/backstory/cli.version=$(VERSION)' -o bin/backstory ./cmd/backstory

test race alone: export TMPDIR := $(shell bash tools/tmpdir.sh)

# Tests wait for servers, clocks and disks: one package more at once than there are
# processors keeps these busy.
AT_ONCE = -p $$(($$(getconf _NPROCESSORS_ONLN 2>/dev/null || echo 2) + 1))

# What go test says, and at its end which tests are slow.
SLOWEST = | $(GO) run ./internal/slowest

## test: every test
test:
	$(GO) test $(AT_ONCE) -timeout 30m -json ./... $(SLOWEST)

# Under the race detector a process sleeps a second before it ends, if it may, and
# tests start thousands.
RACE = GORACE=atexit_sleep_ms=0 CGO_ENABLED=1 $(GO) test $(AT_ONCE) -timeout 60m -race -short -json

## check: what must hold besides the tests
check: lint foreign race

## lint: what is looked at and not run
lint: $(TOOLS)/staticcheck $(TOOLS)/gofumpt
	$(GO) vet ./...
	$(TOOLS)/staticcheck ./...
	@test -z "$$($(TOOLS)/gofumpt -l .)" || { $(TOOLS)/gofumpt -l .; echo 'not formatted: run gofumpt -w'; exit 1; }
	$(GO) mod verify
	cd fixtures && sha256sum --quiet -c SHA256SUMS

## foreign: what is written for other systems compiles, with its tests; the tools, too
foreign:
	GOOS=windows $(GO) vet ./...
	GOOS=darwin $(GO) vet ./...
	cd tools && $(GO) vet ./...

## race: the tests of packages that start goroutines and of their users, under the race detector
race:
	$(RACE) $$(bash .ci/raced) $(SLOWEST)

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

## browser: the page in Chromium, as a person uses it, and the rules of accessibility
browser:
	@bash tools/browser.sh $(ARGS)

## s3: the tests with an S3 server that checks signatures and shares no code with the program
s3: $(TOOLS)/versitygw
	PATH="$(CURDIR)/$(TOOLS):$$PATH" BACKSTORY_S3_REQUIRED=1 $(GO) test -run Sign ./internal/objects ./ingest/shared ./cluster ./cmd/backstory/cluster

## update: rewrite goldens and generated docs; read the diff before you commit it
update:
	$(GO) test $$($(GO) list -f '{{if or .TestGoFiles .XTestGoFiles}}{{.Dir}}{{end}}' ./... | xargs -I{} sh -c "grep -lqE 'convtest\\.|exchangetest\\.|\"update\"' {}/*_test.go && echo {}") -update

## openapi: the description of the HTTP API, by the rules of those who read such ones
REDOCLY = @redocly/cli@2.77.0
openapi:
	@command -v npx >/dev/null || { echo 'npm is missing: the description of the HTTP API is not linted'; exit 0; }; REDOCLY_TELEMETRY=off REDOCLY_SUPPRESS_UPDATE_NOTICE=true npx --yes $(REDOCLY) lint agent/api/all/openapi.json

## soak: each package alone, and the long tests in full, SOAK percent of each (hours); `make test` runs one percent
SOAK ?= 100
soak: tools/judge/node_modules alone
	BACKSTORY_SOAK=$(SOAK) $(GO) test -timeout 0 -run Soak ./...

## alone: each package alone, as on a machine that has never tested anything
alone:
	@bash tools/alone.sh

## wine: tests as on Windows, where there is a Wine
wine:
	@bash tools/wine.sh

## nightly: what is too long for every change
nightly: soak bench wine
	$(RACE) ./... $(SLOWEST)

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

$(TOOLS)/versitygw: Makefile
	GOBIN=$(CURDIR)/$(TOOLS) $(GO) install github.com/versity/versitygw/cmd/versitygw@v1.8.0

# The version that the workflow has.
$(TOOLS)/goreleaser: .github/workflows/release.yml
	GOBIN=$(CURDIR)/$(TOOLS) $(GO) install github.com/goreleaser/goreleaser/v2@$$(sed -n 's/^ *version: \(v2.*\)/\1/p' $<)

# Why there is no release of VERSION to make, if so.
WHY_NOT = $(shell bash .ci/release --may '$(VERSION)')

## release: everything up to the push of VERSION's tag, which is made, but not with DRY=1
release:
	$(if $(WHY_NOT),$(error $(WHY_NOT)))
	@bash .ci/release '$(VERSION)'
	@[ -n "$(DRY)" ] || git tag -a 'v$(VERSION)' -m 'v$(VERSION)'
	@[ -n "$(DRY)" ] || echo 'now: git push origin v$(VERSION)'

clean:
	rm -rf bin dist dist-pages
