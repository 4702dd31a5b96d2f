"""The parts of docs/generate, and that its errors say what is wrong."""

import json
import re
import tempfile
import unittest
from pathlib import Path
from unittest import mock

import generator  # noqa: F401
import access_maps
import formats
import layouts
import links
import markers
import plots
import recordings
import records
import sources
import tables
from errors import DocsError
from expressions import Expressions
from pages import Page


def row(stage, n, tflops):
    """A recorded row, as far as it is read here."""
    flop_per_ms = 2 * n**3 * 1e-9
    return {
        "stage": stage,
        "status": "pass",
        "problem": {
            "m": n,
            "n": n,
            "k": n,
            "alpha": 1.0,
            "beta": 0.0,
            "trans_a": False,
            "trans_b": False,
        },
        "timing": {"tflops": tflops, "median_ms": flop_per_ms / tflops},
        "cublas": {"median_ms": flop_per_ms / 50.0, "ratio": tflops / 50.0},
    }


ROWS = records.parse(
    json.dumps([row("01_naive", 64, 2.0), row("02_coalesce", 64, 5.0), row("01_naive", 128, 2.5)])
)


class FakeEmulator:
    """Knows one stage."""

    def report(self, stage, size, options=""):
        return records.parse('{"counts": {"global": {"load": {"sectors": 1234567}}}}')


class MarkersTest(unittest.TestCase):
    def rewrite(self, text):
        return markers.rewrite(text, lambda marker: marker.expression.upper())

    def test_in_a_sentence_the_text_stays_on_the_line(self):
        self.assertEqual(
            "a <!-- = x -->X<!-- end --> b", self.rewrite("a <!-- = x -->old<!-- end --> b")
        )

    def test_a_marker_alone_on_its_line_is_a_block(self):
        text = self.rewrite("<!-- = x -->\nold\n\nold\n<!-- end -->\n")
        self.assertEqual("<!-- = x -->\nX\n<!-- end -->\n", text)

    def test_a_second_run_changes_nothing(self):
        once = self.rewrite("a <!-- = x --><!-- end -->\n\n<!-- = y -->\n<!-- end -->\n")
        self.assertEqual(once, self.rewrite(once))

    def test_markers_in_code_are_text(self):
        for text in ("```\n<!-- = x --><!-- end -->\n```\n", "a `<!-- = x --><!-- end -->` b"):
            self.assertEqual(text, self.rewrite(text))

    def test_generated_code_hides_no_marker(self):
        text = "<!-- = x -->\n```\nold\n```\n<!-- end -->\n\na <!-- = y --><!-- end -->\n"
        self.assertEqual(
            "<!-- = x -->\nX\n<!-- end -->\n\na <!-- = y -->Y<!-- end -->\n", self.rewrite(text)
        )

    def test_a_missing_end_is_an_error_with_its_line(self):
        for text in ("a\n<!-- = x --> b", "a\n<!-- = x --> b <!-- = y --><!-- end -->"):
            with self.assertRaisesRegex(DocsError, "^2: `x` has no `<!-- end -->`"):
                self.rewrite(text)

    def test_a_line_of_a_paragraph_that_begins_with_a_marker_is_joined(self):
        self.assertEqual(
            "a <!-- = x --><!-- end --> b", markers.joined("a\n  <!-- = x --><!-- end --> b")
        )
        with self.assertRaisesRegex(DocsError, "^3: a paragraph may not begin"):
            markers.joined("a\n\n<!-- = x --><!-- end --> b")

    def test_strip_leaves_what_markers_enclose(self):
        self.assertEqual("a X b", markers.strip("a <!-- = x -->X<!-- end --> b"))


class FormatsTest(unittest.TestCase):
    def test_numbers_have_three_digits(self):
        values = {
            0.046875: "0.0469",
            0.5: "0.500",
            9.996: "10.0",
            34.54: "34.5",
            999.7: "1,000",
            17301504: "17,300,000",
            0: "0",
        }
        for value, text in values.items():
            self.assertEqual(text, formats.num(value))

    def test_units(self):
        self.assertEqual("45.6 %", formats.pct(0.4561))
        self.assertEqual("1.32×", formats.times(1.319))
        self.assertEqual("1,048,576", formats.whole(2**20))

    def test_whole_takes_whole_numbers_only(self):
        with self.assertRaisesRegex(DocsError, "1.5 is not a whole number"):
            formats.whole(1.5)

    def test_same_compares_three_digits(self):
        self.assertEqual(682.67, formats.same(682.67, 683))
        with self.assertRaisesRegex(DocsError, "684 is not the same as 683"):
            formats.same(684, 683)


class RecordsTest(unittest.TestCase):
    def test_fields_are_attributes_and_an_unknown_one_names_those_there_are(self):
        record = records.parse('{"a": {"async": 1}}')
        self.assertEqual(1, record.a.async_)
        with self.assertRaisesRegex(DocsError, "no 'b' among a"):
            record.b


