#!/bin/sh
# Installs the Debian or Ubuntu packages that the build needs and that are not there yet.
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

missing=""
for package in $packages; do
  status=$(dpkg-query --show --showformat='${db:Status-Status}' "$package" 2>/dev/null || true)
  [ "$status" = installed ] || missing="$missing $package"
done
[ -n "$missing" ] || exit 0

sudo=""
if [ "$(id -u)" -ne 0 ]; then
  if ! command -v sudo >/dev/null; then
    echo "Please install as root: apt-get install$missing" >&2
    exit 1
  fi
  sudo="sudo"
fi
echo "Installing$missing"
# One broken third-party source must not stop the others.
$sudo apt-get update -qq || echo "apt-get update failed: trying with the lists that are there." >&2
DEBIAN_FRONTEND=noninteractive $sudo apt-get install -y -qq --no-install-recommends $missing
