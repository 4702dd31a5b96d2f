"""Copies and multiplies side by side, for the stages that overlap them."""

from svg import INK, PAPER

ARRIVE, MULTIPLY, STORE = "#cfe3f5", "#ee9a4d", "#4477aa"
STEPS = 4  # of k0 that are drawn
# Pixels.
STEP, BAR, ROW, LABELS = 170, 24, 34, 130


class Timeline:
    """Rows of bars along time. Time 0 begins the first step of k0; before it is the prologue."""

    def __init__(self, drawing, x, y, rows, prologue):
        self._drawing = drawing
        self._start = x + LABELS + prologue * STEP - 72
        self._y = y + 30
        self._rows = rows
        bottom = self._y + ROW * len(rows)
        drawing.text(x - 56, y, "time", bold=True)
        for step in range(STEPS):
            at = self._start + step * STEP
            drawing.text(at + STEP / 2, y, f"k0 = {step}·BK" if step else "k0 = 0", "middle")
            drawing.line(at, y + 8, at, bottom, dashes="4 3")
        for i, row in enumerate(rows):
            drawing.text(x - 56, self._y + ROW * i + 17, row)
        self._bottom = bottom

    def bar(self, row, begin, end, colour, label):
        """A bar from one time to another, in steps of k0."""
        x, y = self._start + begin * STEP, self._y + ROW * self._rows.index(row)
        ink = PAPER if colour == STORE else INK
        self._drawing.rect(x + 1, y, (end - begin) * STEP - 2, BAR, fill=colour)
        middle = x + (end - begin) * STEP / 2
        self._drawing.text(middle, y + 16, label, "middle", size=12, fill=ink)

    def key(self, x, entries):
        """Colours and what they mean, below."""
        for colour, label in entries:
            self._drawing.rect(x, self._bottom + 10, 14, 14, fill=colour)
            self._drawing.text(x + 20, self._bottom + 22, label)
            x += 36 + 7.2 * len(label)


def double_buffer(drawing, x, y, tile):
    """11: the next tile is fetched to registers during a multiply, and stored after it."""
    buffers = ["buffer 0", "buffer 1"]
    line = Timeline(drawing, x, y, ["registers", *buffers], prologue=0.8)
    line.bar("registers", -0.8, -0.2, ARRIVE, "fetch 0")
    line.bar(buffers[0], -0.2, 0, STORE, "0")
    for step in range(STEPS):
        line.bar(buffers[step % 2], step, step + 0.8, MULTIPLY, f"multiply {step}")
        line.bar("registers", step, step + 0.8, ARRIVE, f"fetch {step + 1}")
        line.bar(buffers[(step + 1) % 2], step + 0.8, step + 1, STORE, f"{step + 1}")
    line.key(
        x - 56,
        [
            (ARRIVE, "tile on its way from global memory"),
            (STORE, "tile stored to shared memory"),
            (MULTIPLY, "tile multiplied"),
        ],
    )


def async_copy(drawing, x, y, tile):
    """12: copies of the tile STAGES − 1 ahead run straight to a buffer during a multiply."""
    ahead = tile.stages - 1
    buffers = [f"buffer {i}" for i in range(tile.stages)]
    line = Timeline(drawing, x, y, buffers, prologue=0.8)
    for number in range(ahead):
        line.bar(buffers[number], -0.8, 0, ARRIVE, f"copy {number}")
    for step in range(STEPS):
        line.bar(buffers[step % tile.stages], step, step + 1, MULTIPLY, f"multiply {step}")
        other = buffers[(step + ahead) % tile.stages]
        line.bar(other, step, step + 1, ARRIVE, f"copy {step + ahead}")
    line.key(
        x - 56,
        [(ARRIVE, "tile arriving by asynchronous copies"), (MULTIPLY, "tile multiplied")],
    )


PIPELINES = {"11_double_buffer": double_buffer, "12_async_copy": async_copy}
