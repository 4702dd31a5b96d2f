"""Links and pictures of README.md and docs/ lead to something in the repository, and nothing that a
page shows is loaded from elsewhere."""

import re
import unittest

import generator  # noqa: F401
import links
import paths


def complaints(page):
    """A sentence for each link or picture that leads nowhere or is loaded from elsewhere."""
    text = page.read_text(encoding="utf-8")
    found = []
    for target, line in links.targets(text):
        if links.is_relative(target):
            path, anchor = links.resolve(target, page.parent)
            path = path or page
            if not path.exists():
                found.append(f"{paths.name_of(page)}:{line}: {target} does not exist.")
            elif anchor and path.suffix == ".md" and anchor not in anchors(path):
                found.append(f"{paths.name_of(page)}:{line}: {target} names no heading there.")
    for match in re.finditer(r"!\[[^]]*\]\((?:https?:)?//|<(?:img|script|link|iframe)\b", text):
        line = text.count("\n", 0, match.start()) + 1
        found.append(f"{paths.name_of(page)}:{line}: {match[0]} loads something from elsewhere.")
    return found


def anchors(page):
    return links.anchors(page.read_text(encoding="utf-8"))


class LinksTest(unittest.TestCase):
    def test_links_lead_to_something_in_the_repository(self):
        found = [complaint for page in paths.pages() for complaint in complaints(page)]
        self.assertEqual([], found, "\n" + "\n".join(found))


if __name__ == "__main__":
    unittest.main()
