#!/usr/bin/env python3
"""Records what a GPU's own counters say about every stage, for tests/golden_test to compare with.

Runs Nsight Compute on each stage's executable of the gpu build, at each shape, and writes
<out>/<gpu>-<date>.json: one row per stage and shape, its counts laid out as in the JSON of the
emulator. A count that this GPU or this ncu does not have is null. A run that fails is told on
stderr and listed under "failures"; the rest is written all the same, and the script exits with 1.

    cmake --preset gpu && cmake --build --preset gpu
    python3 tests/golden/record.py

It takes two to three minutes. Reading the counters needs root, or a driver that lets others.
"""
import argparse
import csv
import datetime
import glob
import json
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parents[2]
SHAPES = [(256, 256, 256), (1024, 1024, 1024), (333, 250, 129)]
VARIANTS = ["05_2d_tiling_64x64"]  # executables that are no folder's own
SECONDS_PER_RUN = 120

L1 = "l1tex__"
ASYNC = "sm__sass_l1tex_t_{}_pipe_lsu_mem_global_op_ldgsts_cache_{}.sum"
# Where a count lies in a row, and the metrics whose sum it is.
REQUIRED = {
    "global/load/requests": [L1 + "t_requests_pipe_lsu_mem_global_op_ld.sum"],
    "global/load/sectors": [L1 + "t_sectors_pipe_lsu_mem_global_op_ld.sum"],
    "global/load/lines": [L1 + "t_set_accesses_pipe_lsu_mem_global_op_ld.sum"],
    "global/store/requests": [L1 + "t_requests_pipe_lsu_mem_global_op_st.sum"],
    "global/store/sectors": [L1 + "t_sectors_pipe_lsu_mem_global_op_st.sum"],
    "global/store/lines": [L1 + "t_set_accesses_pipe_lsu_mem_global_op_st.sum"],
    # Counted by code that ncu puts into the kernel: the hardware's own counter also has the loads
    # that ptxas puts in front of asynchronous copies and that no thread executes.
    "shared/load/requests": ["smsp__sass_inst_executed_op_shared_ld.sum"],
    "shared/load/wavefronts": [L1 + "data_pipe_lsu_wavefronts_mem_shared_op_ld.sum"],
    "shared/store/requests": ["smsp__inst_executed_op_shared_st.sum"],
    "shared/store/wavefronts": [L1 + "data_pipe_lsu_wavefronts_mem_shared_op_st.sum"],
    "async/requests": ["smsp__inst_executed_op_ldgsts.sum"],
    "async/sectors": [ASYNC.format("sectors", "access"), ASYNC.format("sectors", "bypass")],
}
OPTIONAL = {
    "ffma": ["smsp__sass_thread_inst_executed_op_ffma_pred_on.sum"],
    "shared/wavefronts_excessive": ["derived__memory_l1_wavefronts_shared_excessive"],
    "shared/load/requests_issued": ["smsp__inst_executed_op_shared_ld.sum"],
    "async/wavefronts": [L1 + "data_pipe_lsu_wavefronts_mem_shared_op_ldgsts.sum"],
    "async/global_requests": [ASYNC.format("requests", "access"),
                              ASYNC.format("requests", "bypass")],
    "registers": ["launch__registers_per_thread"],
}
COUNTS = {**REQUIRED, **OPTIONAL}


class Failure(Exception):
    """One sentence for the user."""


class Denied(Failure):
    """No run of ncu will succeed."""


def metrics_of(counts):
    return [metric for metrics in counts.values() for metric in metrics]


def output_of(command):
    """The standard output of a command, or None where it is missing or fails."""
    try:
        run = subprocess.run(command, capture_output=True, text=True, timeout=60)
    except (OSError, subprocess.TimeoutExpired):
        return None
    return run.stdout.strip() if run.returncode == 0 else None


def find_tool(name, *patterns):
    """The tool on the PATH, else the newest that a pattern finds, else None."""
    return shutil.which(name) or max((f for p in patterns for f in glob.glob(p)), default=None)


def version_of(tool, pattern):
    text = output_of([tool, "--version"]) if tool else None
    match = re.search(pattern, text or "")
    return match[1] if match else None


def gpu_facts(device):
    query = ["nvidia-smi", "-i", str(device), "--format=csv,noheader",
             "--query-gpu=name,driver_version,compute_cap"]
    text = output_of(query)
    if not text:
        raise Failure("nvidia-smi finds no GPU: run this on a machine that has one.")
    name, driver, capability = (field.strip() for field in text.splitlines()[0].split(","))
    return {"gpu": name, "architecture": "sm_" + capability.replace(".", ""), "driver": driver}


