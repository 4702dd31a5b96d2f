"""Markdown tables."""

import recordings
import sources
from formats import num, pct, times, whole
from paths import STAGES, name_of, previous_stage

WARP = 32


def table(alignment, header, rows):
    """A Markdown table. alignment: a letter per column, l or r."""
    rules = {"l": "---", "r": "---:"}
    lines = [header, [rules[letter] for letter in alignment], *rows]
    return "\n".join(f"| {' | '.join(cells)} |" for cells in lines)


def steps():
    """The stages with their ideas and changed lines, as links to the kernels. For README.md."""
    rows = []
    for stage in STAGES:
        file = sources.kernel_file(stage)
        lines = " ".join(sources.changed_lines().get(stage, ()))
        rows.append([f"[{stage}]({file})", sources.idea(stage), lines])
    return table("lll", ["stage", "idea", "lines"], rows)


def stage_table(link):
    """The ladder at a glance. link(path) is a path from the root as seen from the page."""
    n = 4096
    rows = []
    for stage in STAGES:
        page = link(f"docs/{stage}.md")
        rows.append(
            [
                f"[{stage}]({page})",
                sources.idea(stage),
                " ".join(sources.changed_lines().get(stage, ("–",))),
                num(recordings.rate(stage, n)),
                times(recordings.gain(stage, n)) if previous_stage(stage) else "–",
                pct(recordings.of_cublas(stage, n)),
            ]
        )
    rows.append(["cuBLAS", "", "", num(recordings.rate("cublas", n)), "", ""])
    header = ["stage", "idea", "lines changed", f"TFLOP/s at {n}", "gain", "of cuBLAS"]
    return table("lllrrr", header, rows)


def compare(emulator, *stages):
    """What stages ask of memory on the emulator, and their ceilings."""
    header = [
        "stage",
        "sectors per global load",
        "global bytes per FLOP",
        "shared wavefronts per FFMA",
        "of them bank conflicts",
        "barriers",
        "ceiling, TFLOP/s",
        "limited by",
    ]
    rows = [_compare_row(stage, emulator.report(stage, 256)) for stage in stages]
    return table("lrrrrrrl", header, rows)


def _compare_row(stage, report):
    counts = report.counts
    loads = counts.global_.load
    wavefronts = _of_shared(counts, "wavefronts")
    conflicts = wavefronts - _of_shared(counts, "floor")
    return [
        stage,
        num((loads.sectors + counts.async_.sectors) / (loads.requests + counts.async_.requests)),
        num(counts.bytes_per_flop),
        num(WARP * wavefronts / counts.ffma) if wavefronts else "–",
        f"{100 * conflicts / wavefronts:.0f} %" if wavefronts else "–",
        whole(counts.barriers),
        num(report.ceiling.tflops),
        report.ceiling.limited_by,
    ]


def _of_shared(counts, field):
    """A field, wavefronts or floor, of all accesses to shared memory together. Of asynchronous
    copies the least that they can need is known."""
    shared = counts.shared
    return shared.load[field] + shared.store[field] + counts.async_.shared_floor


def measured(*stages):
    """Rates on the H200 at the recorded sizes: median, and p10 to p90 in brackets."""
    sizes = recordings.sizes()
    rows = [[stage, *(_rate_and_range(stage, n) for n in sizes)] for stage in stages]
    rows.append(["cuBLAS", *(num(recordings.rate("cublas", n)) for n in sizes)])
    return table("l" + "r" * len(sizes), ["TFLOP/s", *map(str, sizes)], rows)


def _rate_and_range(stage, n):
    if stage not in {row.stage for row in recordings.rows(n)}:
        return "–"
    timing = recordings.row(stage, n).timing
    slow, fast = (num(2 * n**3 / ms * 1e-9) for ms in (timing.p90_ms, timing.p10_ms))
    return f"{num(timing.tflops)} ({slow}–{fast})"


def launches(*stages):
    """How stages were launched on the H200."""
    n = 4096
    rows = []
    for stage in stages:
        launch = recordings.row(stage, n).launch
        x, y, z = launch.block
        numbers = [x * y * z, launch.registers, launch.shared_bytes, launch.blocks_per_sm]
        rows.append([stage, *map(whole, numbers)])
    header = [
        "stage",
        "threads per block",
        "registers per thread",
        "bytes of shared memory per block",
        "blocks per SM",
    ]
    return table("lrrrr", header, rows)


def tuned(stage):
    """The tiles that the tuner chose for a stage on the H200, beside cuBLAS in the same rounds."""
    rows = []
    for best in recordings.tuned(stage):
        rate = 2 * best.m * best.n * best.k / best.median_ms * 1e-9
        ratio = times(best.cublas_ms / best.median_ms)
        rows.append([whole(best.n), f"`{best.tile}`", num(rate), ratio])
    return table("rlrr", ["size", "tile chosen", "TFLOP/s", "cuBLAS"], rows)


def gpus(link):
    """The recorded GPUs side by side: a column for each file of docs/results/."""
    files = recordings.files()
    columns = [_gpu_column(file, link) for file in files]
    heads = [f"[{file.stem}]({link(name_of(file))})" for file in files]
    body = [[label, *(column[label] for column in columns)] for label in columns[0]]
    return table("l" + "r" * len(files), ["", *heads], body)


def _gpu_column(file, link):
    n = 4096
    rows = recordings.rows(n, file)
    device, roofline = rows[0].device, rows[0].roofline
    column = {
        "GPU": device.name,
        "compute capability": device.compute_capability,
        "SMs": str(device.sm_count),
        "SM clock, MHz": f"{device.clock_mhz:.0f}",
        "driver": device.driver,
        "CUDA": device.runtime,
        "cuBLAS": rows[0].cublas.version,
        "date": rows[0].get("date", "–"),
        "sizes": ", ".join(map(str, recordings.sizes(file))),
        "FP32 roof, TFLOP/s": num(roofline.fp32_tflops),
        "DRAM roof, TB/s": num(roofline.dram_tbs),
    }
    recorded = {row.stage for row in rows}
    for stage in STAGES:
        rate = num(recordings.rate(stage, n, file)) if stage in recorded else "–"
        column[f"{stage}, TFLOP/s at {n}"] = rate
    column[f"cuBLAS, TFLOP/s at {n}"] = num(recordings.rate("cublas", n, file))
    return column
