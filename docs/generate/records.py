"""JSON objects with attribute access."""

import json

from errors import DocsError


class Record(dict):
    """A JSON object whose fields are attributes. `global_` and `async_` are fields, too: Python
    keeps the words without underscore for itself."""

    def __getattr__(self, name):
        field = name.removesuffix("_")
        if field not in self:
            raise DocsError(f"there is no '{field}' among {', '.join(self)}.")
        return self[field]


def parse(text):
    """JSON text as Records, lists and values."""
    return json.loads(text, object_hook=Record)
