"""Writes the results table into docs/conformance.md, between its two marker lines."""
import collections

BEGIN = "<!-- results: written by tests/conformance/run_cts.py -->"
END = "<!-- end of results -->"


def table(entries, suites, version):
    by_suite = collections.defaultdict(list)
    for entry in entries:
        by_suite[entry["suite"]].append(entry)
    lines = [f"CTS: commit {version}.", "",
             "| suite | passed | failed | skipped | seconds | command |",
             "|---|--:|--:|--:|--:|---|"]
    unsuccessful = []
    for suite in suites:
        results = by_suite.get(suite.name)
        if not results:
            continue
        counts = collections.Counter(e["result"] for e in results)
        failed = [e for e in results if e["result"] not in ("pass", "skip")]
        unsuccessful += failed
        seconds = sum(e["seconds"] for e in results)
        program = suite.program.split("/")[-1]
        command = " ".join([program, *suite.before, "*" if not suite.unnamed else "", *suite.after])
        lines.append(f"| {suite.name} | {counts['pass']} | {len(failed)} | {counts['skip']} "
                     f"| {seconds:.0f} | `{' '.join(command.split())}` |")
    if unsuccessful:
        lines += ["", "Not passed:", ""]
        lines += [f"- {e['suite']}: {e['test']} ({e['result']})"
                  for e in sorted(unsuccessful, key=lambda e: (e["suite"], e["test"]))]
    return "\n".join(lines)


def replace_between_markers(text, content):
    before, _, rest = text.partition(BEGIN)
    _, found, after = rest.partition(END)
    if not found:
        raise ValueError(f"the document lacks the lines {BEGIN} and {END}")
    return f"{before}{BEGIN}\n{content}\n{END}{after}"


def write_table(path, entries, suites, version):
    path.write_text(replace_between_markers(path.read_text(), table(entries, suites, version)))
