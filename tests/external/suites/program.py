"""A program of a suite, and common judges that decide from the output whether a run was right."""
import dataclasses
import pathlib
import re
from typing import Callable


def content(_output):
    """Judges programs that report only by their exit code."""
    return ""


@dataclasses.dataclass(frozen=True)
class Program:
    name: str
    command: list
    folder: pathlib.Path
    complaint: Callable[[str], str] = content    # describes the error in the output; "" for none
    timeout: float = 120
    skip_codes: tuple = (77,)


def without(pattern):
    """Judges a run as right unless a line of the output matches."""
    regex = re.compile(pattern)

    def complaint(output):
        return next((line.strip()[:200] for line in output.splitlines() if regex.search(line)), "")
    return complaint


def with_line(pattern):
    """Judges a run as right when a line of the output matches."""
    regex = re.compile(pattern)

    def complaint(output):
        return "" if any(regex.search(line) for line in output.splitlines()) else f"no line with {pattern}"
    return complaint


def all_of(*complaints):
    def complaint(output):
        return next((text for text in (c(output) for c in complaints) if text), "")
    return complaint


def same_lines(path, in_order=True):
    """Judges a run as right when the output equals a file. Without `in_order` the lines may come in any order."""
    def complaint(output):
        lines, wanted = output.splitlines(), path.read_text(encoding="utf-8").splitlines()
        if not in_order:
            lines, wanted = sorted(lines), sorted(wanted)
        for number, (line, want) in enumerate(zip(lines, wanted), 1):
            if line != want:
                return f"line {number} is '{line[:80]}', not '{want[:80]}'"
        return "" if len(lines) == len(wanted) else f"{len(lines)} lines, not {len(wanted)}"
    return complaint
