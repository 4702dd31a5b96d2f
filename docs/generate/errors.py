"""What the generator reports to its user."""


class DocsError(Exception):
    """A sentence that says what is wrong with an expression or a page."""
