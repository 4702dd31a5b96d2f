"""Where things lie in the repository, and what its stages are called."""

from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
DOCS = ROOT / "docs"
FIGURES = DOCS / "figures"
RESULTS = DOCS / "results"

STAGES = sorted(folder.name for folder in ROOT.glob("[0-9][0-9]_*"))


def pages():
    """All pages that may quote generated text: README.md and the Markdown under docs/."""
    return [ROOT / "README.md", *sorted(DOCS.rglob("*.md"))]


def name_of(path):
    """A file's path as shown to people: from the root of the repository where it lies there."""
    path = Path(path).resolve()
    return path.relative_to(ROOT).as_posix() if path.is_relative_to(ROOT) else str(path)


def base_stage(stage):
    """ "07_swizzle" of "07_swizzle_published"."""
    return stage.removesuffix("_published")


def previous_stage(stage):
    """The stage before, or None for the first. A published form follows what its stage follows."""
    index = STAGES.index(base_stage(stage))
    return STAGES[index - 1] if index > 0 else None
