#!/bin/sh
# Sets up a virtual environment and the system libraries: tools/setup.sh VENV play|test
set -eu
venv=$1
for_what=$2
python=${PYTHON:-python3}

"$python" -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null || {
  echo "narrator needs Python 3.11 or newer; '$python' is not. Set PYTHON, as in: make play PYTHON=python3.12" >&2
  exit 2
}

# What the system must bring: PortAudio to play; for the tests a sound server of their own and voices.
libraries="libportaudio2"
brewed="portaudio espeak-ng"
if [ "$for_what" = test ]; then
  libraries="$libraries espeak-ng pulseaudio pulseaudio-utils libasound2-plugins alsa-utils"
fi

if command -v dpkg-query >/dev/null 2>&1; then
  missing=""
  for package in $libraries; do
    dpkg-query -W -f '${Status}' "$package" 2>/dev/null | grep -q 'ok installed' || missing="$missing $package"
  done
  "$python" -c 'import venv, ensurepip' 2>/dev/null || missing="$missing python3-venv"
  if [ -n "$missing" ]; then
    sudo=""
    [ "$(id -u)" = 0 ] || sudo="sudo"
    echo "installing:$missing"
    $sudo env DEBIAN_FRONTEND=noninteractive apt-get update -qq
    # shellcheck disable=SC2086
    $sudo env DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends $missing >/dev/null
  fi
elif command -v brew >/dev/null 2>&1; then
  for package in $brewed; do
    brew list "$package" >/dev/null 2>&1 || brew install "$package"
  done
else
  echo "note: install PortAudio (and espeak-ng) with your system's package manager if sound is missing" >&2
fi

[ -x "$venv/bin/python" ] || "$python" -m venv "$venv"
if [ "$for_what" = test ]; then
  "$venv/bin/python" -m pip install --quiet --editable ".[test]"
else
  "$venv/bin/python" -m pip install --quiet --editable .
fi
