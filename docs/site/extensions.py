"""Makes the page of extensions and optional features from the tables of the sources.

include/lanewise/features.h has those of OpenCL C, src/runtime/api/devices/feature_lists.cpp those of the API.
"""
import re

FEATURE = re.compile(r'^ *\{"(\w+)", FeatureKind::(\w+), (\d+), (\d+), (\d+)', re.MULTILINE)
EXTENSION = re.compile(r'entry_of\("(cl_\w+)", (?:CL_MAKE_VERSION\((\d+), (\d+), (\d+)\)|v1)\)')
KINDS = {"language_extension": "OpenCL C", "unreported_extension": "OpenCL C, not reported by the device",
         "language_feature": "optional feature of OpenCL C"}

HEAD = """# Extensions

The device reports these extensions and optional features, with these versions. This table is made from the sources of
the driver. [Supported features](features.md) says what they contain.

| name | version | part of |
|---|---|---|
"""


def page(root):
    """Returns the page's text."""
    features = (root / "include/lanewise/features.h").read_text()
    api = (root / "src/runtime/api/devices/feature_lists.cpp").read_text()
    rows = {name: (".".join(version), KINDS[kind]) for name, kind, *version in FEATURE.findall(features)}
    for name, *version in EXTENSION.findall(api):
        rows[name] = (".".join(version) if version[0] else "1.0.0", "API")
    if len(rows) < 90:
        raise SystemExit(f"only {len(rows)} extensions are found in the sources: their tables have another form")
    return HEAD + "".join(f"| {name} | {version} | {part} |\n" for name, (version, part) in sorted(rows.items()))
