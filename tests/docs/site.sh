#!/bin/bash
# Builds the site and opens it in a browser. Skips (77) where the Python packages or Chromium cannot
# be had.
set -eu
cd "$(dirname "$0")/../.."

if ! sh docs/generate/venv.sh; then
  echo "skipped: the packages of docs/requirements.txt could not be installed."
  exit 77
fi
sh docs/generate/site.sh
if ! command -v chromium >/dev/null || ! command -v chromedriver >/dev/null; then
  echo "skipped: chromium and chromedriver are not installed."
  exit 77
fi
cd tests/docs
../../build/docs/venv/bin/python -B -m unittest site_test