@mock.patch.object(recordings, "read", lambda path: ROWS)
class RecordingsTest(unittest.TestCase):
    def test_rates(self):
        self.assertEqual(5.0, recordings.rate("02_coalesce", 64))
        self.assertAlmostEqual(50.0, recordings.rate("cublas", 64))
        self.assertEqual(2.5, recordings.gain("02_coalesce", 64))
        self.assertEqual(0.1, recordings.of_cublas("02_coalesce", 64))
        self.assertEqual([64, 128], recordings.sizes())

    def test_a_size_that_is_not_recorded_is_an_error_that_names_those_that_are(self):
        with self.assertRaisesRegex(DocsError, r"0 rows of 02_coalesce at 128.*64, 128"):
            recordings.rate("02_coalesce", 128)
        with self.assertRaisesRegex(DocsError, "no stage before 01_naive"):
            recordings.gain("01_naive", 64)


class TunedTest(unittest.TestCase):
    def trial(self, n, tile, status):
        fields = {"m": n, "n": n, "k": n, "tile": tile, "status": status, "median_ms": 2.0}
        return json.dumps({**fields, "cublas_ms": 3.0})

    def test_outcomes_are_listed_by_size_and_trials_are_not(self):
        trials = [
            self.trial(2000, "wide", "best"),
            self.trial(1000, "wide", "timed"),
            self.trial(1000, "narrow", "best"),
        ]
        with tempfile.TemporaryDirectory() as folder:
            file = Path(folder) / f"{recordings.H200.stem}-tuning-09_autotuned.jsonl"
            file.write_text("\n".join(trials), encoding="utf-8")
            with mock.patch.object(recordings, "RESULTS", Path(folder)):
                lines = tables.tuned("09_autotuned").splitlines()
                with self.assertRaisesRegex(DocsError, "no tuning of 10_warptile is recorded"):
                    tables.tuned("10_warptile")
        self.assertEqual(lines[2:], ["| 1,000 | `narrow` | 1.00 | 1.50× |",
                                     "| 2,000 | `wide` | 8.00 | 1.50× |"])  # fmt: skip


class SourcesTest(unittest.TestCase):
    def test_an_excerpt_ends_with_the_block_that_its_first_line_opens(self):
        lines = sources.excerpt("06_vectorize", "void load(").splitlines()
        self.assertEqual("```cpp", lines[0])
        self.assertTrue(lines[1].startswith("__device__ void load("))
        self.assertEqual("}", lines[-2])

    def test_an_excerpt_of_a_line_that_is_not_there_is_an_error(self):
        with self.assertRaisesRegex(
            DocsError, "no line of 06_vectorize/kernel.cuh contains 'nothing'"
        ):
            sources.excerpt("06_vectorize", "nothing")

    def test_constants(self):
        self.assertEqual(4, sources.constant("12_async_copy", "PAD"))
        with self.assertRaisesRegex(DocsError, "no constant QQ"):
            sources.constant("12_async_copy", "QQ")

    def test_an_unknown_stage_is_an_error(self):
        with self.assertRaisesRegex(DocsError, "no stage '13_magic'"):
            sources.diff("12_async_copy", "13_magic")


class LayoutsTest(unittest.TestCase):
    """Threads compute each element of the block's tile once."""

    def elements(self, layout):
        return sorted(
            (row + i, col + j)
            for thread in range(layout.threads)
            for row, col in layout.corners(thread)
            for i in range(layout.TM)
            for j in range(layout.TN)
        )

    def test_each_element_has_one_thread(self):
        tiles = {
            1: ([32, 32, 1], {"BM": 1, "BN": 1, "TM": 1, "TN": 1, "WM": 0, "WN": 0}),
            4: ([512, 1, 1], {"BM": 64, "BN": 64, "TM": 8, "TN": 1, "WM": 0, "WN": 0}),
            6: ([256, 1, 1], {"BM": 128, "BN": 128, "TM": 8, "TN": 8, "WM": 0, "WN": 0}),
            9: ([256, 1, 1], {"BM": 128, "BN": 128, "TM": 4, "TN": 4, "WM": 0, "WN": 0}),
            10: ([128, 1, 1], {"BM": 64, "BN": 128, "TM": 8, "TN": 4, "WM": 32, "WN": 64}),
        }
        for number, (block, tile) in tiles.items():
            with self.subTest(stage=number):
                launch = records.Record(block=block, tile=records.Record(tile))
                layout = layouts.layout(launch, number)
                every = [(i, j) for i in range(layout.rows) for j in range(layout.cols)]
                self.assertEqual(every, self.elements(layout))


