"""What MkDocs does to the pages besides: markers go, and whatever the pages link to in the repository
becomes part of the site, so that no link leaves it."""

import os
from pathlib import Path

from mkdocs.structure.files import File, InclusionLevel

import links
import markers
from paths import DOCS, name_of

LANGUAGES = {
    ".cuh": "cuda",
    ".cu": "cuda",
    ".cpp": "cpp",
    ".hpp": "cpp",
    ".json": "json",
    ".py": "python",
    ".sh": "bash",
    ".cmake": "cmake",
}
ASSETS = ["iframe-worker.js", "site.css"]  # files beside this one that the site takes along

inside = set()  # the files that MkDocs takes from docs/
added = {}  # page of the site: the file or folder that it shows besides


def on_config(config):
    """Leaves out the pages that only a web server needs."""
    config.theme.static_templates.clear()
    return config


def on_files(files, config):
    """Adds a page for each file and folder that pages link to and that the site would leave out."""
    added.clear()
    inside.clear()
    inside.update(file.abs_src_path for file in files if file.inclusion.is_included())
    queue = [Path(file.abs_src_path) for file in files.documentation_pages()]
    while queue:
        for path in _linked(queue.pop()):
            uri = _site_uri(path)
            if str(path) in inside or uri in added:
                continue
            added[uri] = path
            page = File.generated(
                config, uri, content=_content(path), inclusion=InclusionLevel.NOT_IN_NAV
            )
            files.append(page)
            if path.suffix == ".md":
                queue.append(path)
    for name in ASSETS:
        path = str(Path(__file__).with_name(name))
        files.append(File.generated(config, f"assets/{name}", abs_src_path=path))
    return files


def on_page_markdown(markdown, page, config, files):
    """The page without markers, its links pointing into the site."""
    uri = page.file.src_uri
    folder = added.get(uri, DOCS / uri).parent

    def new_target(target):
        path, anchor = links.resolve(target, folder) if links.is_relative(target) else (None, "")
        if not path or not path.exists():
            return target
        relative = os.path.relpath(_site_uri(path), os.path.dirname(uri))
        return f"{relative}#{anchor}" if anchor else relative

    return links.rewrite(markers.strip(markdown), new_target)


def _linked(page):
    """The existing files and folders to which a page links."""
    for target, _ in links.targets(page.read_text("utf-8")):
        path, _ = links.resolve(target, page.parent) if links.is_relative(target) else (None, "")
        if path and path.exists():
            yield path


def _site_uri(path):
    """Where the site has a file or folder of the repository."""
    if str(path) in inside:
        return path.relative_to(DOCS).as_posix()
    return f"source/{name_of(path).removesuffix('.md')}.md"


def _content(path):
    """A page that shows a file or folder."""
    if path.suffix == ".md":
        return path.read_text("utf-8")
    if path.is_dir():
        names = sorted(child.name + "/" * child.is_dir() for child in path.iterdir())
        return f"# {name_of(path)}/\n\n" + "".join(f"- `{name}`\n" for name in names)
    language = LANGUAGES.get(path.suffix, "text")
    text = path.read_text("utf-8").rstrip()
    return f'# {name_of(path)}\n\n````{language} linenums="1"\n{text}\n````\n'
