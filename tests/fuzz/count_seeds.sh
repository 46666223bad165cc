#!/usr/bin/env bash
# Says how many seeds a fuzz target begins with, so that emptied or renamed vectors are noticed.
#   tests/fuzz/count_seeds.sh NAME
set -euo pipefail

folder=$(mktemp -d)
trap 'rm -r "$folder"' EXIT
"$(dirname "${BASH_SOURCE[0]}")/seeds.sh" "$1" "$folder"
find "$folder" -type f | wc -l | sed "s/.*/$1 & seeds/"
