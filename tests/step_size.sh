#!/bin/bash
# Prints, for each pair of neighbouring stages, how many lines of kernel.cuh the step removes and
# adds. Comments, blank lines and indentation do not count.
set -eu
cd "$(dirname "$0")/.."

code_of() { sed -E 's,[[:space:]]*//.*$,,; s,^[[:space:]]+,,; /^$/d' "$1/kernel.cuh"; }

previous=
for stage in [0-9][0-9]_*; do
  [ -f "$stage/kernel.cuh" ] || continue
  if [ -n "$previous" ]; then
    diff <(code_of "$previous") <(code_of "$stage") |
      awk -v pair="$previous -> $stage" '/^</ {removed++} /^>/ {added++}
        END {printf "%-32s -%-3d +%-3d %4d changed\n", pair, removed, added, removed + added}'
  fi
  previous=$stage
done
