"""Writes THIRD_PARTY_NOTICES, and a copyright file in Debian's machine-readable form.

The texts come from the machine that builds, where the packages of the components have them. Thus each text belongs to
the version that is linked, and the repository contains no copy that grows old.
"""
import pathlib
import re

from components import NoticeError, ROOT, cache_value

COMMON = pathlib.Path("/usr/share/common-licenses")
RULE = "=" * 100
FORMAT = "https://www.debian.org/doc/packaging-manuals/copyright-format/1.0/"


def top_comment(text):
    """Returns the text of the comments at the top of a header, which are before its first directive."""
    return re.split(r"^#", text, maxsplit=1, flags=re.M)[0].strip()


def own_texts(component, build):
    """Returns (title, text) of each notice of a component."""
    folder = cache_value(build, "LANEWISE_NOTICES_DIR")
    given = pathlib.Path(folder) / f"{component.slug}.txt" if folder else None
    if given and given.exists():
        return [(given.name, given.read_text())]
    llvm = pathlib.Path(cache_value(build, "LLVM_DIR")).parents[2]
    paths = [pathlib.Path(text.format(llvm=llvm)) for text in component.texts]
    texts = []
    for path in paths or [pathlib.Path("/usr/share/doc") / component.package / "copyright"]:
        if not path.exists():
            raise NoticeError(f"The notices of {component.name} are not in {path}. Put them into the file "
                              f"{component.slug}.txt of a folder, and configure with -DLANEWISE_NOTICES_DIR=FOLDER.")
        text = path.read_text(errors="replace")
        texts.append((str(path.resolve()), top_comment(text) if path.suffix == ".h" else text))
    return texts


def common_text(name, build):
    """Returns a license text to which notices refer."""
    folder = cache_value(build, "LANEWISE_NOTICES_DIR")
    for place in ([pathlib.Path(folder)] if folder else []) + [COMMON]:
        if (place / name).exists():
            return (place / name).read_text()
    if name == "Apache-2.0":
        return (ROOT / "LICENSE").read_text()
    raise NoticeError(f"The license {name} is not in {COMMON}. Put its text into the file {name} of a folder, and "
                      "configure with -DLANEWISE_NOTICES_DIR=FOLDER.")


def place_of(component):
    if component.contained_in:
        return "in " + ", ".join(sorted(component.contained_in))
    return "compiled from its headers" if component.compiled else "a shared library that the system provides"


def third_party(components, build, version):
    """Returns the text of THIRD_PARTY_NOTICES: a paragraph for each component, then each text once."""
    lines = [f"Lanewise {version} is licensed under the Apache License 2.0 (file LICENSE or copyright).",
             "Its libraries contain parts of the following projects or need them as shared libraries.", ""]
    texts, common = {}, {}
    for component in components:
        titles = []
        for title, text in own_texts(component, build):
            texts.setdefault(title, text)
            titles.append(title)
        for name in component.common:
            common.setdefault(name, common_text(name, build))
        lines += [component.name,
                  f"  Version:    {component.version() or 'unknown'} ({component.package})",
                  f"  License:    {component.license}",
                  f"  Copyright:  {component.copyright}",
                  f"  Home page:  {component.homepage}",
                  f"  Place:      {place_of(component)}",
                  f"  Texts:      {', '.join(titles + component.common)}", ""]
    for title, text in [*texts.items(), *common.items()]:
        lines += [RULE, f"Text: {title}", RULE, "", text.strip("\n"), ""]
    return "\n".join(lines)


def debian_license(component):
    """Returns the license in Debian's form, in which `and` and `or` are lower-case."""
    return component.license.replace(" OR ", " or ").replace(" AND ", " and ").replace(" WITH ", " with ")


def debian_copyright(components):
    """Returns /usr/share/doc/lanewise/copyright. Components that are only loaded have their own packages."""
    paragraphs = [
        f"Format: {FORMAT}\nUpstream-Name: Lanewise\n"
        "Comment: The libraries contain parts of other projects. Each paragraph \"Files: linked/NAME/*\"\n"
        " stands for such a part, which was linked or compiled into the libraries. Their complete\n"
        " notices are in THIRD_PARTY_NOTICES beside this file.",
        "Files: *\nCopyright: 2026 the authors of Lanewise\nLicense: Apache-2.0"]
    inside = [part for part in components if part.contained_in or part.compiled]
    for part in inside:
        holders = "\n           ".join(part.copyright.split("; "))
        paragraphs.append(f"Files: linked/{part.slug}/*\nCopyright: {holders}\n"
                          f"License: {debian_license(part)}")
    apache = "On Debian systems, the text of this license is in /usr/share/common-licenses/Apache-2.0."
    for name in sorted({"Apache-2.0"} | {debian_license(part) for part in inside}):
        common = {each for part in inside if debian_license(part) == name for each in part.common}
        places = [f"/usr/share/common-licenses/{each}" for each in sorted(common)]
        text = apache if name == "Apache-2.0" else " ".join(
            ["The notices are in /usr/share/doc/lanewise/THIRD_PARTY_NOTICES."] +
            [f"On Debian systems, a license to which they refer is in {place}." for place in places])
        paragraphs.append(f"License: {name}\n {text}")
    return "\n\n".join(paragraphs) + "\n"
