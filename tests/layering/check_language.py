#!/usr/bin/env python3
"""Checks the English of comments and documents by the rules of CONTRIBUTING ("Language") that a program can count.

Usage: check_language.py SOURCE_ROOT [PATH...]. Prints FILE:LINE: rule: sentence for each finding in the files below the
PATHs (default: all), and commits with too long subjects; the exit code is 1 when there is a finding. Rules:
  long     the first sentence of a comment has more than 25 words, or any sentence has more than 35
  opening  a sentence that is no question opens with What, Who, Whose, Which, Of, Where, Behind
  word     "behind" or "in front of" for order, which are "after" and "before"
  figure   a measured figure in a comment: a percentage, a factor, a time
  subject  one of the newest commits has a subject of more than 72 characters
Quotations of the specification, indented lines of comments (examples, usage) and text in strings are not checked.
"""
import pathlib
import re
import shutil
import subprocess
import sys

FIRST_WORDS = 25
WORDS = 35
OPENINGS = ("What", "Who", "Whose", "Whoever", "Whatever", "Which", "Of", "Where", "Behind")
ORDER = re.compile(r"\b(behind|in front of)\b")
FIGURE = re.compile(r"(?<![\w.])\.\d+ (?:of|us|ms|s|ns)\b|\d(?:\.\d+)?(?: %(?![\w.])|x(?![\w\[])| (?:ms|us|ns)\b)")
CODE = re.compile(r"^\s*(?:[{}%@!}]|br |store |call |ret |[\w.]+:(?:\s*;|\s*%|\s*br|\s*$)|clang-format|NOLINT|RUN:|CHECK)|[{};]$|->|=>|^\s*[-|+=]{3,}")
SENTENCE = re.compile(r"(?<=[.!?:])\s+(?=[A-Z`*(\"])")
COMMENT = re.compile(r"^\s*//[/!]?<?(?: {2,}.*)?\s?(.*)")
TRAILING = re.compile(r"[;{},)]\s+//[/!]?<?\s?(.*)")
SOURCES = (".cpp", ".h", ".cl", ".clcpp", ".def")
COMMITS, SUBJECT = 20, 72
PARTS = ("src/", "include/", "tests/", "bench/", "examples/", "cmake/", "python/")


def comment_blocks(text):
    """(line, text) of each run of comment lines, and of each comment that ends a line of code."""
    lines, start = [], 0
    for number, line in enumerate(text.split("\n"), 1):
        own = COMMENT.match(line)
        if own and not CODE.search(own[1]) and own[1].strip():
            start = start if lines else number
            lines.append(own[1])
            continue
        if lines:
            yield start, " ".join(lines)
            lines = []
        trailing = None if own else TRAILING.search(line)
        if trailing:
            yield number, trailing[1]
    if lines:
        yield start, " ".join(lines)


def document_blocks(text):
    """(line, text) of each paragraph and list item; tables, headings and code are left out."""
    text = re.sub(r"```.*?```", lambda found: "\n" * found[0].count("\n"), text, flags=re.S)
    lines, start = [], 0
    for number, line in enumerate(text.split("\n"), 1):
        is_text = line.strip() and not line.startswith(("|", "#", "<"))
        begins = re.match(r"\s*(?:[-*]|\d+[.)])\s", line)
        if lines and (not is_text or begins):
            yield start, " ".join(lines)
            lines = []
        if is_text:
            start = start if lines else number
            lines.append(re.sub(r"^\s*(?:[-*]|\d+[.)])\s", "", line).strip())
    if lines:
        yield start, " ".join(lines)


def words_of(sentence):
    return len([word for word in re.sub(r"`[^`]*`|\([^()]*\)", "x", sentence).split() if re.search(r"\w", word)])


def findings(text, is_document):
    for line, block in (document_blocks if is_document else comment_blocks)(text):
        quotes_specification = re.match(r"(?:\W*(?:OpenCL|Section|CL_|cl_\w+_|SPIR-V)\b.*)?[\"“]", block) is not None
        for index, sentence in enumerate(SENTENCE.split(re.sub(r"\s+", " ", block))):
            count = words_of(sentence)
            if quotes_specification:
                continue
            if count > WORDS or (index == 0 and not is_document and count > FIRST_WORDS):
                yield line, "long", sentence
            opening = re.match(r"\W*(\w+)", sentence)
            if opening and opening[1] in OPENINGS and not sentence.rstrip().endswith("?"):
                yield line, "opening", sentence
            if ORDER.search(sentence):
                yield line, "word", sentence
            if not is_document and FIGURE.search(sentence):
                yield line, "figure", sentence


def long_subjects(root):
    """Yields subjects of commits; none without git, or if the tree is no git repository of this user."""
    if not shutil.which("git"):
        return
    command = ["git", "-C", str(root), "log", f"--max-count={COMMITS}", "--format=%s"]
    done = subprocess.run(command, capture_output=True, text=True)
    yield from (subject for subject in done.stdout.splitlines() if len(subject) > SUBJECT)


def files_of(root):
    """Yields the names of sources and documents."""
    for folder in (*PARTS, "docs/"):
        for file in sorted((root / folder).rglob("*")):
            if file.is_file() and file.suffix in (".md", *SOURCES):
                yield str(file.relative_to(root))
    yield from sorted(file.name for file in root.glob("*.md"))


def main():
    root = pathlib.Path(sys.argv[1])
    wanted = tuple(sys.argv[2:]) or ("",)
    count = 0
    for subject in long_subjects(root):
        print(f"commit: subject: {subject}")
        count += 1
    for name in files_of(root):
        is_document = name.endswith(".md")
        is_source = name.endswith(SOURCES) and name.startswith(PARTS)
        if not name.startswith(wanted) or not (is_document or is_source):
            continue
        for line, rule, sentence in findings((root / name).read_text(errors="replace"), is_document):
            print(f"{name}:{line}: {rule}: {sentence[:160]}")
            count += 1
    print(f"{count} findings" if count else "the language is plain")
    return 1 if count else 0


if __name__ == "__main__":
    sys.exit(main())
