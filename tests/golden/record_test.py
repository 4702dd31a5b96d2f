"""How record.py reads ncu's raw page. Every number here is made up."""
import unittest

import record

PAGE = '''==PROF== Connected to process 4711 (/bin/03_smem)
==PROF== Profiling "sgemm_kernel": 0%....50%....100% - 3 passes
{header}
{units}
{row}
==PROF== Disconnected from process 4711
'''


def page(values, kernel="sgemm_kernel(int, int, int, float, const float *, float *)", launches=1):
    columns = {"ID": "0", "Kernel Name": kernel, "Block Size": "(1024, 1, 1)",
               "Grid Size": "(8, 4, 1)", "CC": "9.0", **values}
    quoted = lambda cells: ",".join(f'"{cell}"' for cell in cells)
    units = ["" if name in ("ID", "CC") else "inst" for name in columns]
    row = quoted(columns.values())
    return PAGE.format(header=quoted(columns), units=quoted(units), row="\n".join([row] * launches))


def all_values():
    """Metric i of the list reads i."""
    return {metric: str(i) for i, metric in enumerate(record.metrics_of(record.COUNTS))}


class RawPage(unittest.TestCase):
    def test_counts_lie_where_the_emulator_has_them(self):
        counts = record.counts_of(record.parse_raw_page(page(all_values())))
        self.assertEqual(counts["global"]["load"], {"requests": 0, "sectors": 1, "lines": 2})
        self.assertEqual(counts["global"]["store"], {"requests": 3, "sectors": 4, "lines": 5})
        self.assertEqual(counts["shared"]["load"]["requests"], 6)
        self.assertEqual(counts["shared"]["load"]["wavefronts"], 7)
        self.assertEqual(counts["shared"]["store"]["wavefronts"], 9)
        self.assertEqual(counts["async"]["requests"], 10)
        self.assertEqual(record.missing_counts(counts), [])

    def test_two_kinds_of_asynchronous_copies_are_added(self):
        access, bypass = record.COUNTS["async/sectors"]
        counts = record.counts_of({access: "1,000", bypass: "24"})
        self.assertEqual(counts["async"]["sectors"], 1024)

    def test_thousands_are_grouped_or_not(self):
        self.assertEqual(record.number("1,048,576"), 1048576)
        self.assertEqual(record.number("1048576.00"), 1048576)
        self.assertEqual(record.number("0.5"), 0.5)

    def test_what_ncu_does_not_have_is_null(self):
        for text in ("n/a", "", "nan", None):
            self.assertIsNone(record.number(text))
        gaps = {"launch__registers_per_thread": "n/a", "smsp__inst_executed_op_ldgsts.sum": ""}
        counts = record.counts_of(record.parse_raw_page(page({**all_values(), **gaps})))
        self.assertIsNone(counts["registers"])
        self.assertEqual(record.missing_counts(counts), ["async/requests"])

    def test_extents(self):
        columns = record.parse_raw_page(page({}))
        self.assertEqual(record.extents(columns["Grid Size"]), [8, 4, 1])
        self.assertIsNone(record.extents(None))

    def test_template_instances_are_kernels_too(self):
        name = "void sgemm_kernel<128, 128, 16>(int, int, int)"
        self.assertEqual(record.parse_raw_page(page({}, name))["Kernel Name"], name)

    def test_pages_without_one_launch_are_refused(self):
        for text in ("", "==ERROR== no\n", page({}, "pack_kernel"), page({}, launches=2)):
            with self.assertRaises(record.Failure):
                record.parse_raw_page(text)


class Stages(unittest.TestCase):
    def test_published_forms_and_variants_are_among_them(self):
        stages = record.stages()
        for name in ("01_naive", "12_async_copy", "12_async_copy_published", "05_2d_tiling_64x64"):
            self.assertIn(name, stages)


if __name__ == "__main__":
    unittest.main()
