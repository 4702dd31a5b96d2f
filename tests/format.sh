#!/bin/bash
# Fails when a source file is not formatted as .clang-format says. Skips (77) without clang-format 14:
# versions format differently.
set -eu
cd "$(dirname "$0")/.."

formatter=$(command -v clang-format-14 || command -v clang-format || true)
if [ -z "$formatter" ] || ! "$formatter" --version | grep -q 'version 14\.'; then
  echo "skipped: clang-format 14 is not installed."
  exit 77
fi
find [0-9][0-9]_* common tests -regex '.*\.\(cpp\|hpp\|cu\|cuh\|h\)' -print0 |
  xargs -0 "$formatter" --dry-run -Werror
