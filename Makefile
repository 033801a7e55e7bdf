# `make play` and `make test` set up everything they need: python3 (with venv), make and a C compiler are enough.

PYTHON ?= python3
VENV   := .venv
PIP    := install -qq --require-hashes -r
WEB    := $(shell find web \( -name node_modules -o -name dist -o -name drawn -o -name tests -o -name __pycache__ \) \
            -prune -o -type f -print)
SOURCES := pyproject.toml hatch_build.py LICENSE README.md $(WEB) \
           $(shell find src -type f -not -path '*/__pycache__/*')
NPM    := $(VENV)/bin/python web/npm.py

.DEFAULT_GOAL := help
.NOTPARALLEL:
.DELETE_ON_ERROR:
.PHONY: help play play-terminal test lint test-compiled test-interpreted test-web format types web web-dev screens \
        bench bench-engine bench-bots bench-server bench-web chaos fuzz pins dist clean

help:  ## this list
	@sed -n 's/^\([a-z-]*\):.*##  */  make \1 # /p' $(MAKEFILE_LIST) | column -t -s '#' 2>/dev/null \
	  || sed -n 's/^\([a-z-]*\):.*##  */  make \1: /p' $(MAKEFILE_LIST)

play: $(VENV)/.package  ## play in the browser, against bots or with friends
	@$(VENV)/bin/moustaches serve --open

play-terminal: $(VENV)/.package  ## play in the terminal: make play-terminal, or make play-terminal GAME=gracias
	@$(VENV)/bin/moustaches play $(GAME)

test-compiled test-interpreted: export OPENBLAS_NUM_THREADS = 1  # tests run on all cores already

test: lint test-web test-compiled test-interpreted  ## linters, then all tests: of the client, and on both engines

lint: $(VENV)/.dev  ## ruff, mypy --strict and pyright; svelte-check and biome for the client
	$(VENV)/bin/ruff check
	$(VENV)/bin/ruff format --check
	@set -x; $(VENV)/bin/mypy & \
	{ $(VENV)/bin/basedpyright && $(NPM) run check && $(NPM) run lint; }; others=$$?; wait $$! && exit $$others

test-web: $(VENV)/.dev  ## tests of the client's own logic; those in a real browser are among the others
	$(NPM) run art
	$(NPM) run test

# The installed wheel is tested, not src/. Without a C compiler there is nothing to test here, but then CI fails.
test-compiled: $(VENV)/.dev $(VENV)/.package  ## tests on the compiled engine
	@if test -n "$$CI" || $(VENV)/bin/python -c $(IS_COMPILED); then \
	  set -x; env -u PYTHONPATH MOUSTACHES_ENGINE=compiled $(VENV)/bin/pytest; \
	else \
	  echo "NOT TESTED: the compiled engine. Install a C compiler and Python's headers, then: make clean test"; \
	fi

# Coverage can only see interpreted code. The limit holds for lines and branches together and for branches alone; it is
# measured on the tests of the rules, without those of the bots that play them. Of the server's tests those run again that
# are about the way of a move, which is compiled too; of the browser's none.
RULES := tests/content tests/engine tests/game tests/golden tests/reference
WAY_OF_A_MOVE := $(patsubst %,tests/server/test_%.py,journal judging moves resume short_way)
test-interpreted: $(VENV)/.dev $(VENV)/.package  ## tests on the interpreted engine, with coverage of the rules
	PYTHONPATH=src MOUSTACHES_ENGINE=interpreted $(VENV)/bin/pytest $(RULES) \
	  --cov --cov-report=term --cov-report=json --cov-fail-under=95
	@$(VENV)/bin/python -c $(CHECK_BRANCHES)
	PYTHONPATH=src MOUSTACHES_ENGINE=interpreted $(VENV)/bin/pytest tests $(RULES:%=--ignore=%) --ignore=tests/server --ignore=tests/web
	PYTHONPATH=src MOUSTACHES_ENGINE=interpreted $(VENV)/bin/pytest $(WAY_OF_A_MOVE)

format: $(VENV)/.dev  ## lay out the code and repair what ruff and biome can
	$(VENV)/bin/ruff check --fix
	$(VENV)/bin/ruff format
	$(NPM) run format

types: $(VENV)/.dev  ## write web/src/protocol.ts anew, from the types of the server
	PYTHONPATH=src $(VENV)/bin/python -m web.protocol

web: $(VENV)/.run  ## build the client into web/dist
	$(NODE)
	@$(NPM) build

web-dev: $(VENV)/.dev  ## the client as you write it, on a server that runs (moustaches serve)
	$(NPM) run dev

screens: $(VENV)/.dev $(VENV)/.package  ## photograph every page into docs/screens; needs Chromium
	$(VENV)/bin/python -m benchmarks.screens

bench: bench-engine bench-bots bench-server bench-web  ## all benchmarks; results in build/bench

bench-engine: $(VENV)/.package $(VENV)-bench/.ready  ## the engine beside open_spiel and RLCard
	PEER_PYTHON=$(VENV)-bench/bin/python $(VENV)/bin/python -m benchmarks.engine

