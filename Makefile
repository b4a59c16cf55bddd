# Every system has this locale; of one that is not installed bash would warn in each of its processes.
export LC_ALL := C
PYTHON ?= python3
OLDEST_PYTHON := 3.11
UV ?= uv
PIP := .venv/bin/python -m pip --disable-pip-version-check --no-input
DISTRIBUTIONS := domain service packages/client-python packages/environments packages/mcp packages/parquet
COMPILE := $(UV) pip compile --universal --python-version $(OLDEST_PYTHON) --generate-hashes \
	--no-emit-package cartulary --no-emit-index-url --no-emit-find-links --no-header --quiet

# Run a command whose output goes into a file, with a dot a second; $(2) undoes what it leaves behind if it fails.
# An interrupt comes to make too. If the shell ends before make has heard of it, make takes that for success and goes on:
# 4 of 240 times on a busy machine, hence the second.
define QUIETLY
	@mkdir -p build; trap 'trap "" INT; sleep 1; kill $$!; wait $$!; $(or $(2),:); echo; echo "Stopped. The same command goes on."; exit 0' INT; \
	$(1) >build/install.log 2>&1 & \
	while kill -0 $$! 2>/dev/null; do printf .; sleep 1; done; echo; \
	wait $$! || { $(or $(2),:); \
	if grep -qE '$(NO_NETWORK)' build/install.log; then \
		echo "The packages cannot be fetched: see that the network is there, or set HTTPS_PROXY or PIP_INDEX_URL."; \
	else \
		echo "This failed ($$(tail -n 1 build/install.log)); all that it printed is in build/install.log."; \
	fi >&2; exit 1; }
endef
NO_NETWORK := NewConnectionError|ConnectTimeout|NameResolution|ProxyError|Network is unreachable

.PHONY: sound serve test test-all test-core check differential secrecy fuzz mutants faults drill bench ladder trace pictures openapi guide version release dist dist-python dist-typescript generated-clients generated-python generated-typescript released lock vulnerabilities clean

# In place of the shell, so that a stop of make stops the service.
serve: .venv/serve.stamp
	@exec .venv/bin/python -m cartulary serve

# Kinds of tests that take long: pairs of games, a second implementation, hostile input, failing databases, whole games,
# streams and webhooks in time, language models, browsers, verifiers.
SLOW := tests/secrecy tests/reference tests/hostile tests/faults tests/service/cluster tests/service/endurance \
	tests/service/delivery tests/service/mcp tests/environments tests/packages tests/web/browser tests/web/verification
# Tests start hundreds of Python processes: with PYTHONDONTWRITEBYTECODE each would compile all that it imports.
PYTEST := env -u PYTHONDONTWRITEBYTECODE .venv/bin/pytest --numprocesses $(or $(JOBS),4) --dist loadfile --no-loadscope-reorder

test: .venv/dev.stamp
	@$(PYTEST) $(SLOW:%=--ignore=%)

test-all: test
	@$(PYTEST) $(SLOW)

# The core by itself: no subject runs, and what asks for one is skipped.
test-core: .venv/dev.stamp
	@$(PYTEST) -p tests.core_alone $(wildcard tests/service/test_*.py)

check: .venv/dev.stamp
	.venv/bin/ruff check
	.venv/bin/ruff format --check
	.venv/bin/mypy
	.venv/bin/lint-imports
	.venv/bin/pytest tests/service/test_contract.py tests/service/clients/test_generated_modules.py

pictures: .venv/dev.stamp
	.venv/bin/pytest tests/web/pictures.py -q

differential: .venv/dev.stamp
	@GAMES=$(or $(GAMES),5000) SEED=$(or $(SEED),$(shell date +%s)) .venv/bin/pytest tests/reference/test_differential.py -q -s

secrecy: .venv/dev.stamp
	@PAIRS=$(or $(PAIRS),1000000) SEED=$(or $(SEED),$(shell date +%s)) .venv/bin/pytest tests/secrecy/test_pairs.py -q -s

fuzz: .venv/fuzz.stamp
	@SECONDS=$(or $(SECONDS),600) .venv/bin/python -W ignore -m tests.hostile

# Of what is committed, in a clone, since mutants are written into its files.
mutants: .venv/mutants.stamp
	@rm -rf .mutants && git clone -q . .mutants
	@sed 's#OF#$(or $(OF),domain/cartulary/kernel)#; s#TESTS#$(or $(TESTS),tests/domain)#' tests/mutants.toml >.mutants/of.toml
	@cd .mutants && ../.venv/bin/cosmic-ray init of.toml of.sqlite && ../.venv/bin/cosmic-ray exec of.toml of.sqlite && \
		../.venv/bin/cr-report --surviving-only --show-diff of.sqlite

