"""A stage's tiles: where a block's tiles lie in the matrices, and who computes what of C."""

from errors import DocsError
from layouts import layout, sectors_of_store
from svg import PAPER, Drawing
from timelines import PIPELINES

A_COLOUR, B_COLOUR, C_COLOUR = "#cfe3f5", "#d5ecd0", "#fbe3c8"  # what a block touches of them
A_TILE, B_TILE = "#4477aa", "#228833"
WARP_COLOUR, THREAD_COLOUR = "#ee9a4d", "#aa3377"
# Pixels.
LEFT, TOP, GAP = 72, 44, 40  # of A, of B, between matrices
MATRIX = 170  # side of a matrix
TILE = 58  # longer side of a block tile in it
BLOCK_TOP, ZOOM = 44, 360  # the block tile from near: where, its longer side


def tile_picture(stage, report):
    """The SVG for a stage, from its report on the emulator."""
    tile = report.launch.tile
    place = layout(report.launch, int(stage[:2]))
    _compare_with_counts(stage, place, report.counts)
    drawing = Drawing(f"{stage}: tiles of the matrices, of a warp and of a thread")
    _matrices(drawing, place, tile)
    _block(drawing, place, tile)
    if stage in PIPELINES:
        PIPELINES[stage](drawing, LEFT, BLOCK_TOP + ZOOM + 60, tile)
    return drawing.svg()


def _compare_with_counts(stage, place, counts):
    """Threads that lie elsewhere than in the kernel would store to other sectors."""
    store = next(site for site in counts.sites if site.kind == "global store")
    drawn = sectors_of_store(place, store.bytes // 4)
    counted = store.sectors_or_wavefronts / store.requests
    if drawn != counted:
        raise DocsError(
            f"in the picture of {stage} a warp stores to {drawn} sectors; {counted:g} are counted."
        )


def is_tiled(place, tile):
    """Whether a block keeps tiles of A and B in shared memory."""
    return place.rows == tile.BM


def _matrices(drawing, place, tile):
    """A at the left of C and B above it, with what one block needs of them."""
    scale = TILE / max(place.rows, place.cols)
    height, width = place.rows * scale, place.cols * scale
    c_x, c_y = LEFT + MATRIX + GAP, TOP + MATRIX + GAP
    block_x, block_y = c_x + 2 * MATRIX / 5, c_y + 2 * MATRIX / 5

    drawing.rect(LEFT, c_y, MATRIX, MATRIX)
    drawing.rect(LEFT, block_y, MATRIX, height, fill=A_COLOUR)
    drawing.rect(c_x, TOP, MATRIX, MATRIX)
    drawing.rect(block_x, TOP, width, MATRIX, fill=B_COLOUR)
    drawing.rect(c_x, c_y, MATRIX, MATRIX)
    drawing.rect(block_x, block_y, width, height, fill=C_COLOUR)
    drawing.text(block_x + width / 2, block_y + height / 2 + 5, "block", "middle")
    for name, x, y in (("A  M×K", LEFT, c_y), ("B  K×N", c_x, TOP), ("C  M×N", c_x, c_y)):
        drawing.text(x, y - 7, name, bold=True)

    rows, cols, steps = f"{place.rows} rows", f"{place.cols} columns", "k = 0, 1, …"
    if is_tiled(place, tile):
        rows, cols, steps = f"BM {tile.BM}", f"BN {tile.BN}", "k0 = 0, BK, …"
        depth, along = max(4, tile.BK * scale), MATRIX / 2
        drawing.rect(LEFT + along, block_y, depth, height, fill=A_TILE)
        drawing.rect(block_x, TOP + along, width, depth, fill=B_TILE)
        drawing.text(LEFT + along + depth / 2, block_y - 7, f"BK {tile.BK}", "middle")
        drawing.text(block_x + width + 6, TOP + along + depth / 2 + 4, f"BK {tile.BK}")
    drawing.text(LEFT - 8, block_y + height / 2 + 4, rows, "end")
    drawing.text(block_x + width / 2, TOP - 7, cols, "middle")
    arrow_y = block_y + height + 14
    drawing.line(LEFT + 6, arrow_y, LEFT + MATRIX - 6, arrow_y, arrow=True)
    drawing.text(LEFT + MATRIX / 2, arrow_y + 18, steps, "middle")
    drawing.line(block_x - 12, TOP + 6, block_x - 12, TOP + MATRIX - 6, arrow=True)


def _block(drawing, place, tile):
    """The block's tile of C from near: a warp's elements, and a thread's. What colours mean."""
    x, y = LEFT + 2 * MATRIX + GAP + 70, BLOCK_TOP
    scale = ZOOM / max(place.rows, place.cols)
    width, height = place.cols * scale, place.rows * scale
    drawing.text(x, y - 8, f"the block from near: {place.rows}×{place.cols} of C", bold=True)
    drawing.rect(x, y, width, height, fill=C_COLOUR)

    def elements(thread, colour):
        for row, col in place.corners(thread):
            left, top = x + col * scale, y + row * scale
            size = place.TN * scale, place.TM * scale
            drawing.rect(left, top, *size, fill=colour, stroke=PAPER, line=0.5)

    for thread in place.warp(0):
        elements(thread, WARP_COLOUR)
    elements(0, THREAD_COLOUR)
    if tile.WM:
        for row in range(0, place.rows, tile.WM):
            for col in range(0, place.cols, tile.WN):
                drawing.rect(x + col * scale, y + row * scale, tile.WN * scale, tile.WM * scale)
    drawing.rect(x, y, width, height)

    for i, (colour, label) in enumerate(_key(place, tile)):
        drawing.rect(x, y + height + 16 + 22 * i, 14, 14, fill=colour)
        drawing.text(x + 22, y + height + 28 + 22 * i, label)


def _key(place, tile):
    """Colours and what they mean."""
    parts = len(place.corners(0))
    own = f"{place.TM}×{place.TN} elements" if place.TM * place.TN > 1 else "1 element"
    key = [
        (C_COLOUR, f"block: {place.threads} threads"),
        (WARP_COLOUR, f"warp 0: {tile.WM}×{tile.WN} elements" if tile.WM else "warp 0: 32 threads"),
        (THREAD_COLOUR, f"thread 0: {own}" + (f" in {parts} places" if parts > 1 else "")),
    ]
    if is_tiled(place, tile):
        key += [
            (A_TILE, f"tile of A in shared memory: {tile.BM}×{tile.BK}"),
            (B_TILE, f"tile of B in shared memory: {tile.BK}×{tile.BN}"),
        ]
    return key