bench-bots: $(VENV)/.package $(VENV)-bench/.ready  ## the bots against each other and open_spiel; DEALS=0.1 for a short look
	PEER_PYTHON=$(VENV)-bench/bin/python OMP_NUM_THREADS=1 OPENBLAS_NUM_THREADS=1 \
	  $(VENV)/bin/python -m benchmarks.bots --deals $(or $(DEALS),1)

bench-server: $(VENV)/.package build/boardgame_io/.ready  ## the server under load, beside boardgame.io's; needs Node
	PEER_SERVER=build/boardgame_io OMP_NUM_THREADS=1 OPENBLAS_NUM_THREADS=1 $(VENV)/bin/python -m benchmarks.server

bench-web: $(VENV)/.dev $(VENV)/.package  ## the client: what it loads, how soon it answers, how smoothly it moves; needs Chromium
	$(VENV)/bin/python -m benchmarks.web

chaos: $(VENV)/.dev $(VENV)/.package  ## break the server more than a hundred times; FAULTS=10 for a short look
	OMP_NUM_THREADS=1 OPENBLAS_NUM_THREADS=1 $(VENV)/bin/python -m benchmarks.chaos --faults $(or $(FAULTS),110)

dist: $(VENV)/.package  ## wheel and sdist in dist/
	$(VENV)/bin/python -m hatchling build -d dist

pins: build/pins/bin/uv  ## raise the pinned versions in requirements/*.txt
	$(PIN) requirements/dev.in -o requirements/dev.txt
	$(PIN) -c requirements/dev.txt requirements/run.in -o requirements/run.txt
	$(PIN) -c requirements/dev.txt requirements/node.in -o requirements/node.txt
	$(PIN) requirements/bench.in -o requirements/bench.txt
	@! grep -n '://' requirements/*.txt

clean:  ## remove everything that make made
	rm -rf $(VENV) $(VENV)-bench build dist web/node_modules web/dist web/drawn .mypy_cache .ruff_cache .pytest_cache .hypothesis
	find src tests web -name __pycache__ -prune -exec rm -rf {} +

# --- Environments ----------------------------------------------------------------------------------------------------

$(VENV)/.run: requirements/run.txt
	@$(PYTHON) -c 'import sys; sys.version_info >= (3, 11) or sys.exit("Python 3.11 or newer is needed, this is " \
	  + sys.version.split()[0] + ". Try: make PYTHON=python3.12")'
	@echo "Setting up $(VENV) …"
	@$(PYTHON) -m venv $(VENV)
	@$(VENV)/bin/pip $(PIP) $<
	@touch $@

$(VENV)/.package: $(VENV)/.run $(SOURCES)
	@echo "Building moustaches …"
	$(NODE)
	@$(VENV)/bin/pip install -qq --no-deps --no-build-isolation .
	@$(VENV)/bin/python -c $(IS_COMPILED) || echo "No C compiler or no Python headers: the engine runs interpreted, slower."
	@touch $@

$(VENV)/.dev: requirements/dev.txt requirements/train.in $(VENV)/.run
	@echo "Adding the test tools …"
	@$(VENV)/bin/pip $(PIP) $<
	@$(VENV)/bin/pip install -qq -r requirements/train.in
	@touch $@

$(VENV)-bench/.ready: requirements/bench.txt
	@echo "Setting up $(VENV)-bench …"
	@$(PYTHON) -m venv $(VENV)-bench
	@$(VENV)-bench/bin/pip $(PIP) $<
	@touch $@

fuzz: $(VENV)/.dev $(VENV)/.package  ## bad input and secrets at length: 100,000 messages, thousands of games
	MOUSTACHES_FUZZ=$(or $(MESSAGES),110000) MOUSTACHES_GAMES=$(or $(GAMES),2400) \
	  $(VENV)/bin/pytest -n2 -rP tests/server/test_bad_input.py tests/server/test_secrets.py

build/boardgame_io/.ready: $(addprefix benchmarks/boardgame_io/,package.json package-lock.json .npmrc server.js)
	@command -v npm >/dev/null || { echo "npm is missing: boardgame.io's server needs Node 18 or newer"; exit 1; }
	@echo "Setting up build/boardgame_io …"
	@mkdir -p $(@D)
	@cp $^ $(@D)
	@cd $(@D) && npm ci --silent --ignore-scripts
	@touch $@

build/pins/bin/uv:
	@$(PYTHON) -m venv build/pins
	@build/pins/bin/pip install -qq uv

# The extras stay: where the lock does not name one, pip takes the newest release for it, which has no hash here.
PIN := build/pins/bin/uv pip compile --quiet --upgrade --universal --python-version 3.11 --generate-hashes \
       --no-header --no-annotate --no-emit-index-url --no-strip-extras

# For a machine that has no Node, and nobody who built the client before.
define NODE
@test -n "$$MOUSTACHES_NO_WEB" || $(NPM) has-node || $(VENV)/bin/pip $(PIP) requirements/node.txt
endef

IS_COMPILED := 'import sys; from moustaches.engine import COMPILED; sys.exit(not COMPILED)'

define CHECK_BRANCHES
'import json; total = json.load(open("build/coverage/report.json"))["totals"]; \
percent = 100 * total["covered_branches"] / max(total["num_branches"], 1); \
print(f"Branches covered: {percent:.1f} %"); percent >= 95 or exit("at least 95 % is required")'
endef
