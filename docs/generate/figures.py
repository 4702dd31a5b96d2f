"""Pictures that pages show: files of docs/figures/, written by the generator."""

from dataclasses import dataclass

from paths import FIGURES, name_of


@dataclass(frozen=True)
class Image:
    """A picture in a page."""

    file: str  # in docs/figures/
    alt: str

    def link(self, link):
        """Markdown. link(path) is a path from the root as seen from the page."""
        return f"![{self.alt}]({link(name_of(FIGURES / self.file))})"


class Figures:
    """The pictures that the expressions of this run have drawn."""

    def __init__(self):
        self._drawn = {}  # file name: SVG

    def add(self, file, svg, alt):
        """The Image of a drawing."""
        self._drawn[file] = svg
        return Image(file, alt)

    def write(self):
        """Writes the files that are new or different."""
        FIGURES.mkdir(exist_ok=True)
        for file in self._outdated_files():
            (FIGURES / file).write_text(self._drawn[file], encoding="utf-8")

    def outdated(self):
        """A sentence for each file that is not as it is drawn now."""
        return [
            f"{name_of(FIGURES / file)} is out of date: run make docs."
            for file in self._outdated_files()
        ]

    def unused(self):
        """The files that no expression of this run has drawn."""
        return [file for file in sorted(FIGURES.glob("*.svg")) if file.name not in self._drawn]

    def _outdated_files(self):
        return [
            file
            for file, svg in self._drawn.items()
            if not (FIGURES / file).exists() or (FIGURES / file).read_text(encoding="utf-8") != svg
        ]
