"""A program of a suite, and the common ways to tell from its output whether it is content."""
import dataclasses
import pathlib
import re
from typing import Callable


def content(_output):
    """For programs that tell by their exit code alone."""
    return ""


@dataclasses.dataclass(frozen=True)
class Program:
    name: str
    command: list
    folder: pathlib.Path
    complaint: Callable[[str], str] = content    # what is wrong in its output; "" where nothing is
    timeout: float = 120
    skip_codes: tuple = (77,)


def without(pattern):
    """Content unless a line of the output matches."""
    regex = re.compile(pattern)

    def complaint(output):
        return next((line.strip()[:200] for line in output.splitlines() if regex.search(line)), "")
    return complaint


def with_line(pattern):
    """Content when a line of the output matches."""
    regex = re.compile(pattern)

    def complaint(output):
        return "" if any(regex.search(line) for line in output.splitlines()) else f"no line with {pattern}"
    return complaint


def all_of(*complaints):
    def complaint(output):
        return next((text for text in (c(output) for c in complaints) if text), "")
    return complaint


def same_lines(path, in_order=True):
    """Content when the output is that of a file; work-items may print in any order where it is not `in_order`."""
    def complaint(output):
        lines, wanted = output.splitlines(), path.read_text(encoding="utf-8").splitlines()
        if not in_order:
            lines, wanted = sorted(lines), sorted(wanted)
        for number, (line, want) in enumerate(zip(lines, wanted), 1):
            if line != want:
                return f"line {number} is '{line[:80]}', not '{want[:80]}'"
        return "" if len(lines) == len(wanted) else f"{len(lines)} lines, not {len(wanted)}"
    return complaint
