#!/usr/bin/env python3
"""Runs random control flow through `linearize` and checks the result by interpretation.

For each seed: makes a kernel of random (also unstructured) control flow over a few integers, and interprets it for
each lane on its own. Compares the stored values with those of the linearized kernel, interpreted for all lanes at once
as docs/ir.md ("Between linearize and widen") defines it.

    linearize_flow.py <pass_opt> [first seed] [count]
"""
import operator
import random
import re
import subprocess
import sys

LANES = 8
STEPS = 3000
POISON = object()
BITS = (1 << 32) - 1


VARIABLES = {"x": "%lane", "y": "7", "u": "%n", "fuel": "0"}  # and where they start


def choose_edges(rng, count, back):
    """{block: (kind of its terminator, targets)}; `back` is the share of edges that go back."""
    def pick(block):
        if block and rng.random() < back:
            return rng.randint(0 if rng.random() < 0.2 else max(0, block - 3), block)
        return min(block + rng.randint(1, 4), count)
    edges = {}
    for block in range(count):
        kind = rng.choice(["br", "cond", "cond", "cond", "switch"])
        edges[block] = (kind, [pick(block) for _ in range({"br": 1, "cond": 2, "switch": 4}[kind])])
    return edges


def change_variables(rng, block):
    """The lines that change variables and memory, and {variable: its value}."""
    lines = [f"  %{v}.{block} = load i32, ptr %{v}.var" for v in VARIABLES]
    lines.append(f"  %fuel2.{block} = add i32 %fuel.{block}, 1")
    lines.append(f"  store i32 %fuel2.{block}, ptr %fuel.var")
    value = {v: f"%{v}.{block}" for v in VARIABLES}
    for step in range(rng.randint(0, 3)):
        v = rng.choice(["x", "x", "y", "u"])
        other = rng.choice([value["x"], value["y"], str(rng.randint(1, 9))])
        if v == "u":
            other = str(rng.randint(1, 9))
        op = rng.choice(["add", "xor", "mul"])
        name = f"%s{step}.{block}"
        lines.append(f"  {name} = {op} i32 {value[v]}, {other}")
        lines.append(f"  store i32 {name}, ptr %{v}.var")
        value[v] = name
    if rng.random() < 0.5:
        lines.append(f"  %at.{block} = getelementptr i32, ptr addrspace(1) %out, i64 %id")
        lines.append(f"  %old.{block} = load i32, ptr addrspace(1) %at.{block}")
        lines.append(f"  %mix.{block} = mul i32 %old.{block}, 31")
        lines.append(f"  %new.{block} = add i32 %mix.{block}, {value['x']}")
        lines.append(f"  store i32 %new.{block}, ptr addrspace(1) %at.{block}")
    return lines, value


def end_block(rng, block, value, edges, count):
    """The lines that branch to the targets; without fuel, a block with an edge back goes to the end."""
    kind, to = edges
    subject = rng.choice([value["x"], value["y"], value["u"], value["u"]])
    lines = [f"  %low.{block} = and i32 {subject}, {rng.choice([1, 3, 7])}"]
    if any(t <= block for t in to):
        lines.append(f"  %spent.{block} = icmp sgt i32 %fuel2.{block}, 40")
        lines.append(f"  br i1 %spent.{block}, label %b{count}, label %go{block}")
        lines.append(f"go{block}:")
    labels = [f"label %b{t}" for t in to]
    if kind == "br":
        lines.append(f"  br {labels[0]}")
    elif kind == "cond":
        lines.append(f"  %c.{block} = icmp eq i32 %low.{block}, 1")
        lines.append(f"  br i1 %c.{block}, {labels[0]}, {labels[1]}")
    else:
        cases = " ".join(f"i32 {i}, {label}" for i, label in enumerate(labels[1:]))
        lines.append(f"  switch i32 %low.{block}, {labels[0]} [ {cases} ]")
    return lines


