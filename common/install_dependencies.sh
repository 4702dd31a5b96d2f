#!/bin/sh
# install_dependencies.sh [docs]
# Installs the Debian or Ubuntu packages that the build needs and that are not there yet. With `docs`
# also those of the documentation and its tests, where the system has them: tests skip without.
# Elsewhere it says what to install when a tool is missing; libraries that CMake does not find are
# fetched by the build.
set -eu

packages="g++ cmake ninja-build libfmt-dev libcli11-dev nlohmann-json3-dev libboost-context-dev libdw-dev catch2"

if ! command -v apt-get >/dev/null; then
  for tool in c++ cmake ninja; do
    command -v "$tool" >/dev/null && continue
    echo "Please install $tool: a C++20 compiler, CMake 3.25 or newer and Ninja are needed." >&2
    exit 1
  done
  exit 0
fi

missing_of() {
  for package in "$@"; do
    status=$(dpkg-query --show --showformat='${db:Status-Status}' "$package" 2>/dev/null || true)
    [ "$status" = installed ] || printf ' %s' "$package"
  done
}
missing=$(missing_of $packages)
wanted=""
[ "${1:-}" != docs ] || wanted=$(missing_of python3-venv chromium chromium-driver)
[ -n "$missing$wanted" ] || exit 0

sudo=""
if [ "$(id -u)" -ne 0 ]; then
  if ! command -v sudo >/dev/null; then
    echo "Please install as root: apt-get install$missing$wanted" >&2
    [ -z "$missing" ]  # without the rest, tests skip
    exit
  fi
  sudo="sudo"
fi
echo "Installing$missing$wanted"
# One broken third-party source must not stop the others.
$sudo apt-get update -qq || echo "apt-get update failed: trying with the lists that are there." >&2
export DEBIAN_FRONTEND=noninteractive
[ -z "$missing" ] || $sudo apt-get install -y -qq --no-install-recommends $missing
for package in $wanted; do
  $sudo apt-get install -y -qq --no-install-recommends $package ||
    echo "$package is not to be had here: tests that need it skip." >&2
done
