#!/usr/bin/env bash
# Prints how large the product is: C++ files, folders and lines of each room, the longest file, and the tests.
#   tests/structure/figures.sh
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/../.."

print() {
    local name=$1
    shift
    local files lines folders longest
    files=$(find "$@" -name node_modules -prune -o \( -name '*.cpp' -o -name '*.h' \) -print | sort)
    lines=$(xargs cat <<<"$files" | wc -l)
    folders=$(xargs dirname <<<"$files" | sort -u | wc -l)
    longest=$(xargs wc -l <<<"$files" | grep -v ' total$' | sort -n | tail -1 | sed 's/^ *//')
    echo "$name: $(wc -l <<<"$files") files, $folders folders, $lines lines, the longest $longest"
}

for room in app model storage ui; do
    print "$room" "$room"
done
print product app model storage ui
print tests tests
