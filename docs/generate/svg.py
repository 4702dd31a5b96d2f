"""Drawings as SVG text: a light background, so that they read the same on a dark page."""

from html import escape

FONT = "system-ui, 'Segoe UI', 'Helvetica Neue', Arial, 'DejaVu Sans', sans-serif"
INK = "#222222"
PAPER = "#ffffff"
MARGIN = 16  # pixels


class Drawing:
    """Shapes on a sheet. Coordinates are pixels, y goes down."""

    def __init__(self, title):
        self._title = title
        self._shapes = []
        self._right = self._bottom = 0

    def rect(self, x, y, width, height, fill="none", stroke=INK, line=1):
        self._grow(x + width, y + height)
        self._shapes.append(
            f'<rect x="{x:g}" y="{y:g}" width="{width:g}" height="{height:g}" '
            f'fill="{fill}" stroke="{stroke}" stroke-width="{line:g}"/>'
        )

    def text(self, x, y, text, anchor="start", size=13, bold=False, fill=INK):
        """Text whose base line is at y. anchor: start, middle or end."""
        width = 0.56 * size * len(text)
        self._grow(x + {"start": width, "middle": width / 2, "end": 0}[anchor], y + size / 3)
        weight = ' font-weight="bold"' if bold else ""
        self._shapes.append(
            f'<text x="{x:g}" y="{y:g}" text-anchor="{anchor}" font-size="{size}" '
            f'fill="{fill}"{weight}>{escape(text, quote=False)}</text>'
        )

    def line(self, x1, y1, x2, y2, stroke=INK, dashes="", arrow=False):
        self._grow(max(x1, x2), max(y1, y2))
        dash = f' stroke-dasharray="{dashes}"' if dashes else ""
        end = ' marker-end="url(#arrow)"' if arrow else ""
        self._shapes.append(
            f'<path d="M{x1:g} {y1:g}L{x2:g} {y2:g}" stroke="{stroke}" fill="none"{dash}{end}/>'
        )

    def svg(self):
        """The drawing as a file's text."""
        width, height = round(self._right + MARGIN), round(self._bottom + MARGIN)
        return "\n".join(
            [
                f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" '
                f'width="{width}" height="{height}" font-family="{FONT}">',
                f"<title>{escape(self._title, quote=False)}</title>",
                '<defs><marker id="arrow" viewBox="0 0 8 8" refX="7" refY="4" markerWidth="8" '
                f'markerHeight="8" orient="auto"><path d="M0 0L8 4L0 8z" fill="{INK}"/></marker>'
                "</defs>",
                f'<rect width="{width}" height="{height}" fill="{PAPER}"/>',
                *self._shapes,
                "</svg>",
                "",
            ]
        )

    def _grow(self, right, bottom):
        self._right, self._bottom = max(self._right, right), max(self._bottom, bottom)
