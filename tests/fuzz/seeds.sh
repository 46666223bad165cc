#!/usr/bin/env bash
# Writes what a fuzz target begins with into a folder: every vector of its kind, and the seeds made for it.
#   tests/fuzz/seeds.sh NAME FOLDER
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/../.."

data=tests/data
name=$1
folder=$2

# One input a file, of a size that a mutation still matters in.
lines_as_files() {
    split --lines=1 --suffix-length=4 --additional-suffix="-$(basename "$1")" "$1" "$folder/${2:-}"
}

# The first byte of a stream's input tells how large its pieces are: here one byte, and sixteen.
streams() {
    local file
    for file in "$data"/sse/*.txt "$data"/further/sse/*.txt; do
        { printf '\0' && cat "$file"; } >"$folder/bytes-$(basename "$file")"
        { printf '\017' && cat "$file"; } >"$folder/sixteens-$(basename "$file")"
    done
}

case $name in
pickle) cp "$data"/pickles/*.pkl "$data"/further/pickles/*.pkl "$folder" ;;
stream) streams ;;
messages)
    lines_as_files "$data/agentscope/msg.jsonl"
    lines_as_files "$data/further/agentscope/msg.jsonl" further-
    cp tests/fuzz/seeds/*.content "$folder"
    ;;
prompts)
    lines_as_files "$data/agentscope/format.jsonl"
    lines_as_files "$data/openai/agents_flex.jsonl"
    lines_as_files "$data/further/agentscope/format.jsonl" further-
    lines_as_files "$data/further/openai/agents_flex.jsonl" further-
    ;;
sessions)
    cp "$data"/agentscope/saved/*.json "$data"/anthropic/*.json* "$data"/coding_agents/*.jsonl \
        "$data"/metagpt/log_excerpt.txt tests/fuzz/seeds/*.json* "$data"/openai/odd_chat.json \
        "$data"/who_and_when/algorithm_001.json \
        "$data"/recordings/{openhands_trajectory,inspect_json,autogen_team,langsmith_runs}/input/*.json* "$folder"
    ;;
package) cp tests/fuzz/seeds/*.qdeck "$folder" ;;
database) cp tests/fuzz/seeds/*.database "$folder" ;;
traces) cp tests/fuzz/seeds/traces.* "$folder" ;;
studio_bodies | api_bodies | requests | packets | tool_calls) lines_as_files "tests/fuzz/seeds/$name.lines" ;;
markdown)
    for messages in resources/web/tests/data/hostile/*.jsonl; do
        lines_as_files "$messages"
    done
    ;;
*)
    echo "seeds: no fuzz target is called $name" >&2
    exit 1
    ;;
esac
