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

# What waits for real devices, pauses and processes rather than for the processor is played beside the rest, and
# goes before it where both want the processor. Those that render whole games come last: by then much is in the cache.
EVENINGS := tests/test_evening.py tests/table/test_private_channel.py
LIVE := tests/audio/test_rig.py tests/audio/test_stranded.py tests/audio/test_devices.py \
  tests/wyoming/test_wyoming_satellite.py tests/audio/test_source.py tests/screen/test_on_terminal.py \
  tests/audio/test_doctor.py tests/secrecy/test_live.py \
  tests/cli/test_serve.py tests/audio/test_coming_back.py tests/cli/test_start_live.py \
  tests/cli/test_resume_live.py

test: setup-test check
	sh tools/test.sh $(BIN)/python "$(EVENINGS)" "$(LIVE)"

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