def make_kernel(rng):
    """Makes a kernel of blocks b0..bn whose edges go anywhere; fuel ends every loop."""
    count = rng.randint(3, 14)
    edges = choose_edges(rng, count, rng.choice([0.0, 0.15, 0.3]))
    lines = ["define spir_kernel void @k(ptr addrspace(1) %out, i32 %n) {", "entry:",
             "  %id = call i64 @ocl.global_id(i32 0)", "  %lane = trunc i64 %id to i32"]
    lines += [f"  %{v}.var = alloca i32" for v in VARIABLES]
    lines += [f"  store i32 {start}, ptr %{v}.var" for v, start in VARIABLES.items()]
    lines += ["  br label %b0"]
    for block in edges:
        changes, value = change_variables(rng, block)
        lines += [f"b{block}:"] + changes + end_block(rng, block, value, edges[block], count)
    lines += [f"b{count}:", "  %last = getelementptr i32, ptr addrspace(1) %out, i64 %id"]
    lines += [f"  %{v}.end = load i32, ptr %{v}.var" for v in ["x", "y", "u"]]
    lines += ["  %prior = load i32, ptr addrspace(1) %last", "  %e1 = add i32 %x.end, %prior",
              "  %e2 = xor i32 %e1, %y.end", "  %e3 = add i32 %e2, %u.end",
              "  store i32 %e3, ptr addrspace(1) %last", "  ret void", "}",
              "declare i64 @ocl.global_id(i32) memory(none) nounwind willreturn"]
    return "\n".join(lines) + "\n"


def parse(text):
    """Returns the kernel as {label: [instruction]}, entry first; joins a switch into one line."""
    body = text[text.index("define spir_kernel void @k"):]
    body = body[body.index("{") + 1:body.index("\n}")]
    body = re.sub(r";[^\n]*", "", body)
    body = re.sub(r"\[\s*\n\s*", "[ ", body)
    body = re.sub(r"\n\s*(i32 -?\d+, label)", r" \1", body)
    body = re.sub(r"\n\s*\]", " ]", body)
    blocks, current = {}, None
    for line in body.split("\n"):
        line = line.strip()
        if not line:
            continue
        found = re.match(r"([\w.]+):\s*$", line)
        if found or current is None:
            current = found.group(1) if found else "entry"
            blocks[current] = []
            if found:
                continue
        blocks[current].append(line)
    return blocks


class Undefined(Exception):
    pass


