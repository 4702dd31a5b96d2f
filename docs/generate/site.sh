#!/bin/sh
# Builds the site of the documentation into build/docs/site. Needs what venv.sh makes.
set -eu
cd "$(dirname "$0")/../.."

# The theme's advertisement of its successor is not for our readers.
export NO_MKDOCS_2_WARNING=1
exec build/docs/venv/bin/mkdocs build --strict --quiet --config-file .mkdocs.yml
