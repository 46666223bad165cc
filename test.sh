#!/usr/bin/env bash
# Installs what is missing, builds the dev preset (with assertions) and runs every test, among them each fuzz target on
# mutations of its seeds.
#   ./test.sh [--full] [arguments for ctest]     --full: the long tests with their full counts, and, without arguments,
#                                                fuzzers with sanitizers that look for a minute each
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")"

limits=()
isFull=
if [ "${1:-}" = --full ]; then
    export QUARTERDECK_FULL=1            # read when the tests are configured, and by them
    export QTEST_FUNCTION_TIMEOUT=3000000 # milliseconds, of one function
    limits=(--timeout 3600)
    isFull=yes
    shift
fi

packaging/install-deps.sh
cmake --preset dev
cmake --build --preset dev --parallel "$(nproc)"
echo "test: built after $SECONDS s"

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
: >"$results"
run_tests() {
    "${run[@]}" ctest --preset dev --no-tests=ignore "${limits[@]}" "$@" | tee -a "$results" || status=$?
}
# Only a test with a web page may meet a browser that stands still on a busy machine. It is tried once more, and named
# below.
run_tests -LE '^page$' "$@"
run_tests -L '^page$' --repeat until-pass:2 "$@"
if ! grep -q 'tests passed' "$results"; then
    echo "test: there is no such test"
    exit 1
fi
echo "test: tests ended after $SECONDS s"
sort "$QUARTERDECK_PROMISES"
sed -n 's/^ *\([0-9]*\/[0-9]*\)\{0,1\} *Test *#[0-9]*: \([^ ]*\) .*\*\*\*.*/\2/p' "$results" | sort -u |
    awk '{ print "test: " $0 " failed at its first try" } END { print "test: " NR " failed at the first try" }'
if [ -n "$isFull" ] && [ "$#" -eq 0 ]; then
    cmake --preset fuzz
    cmake --build --preset fuzz --parallel "$(nproc)" --target fuzzers
    "${run[@]}" tests/fuzz/run.sh 60s || status=1
fi
# Last, as people and programs expect it.
sed -n '/tests passed/,$p' "$results" | grep -v '^ *[0-9]*/[0-9]* Test\|^ *Start ' || true
exit "$status"
