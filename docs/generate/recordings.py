"""What is recorded of runs on GPUs: docs/results/*.json, arrays of the stages' reports."""

import functools
import statistics

from errors import DocsError
from paths import RESULTS, ROOT, name_of, previous_stage
from records import parse

# The recording that the pages quote.
H200 = RESULTS / "h200.json"
# What an H200's counters said.
GOLDEN = ROOT / "tests/golden/h200-2026-12-01.json"


@functools.cache
def read(path):
    """The rows of a recording."""
    if not path.exists():
        raise DocsError(f"{name_of(path)} does not exist: record it with ladder --record.")
    return parse(path.read_text(encoding="utf-8"))


def is_square(row, n):
    """Whether a row is of C = A·B with n×n matrices."""
    p = row.get("problem", {})
    return (
        [p.get(field) for field in ("m", "n", "k", "alpha", "beta")] == [n, n, n, 1, 0]
        and not p.trans_a
        and not p.trans_b
    )


def rows(n, path=H200):
    """The rows of n×n×n, in the order of the ladder."""
    return [row for row in read(path) if is_square(row, n) and row.status == "pass"]


def sizes(path=H200):
    """The sizes n of which something is recorded, ascending."""
    return sorted({row.problem.n for row in read(path) if is_square(row, row.problem.n)})


def row(stage, n, path=H200):
    """The row of a stage at n×n×n."""
    found = [row for row in rows(n, path) if row.stage == stage]
    if len(found) != 1:
        recorded = ", ".join(map(str, sizes(path)))
        raise DocsError(
            f"{name_of(path)} has {len(found)} rows of {stage} at {n}, and needs one "
            f"(recorded sizes: {recorded})."
        )
    return found[0]


def rate(stage, n, path=H200):
    """TFLOP/s of a stage, or of "cublas": its median over the rows, as the ladder prints it."""
    if stage != "cublas":
        return row(stage, n, path).timing.tflops
    times = [row.cublas.median_ms for row in rows(n, path) if "cublas" in row]
    if not times:
        raise DocsError(f"{name_of(path)} has no time of cuBLAS at {n}.")
    return 2 * n**3 / statistics.median(times) * 1e-9


def gain(stage, n):
    """A stage's rate over that of the stage before."""
    before = previous_stage(stage)
    if before is None:
        raise DocsError(f"there is no stage before {stage}.")
    return rate(stage, n) / rate(before, n)


def of_cublas(stage, n):
    """A stage's rate over that of cuBLAS, timed in turn with it."""
    return row(stage, n).cublas.ratio


def files():
    """All recordings."""
    return sorted(RESULTS.glob("*.json"))


def tuned(stage):
    """The outcomes of a stage's recorded tuning, ascending by size."""
    path = RESULTS / f"{H200.stem}-tuning-{stage}.jsonl"
    if not path.exists():
        raise DocsError(f"{name_of(path)} does not exist: no tuning of {stage} is recorded.")
    trials = [parse(line) for line in path.read_text(encoding="utf-8").splitlines()]
    return sorted((trial for trial in trials if trial.status == "best"), key=lambda trial: trial.n)


def counters(stage, n):
    """What the GPU's own counters said of a stage at n×n×n (tests/golden/)."""
    golden = parse(GOLDEN.read_text(encoding="utf-8"))
    found = [
        row for row in golden.rows if row.stage == stage and [row.m, row.n, row.k] == [n, n, n]
    ]
    if len(found) != 1:
        raise DocsError(
            f"{name_of(GOLDEN)} has {len(found)} rows of {stage} at {n}, and needs one."
        )
    return found[0].counts
