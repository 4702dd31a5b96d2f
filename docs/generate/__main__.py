"""Writes what the pages of the documentation quote from sources, recorded runs and the emulator.

    python3 docs/generate [--check] [--bin build/emulator/bin] [PAGE…]

Without PAGE it does all pages: README.md and the Markdown under docs/. With --check nothing is
written: what is out of date is listed, and the exit code is 1.
"""

import argparse
import sys
from pathlib import Path

import paths
from emulator import Emulator
from expressions import Expressions
from pages import Page


def main():
    parser = argparse.ArgumentParser(prog="docs/generate", description="Writes generated text.")
    parser.add_argument("--check", action="store_true", help="write nothing, list what is outdated")
    parser.add_argument("--bin", default=paths.ROOT / "build/emulator/bin", help="the executables")
    parser.add_argument("pages", nargs="*", type=Path, metavar="PAGE", help="default: all pages")
    arguments = parser.parse_args()

    expressions = Expressions(Emulator(arguments.bin), may_draw=not arguments.check)
    files = [page.resolve() for page in arguments.pages] or paths.pages()
    pages = [Page(file, expressions) for file in files]
    work = check if arguments.check else update
    complaints = work(pages, expressions.figures, whole=not arguments.pages)
    for complaint in complaints:
        print(complaint, file=sys.stderr)
    return 1 if complaints else 0


def check(pages, figures, whole):
    """What is wrong or out of date, a sentence each. whole: these are all pages."""
    complaints = []
    for page in pages:
        page.check()
        complaints += page.errors + page.outdated
    complaints += figures.outdated()
    if whole and not complaints:
        unused = figures.unused()
        complaints += [f"{paths.name_of(file)} is on no page: run make docs." for file in unused]
    return complaints


def update(pages, figures, whole):
    """Writes pages and figures; what went wrong, a sentence each."""
    complaints = []
    for page in pages:
        page.update()
        complaints += page.errors
    figures.write()
    if whole and not complaints:
        for file in figures.unused():
            file.unlink()
    return complaints


if __name__ == "__main__":
    sys.exit(main())
