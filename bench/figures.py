#!/usr/bin/env python3
"""Writes docs/figures from the data in bench/results and the pages in bench/pages (NAME.md.in).

usage: figures.py [--check]

A page is Markdown with placeholders, each alone on its line:

  {{measured NAME}}       date, machine, build and drivers of bench/results/NAME.csv
  {{table NAME [GROUP]}}  rows of this file (of one group), with the ratios of the first driver to the others
  {{means NAME}}          the geometric means of these ratios, by group
  {{regret NAME}}         the means of the planner's regret in bench/results/plan_times/NAME.csv
  {{times NAME}}          date, machine and number of plans of this file
  {{worst NAME COUNT}}    the kernels of this file with the largest regret
  {{chart NAME [DRIVER]}} a link to docs/figures/NAME.svg, a drawing of these ratios (to one driver)

A data file starts with lines "# key: value". The keys are:

  drivers  columns to compare: the first with each other one; without this key, the table shows the file unchanged
  ratios   drivers to which the table shows ratios (default: all)
  larger   units (last words of rows' names) of which more is better; of all others less is better
  more     any value: more is better in all rows
  mean     rows of which means are taken (default: all)

A column `group` divides the rows into tables. --check writes nothing and fails if a file of docs/figures would change.
"""
import csv
import math
import pathlib
import re
import sys
import textwrap

import chart
import plan_regret

ROOT = pathlib.Path(__file__).resolve().parent.parent
COLUMNS = 120
PLACEHOLDER = re.compile(r"^\{\{(\w+) (\w+) ?(.*)\}\}$", re.M)


class Data:
    """One file of bench/results."""

    def __init__(self, name):
        lines = (ROOT / "bench/results" / f"{name}.csv").read_text().splitlines()
        self.head = dict(line[2:].split(": ", 1) for line in lines if line.startswith("# "))
        rows = list(csv.reader(line for line in lines if not line.startswith("# ")))
        self.columns, self.rows = rows[0], [dict(zip(rows[0], row)) for row in rows[1:]]
        self.drivers = self.listed("drivers")
        self.label = next(column for column in self.columns if column != "group")
        self.extra = [c for c in self.columns if c not in (*self.drivers, "group", self.label)]

    def listed(self, key):
        return self.head[key].split(", ") if key in self.head else []

    def groups(self):
        return list(dict.fromkeys(row.get("group", "") for row in self.rows))

    def of_group(self, group):
        return [row for row in self.rows if not group or row.get("group") == group]

    def ratio(self, row, other):
        """Returns how many times better the first driver is than `other`; None if either has no figure."""
        ours, theirs = row[self.drivers[0]], row[other]
        if not ours or not theirs:
            return None
        more = "more" in self.head or row[self.label].split()[-1] in self.listed("larger")
        return float(ours) / float(theirs) if more else float(theirs) / float(ours)

    def mean(self, group, other):
        chosen = self.listed("mean")
        rows = [row for row in self.of_group(group) if not chosen or row[self.label].split()[0] in chosen]
        return geometric_mean([ratio for row in rows if (ratio := self.ratio(row, other))])


def write(name, columns, rows):
    """Replaces the rows of bench/results/NAME.csv; keeps the "# key: value" lines at its start."""
    file = ROOT / "bench/results" / f"{name}.csv"
    head = [line for line in file.read_text().splitlines() if line.startswith("# ")] if file.exists() else []
    with file.open("w", newline="") as out:
        out.write("".join(f"{line}\n" for line in head))
        csv.writer(out, lineterminator="\n").writerows([columns, *rows])


def geometric_mean(values):
    return math.exp(sum(map(math.log, values)) / len(values)) if values else None


def number(value):
    return "-" if value is None else f"{value:.3g}" if value < 1000 else f"{value:.0f}"


def markdown(head, rows):
    """Returns a Markdown table with aligned columns: the first to the left, all others to the right."""
    widths = [max(len(row[i]) for row in [head, *rows]) for i in range(len(head))]
    rule = ["-" * widths[0], *("-" * (width - 1) + ":" for width in widths[1:])]
    padded = [[row[0].ljust(widths[0]), *(cell.rjust(width) for cell, width in zip(row[1:], widths[1:]))]
              for row in [head, *rows]]
    return "\n".join("| " + " | ".join(row) + " |" for row in [padded[0], rule, *padded[1:]])


def measured(data, _):
    items = [f"{key.capitalize()}: {data.head[key]}." for key in ("date", "machine", "build", "peers") if key in data.head]
    return "\n".join(textwrap.fill(item, COLUMNS, initial_indent="- ", subsequent_indent="  ", break_on_hyphens=False)
                     for item in items)


def table(data, group):
    rows = data.of_group(group)
    if not data.drivers:
        return markdown(data.columns, [[row[column] for column in data.columns] for row in rows])
    shown = [d for d in data.drivers if any(row[d] for row in rows)]
    extra = [column for column in data.extra if any(row[column] for row in rows)]
    others = [other for other in shown[1:] if other in (data.listed("ratios") or shown)]
    ratios = [f"{shown[0]} / {other}" for other in others]
    return markdown([data.label, *shown, *ratios, *extra],
                    [[row[data.label], *(row[d] or "-" for d in shown),
                      *(number(data.ratio(row, other)) for other in others), *(row[c] or "-" for c in extra)]
                     for row in rows])


def means(data, _):
    others = data.drivers[1:]
    return markdown(["geometric mean of ratios", *others],
                    [[group or "all", *(number(data.mean(group, other)) for other in others)]
                     for group in data.groups()])


def drawing(data, driver):
    others = [driver] if driver else data.drivers[1:]
    ratios = {}
    for group in data.groups():
        found = {row[data.label].split()[0]: {o: r for o in others if (r := data.ratio(row, o))}
                 for row in data.of_group(group)}
        ordered = sorted(found.items(), key=lambda item: min(item[1].values(), default=0)) if group else found.items()
        ratios.update({f"{group}:{name}" if group else name: row for name, row in ordered})
    return chart.svg(ratios, [data.drivers[0], *others])


def rendered(page):
    """Returns {path below docs/figures: text} of a page and its charts."""
    files = {}

    def fill(found):
        kind, name, argument = found.groups()
        if kind == "regret":
            return markdown(*plan_regret.summary(plan_regret.PlanTimes(name)))
        if kind == "times":
            return plan_regret.measured(plan_regret.PlanTimes(name))
        if kind == "worst":
            return markdown(*plan_regret.worst(plan_regret.PlanTimes(name), int(argument)))
        data = Data(name)
        if kind != "chart":
            return {"measured": measured, "table": table, "means": means}[kind](data, argument)
        files[f"{name}.svg"] = drawing(data, argument)
        return f"![speed of {data.drivers[0]} divided by that of others, logarithmic]({name}.svg)"

    text = PLACEHOLDER.sub(fill, page.read_text())
    files[page.stem] = text
    return files


def main():
    check, folder, wrong = "--check" in sys.argv[1:], ROOT / "docs/figures", []
    for page in sorted((ROOT / "bench/pages").glob("*.md.in")):
        for name, text in rendered(page).items():
            file = folder / name
            if check and (not file.exists() or file.read_text() != text):
                wrong.append(f"docs/figures/{name} is not what bench/figures.py writes")
            if not check:
                folder.mkdir(exist_ok=True)
                file.write_text(text)
    print("\n".join(wrong) or "docs/figures shows the data")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
