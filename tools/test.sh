#!/bin/sh
# All tests, at the same time: tools/test.sh PYTHON EVENINGS LIVE
# EVENINGS, LIVE: files that play in real time, one process each; all others are shared out between two, which
# give way to those. What is played beside is told of after the rest.
set -u
python=$1
evenings=$2
live=$3

# What one process has compiled, or rendered, the others need not.
unset PYTHONDONTWRITEBYTECODE
folder=$(mktemp -d)
export NARRATOR_TESTS_CACHE="$folder/cache"
pids=""
trap 'rm -rf "$folder"' EXIT
trap 'kill $pids 2>/dev/null; exit 130' INT TERM

ignored=""
for file in $evenings $live; do
  ignored="$ignored --ignore=$file"
done

"$python" -m pytest -p no:cacheprovider $evenings >"$folder/evenings" 2>&1 &
first=$!
"$python" -m pytest -p no:cacheprovider --durations=5 $live >"$folder/live" 2>&1 &
second=$!
pids="$first $second"
nice -n 10 "$python" -m pytest -n 2 --dist loadfile --no-loadscope-reorder $ignored
failed=$?
wait "$first" || failed=1
wait "$second" || failed=1
cat "$folder/evenings" "$folder/live"
exit "$failed"
