"""Makes the site of the documents: `book.py FOLDER [REFERENCE]`, from the root of the repository.

Copies docs/ to FOLDER/src, with the file REFERENCE, which `ayla reference` has written, as reference.md. Writes SUMMARY.md from the
contents page, docs/README.md, which has to lead to every page. Links to files that are not in docs/ become links to the repository that
.ci/owner.toml names. Then mdbook builds FOLDER/html, and each link and anchor in it has to lead somewhere.
"""

import html.parser
import pathlib
import posixpath
import re
import shutil
import subprocess
import sys
import tomllib
import urllib.parse

DOCS = pathlib.Path("docs")
LINK = re.compile(r"(?<=\]\()(?!https?:)([^)#\s]+)(?=[)#])")
VERSION = tomllib.loads(pathlib.Path("Cargo.toml").read_text())["workspace"]["package"]["version"]
REPOSITORY = tomllib.loads(pathlib.Path(".ci/owner.toml").read_text())["repository"]


def in_repository(page, link):
    """A link of a page as it is on the site."""
    path = posixpath.normpath(posixpath.join("docs", page.parent, link))
    if path.startswith("docs/"):
        # The contents page is the first of the site.
        return link.replace("README.md", "index.md")
    kind = "blob" if pathlib.Path(path).is_file() else "tree"
    return f"{REPOSITORY}/{kind}/v{VERSION}/{path}"


def title(text):
    return re.match(r"# (.+)", text)[1]


def summary(pages):
    """The contents page as mdbook wants it: a part for each heading, with the pages to which it leads, and not only to a section."""
    contents = pathlib.Path("README.md")
    lines = ["# Summary", "", f"[Contents]({contents})", ""]
    left = {page: text for page, text in pages.items() if page != contents}
    for section in pages[contents].split("\n## ")[1:]:
        lines += [f"# {section.splitlines()[0]}", ""]
        for link in map(pathlib.Path, re.findall(r"\]\((\S+\.md)\)", section)):
            if link in left:
                # With the language, if it is a translation: rules/fr/awale.md.
                language = f" ({link.parent.name})" if len(link.parts) > 2 else ""
                lines.append(f"- [{title(left.pop(link))}{language}]({link})")
        lines.append("")
    if left:
        sys.exit(f"docs/README.md does not lead to {', '.join(map(str, left))}")
    return "\n".join(lines)


class Page(html.parser.HTMLParser):
    """The links and the anchors of a page."""

    def __init__(self, path):
        super().__init__()
        self.links, self.anchors = set(), {""}
        self.feed(path.read_text())

    def handle_starttag(self, tag, attributes):
        attributes = dict(attributes)
        self.anchors |= {attributes.get("id", ""), attributes.get("name", "")}
        self.links |= {attributes[name] for name in ("href", "src") if name in attributes}


def check_links(site):
    pages = {path: Page(path) for path in site.rglob("*.html") if path.name not in ("404.html", "print.html", "toc.html")}
    broken, count = [], 0
    for path, page in pages.items():
        for link in page.links:
            file, _, anchor = urllib.parse.unquote(link).partition("#")
            if re.match("[a-z]+:", link):
                continue
            target = path if not file else pathlib.Path(posixpath.normpath(path.parent / file))
            count += 1
            if not target.is_file() or target in pages and anchor not in pages[target].anchors:
                broken.append(f"{path.relative_to(site)}: {link}")
    if broken or count < 1000:
        sys.exit("\n".join([f"{len(broken)} of {count} links lead nowhere", *broken]))
    print(f"{len(pages)} pages, and {count} links that lead somewhere")


def main(folder, reference=None):
    source, site = folder / "src", folder / "html"
    shutil.rmtree(source, ignore_errors=True)
    shutil.rmtree(site, ignore_errors=True)
    shutil.copytree(DOCS, source)
    if reference:
        shutil.copy(reference, source / "reference.md")
        contents = source / "README.md"
        contents.write_text(contents.read_text().replace("command-line.md#the-reference-of-the-api", "reference.md", 1))
    pages = {path.relative_to(source): path.read_text() for path in sorted(source.rglob("*.md"))}
    for page, text in pages.items():
        (source / page).write_text(LINK.sub(lambda link: in_repository(page, link[1]), text))
    (source / "SUMMARY.md").write_text(summary(pages))
    subprocess.run(["mdbook", "build", source, "--dest-dir", site.resolve()], check=True)
    check_links(site)


if __name__ == "__main__":
    main(*map(pathlib.Path, sys.argv[1:]))
