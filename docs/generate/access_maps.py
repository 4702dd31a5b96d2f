"""Drawings of a warp's access, as the executables make them."""

import re

from errors import DocsError

MAP = re.compile(r'<g transform="translate\(0 \d+\)">\n(.*?)</g>\n', re.DOTALL)
TEXT = re.compile(r"<text[^>]*>(.*?)</text>")
WORDS = {
    "global load": ("reads", "global memory"),
    "global store": ("writes", "global memory"),
    "shared load": ("reads", "shared memory"),
    "shared store": ("writes", "shared memory"),
    "async copy": ("reads", "global memory, asynchronously"),
}


def access_map(emulator, stage, kind, text):
    """The SVG of the warp's accesses of this kind at the line that contains the text. Of accesses
    whose summaries are the same the first is drawn."""
    line = emulator.site(stage, kind, text, 256).line
    svg = emulator.access_maps(stage, line)
    verb, memory = WORDS[kind]
    maps = {}  # summary: drawing
    for drawing in MAP.findall(svg):
        title, summary = TEXT.findall(drawing)[:2]
        if f" {verb} " in title and title.endswith(f"lane, {memory}"):
            maps.setdefault(summary, drawing)
    if not maps:
        raise DocsError(f"{stage} draws no '{kind}' at line {line}.")
    return _stack(svg, list(maps.values()))


def _stack(svg, drawings):
    """The SVG with these drawings only, one above the other."""
    height = int(re.search(r'viewBox="0 0 \d+ (\d+)"', svg)[1])
    each = height // len(MAP.findall(svg))
    head = svg[: MAP.search(svg).start()]
    for old in (f'0 {height}"', f'height="{height}"'):
        head = head.replace(old, old.replace(str(height), str(each * len(drawings))))
    groups = [
        f'<g transform="translate(0 {i * each})">\n{drawing}</g>\n'
        for i, drawing in enumerate(drawings)
    ]
    return head + "".join(groups) + "</svg>\n"
