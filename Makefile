# Everything sets itself up on first use, in .venv and node_modules. As root on a Debian-like machine it also installs
# missing packages of the system: Python, its venv module and headers, a C compiler; for the tests Chromium and FluidSynth.

.DEFAULT_GOAL := help
.SUFFIXES:
SHELL := /bin/sh

PY := .venv/bin/python
DONE := .venv/done
PIP := $(PY) -m pip install -q -c constraints.txt
CLIENT := $(PY) -m tools.web.client
# The compiler's chatter is kept in build/log, and shown when it fails.
COMPILE = mkdir -p build && $(PY) setup.py -q build_ext --inplace >build/log 2>&1 || { cat build/log; exit 1; }; \
	grep '^Tutti:' build/log || true

unexport PYTHONPATH PYTHONHOME PYTHONSTARTUP PYTHONDONTWRITEBYTECODE TUTTI_PURE TUTTI_DEV
export PYTHONNOUSERSITE := 1
export PIP_DISABLE_PIP_VERSION_CHECK := 1
export PIP_NO_PYTHON_VERSION_WARNING := 1
export PYTHON

# -- for players

# Exit code 3: there is no Node.js to build the pages with, and none can be had.
play: $(DONE)/server compiled  ## open Tutti in the browser: one click, and you play
	@$(CLIENT); case $$? in \
		0) exec .venv/bin/tutti serve --open;; \
		3) echo 'So here is the terminal:'; exec .venv/bin/tutti menu;; \
		*) exit 1;; esac

terminal: $(DONE)/play compiled  ## play in the terminal
	@.venv/bin/tutti menu

serve: $(DONE)/server compiled  ## run the match server; see docs/server.md
	@$(CLIENT) || [ $$? = 3 ]
	@.venv/bin/tutti serve

# -- for those who change Tutti

# Neighbours stay on one core as long as both have work: what the fixtures of a file build is mostly built once.
# (Groups would be exact, but pytest-xdist 3.8 does not see them with pytest 9.2.)
# Tests that wait for a server or a browser leave a third of a small machine idle: there, two workers more than cores.
WORKERS := $(shell cores=$$(getconf _NPROCESSORS_ONLN 2>/dev/null || echo 2); [ "$$cores" -gt 4 ] && echo auto || echo $$((cores + 2)))
PYTEST := $(PY) -m pytest -n $(WORKERS) --dist worksteal

test: $(DONE)/dev $(DONE)/node $(DONE)/browser client compiled lint units rules collected  ## everything that must be true
	@$(PYTEST)

# On a new machine each worker would rewrite the assertions of all tests for itself; one does it, and all read what it leaves.
# What cannot be imported is told by the tests themselves.
collected: $(DONE)/dev compiled
	@[ -d tests/__pycache__ ] || $(PY) -m pytest -qq --collect-only -p no:xdist >/dev/null 2>&1 || true

# Every law at the smallest table of each game; of the other folders, what was edited since the last commit.
QUICK := tests/kernel tests/games tests/words tests/docs tests/laws $(wildcard tests/test_*.py)
EDITED = $(filter-out tests/web/% tests/builds/% tests/lockstep/% $(addsuffix /%,$(QUICK)) $(QUICK), \
	$(shell git diff --name-only --diff-filter=d HEAD -- 'tests/**/test_*.py' 2>/dev/null))

check: $(DONE)/dev compiled lint rules  ## lint, types and the quick tests: while you work
	@TUTTI_QUICK=1 $(PYTEST) -q $(QUICK) $(EDITED)

pages: $(DONE)/dev $(DONE)/node $(DONE)/browser client compiled  ## more of the browser than in test: after a change to what is seen
	@TUTTI_PAGES=1 $(PYTEST) tests/web

soak: $(DONE)/dev $(DONE)/ray $(DONE)/node $(DONE)/browser client compiled  ## the same laws over many thousands of matches
	@TUTTI_SOAK=$(or $(TUTTI_SOAK),1) TUTTI_LOCKSTEP=40 $(PYTEST) \
		$(patsubst %,--ignore %,$(filter-out $(addprefix tests/builds/test_,choice.py kinds.py wheel.py),$(wildcard tests/builds/test_*.py)))

balance: $(DONE)/dev compiled  ## the study behind docs/balance.md, again: at most two hours on two cores
	@.venv/bin/tutti lab balance --out build/balance.lab --markdown docs/balance.md >build/balance.txt

client: $(DONE)/dev  ## build the web client, with all that its tests need; see docs/web.md
	@$(CLIENT) --all