# Into CONTRIBUTING.md: what of ours an action and a look pass.
trace: .venv/dev.stamp
	@.venv/bin/python -m tests.trace

# How many of each; power cuts need root and mkfs.xfs, overload needs nginx; they say so where they cannot be made.
faults: .venv/dev.stamp
	.venv/bin/python -m tests.faults kills --kills $(or $(KILLS),1000)
	.venv/bin/python -m tests.faults races --rounds $(or $(ROUNDS),10000)
	.venv/bin/python -m tests.faults reads --seconds $(or $(DURATION),120)
	.venv/bin/python -m tests.faults feeds --seconds $(or $(DURATION),120)
	.venv/bin/python -m tests.faults failovers --failovers $(or $(FAILOVERS),30)
	.venv/bin/python -m tests.faults patroni --failovers $(or $(FAILOVERS),30)
	.venv/bin/python -m tests.faults outages --times $(or $(OUTAGES),12)
	.venv/bin/python -m tests.faults restore
	.venv/bin/python -m tests.faults overload
	.venv/bin/python -m tests.faults neighbours
	.venv/bin/python -m tests.faults farm
	.venv/bin/python -m tests.faults sealing
	.venv/bin/python -m tests.faults powercuts --cuts $(or $(CUTS),300)

drill: .venv/dev.stamp
	@.venv/bin/python -m tests.faults restore

# Beside peers: OpenSpiel and eventsourcing from the extra `bench`, boardgame.io by npm; what is not there is left out.
bench: .venv/bench.stamp
	@.venv/bin/python -m bench $(if $(RUNS),--runs $(RUNS)) $(if $(DURATION),--seconds $(DURATION))

# Into docs/bots.md: which bot beats which. All matches take a day or two; ONLY="GAME: ONE against OTHER" plays one.
ladder: .venv/dev.stamp
	@.venv/bin/python -m bench.ladder $(if $(GAMES),--games $(GAMES)) $(if $(ONLY),--only "$(ONLY)")

# The contracts, what docs/reference says of them, and the modules of the client packages that are made from them.
openapi: .venv/dev.stamp
	@for each in openapi asyncapi; do .venv/bin/cartulary $$each > $$each.yaml.new && mv $$each.yaml.new $$each.yaml \
		|| { rm -f $$each.yaml.new; exit 1; }; done
	@.venv/bin/cartulary reference docs/reference
	@.venv/bin/python -m packages.generator

# Into build/guide: the site as it is served at /docs/guide.
guide: .venv/serve.stamp
	@rm -rf build/guide
	@.venv/bin/cartulary guide build/guide

# A new version, wherever one stands: make version TO=1.1.0
version: .venv/dev.stamp
	@sed -i 's/^__version__ = .*/__version__ = "$(TO)"/' */cartulary*/__init__.py packages/*/cartulary*/__init__.py
	@sed -i '1,10s/"version": ".*"/"version": "$(TO)"/' packages/client-typescript/package.json packages/client-typescript/package-lock.json
	@$(MAKE) --silent openapi

# Into build/dist: all that is published, what the service is made of, and checksums. Each is installed and tried.
release: .venv/supply.stamp
	@rm -rf build/dist
	@$(MAKE) --silent dist
	@.venv/bin/cyclonedx-py requirements requirements.lock --pyproject service/pyproject.toml --output-reproducible \
		--output-file build/dist/sbom.json
	@cd build/dist && sha256sum -- * >SHA256SUMS
	@RELEASED="$(CURDIR)/build/dist" .venv/bin/pytest tests/packages tests/service/endurance/test_client_packages.py
	@cat build/dist/SHA256SUMS

# Into build/dist: wheels, sources and tarball of all that can be installed; the tarball needs Node 20.
dist: dist-python dist-typescript

dist-python: .venv/dev.stamp
	@for each in $(DISTRIBUTIONS); do (cd $$each && "$(CURDIR)/.venv/bin/python" -m hatchling build -d "$(CURDIR)/build/dist") || exit 1; done

dist-typescript: build/node.stamp
	@mkdir -p build/dist
	@cd packages/client-typescript && npm run --silent build && npm pack --silent --pack-destination ../../build/dist

build/node.stamp: packages/client-typescript/package-lock.json
	@mkdir -p build
	@cd packages/client-typescript && npm ci --silent --no-audit --no-fund
	@touch $@

# Into build/generated: clients that two generators make from the contract; examples/clients plays a game with each.
generated-clients: generated-python generated-typescript

generated-python: .venv/clients.stamp
	@mkdir -p build/generated/python
	@.venv/bin/openapi-python-client generate --path openapi.yaml --config examples/clients/python.yaml --meta none \
		--output-path build/generated/python/generated_client --overwrite --fail-on-warning

