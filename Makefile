# make install | demo | test | test-full | test-lts | conformance | check | schema | graph-page | docs | licenses | sbom | format | bench | bench-load | bench-identity | bench-name-frequencies | bench-match-model | bench-search | bench-related | bench-meaning | bench-classify | soak | soak-acts | attack | faults | fuzz-documents | fuzz-files | assets
PYTHON ?= python3
PORT ?= 8000
VENV := .venv
BIN := $(VENV)/bin

.PHONY: install demo test test-full test-lts conformance check schema graph-page docs licenses sbom format bench bench-load bench-scale bench-identity bench-name-frequencies bench-match-model bench-search bench-classify bench-paths bench-related bench-meaning soak soak-acts attack faults fuzz-documents fuzz-files assets lock clean

$(VENV)/run.stamp: requirements/run.lock pyproject.toml
	@$(PYTHON) -c 'import sys; sys.exit(0 if sys.version_info >= (3, 11) else "Byline needs Python 3.11 or newer; this is " + sys.version.split()[0] + ". Name another: make demo PYTHON=python3.12")'
	@test -x $(BIN)/python || $(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --require-hashes -r requirements/run.lock
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --no-deps --no-build-isolation -e .
	@touch $@

$(VENV)/dev.stamp: $(VENV)/run.stamp requirements/dev.lock
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --require-hashes -r requirements/dev.lock
	@touch $@

install: $(VENV)/run.stamp
	@echo "The command is $(BIN)/byline; try: $(BIN)/byline --help"

demo: $(VENV)/run.stamp
	@if command -v npm >/dev/null 2>&1; then $(MAKE) --no-print-directory assets || echo "GraphiQL could not be built; the plain page serves."; fi
	@exec $(BIN)/byline demo --port $(PORT)

# Each worker runs whole packages or files of tests (tests/conftest.py): it has its own Neo4j, and creates the fixtures
# of a module once. Compiled modules are kept, because the tests start hundreds of processes.
export PYTHONDONTWRITEBYTECODE :=
SHARED := -n auto --dist loadscope --no-loadscope-reorder

test: $(VENV)/dev.stamp
	$(BIN)/python -m pytest $(SHARED) -m "not full and not conformance" --durations=25

test-full: $(VENV)/dev.stamp
	$(BIN)/python -m pytest $(SHARED) -m "not conformance" --timeout 3000

test-lts: $(VENV)/dev.stamp
	env -u NEO4J_IMAGE BYLINE_TEST_NEO4J_VERSION=5.26.30 $(BIN)/python -m pytest $(SHARED) -m "not full and not conformance" tests/schema tests/resolvers tests/cypher tests/loaders

CONFORMANCE := tests/conformance
EXAMPLES := examples/javascript

$(CONFORMANCE)/.venv/stamp: requirements/conformance.lock
	@test -x $(CONFORMANCE)/.venv/bin/python || $(PYTHON) -m venv $(CONFORMANCE)/.venv
	$(CONFORMANCE)/.venv/bin/python -m pip install --quiet --disable-pip-version-check --require-hashes -r requirements/conformance.lock
	@touch $@

$(CONFORMANCE)/node_modules/stamp: $(CONFORMANCE)/package-lock.json
	@cd $(CONFORMANCE) && npm ci --no-audit --no-fund --loglevel=error
	@touch $@

$(EXAMPLES)/node_modules/stamp: $(EXAMPLES)/package-lock.json
	@cd $(EXAMPLES) && npm ci --no-audit --no-fund --loglevel=error
	@touch $@

conformance: $(VENV)/dev.stamp $(CONFORMANCE)/.venv/stamp $(CONFORMANCE)/node_modules/stamp $(EXAMPLES)/node_modules/stamp
	$(BIN)/python -m pytest -s -m conformance $(CONFORMANCE)

check: $(VENV)/dev.stamp
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	$(BIN)/pyright
	$(BIN)/lint-imports
	$(BIN)/python -m pytest -m "not graph and not full and not conformance" tests/test_conventions.py tests/schema tests/cypher

$(VENV)/docs.stamp: $(VENV)/run.stamp requirements/docs.lock
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --require-hashes -r requirements/docs.lock
	@touch $@

# The documentation site, in build/docs; a broken link is an error.
docs: $(VENV)/docs.stamp
	$(BIN)/python docs/site/build_pages.py build/pages
	$(BIN)/python -m sphinx -q -W --keep-going -c docs/site -b html build/pages build/docs
	@echo "The site is build/docs/index.html."

# The printed GraphQL schema. A temporary file comes first, so that an error leaves the old schema.
schema: $(VENV)/run.stamp
	$(BIN)/byline schema > schema/schema.graphql.tmp || { rm -f schema/schema.graphql.tmp; exit 1; }
	mv schema/schema.graphql.tmp schema/schema.graphql

# The page of the graph model, from the sample in a Neo4j of its own.
graph-page: export BYLINE_HOME := $(CURDIR)/build/graph-page
graph-page: $(VENV)/run.stamp
	rm -rf $(BYLINE_HOME)
	unset NEO4J_URI; trap '$(BIN)/byline db stop' EXIT; \
	$(BIN)/byline db start && $(BIN)/byline load sample && $(BIN)/byline describe --output docs/graph.md

# The licenses of all locked dependencies, from the metadata of the installed packages.
licenses: $(VENV)/dev.stamp
	$(BIN)/python docs/site/build_licenses.py docs/licenses.md

# The bill of materials of what `make install` installs, in CycloneDX's format. One environment has these packages alone, the other one the tool.
sbom:
	rm -rf build/sbom
	$(PYTHON) -m venv build/sbom/run
	$(PYTHON) -m venv build/sbom/tool
	build/sbom/run/bin/python -m pip install --quiet --disable-pip-version-check --require-hashes -r requirements/run.lock
	build/sbom/tool/bin/python -m pip install --quiet --disable-pip-version-check --require-hashes -r requirements/sbom.lock
	build/sbom/run/bin/python -m pip uninstall --quiet --disable-pip-version-check --yes pip setuptools
	build/sbom/tool/bin/cyclonedx-py environment --output-reproducible --pyproject pyproject.toml --mc-type application -o build/sbom.json build/sbom/run
	@echo "The bill of materials is build/sbom.json."

format: $(VENV)/dev.stamp
	$(BIN)/ruff format .
	$(BIN)/ruff check --fix .

bench: $(VENV)/dev.stamp
	$(BIN)/python -m bench

# Measure the rate of each source, and compare Byline with plain MERGE. DATA: folder of unpacked data sets (bench/README.md).
bench-load: $(VENV)/dev.stamp
	$(BIN)/python -m bench.loading $(DATA)

# Measure how the preparation of a bulk load scales, on synthetic OpenAlex works. WORKS="20000 80000".
bench-scale: $(VENV)/dev.stamp
	$(BIN)/python -m bench.loading.scale $(WORKS)

# Measure precision and recall of entity resolution, with hidden IDs as ground truth. DATA: folder of data sets (bench/README.md).
bench-identity: $(VENV)/dev.stamp
	$(BIN)/python -m bench.identity $(DATA)

# Fit the model of the match probability of two people (loaders/curation/match_model.toml), and measure it. DATA: bench/README.md.
bench-match-model: $(VENV)/dev.stamp
	$(BIN)/python -m bench.identity.fit $(DATA)

# Fit the frequencies of author names (loaders/resolution/name_frequencies.tsv). DATA: bench/README.md.
bench-name-frequencies: $(VENV)/dev.stamp
	$(BIN)/python -m bench.identity.name_frequencies $(DATA)

# Measure how often search finds known items with damaged texts, on the graph that NEO4J_URI names. QUERIES=1000.
bench-search: $(VENV)/dev.stamp
	$(BIN)/python -m bench.search $(QUERIES)

# Measure how many hidden citations related papers find, on the graph that NEO4J_URI names. PAPERS=500.
bench-related: $(VENV)/dev.stamp
	$(BIN)/python -m bench.related $(PAPERS)

# Measure how many references of a paper its title and abstract find, for words and embedding models. DATA: bench/README.md. PAPERS=1000.
bench-meaning: $(VENV)/dev.stamp
	$(BIN)/python -m bench.meaning $(DATA) $(PAPERS)

# Measure path searches in memory and in Neo4j on a generated network. SIZE="1000000 10000000" (people and pairs).
bench-paths: $(VENV)/dev.stamp
	$(BIN)/python -m bench.paths $(SIZE)

# Measure the accuracy of the topic classifier on held-out papers. DATA: folder with paperscape, vispubs and acl_anthology.
bench-classify: $(VENV)/dev.stamp
	$(BIN)/python -m bench.classify $(DATA)

# Measure errors, latency and memory under mixed reads on 32 and 200 connections. SECONDS=60 per run; default: 600.
soak: $(VENV)/dev.stamp
	$(BIN)/python -m bench.reliability.soak $(SECONDS)

# Let 200 users act while Neo4j and the server are killed, and compare the graph. SECONDS=60; default: 600. SEED=7.
soak-acts: $(VENV)/dev.stamp
	$(BIN)/python -m bench.reliability.act_soak $(SECONDS) $(SEED)

# Measure ordinary clients beside attacks. SECONDS=5 per measurement; default: 10.
attack: $(VENV)/dev.stamp
	$(BIN)/python -m bench.reliability.attack $(SECONDS)

# Kill and stop servers, loads and Neo4j, damage files, disks and the clock, and compare the graph. ROUNDS=3 SEED=random.
ROUNDS ?= 3
faults: $(VENV)/dev.stamp
	$(BIN)/python -m bench.reliability.faults $(ROUNDS) $(SEED)

# Send random requests to a server, and check each response.
DOCUMENTS ?= 100000
fuzz-documents: $(VENV)/dev.stamp
	$(BIN)/python -m bench.reliability.fuzz_documents $(DOCUMENTS) $(SEED)

# Load mutated files of every source, and report those that Byline does not explain to users. FILES=20000 SEED=random.
FILES ?= 20000
fuzz-files: $(VENV)/dev.stamp
	$(BIN)/python -m bench.reliability.fuzz_files $(FILES) $(SEED)

assets: byline/static/graphiql/index.html
	@: # print nothing if the page is already built

byline/static/graphiql/index.html: $(wildcard assets/.npmrc assets/*.json assets/*.js assets/*.html assets/src/* assets/src/queries/*)
	@echo "Building GraphiQL; half a minute the first time."
	@cd assets && npm ci --no-audit --no-fund --loglevel=error && npm run --silent build
	@rm -rf byline/static/graphiql && mv assets/dist byline/static/graphiql

# Write the lock files: versions and hashes, no addresses. Requires uv (https://docs.astral.sh/uv).
LOCKED := uv pip compile -q --universal --python-version 3.11 --generate-hashes --no-emit-index-url --no-emit-find-links --no-header
lock:
	$(LOCKED) pyproject.toml --extra build -o requirements/run.lock
	$(LOCKED) pyproject.toml --extra build --extra classify --extra cluster --extra dev --extra draw --extra notebook --extra semantic -o requirements/dev.lock
	$(LOCKED) pyproject.toml --extra build --extra docs -c requirements/dev.lock -o requirements/docs.lock
	$(LOCKED) requirements/conformance.in -o requirements/conformance.lock
	$(LOCKED) requirements/sbom.in -o requirements/sbom.lock

clean:
	rm -rf $(VENV) build dist bench/out byline/static/graphiql assets/node_modules bench/peers/node_modules $(EXAMPLES)/node_modules $(CONFORMANCE)/node_modules $(CONFORMANCE)/.venv $(CONFORMANCE)/relay/made
