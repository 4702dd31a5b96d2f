"""Plots of the recorded runs. Drawing them needs matplotlib (plot_drawings.py). Whether a drawing
is up to date is told without it, by a hash of the data, the drawing code and the drawing."""

import hashlib
import json
import statistics

import recordings
from errors import DocsError
from paths import DOCS, FIGURES, STAGES, name_of

N = 4096  # the size that plots of a single size show
DRAWING_CODE = DOCS / "generate/plot_drawings.py"


def _rates(n):
    return {stage: recordings.rate(stage, n) for stage in STAGES}


def ladder():
    """TFLOP/s of the stages and of cuBLAS."""
    return {"n": N, "stages": _rates(N), "cublas": recordings.rate("cublas", N)}


def waterfall():
    """TFLOP/s of the stages, to show what each adds."""
    return {"n": N, "stages": _rates(N)}


def roofline():
    """The roofs, and each stage's FLOP per byte asked of global memory with its TFLOP/s."""
    rows = [recordings.row(stage, N) for stage in STAGES]
    return {
        "n": N,
        "fp32_tflops": statistics.median(row.roofline.fp32_tflops for row in rows),
        "dram_tbs": statistics.median(row.roofline.dram_tbs for row in rows),
        "stages": {row.stage: [row.roofline.kernel_intensity, row.timing.tflops] for row in rows},
    }


def sizes():
    """TFLOP/s of the stages and of cuBLAS at every recorded size."""
    recorded = recordings.sizes()
    if len(recorded) < 2:
        raise DocsError(
            f"{name_of(recordings.H200)} has one size, {recorded[0]}: rate against size needs more."
        )
    rates = {stage: [] for stage in [*STAGES, "cublas"]}
    for n in recorded:
        found = {row.stage for row in recordings.rows(n)} | {"cublas"}
        for stage in found & rates.keys():
            rates[stage].append([n, recordings.rate(stage, n)])
    return {"stages": rates}


PLOTS = {
    "roofline": (roofline, "Roofline of the twelve stages on an H200: rate against FLOP per byte"),
    "ladder": (ladder, "Bars of the twelve stages' rates on an H200, with cuBLAS"),
    "sizes": (sizes, "Rate of each stage and of cuBLAS against the matrices' size on an H200"),
    "waterfall": (waterfall, "What each stage adds to the rate on an H200, in TFLOP/s"),
}


def plot(name, may_draw):
    """(SVG, alternative text) of a plot: the file in docs/figures/ where it is up to date, else
    drawn anew."""
    if name not in PLOTS:
        raise DocsError(f"there is no plot '{name}' among {', '.join(PLOTS)}.")
    data_of, alt = PLOTS[name]
    data = data_of()
    file = FIGURES / f"{name}.svg"
    if file.exists():
        svg = file.read_text(encoding="utf-8")
        if svg == stamped(svg.rpartition("<!-- ")[0], data):
            return svg, alt
    if not may_draw:
        raise DocsError(f"{name_of(file)} is not drawn from the recorded runs: run make docs.")
    return stamped(_draw(name, data), data), alt


def stamped(svg, data):
    """The drawing with its hash as a last line."""
    parts = [json.dumps(data), DRAWING_CODE.read_text(encoding="utf-8"), svg]
    digest = hashlib.sha256("\0".join(parts).encode()).hexdigest()
    return f"{svg}<!-- sha256 of data, drawing code and drawing: {digest} -->\n"


def _draw(name, data):
    try:
        import plot_drawings
    except ModuleNotFoundError as missing:
        raise DocsError(f"drawing plots needs {missing.name}: run make docs.") from missing
    return plot_drawings.draw(name, data)
