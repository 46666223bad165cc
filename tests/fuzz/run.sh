#!/usr/bin/env bash
# Runs every fuzz target of build/fuzz a number of times, from the seeds of tests/data and what earlier runs found.
#   tests/fuzz/run.sh RUNS|SECONDSs [NAME…]     2000, or 600s; the inputs that failed are left in build/fuzz/failed
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/../.."

case $1 in
    *s) limit=-max_total_time=${1%s} ;;
    *) limit=-runs=$1 ;;
esac
shift
names=("$@")
[ "${#names[@]}" -gt 0 ] || names=(pickle stream messages prompts sessions package database markdown traces studio_bodies api_bodies requests packets tool_calls)

# Frames of code that is instrumented, and perhaps not optimized, are several times as large as the program's.
ulimit -s 65536 2>/dev/null || true

status=0
mkdir -p build/fuzz/failed
for name in "${names[@]}"; do
    seeds=$(mktemp -d)
    tests/fuzz/seeds.sh "$name" "$seeds"
    corpus=build/fuzz/corpus/$name
    mkdir -p "$corpus"
    log=build/fuzz/$name.log
    # A leak is none of a library that keeps what it has learnt (Qt's translations); memory and time are bounded.
    if UBSAN_OPTIONS=halt_on_error=1:print_stacktrace=1 "build/fuzz/bin/fuzz_$name" "$limit" \
        -max_len=20000 -timeout=20 -rss_limit_mb=2048 -detect_leaks=0 -print_final_stats=1 \
        -artifact_prefix="build/fuzz/failed/$name-" "$corpus" "$seeds" >"$log" 2>&1; then
        echo "fuzz $name: $(sed -n 's/^stat::number_of_executed_units: *//p' "$log") runs"
    else
        echo "fuzz $name failed:"
        tail -n 40 "$log"
        status=1
    fi
    rm -r "$seeds"
done
exit "$status"
