# Everything happens in a private environment, made on first use. Only Python 3.11 or newer and
# make are needed beforehand.

PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
PIP := $(BIN)/python -m pip --disable-pip-version-check
INSTALL := $(PIP) install --quiet --require-hashes -r

.PHONY: play test browser database pictures lint bench golden rows catalogue lock clean

play: $(VENV)/play.ready
	@$(BIN)/tangledbank serve

test: $(VENV)/dev.ready browser database
	$(BIN)/python -m pytest -n auto --dist worksteal

# The tests of the pages need Chromium; where we may not install it they say that they are skipped.
browser:
	@command -v chromium > /dev/null || command -v chromium-browser > /dev/null || \
	  { test "$$(id -u)" = 0 && echo "Installing Chromium for the tests of the pages, once …" && \
	    apt-get update -qq && \
	    DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends chromium > /dev/null; } || \
	  echo "NO CHROMIUM: the pages are not tested in a browser; install the package chromium"

# The tests of the store for several servers need PostgreSQL; the same holds for it.
database:
	@command -v postgres > /dev/null || ls /usr/lib/postgresql/*/bin/postgres > /dev/null 2>&1 || \
	  { test "$$(id -u)" = 0 && echo "Installing PostgreSQL for the tests of the store, once …" && \
	    apt-get update -qq && \
	    DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends postgresql > /dev/null; } || \
	  echo "NO POSTGRESQL: the store for several servers is not tested; install the package postgresql"

# The pictures of the README, after a change of the pages.
pictures: $(VENV)/dev.ready browser
	TANGLEDBANK_SHOTS=docs/pictures $(BIN)/python -m pytest -n 0 tests/test_server_pictures.py

lint: $(VENV)/dev.ready
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	$(BIN)/mypy
	$(BIN)/lint-imports

bench: $(VENV)/bench.ready
	$(BIN)/tangledbank bench

# Golden playthroughs, tree counts and signature, after a change of behaviour that is meant.
golden: $(VENV)/dev.ready
	$(BIN)/tangledbank golden --write

# What is made from the rows of the games, after a change of them: schema, pages of words, catalogue.
rows: $(VENV)/dev.ready catalogue
	$(BIN)/tangledbank scenario --schema > docs/scenario.schema.json
	$(BIN)/python -m tools.words

# Every sentence to be translated: of the program, and of the rules.
LOCALE := src/tangledbank/locale
EXTRACT := PYTHONPATH=tools $(BIN)/pybabel -q extract --no-location --omit-header
catalogue: $(VENV)/dev.ready
	$(EXTRACT) --sort-output -k say -k mark -k mark_in:1c,2 -k say_count:1,2 -F tools/program_text.cfg \
	  -o $(LOCALE)/tangledbank.pot src/tangledbank
	$(EXTRACT) -c DC -c EV -c OS -F tools/rules_text.cfg -o $(LOCALE)/rules.pot src/tangledbank/games

# The lock files, after a change of dependencies.
LOCK := $(BIN)/uv pip compile --quiet --universal --python-version 3.11 --no-emit-index-url \
  --no-annotate --no-header --generate-hashes --extra build
lock: $(VENV)/pyvenv.cfg
	$(PIP) install --quiet uv
	$(LOCK) pyproject.toml -o requirements/play.txt
	$(LOCK) --extra dev --extra arena --extra postgres --extra study -c requirements/play.txt pyproject.toml -o requirements/dev.txt
	$(LOCK) --extra bench -c requirements/dev.txt pyproject.toml -o requirements/bench.txt

$(VENV)/pyvenv.cfg:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || \
	  { echo "Tangled Bank needs Python 3.11 or newer; name one with: make PYTHON=python3.12"; exit 1; }
	$(PYTHON) -m venv $(VENV)

$(VENV)/play.ready: $(VENV)/pyvenv.cfg pyproject.toml requirements/play.txt
	@echo "Installing what is needed into $(VENV), once …"
	$(INSTALL) requirements/play.txt
	$(PIP) install --quiet --no-deps --no-build-isolation --editable .
	@touch $@

$(VENV)/dev.ready: $(VENV)/play.ready requirements/dev.txt
	$(INSTALL) requirements/dev.txt
	@touch $@

$(VENV)/bench.ready: $(VENV)/play.ready requirements/bench.txt
	$(INSTALL) requirements/bench.txt
	@touch $@

clean:
	rm -rf $(VENV) .mypy_cache .ruff_cache .pytest_cache .hypothesis .import_linter_cache
