"""Reads CHANGELOG.md, and writes it in the form of Debian's changelogs."""
import datetime
import email.utils
import re
import textwrap

HEADING = re.compile(r"^## \[(\d+\.\d+\.\d+)\] - (\d{4}-\d{2}-\d{2})$", re.M)
LINK = re.compile(r"\[([^\]]*)\]\([^)]*\)")


def releases(text):
    """Returns (version, date, entries) of each released section, newest first."""
    found = []
    matches = list(HEADING.finditer(text))
    for match, following in zip(matches, [*matches[1:], None]):
        body = text[match.end():following.start() if following else len(text)]
        entries = re.findall(r"^- (.*(?:\n  .*)*)", body, re.M)
        found.append((match[1], match[2], [re.sub(r"\s+", " ", LINK.sub(r"\1", entry)) for entry in entries]))
    return found


def debian_changelog(text, maintainer):
    parts = []
    for version, date, entries in releases(text):
        noon = datetime.datetime.fromisoformat(f"{date}T12:00:00+00:00")
        wrapped = [textwrap.fill(entry, 78, initial_indent="  * ", subsequent_indent="    ", break_on_hyphens=False,
                                 break_long_words=False) for entry in entries]
        parts.append(f"lanewise ({version}) unstable; urgency=medium\n\n" + "\n".join(wrapped) +
                     f"\n\n -- {maintainer}  {email.utils.format_datetime(noon)}\n")
    return "\n".join(parts)
