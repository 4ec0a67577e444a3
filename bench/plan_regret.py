"""Regret of the planner, from the times of all plans in bench/results/plan_times (bench/regret/plan_times.h).

The regret of a plan is its time divided by the time of the kernel's best plan.
"""
import csv
import math
import pathlib

FOLDER = pathlib.Path(__file__).resolve().parent / "results/plan_times"
HIGH = 1.3


class PlanTimes:
    """The times of one machine and one set of kernels."""

    def __init__(self, name):
        lines = (FOLDER / f"{name}.csv").read_text().splitlines()
        self.head = dict(line[2:].split(": ", 1) for line in lines if line.startswith("# "))
        self.kernels = {}
        for row in csv.DictReader(line for line in lines if not line.startswith("# ")):
            self.kernels.setdefault(row["kernel"], []).append(row)

    def plan(self, kernel, choice):
        """Returns the row of the plan that was `chosen` or `taught`."""
        return next(row for row in self.kernels[kernel] if choice in row["choice"].split())

    def best(self, kernel):
        return min(self.kernels[kernel], key=lambda row: float(row["ms"]))

    def regret(self, kernel, choice):
        return float(self.plan(kernel, choice)["ms"]) / float(self.best(kernel)["ms"])

    def regrets(self, choice):
        return {kernel: self.regret(kernel, choice) for kernel in self.kernels}


def measured(times):
    """Tells when and where the times were measured."""
    plans = sum(map(len, times.kernels.values()))
    return (f"- Date: {times.head['date']}.\n- Machine: {times.head['machine']}, vectors of {times.head['vector_bits']} bits.\n"
            f"- Different plans: {plans}.")


def summary(times):
    """Returns the head and the rows of a table of means."""
    rows = []
    for text, choice in (("chosen", "chosen"), ("tuned", "taught")):
        regrets = times.regrets(choice)
        mean = math.exp(sum(map(math.log, regrets.values())) / len(regrets))
        worst = max(regrets, key=regrets.get)
        rows.append([text, str(len(regrets)), f"{mean:.3f}", str(sum(regret > HIGH for regret in regrets.values())),
                     f"{regrets[worst]:.2f} ({worst})"])
    return ["plan", "kernels", "geometric mean", f"above {HIGH}", "worst"], rows


def worst(times, count):
    """Returns the head and the rows of a table of the `count` kernels with the largest regret."""
    regrets = times.regrets("chosen")
    names = sorted(regrets, key=regrets.get, reverse=True)[:count]
    return (["kernel", "chosen plan", "best plan", "regret", "tuned"],
            [[name, times.plan(name, "chosen")["plan"], times.best(name)["plan"], f"{regrets[name]:.2f}",
              f"{times.regret(name, 'taught'):.2f}"] for name in names])
