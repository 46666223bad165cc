#!/usr/bin/env bash
# Runs every fuzz target of build/fuzz for a number of seconds, from the seeds of tests/data and what earlier runs found.
#   tests/fuzz/run.sh SECONDS [NAME…]     the inputs that failed are left in build/fuzz/failed
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/../.."

seconds=$1
shift
names=("$@")
[ "${#names[@]}" -gt 0 ] || names=(pickle stream messages sessions package markdown traces studio_bodies api_bodies requests packets tool_calls)

# One input a file, of a size that a mutation still matters in.
lines_as_files() {
    split --lines=1 --suffix-length=4 --additional-suffix="-$(basename "$1")" "$1" "$2/"
}

seeds_of() {
    local data=tests/data
    case $1 in
    pickle) cp "$data"/pickles/*.pkl "$2" ;;
    stream) cp "$data"/sse/*.txt "$2" ;;
    messages)
        lines_as_files "$data/agentscope/msg.jsonl" "$2"
        cp tests/fuzz/seeds/*.content "$2"
        ;;
    sessions)
        cp "$data"/agentscope/saved/*.json "$data"/anthropic/*.json* "$data"/coding_agents/*.jsonl \
            "$data"/metagpt/log_excerpt.txt tests/fuzz/seeds/*.json* "$data"/openai/odd_chat.json "$data"/who_and_when/algorithm_001.json "$2"
        ;;
    package) cp tests/fuzz/seeds/*.qdeck "$2" ;;
    traces) cp tests/fuzz/seeds/traces.* "$2" ;;
    studio_bodies | api_bodies | requests | packets | tool_calls) lines_as_files "tests/fuzz/seeds/$1.lines" "$2" ;;
    markdown)
        for messages in resources/web/tests/data/hostile/*.jsonl; do
            lines_as_files "$messages" "$2"
        done
        ;;
    esac
}

status=0
mkdir -p build/fuzz/failed
for name in "${names[@]}"; do
    seeds=$(mktemp -d)
    seeds_of "$name" "$seeds"
    corpus=build/fuzz/corpus/$name
    mkdir -p "$corpus"
    log=build/fuzz/$name.log
    # A leak is none of a library that keeps what it has learnt (Qt's translations); memory and time are bounded.
    if UBSAN_OPTIONS=halt_on_error=1:print_stacktrace=1 "build/fuzz/bin/fuzz_$name" -max_total_time="$seconds" \
        -max_len=20000 -timeout=20 -rss_limit_mb=2048 -detect_leaks=0 -print_final_stats=1 \
        -artifact_prefix="build/fuzz/failed/$name-" "$corpus" "$seeds" >"$log" 2>&1; then
        echo "fuzz $name: $(sed -n 's/^stat::number_of_executed_units: *//p' "$log") runs in $seconds s"
    else
        echo "fuzz $name failed:"
        tail -n 40 "$log"
        status=1
    fi
    rm -r "$seeds"
done
exit "$status"
