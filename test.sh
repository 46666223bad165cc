#!/usr/bin/env bash
# Installs what is missing, builds the dev preset (with assertions), runs every test, and lets fuzzers look for inputs
# that break a reader.
#   ./test.sh [--full] [arguments for ctest]     --full: the long tests with their full counts; with arguments: no fuzzers
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")"

limits=()
fuzz_seconds=10
if [ "${1:-}" = --full ]; then
    export QUARTERDECK_FULL=1            # read when the tests are configured, and by them
    export QTEST_FUNCTION_TIMEOUT=3000000 # milliseconds, of one function
    limits=(--timeout 3600)
    fuzz_seconds=60
    shift
fi

packaging/install-deps.sh
cmake --preset dev
cmake --build --preset dev --parallel "$(nproc)"

# No test may need a network: where it is possible they get one with nothing but the loopback interface.
run=()
if [ "$(id -u)" -eq 0 ] && unshare --net ip link set lo up 2>/dev/null; then
    # shellcheck disable=SC2016 # expanded by the inner shell
    run=(unshare --net bash -c 'ip link set lo up && exec "$@"' bash)
    echo "test: running without a network"
fi
# What the tests of the storage's promises counted.
export QUARTERDECK_PROMISES="$PWD/build/dev/promises.txt"
: >"$QUARTERDECK_PROMISES"
status=0
results=build/dev/results.txt
# A test of windows and pages may meet a machine that stands still for a while: it is tried once more, and named then.
"${run[@]}" ctest --preset dev "${limits[@]}" --repeat until-pass:2 "$@" | tee "$results" || status=$?
sort "$QUARTERDECK_PROMISES"
sed -n 's/^ *\([0-9]*\/[0-9]*\)\{0,1\} *Test *#[0-9]*: \([^ ]*\) .*\*\*\*.*/test: \2 failed at its first try/p' "$results" | sort -u
# Where the first build has taken long already, the fuzzers' own waits for the next time, when compiled code is cached.
latest_fuzzing=1800
if [ "$#" -eq 0 ] && [ -z "${QUARTERDECK_FULL:-}" ] && [ "$SECONDS" -gt "$latest_fuzzing" ]; then
    echo "test: the fuzzers are left out, $((SECONDS / 60)) minutes have gone by; run ./test.sh again for them"
elif [ "$#" -eq 0 ]; then
    cmake --preset fuzz
    cmake --build --preset fuzz --parallel "$(nproc)" --target fuzzers
    "${run[@]}" tests/fuzz/run.sh "$fuzz_seconds" || status=1
fi
# Last, as people and programs expect it.
sed -n '/tests passed/,$p' "$results"
exit "$status"
