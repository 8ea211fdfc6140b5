# Shared by the scripts: changes to the project's folder, and installs missing packages.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/../.."

# Runs a step and prints how long it took.
step() {
    local began=$SECONDS
    "$@"
    echo "$(basename "$0"): $* took $((SECONDS - began)) s" >&2
}

# Installs Debian packages that are missing; does nothing on other systems.
need_packages() {
    command -v apt-get >/dev/null || return 0
    local missing=() package
    for package in "$@"; do
        dpkg-query -W -f='${Status}' "$package" 2>/dev/null | grep -q 'ok installed' || missing+=("$package")
    done
    [ ${#missing[@]} -eq 0 ] && return 0
    echo "installing ${missing[*]}" >&2
    local sudo=""
    [ "$(id -u)" -eq 0 ] || sudo=sudo
    $sudo apt-get update -qq >&2
    DEBIAN_FRONTEND=noninteractive $sudo apt-get install -y -qq --no-install-recommends "${missing[@]}" >&2
}
