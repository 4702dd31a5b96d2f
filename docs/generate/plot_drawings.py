"""Draws the plots with matplotlib, always the same bytes from the same data."""

import io

import matplotlib
import matplotlib.pyplot as plt

from formats import num

INK, GRID, BAR, LIBRARY = "#222222", "#dddddd", "#4477aa", "#aa3377"
COLOURS = ["#4477aa", "#ee6677", "#228833", "#b8860b", "#3399bb", "#aa3377"]
STYLE = {
    "svg.hashsalt": "docs",
    "svg.fonttype": "none",
    "font.family": ["DejaVu Sans", "sans-serif"],
    "font.size": 11,
    "text.color": INK,
    "axes.edgecolor": INK,
    "axes.labelcolor": INK,
    "axes.spines.top": False,
    "axes.spines.right": False,
    "axes.grid": True,
    "axes.axisbelow": True,
    "grid.color": GRID,
    "savefig.facecolor": "white",
}


def draw(name, data):
    """The SVG of a plot. data: what the function of that name in plots.py returns."""
    with matplotlib.rc_context(STYLE):
        figure, axes = plt.subplots(figsize=(9, 5.8), layout="constrained")
        DRAW[name](axes, data)
        svg = io.StringIO()
        figure.savefig(svg, format="svg", metadata={"Date": None, "Creator": None})
        plt.close(figure)
    return "\n".join(line.rstrip() for line in svg.getvalue().splitlines()) + "\n"


def _ladder(axes, data):
    stages, cublas = data["stages"], data["cublas"]
    names = [*stages, "cuBLAS"]
    rates = [*stages.values(), cublas]
    axes.barh(names, rates, color=[BAR] * len(stages) + [LIBRARY])
    axes.axvline(cublas, color=LIBRARY, linewidth=1, linestyle="--")
    for i, rate in enumerate(rates):
        axes.annotate(
            num(rate),
            (rate, i),
            (5, 0),
            textcoords="offset points",
            va="center",
            bbox={"facecolor": "white", "edgecolor": "none", "pad": 1},
        )
    axes.invert_yaxis()
    axes.grid(axis="y", visible=False)
    axes.set_xlabel(f"TFLOP/s at {data['n']}×{data['n']}×{data['n']}")
    axes.margins(x=0.1)


def _waterfall(axes, data):
    names, rates = list(data["stages"]), list(data["stages"].values())
    before = [0, *rates[:-1]]
    for i, (old, new) in enumerate(zip(before, rates)):
        axes.bar(i, new - old, bottom=old, color=BAR if new >= old else LIBRARY)
        axes.plot([i - 0.4, i + 1.4], [new, new], color=INK, linewidth=0.8)
        label = f"{new - old:+.1f}" if i else num(new)
        axes.annotate(label, (i, max(old, new)), (0, 4), textcoords="offset points", ha="center")
    axes.set_xticks(range(len(names)), names, rotation=35, ha="right")
    axes.grid(axis="x", visible=False)
    axes.set_ylabel(f"TFLOP/s at {data['n']}×{data['n']}×{data['n']}")
    axes.margins(y=0.08)


def _roofline(axes, data):
    fp32, dram = data["fp32_tflops"], data["dram_tbs"]
    intensities = [point[0] for point in data["stages"].values()]
    left, right = min(intensities) / 2, max(intensities) * 4
    ridge = fp32 / dram
    axes.loglog([left, ridge, right], [left * dram, fp32, fp32], color=INK, linewidth=1.5)
    axes.annotate(
        f"FP32 {num(fp32)} TFLOP/s", (right, fp32), (0, 5), textcoords="offset points", ha="right"
    )
    axes.annotate(
        f"DRAM {num(dram)} TB/s",
        (left * 4, left * 4 * dram),
        (0, 8),
        textcoords="offset points",
        ha="right",
    )
    points = data["stages"].items()
    # Labels in a column at the right, in the order of the rates, with a line to each point.
    heights = _spread_log([rate for _, (_, rate) in points], ratio=1.3, most=fp32 * 0.85)
    for i, ((stage, (intensity, rate)), height) in enumerate(zip(points, heights)):
        colour = COLOURS[i % len(COLOURS)]
        axes.plot(intensity, rate, "o", color=colour)
        axes.annotate(
            f"{stage}  {num(rate)}",
            (intensity, rate),
            (right / 2.4, height),
            color=colour,
            va="center",
            arrowprops=_leader(colour),
        )
    axes.set_xlim(left, right * 2.5)
    axes.set_xlabel("FLOP per byte that the blocks ask of global memory")
    axes.set_ylabel(f"TFLOP/s at {data['n']}×{data['n']}×{data['n']}")


def _sizes(axes, data):
    ends = {}
    for i, (stage, points) in enumerate(data["stages"].items()):
        library = stage == "cublas"
        colour = INK if library else COLOURS[i % len(COLOURS)]
        sizes, rates = zip(*points)
        axes.plot(
            sizes,
            rates,
            marker="o",
            markersize=3.5,
            color=colour,
            linestyle="--" if library or i >= len(COLOURS) else "-",
        )
        ends["cuBLAS" if library else stage] = (sizes[-1], rates[-1], colour)
    right = max(size for size, _, _ in ends.values())
    heights = _spread([rate for _, rate, _ in ends.values()], gap=2.6)
    for (name, (size, rate, colour)), height in zip(ends.items(), heights):
        axes.annotate(
            f"{name}  {num(rate)}",
            (size, rate),
            (right * 1.15, height),
            color=colour,
            va="center",
            arrowprops=_leader(colour),
        )
    every = sorted({size for points in data["stages"].values() for size, _ in points})
    axes.set_xscale("log", base=2)
    axes.set_xticks(every, map(str, every))
    axes.set_xlim(every[0] / 1.1, right * (right / every[0]) ** 0.4)  # the labels take a quarter
    axes.set_ylim(0, max(heights) + 2)
    axes.set_xlabel("rows and columns of the matrices")
    axes.set_ylabel("TFLOP/s")


def _leader(colour):
    """A thin line from a label's left edge to its point."""
    return {"arrowstyle": "-", "color": colour, "linewidth": 0.7, "relpos": (0, 0.5), "shrinkB": 3}


def _spread(values, gap):
    """The values moved up as little as makes neighbours at least `gap` apart, in the same order."""
    places, last = [0.0] * len(values), float("-inf")
    for i in sorted(range(len(values)), key=values.__getitem__):
        places[i] = last = max(values[i], last + gap)
    return places


def _spread_log(values, ratio, most):
    """The same on a logarithmic axis, moved down and starting at `most`."""
    places, last = [0.0] * len(values), most * ratio
    for i in sorted(range(len(values)), key=values.__getitem__, reverse=True):
        places[i] = last = min(values[i], last / ratio)
    return places


DRAW = {"ladder": _ladder, "waterfall": _waterfall, "roofline": _roofline, "sizes": _sizes}