generated-typescript:
	@mkdir -p build/generated/typescript
	@cp examples/clients/package.json examples/clients/tsconfig.json examples/clients/play.ts build/generated/typescript
	@cd build/generated/typescript && npm install --silent --no-audit --no-fund && CONTRACT=../../../openapi.yaml npm run --silent generate

# What is new since the last release is kept in docs/events and docs/api; what would break what was is refused.
released: .venv/dev.stamp
	@.venv/bin/python -m tests.released

lock:
	$(COMPILE) pyproject.toml service/pyproject.toml --extra embedded --extra build --output-file requirements.lock
	$(COMPILE) pyproject.toml $(DISTRIBUTIONS:%=%/pyproject.toml) --extra embedded --extra build --extra otel \
		--extra dev --constraint requirements.lock --output-file requirements-dev.lock

vulnerabilities: .venv/supply.stamp
	@.venv/bin/pip-audit --require-hashes --disable-pip --requirement requirements.lock

clean:
	rm -rf .venv .hypothesis .import_linter_cache .mutants .mypy_cache .pytest_cache .ruff_cache build dist
	find . -name __pycache__ -prune -exec rm -rf {} +

# Whether all that the installation needs is there, in one sentence and before anything is installed.
sound:
	@fail() { echo "$$1" >&2; exit 1; }; \
	if [ -d .venv ]; then \
		.venv/bin/python -c 'import pip' 2>/dev/null || fail "The virtual environment .venv is broken. Remove it with rm -r .venv, and try again."; \
	else \
		"$(PYTHON)" -c '' 2>/dev/null || fail "There is no $(PYTHON). Install Python $(OLDEST_PYTHON) or newer, or name it: make PYTHON=/path/to/python3"; \
		"$(PYTHON)" -c 'import sys; sys.exit(sys.version_info < tuple(map(int, "$(OLDEST_PYTHON)".split("."))))' || \
			fail "$(PYTHON) is older than Python $(OLDEST_PYTHON). Install a newer one and name it: make PYTHON=/path/to/python3"; \
		"$(PYTHON)" -c 'import ensurepip, venv' 2>/dev/null || \
			fail "$(PYTHON) lacks the modules venv and ensurepip. Install them, on Debian and Ubuntu with: apt install python3-venv"; \
	fi

.venv/bin/python: | sound
	@echo "Making a virtual environment in .venv"
	$(call QUIETLY,"$(PYTHON)" -m venv .venv,rm -rf .venv)

.venv/serve.stamp: requirements.lock domain/pyproject.toml service/pyproject.toml | .venv/bin/python
	@echo "Installing what the service needs into .venv (once, about 200 MB)"
	$(call QUIETLY,$(PIP) install --require-hashes -r requirements.lock)
	$(call QUIETLY,$(PIP) install --no-deps --no-build-isolation -e domain -e service)
	@touch $@

.venv/dev.stamp: requirements-dev.lock $(DISTRIBUTIONS:%=%/pyproject.toml) | .venv/bin/python
	@echo "Installing what the service and its tests need into .venv (once, about 1.1 GB)"
	$(call QUIETLY,$(PIP) install --require-hashes -r requirements-dev.lock)
	$(call QUIETLY,$(PIP) install --no-deps --no-build-isolation $(DISTRIBUTIONS:%=-e %))
	@touch $@ .venv/serve.stamp

.venv/clients.stamp: .venv/dev.stamp
	@echo "Installing what generates clients into .venv (once, about 70 MB)"
	$(call QUIETLY,$(PIP) install -e '.[clients]')
	@touch $@

.venv/supply.stamp: .venv/dev.stamp
	@echo "Installing what looks at dependencies into .venv (once, about 40 MB)"
	$(call QUIETLY,$(PIP) install -e '.[supply]')
	@touch $@

.venv/fuzz.stamp: .venv/dev.stamp
	@echo "Installing what makes up requests into .venv (once, about 60 MB)"
	$(call QUIETLY,$(PIP) install -e '.[fuzz]')
	@touch $@

.venv/bench.stamp: .venv/dev.stamp
	@echo "Installing what to measure beside into .venv and bench/peers (once, about 150 MB)"
	$(call QUIETLY,$(PIP) install -e '.[bench]')
	@if command -v npm >/dev/null; then cd bench/peers && npm install --silent --no-audit --no-fund --no-package-lock; fi
	@touch $@

.venv/mutants.stamp: .venv/dev.stamp
	@echo "Installing what makes mutants into .venv (once, about 40 MB)"
	$(call QUIETLY,$(PIP) install -e '.[mutants]')
	@touch $@
