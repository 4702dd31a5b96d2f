"""The kernels' text: lines, ideas, excerpts, differences, constants."""

import functools
import re
import subprocess
import textwrap

from errors import DocsError
from paths import ROOT, STAGES, base_stage


def kernel_file(stage):
    """The kernel of a stage, from the root: published.cuh for a name that ends in _published."""
    if base_stage(stage) not in STAGES:
        raise DocsError(f"there is no stage '{stage}'.")
    file = "kernel.cuh" if base_stage(stage) == stage else "published.cuh"
    return f"{base_stage(stage)}/{file}"


@functools.cache
def kernel_lines(stage):
    """The lines of a stage's kernel."""
    return (ROOT / kernel_file(stage)).read_text(encoding="utf-8").splitlines()


def idea(stage):
    """The sentence after "Idea:" at the top of the kernel."""
    for line in kernel_lines(stage):
        if line.startswith("// Idea: "):
            return line.removeprefix("// Idea: ")
    raise DocsError(f"{kernel_file(stage)} has no line that begins with '// Idea: '.")


def line_range(stage, first, last=None):
    """Numbers (from, to) of the lines from the one that contains `first` to the next one that
    contains `last`, or to the end of the brace block that `first` opens."""
    lines = kernel_lines(stage)
    begin = _line_with(stage, first, 0)
    if last is not None:
        return begin + 1, _line_with(stage, last, begin) + 1
    depth, opened = 0, False
    for index in range(begin, len(lines)):
        code = lines[index].partition("//")[0]
        depth += code.count("{") - code.count("}")
        opened = opened or "{" in code
        if opened and depth <= 0:
            return begin + 1, index + 1
    raise DocsError(f"'{first}' opens no block in {kernel_file(stage)}: say the last line, too.")


def _line_with(stage, text, begin):
    lines = kernel_lines(stage)
    for index in range(begin, len(lines)):
        if text in lines[index]:
            return index
    raise DocsError(f"no line of {kernel_file(stage)} contains '{text}'.")


def excerpt(stage, first, last=None):
    """Lines of a kernel as a fenced block, indented as little as possible."""
    begin, end = line_range(stage, first, last)
    code = textwrap.dedent("\n".join(kernel_lines(stage)[begin - 1 : end]))
    return f"```cpp\n{code}\n```"


def diff(a, b):
    """What `diff -u` says about two kernels, as a fenced block."""
    files = [kernel_file(a), kernel_file(b)]
    labels = [f"--label={file}" for file in files]
    done = subprocess.run(
        ["diff", "-u", *labels, *files], cwd=ROOT, capture_output=True, text=True, encoding="utf-8"
    )
    if done.returncode > 1:
        raise DocsError(f"diff failed: {done.stderr.strip()}")
    return f"```diff\n{done.stdout.rstrip()}\n```"


@functools.cache
def changed_lines():
    """{stage: (removed, added)}: lines of code that the step to a stage changes."""
    done = subprocess.run(
        ["bash", "tests/step_size.sh"], cwd=ROOT, capture_output=True, text=True, check=True
    )
    steps = [line.split() for line in done.stdout.splitlines() if "->" in line]
    return {stage: (removed, added) for _, _, stage, removed, added, *_ in steps}


def constant(stage, name):
    """The value of `constexpr int NAME = VALUE;` in a kernel, where VALUE is a number."""
    for line in kernel_lines(stage):
        if match := re.search(rf"constexpr int {name} = (\d+);", line):
            return int(match[1])
    raise DocsError(f"{kernel_file(stage)} has no constant {name} that is a number.")
