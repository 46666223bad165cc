#!/usr/bin/env bash
# Runs a fuzz target on mutations of its seeds, without libFuzzer.
#   tests/fuzz/mutate.sh PROGRAM NAME RUNS
set -euo pipefail

folder=$(mktemp -d)
"$(dirname "${BASH_SOURCE[0]}")/seeds.sh" "$2" "$folder"
"$1" "$2" "$3" "$folder" # what ends it is kept in "$folder".failed
rm -r "$folder"