generated: $(DONE)/dev client  ## what the client takes from engine and server, and what documents take from the games
	@$(PY) -m tools.observations
	@$(PY) -m tools.origins
	@$(PY) tools/web/components.py
	@$(PY) tools/web/sentences.py
	@.venv/bin/tutti serve --schema build/schema
	@cd web && PATH="$(CURDIR)/.venv/bin:$$PATH" npm run -s types -- ../build/schema

pictures: $(DONE)/browser client compiled  ## the pictures of the documentation, again
	@PYTHONPATH=tests $(PY) -m tools.web.pictures

rules: $(DONE)/dev  ## rules without a test, and tests of unknown rules
	@$(PY) tools/rules_report.py

lint: $(DONE)/dev  ## ruff, mypy --strict and, where they are installed, prettier, eslint and svelte-check
	@$(PY) -m ruff check -q
	@$(PY) -m ruff format -q --check
	@$(PY) -m mypy src tests tools $(wildcard bench)
	@$(CLIENT) --types

units: client  ## the client's own tests, once for the same sources
	@$(CLIENT) --units

build: $(DONE)/dev  ## compile for work: seconds after an edit
	@export TUTTI_DEV=1; $(COMPILE)

release-build: $(DONE)/dev  ## compile as a release is: one group at -O3
	@$(COMPILE)

bench: $(DONE)/bench  ## measure against the peers; BENCH=--docs writes the tables; see docs/performance.md
	@$(PY) tools/setup/compiled.py release || { echo 'Compiling …'; $(COMPILE); }
	@$(PY) -m bench $(BENCH)

against: $(DONE)/dev  ## today's speed against v0.1.0, in turns; see docs/performance.md
	@$(PY) -m bench.against

load: $(DONE)/dev  ## many tables and sockets against the server; see docs/performance.md
	@$(PY) tools/setup/compiled.py release || { echo 'Compiling …'; $(COMPILE); }
	@$(PY) -m bench.load

wheel: $(DONE)/dev  ## a wheel and a source archive in dist/
	@$(CLIENT)
	@$(PY) setup.py -q sdist
	@$(PY) -m pip wheel -q --no-build-isolation --no-deps -w dist .

clean:  ## forget all builds and caches
	@rm -rf build dist src/*.egg-info .mypy_cache .ruff_cache .pytest_cache .hypothesis src/tutti/_built.json
	@rm -rf src/tutti/server/web
	@find src -name '*.so' -delete
	@find src tests tools -name __pycache__ -prune -exec rm -rf {} +

distclean: clean  ## and all that was installed
	@rm -rf .venv tests/lockstep/node_modules web/node_modules

help:  ## this list
	@sed -n 's/^\([a-z-]*\):.*  ## \(.*\)/make \1|\2/p' Makefile | while IFS='|' read -r name text; do \
		printf '  %-20s %s\n' "$$name" "$$text"; done

# -- set-up

# Any build that fits its sources will do; a development build is the quicker one to make.
compiled: $(DONE)/play
	@$(PY) tools/setup/compiled.py || { echo 'Compiling …'; export TUTTI_DEV=1; $(COMPILE); }

$(DONE)/venv: tools/setup/python.sh
	@sh tools/setup/python.sh
	@mkdir -p $(DONE) && touch $@

# The package is installed from source, in place; compiling is a step of its own.
$(DONE)/play: $(DONE)/venv pyproject.toml constraints.txt
	@echo "Setting up Tutti in .venv …"
	@$(PIP) setuptools
	@TUTTI_PURE=1 $(PIP) --no-build-isolation -e '.[build]'
	@touch $@

$(DONE)/server: $(DONE)/play
	@TUTTI_PURE=1 $(PIP) --no-build-isolation -e '.[build,notices,server]'
	@touch $@

$(DONE)/dev: $(DONE)/play
	@TUTTI_PURE=1 $(PIP) --no-build-isolation -e '.[dev]'
	@touch $@

$(DONE)/bench: $(DONE)/dev
	@TUTTI_PURE=1 $(PIP) --no-build-isolation -e '.[dev,bench]'
	@touch $@

$(DONE)/ray: $(DONE)/dev
	@TUTTI_PURE=1 $(PIP) --no-build-isolation -e '.[dev,ray]'
	@touch $@

$(DONE)/node: $(DONE)/play tests/lockstep/package-lock.json
	@$(PY) -m tools.setup.node tests/lockstep
	@touch $@

$(DONE)/browser: $(DONE)/venv tools/setup/browser.sh
	@sh tools/setup/browser.sh
	@touch $@

.PHONY: play terminal serve load against balance pages check client collected units generated pictures test soak rules lint build release-build bench wheel clean distclean help compiled