def stages():
    """Names of all executables, from the folders at the top."""
    folders = sorted(folder for folder in ROOT.glob("[0-9][0-9]_*") if folder.is_dir())
    published = [f.name + "_published" for f in folders if (f / "published.cuh").exists()]
    return sorted([folder.name for folder in folders] + published + VARIANTS)


def number(text):
    """A value of the CSV: "1,234" is 1234, and "n/a" or nothing None."""
    try:
        value = float((text or "").replace(",", ""))
    except ValueError:
        return None
    if value != value or value in (float("inf"), float("-inf")):
        return None
    return int(value) if value == int(value) else value


def extents(text):
    """"(8, 8, 1)" as [8, 8, 1]; None for anything else."""
    values = [int(digits) for digits in re.findall(r"\d+", text or "")]
    return values if len(values) == 3 else None


def parse_raw_page(text, kernel="sgemm_kernel"):
    """The columns of the one launch of `kernel` on ncu's raw page as CSV.

    The page has a row of names, a row of units, and a row per launch; what ncu tells of its own
    doings stands before it, between, and behind.
    """
    lines = [line for line in text.splitlines() if line.startswith('"')]
    rows = list(csv.reader(lines))
    header = next((i for i, row in enumerate(rows) if row[0] == "ID"), None)
    if header is None or "Kernel Name" not in rows[header]:
        raise Failure("ncu wrote no table")
    names = rows[header]
    launches = [dict(zip(names, row)) for row in rows[header + 1:] if len(row) == len(names)]
    launches = [launch for launch in launches if kernel in launch["Kernel Name"]]
    if len(launches) != 1:
        raise Failure(f"ncu's table has {len(launches)} launches of {kernel} instead of one")
    return launches[0]


def counts_of(columns):
    """The counts of a launch as nested objects."""
    counts = {}
    for path, metrics in COUNTS.items():
        values = [number(columns.get(metric)) for metric in metrics]
        *groups, last = path.split("/")
        group = counts
        for name in groups:
            group = group.setdefault(name, {})
        group[last] = None if None in values else sum(values)
    return counts


def profile(ncu, executable, tile, shape, device, metrics):
    """The columns of ncu's raw page for the kernel's first launch. Names the tile: another may be
    in the tuning cache."""
    m, n, k = (str(extent) for extent in shape)
    with tempfile.TemporaryDirectory() as folder:
        log = pathlib.Path(folder) / "ncu.csv"
        command = [ncu, "--clock-control", "none", "--csv", "--page", "raw",
                   "--print-units", "base", "-k", "regex:sgemm_kernel", "-c", "1",
                   "--metrics", ",".join(metrics), "--log-file", str(log),
                   str(executable), "--tile", tile, "-m", m, "-n", n, "-k", k,
                   "--verify", "none", "--compare", "none", "--min-time", "0",
                   "--device", str(device)]
        try:
            run = subprocess.run(command, capture_output=True, text=True, errors="replace",
                                 timeout=SECONDS_PER_RUN)
        except subprocess.TimeoutExpired:
            raise Failure(f"it took more than {SECONDS_PER_RUN} s")
        except OSError as error:
            raise Failure(f"ncu does not start: {error}")
        text = log.read_text(errors="replace") if log.exists() else ""
    told = text + run.stdout + run.stderr
    if "ERR_NVGPUCTRPERM" in told:
        raise Denied("ncu may not read the GPU's counters: run this as root, or load the driver "
                     "with NVreg_RestrictProfilingToAdminUsers=0.")
    if run.returncode != 0:
        lines = [line.strip() for line in told.splitlines() if line.strip()]
        errors = [line for line in lines if "ERROR" in line] or lines[-1:]
        failure = Failure(f"ncu exited with {run.returncode}: {' '.join(errors[:2])}")
        failure.told = told
        raise failure
    return parse_raw_page(text)


def usable_metrics(ncu, executable, device):
    """The metrics that this ncu takes: all required ones, and those of the others it knows."""
    required, optional = metrics_of(REQUIRED), metrics_of(OPTIONAL)
    tile = default_tile(executable)
    try:
        profile(ncu, executable, tile, SHAPES[0], device, required + optional)
        return required + optional
    except Denied:
        raise
    except Failure as failure:
        told = getattr(failure, "told", "")
        print(f"not with all metrics: {failure}", file=sys.stderr)
    known = [metric for metric in optional if metric.removesuffix(".sum") not in told]
    for some in ([known] if known != optional else []) + [[]]:
        try:
            profile(ncu, executable, tile, SHAPES[0], device, required + some)
            return required + some
        except Failure:
            pass
    return required


