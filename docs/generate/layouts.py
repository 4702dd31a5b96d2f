"""Which elements of its block's tile of C a thread computes, for each form of the kernels."""

from dataclasses import dataclass

WARP = 32
SECTOR = 8  # floats
SIDE = 16  # threads of 09's block along each side
UNTILED = 32  # rows and columns of C per block in 01 and 02
LANE_ROWS, LANE_COLS = 4, 8  # of a warp with a tile of its own


@dataclass(frozen=True)
class Layout:
    """A block's tile of C: its extents, and by whom what is computed."""

    rows: int
    cols: int
    threads: int
    corners: object  # thread → the first (row, column) of each of its TM×TN elements
    TM: int
    TN: int

    def warp(self, number):
        """The threads of a warp."""
        return range(number * WARP, (number + 1) * WARP)


def sectors_of_store(layout, floats):
    """Sectors that the first store of warp 0 touches, when each lane stores so many floats."""
    places = [layout.corners(thread)[0] for thread in layout.warp(0)]
    return len({(row, (col + i) // SECTOR) for row, col in places for i in range(floats)})


def layout(launch, number):
    """The layout of stage `number` (1 for 01_naive) from its report's `launch`."""
    tile = launch.tile
    threads = launch.block[0] * launch.block[1]
    if number <= 2:  # a thread, an element: a warp runs down a column in 01, along a row in 02
        side = UNTILED
        corner = (lambda t: (t % side, t // side)) if number == 1 else (lambda t: divmod(t, side))
        return Layout(side, side, threads, lambda t: [corner(t)], 1, 1)
    corners = _warp_tiles(tile) if number >= 10 else _side_by_side(tile, threads)
    return Layout(tile.BM, tile.BN, threads, corners, tile.TM, tile.TN)


def _side_by_side(tile, threads):
    """Threads lie row by row, TM×TN elements each; where they don't cover the tile (09), they start
    again beside and below."""
    per_row = tile.BN // tile.TN
    if threads * tile.TM * tile.TN < tile.BM * tile.BN:
        per_row = SIDE
    height, width = threads // per_row * tile.TM, per_row * tile.TN

    def corners(thread):
        row, col = thread // per_row * tile.TM, thread % per_row * tile.TN
        return [
            (top + row, left + col)
            for top in range(0, tile.BM, height)
            for left in range(0, tile.BN, width)
        ]

    return corners


def _warp_tiles(tile):
    """Each warp has a WM×WN tile; its lanes are in z-order, TM×TN elements in each sub-tile."""
    height, width = tile.TM * LANE_ROWS, tile.TN * LANE_COLS
    warps_per_row = tile.BN // tile.WN

    def corners(thread):
        warp, lane = divmod(thread, WARP)
        top, left = warp // warps_per_row * tile.WM, warp % warps_per_row * tile.WN
        lane_row = (lane >> 1 & 1) + (lane >> 3 & 1) * 2
        lane_col = (lane & 1) + (lane >> 2 & 1) * 2 + (lane >> 4) * 4
        return [
            (top + i + lane_row * tile.TM, left + j + lane_col * tile.TN)
            for i in range(0, tile.WM, height)
            for j in range(0, tile.WN, width)
        ]

    return corners
