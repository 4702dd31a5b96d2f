"""Links in Markdown: where they stand, what they point to."""

import re
from urllib.parse import unquote

FENCE = re.compile(
    r"^[ \t]*(`{3,}|~{3,})[^\n]*\n(?:.*?\n)??[ \t]*\1[ \t]*$", re.MULTILINE | re.DOTALL
)
SPAN = re.compile(r"(?<!`)(`+)(?!`)(?:(?!\n\n).)+?(?<!`)\1(?!`)", re.DOTALL)
TARGET = re.compile(
    r"(?<=\]\()[^)\s]+(?=\))|(?<=\]: )\S+$|(?<=href=\")[^\"]+|(?<=src=\")[^\"]+",
    re.MULTILINE,
)
HEADING = re.compile(r"^#{1,6} +(.*?) *#*$", re.MULTILINE)


def targets(text):
    """(target, line) of each link and image outside code."""
    return [(match[0], text.count("\n", 0, match.start()) + 1) for match in _matches(text)]


def rewrite(text, new_target):
    """The text with new_target(target) for the target of each link and image outside code."""
    pieces, done = [], 0
    for match in _matches(text):
        pieces += [text[done : match.start()], new_target(match[0])]
        done = match.end()
    return "".join(pieces) + text[done:]


def _matches(text):
    return TARGET.finditer(without_code(text))


def without_code(text):
    """The text with its code blanked out, line for line."""

    def blank(match):
        return re.sub(r"[^\n]", " ", match[0])

    return SPAN.sub(blank, FENCE.sub(blank, text))


def is_relative(target):
    """Whether a target is a path, possibly with an anchor, not a URL."""
    return not re.match(r"[a-z][a-z0-9+.-]*:|//", target)


def resolve(target, folder):
    """(path, anchor) of a relative target on a page in this folder; no path for the page itself."""
    path, _, anchor = unquote(target).partition("#")
    return (folder / path).resolve() if path else None, anchor


def anchors(text):
    """The anchors that a code host and the site give the headings of a page."""
    text = FENCE.sub("", text)
    names = []
    for title in HEADING.findall(text):
        title = re.sub(r"<!--.*?-->|[`*]", "", re.sub(r"\[(.*?)\]\(.*?\)", r"\1", title))
        names.append(re.sub(r"[^\w\- ]", "", title.strip().lower()).replace(" ", "-"))
    return names