class AccessMapsTest(unittest.TestCase):
    def test_maps_of_the_kind_with_different_summaries_are_drawn(self):
        def drawing(top, title, summary):
            texts = f'<text x="8">{title}</text>\n<text x="8">{summary}</text>\n'
            return f'<g transform="translate(0 {top})">\n{texts}</g>\n'

        reads = "a.cuh:7: warp 0 of block 0 reads 16 bytes per lane, shared memory"
        writes = "a.cuh:7: warp 0 of block 0 writes 16 bytes per lane, shared memory"
        svg = (
            '<svg viewBox="0 0 640 300" width="640" height="300">\n'
            + "".join(
                [
                    drawing(0, reads, "8 wavefronts"),
                    drawing(100, writes, "2"),
                    drawing(200, reads, "8 wavefronts"),
                ]
            )
            + "</svg>\n"
        )
        emulator = mock.Mock()
        emulator.site.return_value.line = 7
        emulator.access_maps.return_value = svg
        drawn = access_maps.access_map(emulator, "a", "shared load", "x")
        self.assertEqual(1, drawn.count("<g "))
        self.assertIn('viewBox="0 0 640 100" width="640" height="100"', drawn)
        with self.assertRaisesRegex(DocsError, "draws no 'global load' at line 7"):
            access_maps.access_map(emulator, "a", "global load", "x")


class PlotsTest(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.file = Path(folder.name) / "ladder.svg"
        for patch in (
            mock.patch.object(plots, "FIGURES", Path(folder.name)),
            mock.patch.dict(plots.PLOTS, {"ladder": (lambda: {"a": 1}, "bars")}),
        ):
            patch.start()
            self.addCleanup(patch.stop)

    def test_a_drawing_of_the_data_is_up_to_date(self):
        svg = plots.stamped("<svg/>\n", {"a": 1})
        self.file.write_text(svg, encoding="utf-8")
        self.assertEqual((svg, "bars"), plots.plot("ladder", may_draw=False))

    def test_other_data_and_an_edited_drawing_are_out_of_date(self):
        right = plots.stamped("<svg/>\n", {"a": 1})
        for svg in (plots.stamped("<svg/>\n", {"a": 2}), right.replace("<svg/>", "<svg />")):
            self.file.write_text(svg, encoding="utf-8")
            with self.assertRaisesRegex(DocsError, "is not drawn from the recorded runs"):
                plots.plot("ladder", may_draw=False)

    def test_drawing_without_matplotlib_is_an_error(self):
        with mock.patch.dict("sys.modules", {"matplotlib": None, "plot_drawings": None}):
            with self.assertRaisesRegex(DocsError, "drawing plots needs"):
                plots.plot("ladder", may_draw=True)

    def test_an_unknown_plot_is_an_error(self):
        with self.assertRaisesRegex(DocsError, "no plot 'pie' among roofline, ladder"):
            plots.plot("pie", may_draw=False)


class LinksTest(unittest.TestCase):
    def test_targets_outside_code(self):
        text = "[a](b.md) `[c](d.md)` ![e](f.svg)\n\n```\n[g](h.md)\n```\n\n[i]: j.md\n"
        self.assertEqual([("b.md", 1), ("f.svg", 1), ("j.md", 7)], links.targets(text))

    def test_anchors_are_a_code_hosts(self):
        self.assertEqual(
            ["what-05-left-on-the-table", "a--b"],
            links.anchors("## What 05 left on the table\n# A & `b`\n"),
        )


class PageTest(unittest.TestCase):
    def page(self, text):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.file = Path(folder.name) / "page.md"
        self.file.write_text(text, encoding="utf-8")
        return Page(self.file, Expressions(FakeEmulator(), may_draw=False))

    def test_numbers_are_written_and_then_up_to_date(self):
        page = self.page('a <!-- = whole(counts("x").counts.global.load.sectors) --><!-- end -->\n')
        page.check()
        self.assertRegex(page.outdated[0], r"page.md:1: `whole.*` is out of date")
        page.update()
        self.assertIn("-->1,234,567<!-- end -->", self.file.read_text(encoding="utf-8"))
        page.check()
        self.assertEqual(([], []), (page.errors, page.outdated))

    def test_an_edited_number_is_out_of_date(self):
        page = self.page("a <!-- = num(1.5) -->1.51<!-- end -->\n")
        page.check()
        self.assertEqual(1, len(page.outdated))

    def test_an_error_names_page_line_and_expression_and_leaves_the_text(self):
        expressions = ["num(counts('x').nothing)", "1.5", "nonsense()"]
        lines = [f"a <!-- = {expression} -->old<!-- end -->\n" for expression in expressions]
        page = self.page("a\n" + "".join(lines))
        page.update()
        self.assertRegex(page.errors[0], r"page.md:2: `num.*`: there is no 'nothing' among counts")
        self.assertRegex(page.errors[1], r"page.md:3: `1.5`: its value, 1.5, is no text")
        self.assertRegex(
            page.errors[2], r"page.md:4: `nonsense\(\)`: there is no nonsense among abs, "
        )
        self.assertEqual(3, len(re.findall(">old<", self.file.read_text(encoding="utf-8"))))


if __name__ == "__main__":
    unittest.main()
