"""mdpress: parse Markdown-like documents and turn them into HTML or plain text."""

from .blocks import parse
from .frontmatter import FrontMatterError, split_front_matter
from .inline import parse_inline
from .links import LinkChecker, LinkProblem, check_links
from .render import HtmlRenderer, RenderError, TextRenderer, to_html, to_text
from .stats import DocumentStats, collect_stats, excerpt
from .toc import build_toc, render_toc, slugify

__version__ = "1.0"

__all__ = [
    "DocumentStats", "FrontMatterError", "HtmlRenderer", "LinkChecker", "LinkProblem",
    "RenderError", "TextRenderer", "build_toc", "check_links", "collect_stats", "excerpt",
    "parse", "parse_inline", "render_toc", "slugify", "split_front_matter", "to_html",
    "to_text",
]