class Machine:
    """Runs a parsed kernel for the lanes `ids` in lockstep."""

    def __init__(self, blocks, ids):
        self.blocks, self.ids = blocks, ids
        self.values = {"%n": [5] * len(ids)}
        self.out = {i: 0 for i in ids}
        self.cells = {}

    def get(self, text):
        text = text.strip()
        if text in self.values:
            return self.values[text]
        constant = {"true": 1, "false": 0, "poison": POISON, "undef": POISON}.get(text)
        if constant is None:
            constant = int(text) & BITS
        return [constant] * len(self.ids)

    def lift(self, function, *operands):
        return [POISON if POISON in row else function(*row) for row in zip(*operands)]

    def decide(self, values):
        """Returns the direction of a branch, on which the live lanes must agree."""
        if POISON not in values and len(set(values)) == 1:
            return values[0]
        on = [v for v, m in zip(values, self.mask) if m]
        if not on or POISON in on:
            raise Undefined("branch on poison or without a live lane")
        if len(set(on)) != 1:
            raise Undefined("branch is not uniform")
        return on[0]

    def run(self):
        label, before = next(iter(self.blocks)), None
        for _ in range(STEPS):
            self.mask = [1] * len(self.ids)
            lines = self.blocks[label]
            phis = {}
            for line in lines:
                found = re.match(r"(%[\w.]+) = phi \w+ (.*)", line)
                if found:
                    ways = dict((b, v) for v, b in re.findall(r"\[ ([^,]+), %([\w.]+) \]", found[2]))
                    phis[found[1]] = self.get(ways[before])
            self.values.update(phis)
            target = None
            for line in lines:
                if " = phi " not in line:
                    target = self.step(line)
            if target is None:
                return self.out
            before, label = label, target
        raise Undefined("does not end")

    def step(self, line):
        if line == "ret void":
            return None
        if line.startswith("br label"):
            return line.split("%")[1]
        if line.startswith("br i1"):
            condition, yes, no = re.match(r"br i1 (\S+), label %(\S+), label %(\S+)", line).groups()
            return yes if self.decide(self.get(condition)) else no
        if line.startswith("switch"):
            value, other, rest = re.match(r"switch i32 (\S+), label %(\S+) \[(.*)\]", line).groups()
            chosen = self.decide(self.get(value))
            return dict((int(c) & BITS, t) for c, t in
                        re.findall(r"i32 (-?\d+), label %([\w.]+)", rest)).get(chosen, other)
        if "@ocl.mask" in line:
            self.mask = self.get(re.search(r"\(i1 (\S+)\)", line)[1])
            if POISON in self.mask:
                raise Undefined("mask is poison")
        elif line.startswith("store"):
            value, where = re.match(r"store i32 (\S+), ptr addrspace\(1\) (\S+?)(,|$)", line).groups()[:2]
            for lane, (v, a) in enumerate(zip(self.get(value), self.get(where))):
                if self.mask[lane]:
                    if v is POISON or a is POISON:
                        raise Undefined("store of poison")
                    self.out[a] = v
        else:
            name, rest = line.split(" = ", 1)
            self.values[name] = self.compute(rest)
        return None

    def compute(self, rest):
        operation = rest.split()[0]
        if "@ocl.global_id" in rest:
            return list(self.ids)
        if operation == "call":
            name, value = re.search(r"@ocl\.(\w+)\(i1 (\S+)\)", rest).groups()
            values = self.get(value)
            if name == "uniform":
                return [self.decide(values)] * len(self.ids)
            if POISON in values:
                raise Undefined("vote on poison")
            return [int(any(values)) if name == "any" else int(all(values))] * len(self.ids)
        if operation == "load":
            where = re.search(r"addrspace\(1\) ([^\s,]+)", rest)[1]
            return [self.out[a] if m and a is not POISON else POISON
                    for a, m in zip(self.get(where), self.mask)]
        if operation == "getelementptr":
            return self.get(rest.split()[-1])
        if operation == "select":
            c, a, b = re.match(r"select i1 ([^,]+), \w+ ([^,]+), \w+ (\S+)", rest).groups()
            return [POISON if k is POISON else (x if k else y)
                    for k, x, y in zip(self.get(c), self.get(a), self.get(b))]
        if operation == "icmp":
            kind, a, b = re.match(r"icmp (?:samesign )?(\w+) \w+ ([^,]+), (\S+)", rest).groups()
            signed = lambda v: v - (1 << 32) if v >> 31 else v
            test = {"eq": operator.eq, "ne": operator.ne, "gt": operator.gt, "lt": operator.lt,
                    "ge": operator.ge, "le": operator.le}[kind.lstrip("su")]
            if kind[0] == "s":
                return self.lift(lambda x, y: int(test(signed(x), signed(y))), self.get(a), self.get(b))
            return self.lift(lambda x, y: int(test(x, y)), self.get(a), self.get(b))
        if operation == "trunc":
            return self.get(rest.split()[2])
        a, b = re.match(r"\w+ (?:(?:nuw|nsw|disjoint) )*(?:i32|i1|i64) ([^,]+), (\S+)", rest).groups()
        function = {"add": lambda x, y: x + y, "mul": lambda x, y: x * y, "xor": lambda x, y: x ^ y,
                    "and": lambda x, y: x & y, "or": lambda x, y: x | y}[operation]
        wide = BITS if " i1 " not in rest else 1
        return self.lift(lambda x, y: function(x, y) & wide, self.get(a), self.get(b))


def run_passes(pass_opt, passes, text):
    done = subprocess.run([pass_opt, "--passes=" + passes, "-"], input=text, text=True,
                          capture_output=True)
    if done.returncode:
        raise Undefined(done.stderr[-400:])
    return done.stdout


def check(pass_opt, seed):
    text = run_passes(pass_opt, "function(mem2reg)", make_kernel(random.Random(seed)))
    alone = {}
    for lane in range(LANES):
        alone.update(Machine(parse(text), [lane]).run())
    passes = "reducible_flow,verify,normalize_flow,delay_exits,verify,linearize,verify"
    together = run_passes(pass_opt, passes, text)
    if "@k.full" not in run_passes(pass_opt, passes + ",widen", text):
        raise Undefined("no lanes can be made of it")
    if "@ocl.mask" not in together:
        return True  # nothing diverges
    return alone == Machine(parse(together), list(range(LANES))).run()


def main():
    pass_opt = sys.argv[1]
    first = int(sys.argv[2]) if len(sys.argv) > 2 else 0
    count = int(sys.argv[3]) if len(sys.argv) > 3 else 200
    wrong = 0
    for seed in range(first, first + count):
        try:
            right, why = check(pass_opt, seed), "other results"
        except (Undefined, KeyError) as error:
            right, why = False, repr(error)
        if not right:
            wrong += 1
            print(f"seed {seed}: {why}")
    print(f"{count} kernels, {wrong} wrong")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
