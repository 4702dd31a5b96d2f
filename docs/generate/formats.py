"""Numbers as text."""

from errors import DocsError


def num(x):
    """Three significant digits: 0.0469, 34.5, 17,300,000."""
    digits = 0 if x == 0 else max(0, 2 - _exponent(x))
    return f"{float(f'{x:.2e}'):,.{digits}f}"


def pct(x):
    """45.6 % from 0.456."""
    return f"{num(100 * x)} %"


def times(x):
    """1.32× from 1.32."""
    return f"{num(x)}×"


def whole(x):
    """1,048,576 from 1048576."""
    if x != int(x):
        raise DocsError(f"{x} is not a whole number.")
    return f"{int(x):,}"


def same(a, b):
    """a, where a equals b to three significant digits; an error elsewhere."""
    half_digit = 0.5 * 10.0 ** (_exponent(b) - 2) if b != 0 else 0
    if abs(a - b) > half_digit * (1 + 1e-9):
        raise DocsError(f"{a:.6g} is not the same as {b:.6g}.")
    return a


def _exponent(x):
    """Of x's power of ten after rounding to three digits."""
    return int(f"{x:.2e}".partition("e")[2])