def default_tile(executable):
    tiles = output_of([str(executable), "--list-tiles"])
    if not tiles:
        raise Failure(f"{executable} --list-tiles fails")
    return tiles.splitlines()[0]


def record_row(ncu, folder, stage, shape, device, metrics):
    executable = folder / stage
    if not executable.is_file():
        raise Failure(f"{executable} is missing: build the gpu preset")
    tile = default_tile(executable)
    columns = profile(ncu, executable, tile, shape, device, metrics)
    m, n, k = shape
    return {"stage": stage, "tile": tile, "m": m, "n": n, "k": k,
            "grid": extents(columns.get("Grid Size")), "block": extents(columns.get("Block Size")),
            "counts": counts_of(columns)}


def missing_counts(counts):
    """Those that the comparison needs and ncu has no value for."""
    def at(path):
        group = counts
        for name in path.split("/"):
            group = group[name]
        return group
    return [path for path in REQUIRED if at(path) is None]


def arguments():
    parser = argparse.ArgumentParser(description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--bin", type=pathlib.Path, default=ROOT / "build/gpu/bin",
                        help="folder of the executables (default: build/gpu/bin)")
    parser.add_argument("--out", type=pathlib.Path, default=ROOT / "tests/golden",
                        help="folder of the recording (default: tests/golden)")
    parser.add_argument("--device", type=int, default=0, help="CUDA device (default: 0)")
    parser.add_argument("--ncu", help="Nsight Compute (default: on the PATH, or where it installs)")
    return parser.parse_args()


def record(options):
    ncu = options.ncu or find_tool("ncu", "/usr/local/cuda*/bin/ncu",
                                   "/opt/nvidia/nsight-compute/*/ncu")
    if not ncu:
        raise Failure("Nsight Compute is not there: put ncu on the PATH or name it with --ncu.")
    if not options.out.is_dir():
        raise Failure(f"The folder {options.out} does not exist: name one with --out.")
    names = stages()
    present = [name for name in names if (options.bin / name).is_file()]
    if not present:
        raise Failure(f"{options.bin} holds no stage: build the gpu preset, or name another folder "
                      "with --bin.")
    nvcc = find_tool("nvcc", "/usr/local/cuda*/bin/nvcc")
    result = {"date": datetime.date.today().isoformat(), **gpu_facts(options.device),
              "toolkit": version_of(nvcc, r"V(\d+\.\d+\.\d+)"),
              "ncu": version_of(ncu, r"Version (\S+)"), "rows": [], "failures": []}
    metrics = usable_metrics(ncu, options.bin / present[0], options.device)
    for name in names:
        for shape in SHAPES:
            text = "{} at {}×{}×{}".format(name, *shape)
            print(text, file=sys.stderr, flush=True)
            try:
                row = record_row(ncu, options.bin, name, shape, options.device, metrics)
                result["rows"].append(row)
                if missing := missing_counts(row["counts"]):
                    raise Failure("ncu has no value for " + ", ".join(missing))
            except Denied:
                raise
            except Exception as failure:  # whatever it is, the other rows are wanted
                result["failures"].append(f"{text}: {failure}")
    return result


def write(result, folder):
    """One row a line, so that two recordings can be compared line by line."""
    gpu = re.sub(r"[^a-z0-9]+", "-", result["gpu"].lower()).strip("-").removeprefix("nvidia-")
    path = folder / f"{gpu}-{result['date']}.json"
    rows = ",\n".join("    " + json.dumps(row) for row in result.pop("rows"))
    head = json.dumps(result, indent=2, ensure_ascii=False)[:-2]
    path.write_text(head + ',\n  "rows": [\n' + rows + "\n  ]\n}\n")
    return path


def main():
    options = arguments()
    try:
        result = record(options)
    except Failure as failure:
        sys.exit(f"record.py: {failure}")
    failures = result["failures"]
    if not result["rows"]:
        sys.exit("record.py: Every run failed and nothing was written; the first: " + failures[0])
    print(f"{len(result['rows'])} rows in {write(result, options.out)}")
    if failures:
        sys.exit("\n".join([f"record.py: {len(failures)} runs failed:"] + failures))


if __name__ == "__main__":
    main()
