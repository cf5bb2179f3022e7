"""The programs in Markdown pages."""

import pathlib
import re

BLOCK = re.compile(r"^```(\w+)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
# The server of the pages.
ADDRESS = "127.0.0.1:8080"


def blocks(page, address=ADDRESS):
    """The languages and texts of a page's code blocks, which call the server at this address."""
    return [(language, text.replace(ADDRESS, address)) for language, text in BLOCK.findall(pathlib.Path(page).read_text())]
