PYTHON ?= python3
UV ?= uv
PIP := .venv/bin/python -m pip --disable-pip-version-check -qq
COMPILE := $(UV) pip compile pyproject.toml --universal --python-version 3.11 --generate-hashes \
	--no-emit-index-url --no-emit-find-links --no-header --quiet

.PHONY: serve test check differential mutants openapi lock clean

serve: .venv/serve.stamp
	@.venv/bin/cartulary serve

test: .venv/dev.stamp
	@.venv/bin/pytest

check: .venv/dev.stamp
	.venv/bin/ruff check
	.venv/bin/ruff format --check
	.venv/bin/mypy
	.venv/bin/lint-imports
	.venv/bin/pytest tests/service/test_contract.py

differential: .venv/dev.stamp
	@GAMES=$(or $(GAMES),5000) SEED=$(or $(SEED),$(shell date +%s)) .venv/bin/pytest tests/reference/test_differential.py -q -s

mutants: .venv/mutants.stamp
	@JOBS=$(or $(JOBS),2) .venv/bin/python -W ignore -m tests.mutation $(OF)

openapi: .venv/dev.stamp
	@.venv/bin/cartulary openapi > openapi.yaml.new || { rm -f openapi.yaml.new; exit 1; }
	@mv openapi.yaml.new openapi.yaml

lock:
	$(COMPILE) --extra embedded --extra build --output-file requirements.lock
	$(COMPILE) --extra embedded --extra build --extra dev --constraint requirements.lock \
		--output-file requirements-dev.lock

clean:
	rm -rf .venv .hypothesis .import_linter_cache .mutants .mypy_cache .pytest_cache .ruff_cache build dist
	find . -name __pycache__ -prune -exec rm -rf {} +

.venv/bin/python:
	@echo "Making a virtual environment in .venv"
	@$(PYTHON) -m venv .venv

.venv/serve.stamp: requirements.lock pyproject.toml | .venv/bin/python
	@echo "Installing what the service needs into .venv (once, about 60 MB)"
	@$(PIP) install --require-hashes -r requirements.lock
	@$(PIP) install --no-deps --no-build-isolation -e .
	@touch $@

.venv/dev.stamp: requirements-dev.lock pyproject.toml | .venv/bin/python
	@echo "Installing what the service and its tests need into .venv (once, about 100 MB)"
	@$(PIP) install --require-hashes -r requirements-dev.lock
	@$(PIP) install --no-deps --no-build-isolation -e .
	@touch $@ .venv/serve.stamp

.venv/mutants.stamp: .venv/dev.stamp
	@echo "Installing what makes mutants into .venv (once, about 40 MB)"
	@$(PIP) install -e '.[mutants]'
	@touch $@
