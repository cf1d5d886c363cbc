# make play: play at this table. make test: everything that is checked. Both set up what they need.

VENV ?= .venv
PYTHON ?= python3
BIN := $(VENV)/bin
GAME ?= mafia_vendetta
PLAYERS ?= 8
ARGS ?=

.PHONY: play test check bench messages setup setup-test clean

play: setup
	$(BIN)/narrator play $(GAME) --players $(PLAYERS) --or-demo $(ARGS)

# The evenings in real time are mostly waiting: they are played beside the rest, and told of after it.
test: setup-test check
	@set +e; evenings=$$(mktemp); \
	$(BIN)/python -m pytest tests/test_evening.py > $$evenings 2>&1 & playing=$$!; \
	$(BIN)/python -m pytest -n 2 --dist loadfile --no-loadscope-reorder --ignore tests/test_evening.py; rest=$$?; \
	wait $$playing; played=$$?; cat $$evenings; rm -f $$evenings; \
	exit $$((rest ? rest : played))

check: setup-test
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/narrator lint

# What the program says to people: collected from the sources, compiled (docs/translation.md).
messages: setup-test
	$(BIN)/python tools/messages.py $(MERGE)

bench: setup-test
	$(BIN)/python benchmarks/simulate.py
	$(BIN)/python benchmarks/voice.py
	$(BIN)/python benchmarks/ear.py
	$(BIN)/python benchmarks/gate.py
	$(BIN)/python benchmarks/gate_devices.py
	PYTHONPATH=. $(BIN)/python benchmarks/faults.py
	$(BIN)/python benchmarks/devices.py
	$(BIN)/python benchmarks/vosk.py
	$(BIN)/python benchmarks/seats.py
	$(BIN)/python benchmarks/enrolment.py
	$(BIN)/python benchmarks/table.py
	$(BIN)/python benchmarks/identification.py
	$(BIN)/python benchmarks/crashes.py
	$(BIN)/python benchmarks/soak.py

setup: $(VENV)/.ready
setup-test: $(VENV)/.ready-test

$(VENV)/.ready: pyproject.toml tools/setup.sh
	PYTHON="$(PYTHON)" sh tools/setup.sh "$(VENV)" play
	touch $@

$(VENV)/.ready-test: pyproject.toml tools/setup.sh
	PYTHON="$(PYTHON)" sh tools/setup.sh "$(VENV)" test
	touch $@ $(VENV)/.ready

clean:
	rm -rf $(VENV) build dist *.egg-info
