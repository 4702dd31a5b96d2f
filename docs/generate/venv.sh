#!/bin/sh
# Makes build/docs/venv, a Python with the packages of docs/requirements.txt, where it is not there
# yet or the requirements have changed.
set -eu
cd "$(dirname "$0")/../.."

venv=build/docs/venv
cmp -s docs/requirements.txt $venv/requirements.txt && exit 0
rm -rf $venv
python3 -m venv $venv
$venv/bin/pip install --quiet --disable-pip-version-check --no-deps \
  --requirement docs/requirements.txt
cp docs/requirements.txt $venv/requirements.txt
