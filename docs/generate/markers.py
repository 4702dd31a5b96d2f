"""The markers around generated text: `<!-- = EXPRESSION -->generated<!-- end -->`.

In a sentence or a table cell the generated text stays on the line. Where the marker is alone on its
line, the generated lines follow, and the end is alone on a line, too. In fenced code, and directly
after a backtick, a marker is plain text.
"""

import re
from dataclasses import dataclass

from errors import DocsError

BEGIN = "<!-- = "
END = "<!-- end -->"
FENCE_OR_MARKER = re.compile(
    r"^[ \t]*(?P<ticks>`{3,}|~{3,})[^\n]*\n(?:.*?\n)??[ \t]*(?P=ticks)[ \t]*$"
    r"|(?<!`)<!-- = (?P<expression>.*?) -->",
    re.MULTILINE | re.DOTALL,
)


@dataclass(frozen=True)
class Marker:
    """A marker in a text: where it and its generated text begin and end, and what it asks for."""

    start: int
    text_start: int
    text_end: int
    line: int
    expression: str  # on one line
    block: bool

    @property
    def end(self):
        return self.text_end + len(END)


def find(text):
    """The markers of a text, in order."""
    position = 0
    while match := FENCE_OR_MARKER.search(text, position):
        if match["expression"] is None:  # a fence
            position = match.end()
            continue
        marker = _marker(text, match)
        yield marker
        position = marker.end


def _marker(text, match):
    expression = " ".join(match["expression"].split())
    line = text.count("\n", 0, match.start()) + 1
    end = text.find(END, match.end())
    following = text.find(BEGIN, match.end())
    if end < 0 or 0 <= following < end:
        raise DocsError(f"{line}: `{expression}` has no `{END}`.")
    before = text[text.rfind("\n", 0, match.start()) + 1 : match.start()]
    block = not before.strip() and text.startswith("\n", match.end())
    return Marker(match.start(), match.end(), end, line, expression, block)


def rewrite(text, value):
    """The text with value(marker) as the generated text of each marker; None leaves it as it is."""
    pieces, done = [], 0
    for marker in find(text):
        new = value(marker)
        if new is None:
            continue
        pieces += [text[done : marker.text_start], f"\n{new.rstrip()}\n" if marker.block else new]
        done = marker.text_end
    return "".join(pieces) + text[done:]


def joined(text):
    """The text with each line that begins with a marker in a sentence joined to the line before: on
    code hosts a line that begins with a comment ends the paragraph."""
    pieces, done = [], 0
    for marker in find(text):
        begin = text.rfind("\n", 0, marker.start) + 1
        if marker.block or text[begin : marker.start].strip():
            continue
        if begin == 0 or text.endswith("\n\n", 0, begin):
            raise DocsError(f"{marker.line}: a paragraph may not begin with a marker.")
        pieces += [text[done : begin - 1].rstrip(" "), " "]
        done = marker.start
    return "".join(pieces) + text[done:]


def strip(text):
    """The text without markers; what they enclose stays."""
    pieces, done = [], 0
    for marker in find(text):
        pieces += [text[done : marker.start], text[marker.text_start : marker.text_end]]
        done = marker.end
    return "".join(pieces) + text[done:]
