#!/usr/bin/env bash
# Installs what is missing, builds the release preset and opens the app with the demo team. Without a display it saves
# a picture of the running demo as demo.png instead. Arguments are passed on to the app.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")"

packaging/install-deps.sh
cmake --preset release
cmake --build --preset release --parallel "$(nproc)" --target quarterdeck quarterdeck-mcp

if [ "$(id -u)" -eq 0 ]; then
    export QTWEBENGINE_DISABLE_SANDBOX=1 # Chromium refuses to start as root with its sandbox
fi

app=build/release/bin/quarterdeck
if [ -n "${DISPLAY:-}" ] || [ -n "${WAYLAND_DISPLAY:-}" ]; then
    exec "$app" --demo "$@"
fi

echo "There is no display here, so the demo runs unseen and its picture is saved as demo.png."
export QT_QPA_PLATFORM=offscreen QT_QUICK_BACKEND=software
export QTWEBENGINE_CHROMIUM_FLAGS="${QTWEBENGINE_CHROMIUM_FLAGS:---disable-gpu}"
"$app" --demo --screenshot demo.png "$@"
echo "Saved $PWD/demo.png"
