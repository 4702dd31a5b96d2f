"""A page and the values of its expressions."""

import os
import tempfile

import markers
from errors import DocsError
from paths import name_of


class Page:
    def __init__(self, file, expressions):
        self.file = file
        self.errors = []  # a sentence for each expression that cannot be evaluated
        self.outdated = []  # and for each generated text that is not what it should be
        self._expressions = expressions
        self._values = {}  # expression: text, or the error

    def check(self):
        """Fills `errors` and `outdated`."""
        self._rewritten()

    def update(self):
        """Writes the page where that changes it, and fills `errors`."""
        self._rewritten()
        # Evaluating takes time in which someone may have written the page: it is read once more.
        old, new = self._rewritten()
        if new != old:
            _replace(self.file, new)

    def _rewritten(self):
        """The page's text as it is and as it should be."""
        self.errors, self.outdated = [], []
        with open(self.file, encoding="utf-8", newline="") as file:
            old = file.read()
        try:
            text = markers.joined(old)
            if text != old:
                self.outdated.append(
                    f"{name_of(self.file)}: a line begins with a marker: run make docs."
                )
            return old, markers.rewrite(text, lambda marker: self._text(marker, text))
        except DocsError as error:
            self.errors.append(f"{name_of(self.file)}:{error}")
            return old, old

    def _text(self, marker, page):
        """What belongs into a marker, None where that is not known."""
        place = f"{name_of(self.file)}:{marker.line}: `{marker.expression}`"
        value = self._value(marker)
        if isinstance(value, DocsError):
            self.errors.append(f"{place}: {value}")
            return None
        if page[marker.text_start : marker.text_end].strip() != value.strip():
            self.outdated.append(f"{place} is out of date: run make docs.")
        return value

    def _value(self, marker):
        if marker.expression not in self._values:
            try:
                value = self._expressions.text(marker.expression, self.file)
            except DocsError as error:
                value = error
            self._values[marker.expression] = value
        return self._values[marker.expression]


def _replace(file, text):
    """Writes a file at once, so that nobody reads half of it."""
    with tempfile.NamedTemporaryFile(
        "w", encoding="utf-8", newline="", dir=file.parent, delete=False
    ) as new:
        new.write(text)
    os.chmod(new.name, file.stat().st_mode)
    os.replace(new.name, file)
