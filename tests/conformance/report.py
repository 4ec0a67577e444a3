"""Writes the results table into docs/conformance.md, between its two marker lines."""
import collections

BEGIN = "<!-- results: written by tests/conformance/run_cts.py -->"
END = "<!-- end of results -->"


def kept_lines(old):
    """Returns the row of each suite in the old table, and the lines of the sub-tests that did not pass."""
    rows, failures = {}, collections.defaultdict(list)
    for line in old.splitlines():
        if line.startswith("| ") and not line.startswith("| suite "):
            rows[line.split("|")[1].strip()] = line
        elif line.startswith("- "):
            failures[line[2:].split(":")[0]].append(line)
    return rows, failures


def row(suite, results):
    counts = collections.Counter(e["result"] for e in results)
    failed = len(results) - counts["pass"] - counts["skip"]
    seconds = sum(e["seconds"] for e in results)
    program = suite.program.split("/")[-1]
    command = " ".join([program, *suite.before, "*" if not suite.unnamed else "", *suite.after])
    return (f"| {suite.name} | {counts['pass']} | {failed} | {counts['skip']} "
            f"| {seconds:.0f} | `{' '.join(command.split())}` |")


def table(entries, suites, version, old):
    """Returns the table. Suites without entries keep their row of the old table."""
    by_suite = collections.defaultdict(list)
    for entry in entries:
        by_suite[entry["suite"]].append(entry)
    rows, failures = kept_lines(old)
    for suite in suites:
        results = by_suite.get(suite.name)
        if not results:
            continue
        rows[suite.name] = row(suite, results)
        failures[suite.name] = sorted(f"- {e['suite']}: {e['test']} ({e['result']})" for e in results
                                      if e["result"] not in ("pass", "skip"))
    lines = [f"CTS: commit {version}.", "",
             "| suite | passed | failed | skipped | seconds | command |",
             "|---|--:|--:|--:|--:|---|"]
    lines += [rows[suite.name] for suite in suites if suite.name in rows]
    unsuccessful = [line for suite in suites for line in failures[suite.name]]
    if unsuccessful:
        lines += ["", "Not passed:", "", *unsuccessful]
    return "\n".join(lines)


def write_table(path, entries, suites, version):
    text = path.read_text()
    before, begun, rest = text.partition(BEGIN)
    old, ended, after = rest.partition(END)
    if not begun or not ended:
        raise ValueError(f"{path} lacks the lines {BEGIN} and {END}")
    path.write_text(f"{before}{BEGIN}\n{table(entries, suites, version, old)}\n{END}{after}")
