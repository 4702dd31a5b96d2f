"""The functions that expressions in the pages may call, and their values as text."""

import functools
import json
import os
import re
import shlex
import tempfile
from pathlib import Path

import formats
import plots
import recordings
import sources
import tables
from access_maps import access_map
from errors import DocsError
from figures import Figures, Image
from paths import ROOT
from pictures import tile_picture

BIN = "build/emulator/bin"  # as a reader types it


class Expressions:
    """Evaluates expressions. What it has drawn is in `figures`."""

    def __init__(self, emulator, may_draw):
        """may_draw: whether plots may be drawn anew, which needs matplotlib."""
        self.emulator = emulator
        self.may_draw = may_draw
        self.figures = Figures()
        self.functions = {
            # numbers
            "counts": self.counts,
            "site": self.site,
            "h200": recordings.row,
            "rate": recordings.rate,
            "gain": recordings.gain,
            "of_cublas": recordings.of_cublas,
            "counters": recordings.counters,
            "ceiling": self.ceiling,
            "constant": self.constant,
            "same": formats.same,
            "num": formats.num,
            "pct": formats.pct,
            "times": formats.times,
            "whole": formats.whole,
            **{
                function.__name__: function
                for function in (abs, int, len, max, min, range, round, str, sum)
            },
            # text and blocks
            "idea": sources.idea,
            "diff": sources.diff,
            "excerpt": sources.excerpt,
            "annotated": self.annotated,
            "output": self.output,
            "printed": self.printed,
            "recorded_ladder": self.recorded_ladder,
            "access_map": self.access_map,
            "access_command": self.access_command,
            "picture": self.picture,
            "plot": self.plot,
            "compare": functools.partial(tables.compare, emulator),
            "measured": tables.measured,
            "launches": tables.launches,
            "steps": tables.steps,
            "tuned": tables.tuned,
        }

    def text(self, expression, page):
        """The value of an expression, as text of a page."""

        def link(path):
            return Path(os.path.relpath(ROOT / path, page.parent)).as_posix()

        of_page = {
            "stage_table": functools.partial(tables.stage_table, link),
            "gpus": functools.partial(tables.gpus, link),
        }
        # `global` and `async` are words of Python; as fields they are written without underscore.
        python = re.sub(r"\.(global|async)\b", r".\1_", expression)
        functions = {**self.functions, **of_page}
        try:
            value = eval(python, {"__builtins__": {}, **functions})
        except DocsError:
            raise
        except NameError as error:
            names = ", ".join(sorted(functions))
            raise DocsError(f"there is no {error.name} among {names}.") from error
        except Exception as error:
            raise DocsError(f"{type(error).__name__}: {error}.") from error
        if isinstance(value, Image):
            return value.link(link)
        if isinstance(value, (str, int)):
            return str(value)
        raise DocsError(f"its value, {value}, is no text: use num(), pct(), times() or whole().")

    def counts(self, stage, size=256, options=""):
        """The emulator's report of a stage."""
        return self.emulator.report(stage, size, options)

    def site(self, stage, kind, text, size=256):
        """An access site, with what each request takes and would take at best."""
        site = self.emulator.site(stage, kind, text, size)
        site["each"] = site.sectors_or_wavefronts / site.requests
        site["ideal"] = site.floor / site.requests
        return site

    def ceiling(self, stage):
        """What the emulator says of the fastest that a stage can be on an H200."""
        return self.emulator.report(stage, 256).ceiling

    def constant(self, stage, name):
        """A constant of the stage's default tile: BM, …, stages; or of the kernel's text."""
        tile = self.emulator.report(stage, 256).launch.tile
        return tile[name] if name in tile else sources.constant(stage, name)

    def annotated(self, stage, first, last=None):
        """Lines of a kernel with what each asks of memory."""
        begin, end = sources.line_range(stage, first, last)
        header, rows = self.emulator.annotated_rows(stage)
        shown = [row for line in range(begin, end + 1) for row in rows[line]]
        return "\n".join(["```", header, *shown, "```"])

    def output(self, command, exit_code=0):
        """A command as a reader types it, and what the terminal then shows."""
        stdout, stderr = self.emulator.run(command, exit_code)
        return f"```\n$ {BIN}/{command}\n{stderr}{stdout.rstrip()}\n```"

    def printed(self, command):
        """What a command prints to standard output."""
        return f"```\n{self.emulator.run(command)[0].rstrip()}\n```"

    def recorded_ladder(self, n):
        """The ladder's table and roofline of the recorded runs at n×n×n."""
        with tempfile.TemporaryDirectory() as folder:
            file = Path(folder) / "rows.json"
            file.write_text(json.dumps(recordings.rows(n)), encoding="utf-8")
            return self.printed(f"ladder --show {shlex.quote(str(file))}")

    def access_map(self, stage, kind, text, alt):
        """The picture of a warp's access."""
        svg = access_map(self.emulator, stage, kind, text)
        line = self.emulator.site(stage, kind, text, 256).line
        return self.figures.add(f"{stage}-{kind.replace(' ', '-')}-{line}.svg", svg, alt)

    def access_command(self, stage, kind, text):
        """The command that draws a warp's access as text, as a reader types it."""
        line = self.emulator.site(stage, kind, text, 256).line
        return f"`{BIN}/{stage} --access-map {line}`"

    def picture(self, stage):
        """The picture of a stage's tiles."""
        svg = tile_picture(stage, self.emulator.report(stage, 256))
        return self.figures.add(f"{stage}-tiles.svg", svg, f"The tiles of {stage}")

    def plot(self, name):
        """A plot of the recorded runs."""
        svg, alt = plots.plot(name, self.may_draw)
        return self.figures.add(f"{name}.svg", svg, alt)
