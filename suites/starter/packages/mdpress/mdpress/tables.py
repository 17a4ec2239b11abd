"""Pipe tables: recognising and splitting them, and laying them out in fixed width."""

from __future__ import annotations

import re
from typing import List, Sequence

from .nodes import Table, TableCell, TableRow

LEFT = "left"
RIGHT = "right"
CENTER = "center"

_DELIMITER_CELL = re.compile(r"^:?-+:?$")


def split_row(line: str) -> List[str]:
    """Split a source line into stripped cells; ``\\|`` is a literal bar."""
    cells = []
    current = []
    in_code = False
    text = line.strip()
    if text.startswith("|"):
        text = text[1:]
    pos = 0
    while pos < len(text):
        char = text[pos]
        if char == "\\" and text[pos + 1:pos + 2] == "|":
            current.append("|")
            pos += 2
            continue
        if char == "`":
            in_code = not in_code
        if char == "|" and not in_code:
            cells.append("".join(current).strip())
            current = []
        else:
            current.append(char)
        pos += 1
    rest = "".join(current).strip()
    if rest or not text.endswith("|"):
        cells.append(rest)
    return cells


def parse_alignments(line: str) -> List[str]:
    """Alignment of each column from a delimiter row, or ``[]`` if it is not one."""
    if "-" not in line or "|" not in line and ":" not in line:
        return []
    alignments = []
    for cell in split_row(line):
        if not _DELIMITER_CELL.match(cell):
            return []
        if cell.startswith(":") and cell.endswith(":"):
            alignments.append(CENTER)
        elif cell.endswith(":"):
            alignments.append(RIGHT)
        else:
            alignments.append(LEFT if cell.startswith(":") else "")
    return alignments


def starts_table(line: str, following: str) -> bool:
    """True when ``line`` is a header row and ``following`` its delimiter row."""
    if "|" not in line:
        return False
    alignments = parse_alignments(following)
    return bool(alignments) and len(alignments) == len(split_row(line))


def parse_table(lines: Sequence[str]) -> Table:
    """Build a table node from its source lines (header, delimiter, body)."""
    alignments = parse_alignments(lines[1])
    width = len(alignments)
    rows = []
    for number, line in enumerate(lines):
        if number == 1:
            continue
        sources = split_row(line)
        if len(sources) < width:
            sources.extend([""] * (width - len(sources)))
        elif len(sources) > width:
            del sources[width:]
        cells = [TableCell(source) for source in sources]
        for cell, align in zip(cells, alignments):
            cell.align = align
        rows.append(TableRow(cells, header=number == 0))
    return Table(rows, alignments)


def pad(text: str, width: int, align: str) -> str:
    """Pad ``text`` to ``width`` according to the alignment of its column."""
    if align == RIGHT:
        return text.rjust(width)
    return text.center(width) if align == CENTER else text.ljust(width)


def layout_table(rows: Sequence[Sequence[str]], alignments: Sequence[str]) -> str:
    """Lay out rows of plain text; the first one is the header."""
    columns = len(alignments)
    widths = [
        max(3, max(len(row[column]) for row in rows))
        for column in range(columns)
    ]
    lines = []
    for number, row in enumerate(rows):
        cells = [pad(cell, widths[i], alignments[i]) for i, cell in enumerate(row)]
        lines.append(" | ".join(cells).rstrip())
        if number == 0:
            lines.append("-+-".join("-" * width for width in widths))
    return "\n".join(lines)
