#!/bin/bash
# step_size.sh [--check]
# Prints, for each pair of neighbouring stages, how many lines of kernel.cuh the step removes and
# adds, without comments and blank lines; then how many it changes apart from white space.
# With --check it fails when a step changes more lines than it may.
set -eu
cd "$(dirname "$0")/.."

limit=40
# The steps that may change more: to which stage, how many lines, and why.
exceptions='
03_smem           60  The kernel is cut into load, multiply and store: later steps touch one each.
09_autotuned      66  The tile becomes template parameters wherever it is named; 15 lines list tiles.
10_warptile       77  Two more of them there; other rules, coordinates, layout and list of tiles.
11_double_buffer  60  Two buffers of both kinds: tiles, whose copy gets two halves, and fragments.
12_async_copy    108  One more parameter and a list of tiles; copies, waits and loop are new.'

code_of() { sed -E 's,[[:space:]]*//.*$,,; /^[[:space:]]*$/d' "$1/kernel.cuh"; }

# changed_lines [<option of diff>…]: of the step from $previous to $stage, marked < and >
changed_lines() { diff "$@" <(code_of "$previous") <(code_of "$stage") | grep '^[<>]' || true; }

failed=0
previous=
printf '%-33s %7s %5s %8s  %s\n' step removed added changed 'apart from white space'
for stage in [0-9][0-9]_*; do
  if [ -n "$previous" ]; then
    removed=$(changed_lines | grep -c '^<' || true)
    added=$(changed_lines | grep -c '^>' || true)
    changed=$((removed + added))
    printf '%-33s %7s %5s %8d  %d\n' "$previous -> $stage" "-$removed" "+$added" $changed \
      "$(changed_lines --ignore-all-space | wc -l)"
    allowed=$(echo "$exceptions" | awk -v stage="$stage" '$1 == stage {print $2}')
    if [ $changed -gt "${allowed:-$limit}" ]; then
      echo "$stage: the step changes $changed lines and may change ${allowed:-$limit}." >&2
      failed=1
    elif [ -n "$allowed" ] && [ $changed -le $limit ]; then
      echo "$stage: the step needs no exception any more." >&2
      failed=1
    fi
  fi
  previous=$stage
done
if [ "${1:-}" = --check ]; then exit $failed; fi
