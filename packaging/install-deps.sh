#!/usr/bin/env bash
# Installs what building, testing and running Quarterdeck needs on Debian 12. Does nothing, and needs neither network
# nor root, when all of it is there.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

packages=(
    # building
    build-essential cmake ninja-build ccache mold pkg-config git ca-certificates
    qt6-base-dev qt6-base-dev-tools qt6-webengine-dev qt6-webengine-dev-tools qt6-webchannel-dev qt6-svg-dev
    qt6-tools-dev qt6-tools-dev-tools qt6-l10n-tools
    nlohmann-json3-dev libsimdjson-dev libsqlite3-dev libsqlitecpp-dev libexpected-dev qcoro-qt6-dev qtkeychain-qt6-dev
    libboost1.81-dev libarchive-dev libgit2-dev libnghttp2-dev libprotozero-dev zlib1g-dev libzstd-dev
    libcmark-gfm-dev libcmark-gfm-extensions-dev
    # running: image formats, Wayland, Qt's own translations, fonts
    qt6-image-formats-plugins qt6-wayland qt6-translations-l10n
    fonts-inter fonts-jetbrains-mono fonts-noto-cjk fonts-noto-color-emoji fonts-dejavu-core
    # testing
    qt6-websockets-dev python3-socketio python3-requests python3-websocket
    xvfb xauth xdotool imagemagick poppler-utils iproute2 util-linux clang-14 clang-format-14 clang-tidy-14 libclang-rt-14-dev
)

as_root() {
    if [ "$(id -u)" -eq 0 ]; then
        "$@"
    elif command -v sudo >/dev/null; then
        sudo "$@"
    else
        echo "install-deps: run this as root, or install sudo" >&2
        return 1
    fi
}

is_installed() {
    [ "$(dpkg-query --show --showformat='${db:Status-Status}' "$1" 2>/dev/null)" = installed ]
}

has_node() {
    command -v npm >/dev/null && command -v node >/dev/null &&
        node -e 'process.exit(Number(process.versions.node.split(".")[0]) >= 18 ? 0 : 1)'
}

missing=()
for package in "${packages[@]}"; do
    is_installed "$package" || missing+=("$package")
done
has_node || missing+=(nodejs npm)

if [ "${#missing[@]}" -gt 0 ]; then
    echo "install-deps: installing ${missing[*]}"
    as_root apt-get update
    as_root env DEBIAN_FRONTEND=noninteractive apt-get install --yes --no-install-recommends "${missing[@]}"
fi

# What npm has: of the page, and the clients of others that tests use.
for folder in resources/web tests/mcp_clients tests/gateway_clients; do
    installed=$folder/node_modules/.package-lock.json
    if [ ! "$installed" -nt "$folder/package-lock.json" ] || [ ! "$installed" -nt "$folder/package.json" ]; then
        (cd "$folder" && npm ci --ignore-scripts --no-audit --no-fund --loglevel=error)
        touch "$installed"
    fi
done
