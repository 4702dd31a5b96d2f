"""Runs of the executables that the emulator build made. Each command runs once."""

import functools
import os
import shlex
import subprocess
import tempfile
from pathlib import Path

from errors import DocsError
from paths import ROOT, name_of
from records import parse
import sources


class Emulator:
    def __init__(self, bin_folder):
        self.bin = Path(bin_folder).resolve()

    @functools.cache
    def run(self, command, exit_code=0):
        """(stdout, stderr) of "EXECUTABLE ARGUMENT…", which must end with this exit code."""
        executable, *arguments = shlex.split(command)
        path = self.bin / executable
        if not path.exists():
            raise DocsError(
                f"{name_of(path)} is not built: run make or cmake --build --preset emulator."
            )
        done = subprocess.run(
            [path, *arguments],
            cwd=ROOT,
            capture_output=True,
            text=True,
            encoding="utf-8",
            env={**os.environ, "LC_ALL": "C.UTF-8"},
        )
        if done.returncode != exit_code:
            raise DocsError(f"'{command}' ended with {done.returncode}: {done.stderr.strip()}")
        return done.stdout, done.stderr

    @functools.cache
    def report(self, stage, size, options=""):
        """The JSON report of a stage on a square problem."""
        return parse(self.run(f"{stage} --size {size} {options} --json -")[0])

    def site(self, stage, kind, text, size):
        """The access site of this kind whose source line contains the text."""
        code = sources.kernel_lines(stage)
        sites = [
            site
            for site in self.report(stage, size).counts.sites
            if site.kind == kind and text in code[site.line - 1]
        ]
        if len(sites) != 1:
            kinds = sorted({site.kind for site in self.report(stage, size).counts.sites})
            raise DocsError(
                f"{len(sites)} sites of {stage} are a '{kind}' in a line that contains '{text}'; "
                f"there must be one, and the kinds are {', '.join(kinds)}."
            )
        return sites[0]

    def annotated_rows(self, stage):
        """What --annotate prints as (header, {line: rows}): a line has several rows where it
        accesses memory in several ways."""
        header, rows, line = None, {}, None
        for row in self.run(f"{stage} --annotate")[0].splitlines():
            if "│" not in row:
                continue
            if header is None:
                header = row
                continue
            if row[0] != " ":
                line = int(row.split()[0])
            rows.setdefault(line, []).append(row.rstrip())
        return header, rows

    @functools.cache
    def access_maps(self, stage, line):
        """The drawings of a warp's accesses at a line, as SVG."""
        with tempfile.TemporaryDirectory() as folder:
            svg = Path(folder) / "map.svg"
            self.run(f"{stage} --access-map {line} --svg {shlex.quote(str(svg))}")
            return svg.read_text(encoding="utf-8")
